/* All reports of one run. */
#ifndef AP_OUTPUTS_H
#define AP_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/option_table.h"
#include "cli/options/reading_options.h"
#include "core/report/output.h"

enum { CLI_OUTPUTS = 16 /* reports at once, the one on standard output among them */ };

/* A report that is wanted; a NULL path stands for standard output. */
typedef struct cli_wanted {
    const ap_reporter *reporter;
    const char *path;
} cli_wanted;

/* What a user says about reports. */
typedef struct cli_report_options {
    const char *command;            /* for messages */
    cli_wanted wanted[CLI_OUTPUTS]; /* the first is the one on standard output */
    size_t wanted_count;
    cli_when colour;
    bool verbose, quiet;
    bool unfolded; /* the human report shows all findings of a rule that are kept, not the first few */
} cli_report_options;

/* Their rows, for a group whose record is a cli_report_options. */
extern const cli_option cli_report_rows[];

/* What holds where a user says nothing. */
void cli_default_reports(cli_report_options *options, const char *command);

typedef struct cli_outputs {
    const char *command; /* for messages */
    ap_output items[CLI_OUTPUTS];
    size_t count;
    bool alone;                 /* one of them says why a file has no companion */
    bool lists_skipped;         /* standard output is a terminal, and its report lists skipped files */
    bool excerpts;              /* one of them shows the bytes around findings */
    bool replacements;          /* one of them offers what mends findings */
    bool replaces[CLI_OUTPUTS]; /* it would take the place of a file that was read: it is not put there */
} cli_outputs;

/* Whether the path is one of the files that the run was given to read. `list`: the file that lists others, or NULL. */
bool cli_is_read(const cli_reading *reading, const char *list, const char *path);

/* Opens and begins the reports that are wanted. CLI_CLEAN; or, after a message, CLI_USAGE where one would replace a
   file that is named to be read or another report, or CLI_UNREADABLE, with all closed again and no file left behind.
   `shard`: what the run is a part of, or NULL. All that is given must outlive the outputs, which must not move. */
cli_exit cli_outputs_open(cli_outputs *outputs, const cli_report_options *options, const cli_reading *reading,
    const char *list, const ap_report_shard *shard);

/* Tells all of a file. False when none of them can be written any more: there is nobody left to tell. */
bool cli_outputs_file(cli_outputs *outputs, const ap_report_file *file);

/* The same of a file that was not judged. */
bool cli_outputs_skipped(cli_outputs *outputs, const ap_report_skipped *skipped);

/* Tells of a finding that is gone, before the end. The context is a cli_outputs. */
void cli_outputs_absent(void *context, const ap_report_absent *absent);

/* Closes them without their ends, and leaves no file behind: what was to be told is not whole. */
void cli_outputs_discard(cli_outputs *outputs);

/* Ends and closes them; those in files are put in their places where they are `whole`. CLI_CLEAN; CLI_UNREADABLE
   after a message where one could not be written, CLI_INTERNAL where memory ran out. */
cli_exit cli_outputs_close(cli_outputs *outputs, const ap_summary *summary, bool whole);

#endif
