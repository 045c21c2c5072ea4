/* What `animproof convert` is asked for, and its work on a file that is without errors. */
#ifndef AP_CONVERT_H
#define AP_CONVERT_H

#include "cli/shared/checked_file.h"
#include "cli/shared/output_file.h"
#include "cli/shared/reading_options.h"
#include "validators/memg/memg_positions.h"
#include "validators/memg/memg_write.h"
#include "validators/mrtk/mrtk_convert.h"

enum { CLI_KEEP_MINOR = -1 };

typedef struct cli_conversion {
    const char *out;
    bool json;               /* to JSON */
    int minor;               /* of MRTK's version; CLI_KEEP_MINOR */
    ap_mrtk_variant variant; /* AP_MRTK_AUTO: as it is */
    ap_memg_endianness endianness;
    bool reorder; /* `order` was given */
    ap_memg_order order;
    const char *scene; /* NULL: no positions are asked for */
    bool timed;        /* `timestep` was given */
    size_t timestep;
} cli_conversion;

typedef enum cli_converted {
    CLI_CONVERTED,
    CLI_NOT_CONVERTED,  /* the target's error or the arena's failure says why */
    CLI_NOT_FOR_FORMAT, /* what was asked for is for files of another format */
    CLI_NO_TIMESTEP,
    CLI_NOT_FINITE,
} cli_converted;

typedef struct cli_convert_run {
    cli_reading options;
    cli_conversion wanted;
    bool from_json; /* nothing else is wanted: the file is a JSON document */
    cli_subject subject;
    cli_target target;
    cli_converted result;
    ap_mrtk_losses losses;
    size_t timesteps; /* with CLI_NO_TIMESTEP: how many there are */
    size_t vertex;    /* with CLI_NOT_FINITE: the 1-based vertex */
} cli_convert_run;

/* For the record cli_convert_run. */
extern const cli_option_group cli_conversion_options[];

/* Whether what was given goes together, with the words of the command line; finds out whether the file is a
   JSON document. CLI_CLEAN, or CLI_USAGE after a message. */
cli_exit cli_check_conversion(cli_convert_run *run, cli_words words);

/* Writes the subject's file, converted, to the target. For cli_subject_run: context is the run. */
void cli_convert_file(void *context);

/* Writes the file that a JSON document, the only path, makes to OUT. CLI_CLEAN, or another after a
   message. */
cli_exit cli_convert_from_json(cli_convert_run *run);

#endif
