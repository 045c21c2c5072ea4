/* The options of `animproof lint`. */
#ifndef AP_LINT_OPTIONS_H
#define AP_LINT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/shared/cli.h"
#include "cli/shared/option_values.h"
#include "cli/shared/reading_options.h"
#include "core/report/report.h"

enum {
    CLI_OUTPUTS = 16,    /* reports at once, the one on standard output among them */
    CLI_MOST_JOBS = 1024 /* files judged at once */
};

typedef enum cli_colour { CLI_COLOUR_AUTO, CLI_COLOUR_ALWAYS, CLI_COLOUR_NEVER } cli_colour;

/* A report that is wanted; a NULL path stands for standard output. */
typedef struct cli_wanted {
    const ap_reporter *reporter;
    const char *path;
} cli_wanted;

typedef struct cli_options {
    cli_wanted wanted[CLI_OUTPUTS]; /* the first is the one on standard output */
    size_t wanted_count;
    cli_colour colour;
    bool verbose, quiet;
    bool allow_empty; /* a run that finds nothing to check is no failure */
    bool progress;    /* on a terminal */
    size_t jobs;      /* files judged at once; 0: as many as there are processors */
    cli_reading reading;
    ap_severity fail_on; /* AP_OFF: never */
    size_t fold;         /* findings of a rule that the human report shows of a file; 0: all that are kept */
    const char *files_from; /* "-" for standard input */
    bool null_separated;
} cli_options;

/* Reads the words of the command line, which are put into another order. CLI_CLEAN, or CLI_USAGE or
   CLI_INTERNAL after a message. Strings stay where they are in argv. */
cli_exit cli_read_options(cli_options *options, int argc, char **argv);

/* What a user said about rules, in the order in which it takes effect. */
typedef struct cli_rule_wishes {
    const char *profile; /* NULL: none */
    bool strict;
    cli_list severity; /* RULE=LEVEL */
    cli_list select;
    cli_list ignore;
} cli_rule_wishes;

/* The policy that the wishes come to: the profile, then --strict, then each --severity, --select, --ignore.
   CLI_CLEAN, or CLI_USAGE after a message. Cuts the --severity texts up. */
cli_exit cli_apply_wishes(const cli_rule_wishes *wishes, ap_policy *policy);

#endif
