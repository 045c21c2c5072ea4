/* The reports of a run: their options, and opening and closing them. */
#ifndef AP_OUTPUTS_H
#define AP_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/option_table.h"
#include "cli/options/reading_options.h"
#include "core/report/output.h"

enum { CLI_OUTPUTS = 16 /* most reports at once, including the report on standard output */ };

/* A report to write; path NULL: to standard output. */
typedef struct cli_wanted_report {
    const ap_reporter *reporter;
    const char *path;
} cli_wanted_report;

/* The options of reports. */
typedef struct cli_report_options {
    const char *command;                   /* name of the command, for messages */
    cli_wanted_report wanted[CLI_OUTPUTS]; /* wanted[0] is the report on standard output */
    size_t wanted_count;
    cli_when_option colour;
    bool verbose, quiet;
    bool notes;    /* list notes on a terminal too */
    bool unfolded; /* the human report shows all kept findings of a rule, not only the first few */
} cli_report_options;

/* The options of reports, for an option group with a cli_report_options as its record. */
extern const cli_option cli_report_rows[];

/* Sets the defaults of the options. */
void cli_reports_set_defaults(cli_report_options *options, const char *command);

typedef struct cli_outputs {
    const char *command; /* name of the command, for messages */
    ap_output items[CLI_OUTPUTS];
    size_t count;
    bool explain_companion;     /* a report says how a companion was found, or why none was */
    bool lists_skipped;         /* the report on standard output lists skipped files on a terminal */
    bool excerpts;              /* a report shows the bytes around findings */
    bool replacements;          /* a report has the fixes of findings */
    bool replaces[CLI_OUTPUTS]; /* the report would replace an input: it is not moved to its path */
} cli_outputs;

/* Returns true if the path is one of the inputs. `list`: the file of --files-from, or NULL. */
bool cli_is_input_path(const cli_reading_options *reading, const char *list, const char *path);

/* Opens and begins the reports. Returns CLI_CLEAN; or after a message CLI_USAGE if a report would replace an input or another
   report, CLI_UNREADABLE if a report cannot be opened, or CLI_INTERNAL when out of memory, with all reports closed and removed.
   `shard`: NULL without shards. The arguments must outlive the outputs, which must not be moved. */
cli_exit cli_outputs_open(cli_outputs *outputs, const cli_report_options *options,
    const cli_reading_options *reading, const char *list, const ap_report_shard *shard);

/* Closes and removes the reports, because the run is incomplete. */
void cli_outputs_discard(cli_outputs *outputs);

/* Ends and closes the reports. Moves reports in files to their paths if `complete`. Returns CLI_CLEAN; or after a message
   CLI_UNREADABLE if a report could not be written, CLI_USAGE if it would replace an input, CLI_INTERNAL when out of
   memory. */
cli_exit cli_outputs_close(cli_outputs *outputs, const ap_summary *summary, bool complete);

#endif
