/* Merges settings from the defaults, the configuration files and the command line; the later ones take
   precedence. */
#ifndef AP_SETTINGS_H
#define AP_SETTINGS_H

#include "cli/config/policy_keys.h"
#include "cli/config/rule_choice.h"
#include "cli/options/reading_options.h"

/* The settings of one command line, or of one section of a configuration file. */
typedef struct cli_layer {
    cli_reading reading; /* a section [path GLOB] sets only the limits */
    cli_rule_choice rules;
    ap_severity fail_on; /* least severity that makes the exit code 1; AP_OFF: no finding does */
    bool fail_on_given;
    cli_string_list exclude; /* patterns of paths to skip in a folder */
    cli_string_list
        include; /* patterns of files to check in a folder even if their content is not recognised */
    bool force_exclude, force_exclude_given; /* skip excluded paths also when the user names them */
    bool no_ignore, no_ignore_given;         /* check also what git ignores */
    cli_policy policy;
    const char *
        rule_file; /* file with sections [rule NAME], relative to the folder of the configuration; NULL: none */
    cli_string_list keys; /* keys of a section, as pointers into the file's text */
} cli_layer;

struct cli_config;

/* The settings for linting a file. */
typedef struct cli_settings {
    cli_reading reading; /* the member lint.policy of `reading` is NULL or points to the member `policy` */
    ap_policy policy;
    ap_severity fail_on;
    bool strict;
    /* companions that the configuration names for the file, in the order of the formats; NULL if it names none.
       Relative to the folder of `config`, and owned by it (companion_keys.h). */
    const char *companions[CLI_COMPANIONS];
    const struct cli_config *config; /* NULL if the file has no configuration */
} cli_settings;

/* Sets the defaults. */
void cli_layer_set_defaults(cli_layer *layer);

/* Returns the key in the file's text; NULL if the section does not set the key. */
const char *cli_find_layer_key(const cli_layer *layer, const char *key);

/* Frees the lists of the layer, but not their texts. */
void cli_layer_free(cli_layer *layer);

/* Keys of a configuration file that are also options of commands. The records are members of a cli_layer. */
extern const cli_option cli_failing_rows[]; /* record: cli_layer */
extern const cli_option cli_count_rows[];   /* record: cli_reading */

extern const cli_option cli_choosing_rows[]; /* record: cli_layer; not allowed in sections [path GLOB] */

extern const cli_option
    cli_rule_file_rows[]; /* the key `rules`; record: cli_layer; not allowed in sections [path GLOB] */

/* All keys of [animproof]. The record is a cli_layer. */
extern const cli_option_group cli_config_groups[];

/* Keys that exist only in a configuration file. The record is a cli_layer. */
extern const cli_option_group cli_policy_groups[];

/* Copies settings, and makes the copy's lint.policy point to its own `policy`. */
void cli_copy_settings(cli_settings *to, const cli_settings *from);

enum {
    CLI_MOST_LAYERS =
        66 /* most layers for one file: a configuration, its matching sections [path GLOB], and the command line */
};

/* Merges the layers into settings. Later layers take precedence; the last one is the command line. `run_own` are the rules that
   the configurations of the run define, and `origins` is as in cli_apply_rules. */
void cli_merge_layers(const cli_layer *const *layers, size_t count, ap_rule_table run_own,
    cli_settings *settings, const char *origins[AP_MOST_RULES]);

#endif
