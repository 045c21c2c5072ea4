/* Merges settings: the configuration takes precedence over the defaults, and the command line over the
   configuration. */
#ifndef AP_SETTINGS_H
#define AP_SETTINGS_H

#include "cli/config/policy_keys.h"
#include "cli/config/rule_choice.h"
#include "cli/options/reading_options.h"

/* The settings of one command line, or of one section of a configuration file. */
typedef struct cli_settings_layer {
    /* options of reading; a section of a configuration sets limits and companions, and the whole configuration also lint.own */
    cli_reading_options reading;
    cli_rule_choice rules;
    ap_severity fail_on; /* least severity that makes the exit code 1; AP_OFF: no finding does */
    bool fail_on_given;
    cli_string_list exclude; /* patterns of paths in folders to skip */
    cli_string_list
        include; /* patterns of files in folders to check even if their content is not recognised */
    /* skip excluded paths even if the user names them; _given: the key is set */
    bool force_exclude, force_exclude_given;
    bool no_ignore, no_ignore_given; /* check files that git ignores; _given: the key is set */
    cli_policy policy;
    const char *
        rule_file; /* file with sections [rule NAME], relative to the folder of the configuration; NULL: none */
    cli_string_list keys; /* keys of a section, as pointers into the file's text */
} cli_settings_layer;

struct cli_config;

/* The merged settings for linting one file. */
typedef struct cli_settings {
    cli_reading_options
        reading; /* reading.lint.policy is NULL or points to the member `policy` of this record */
    ap_policy policy;
    ap_severity fail_on;
    bool strict;
    /* paths of companions that the configuration names for the file, by the index for ap_companion_at; NULL: none named.
       Relative to the folder of `config`, which owns the texts (companion_keys.h). */
    const char *companions[CLI_COMPANIONS];
    const struct cli_config *config; /* configuration of the file; NULL: the file has none */
} cli_settings;

/* Sets the defaults. */
void cli_layer_set_defaults(cli_settings_layer *layer);

/* Returns the key's name in the text of the file; NULL if the section does not set the key, or if the key has a list. */
const char *cli_find_layer_key(const cli_settings_layer *layer, const char *key);

/* Frees the lists of the layer, but not their texts. */
void cli_layer_free(cli_settings_layer *layer);

/* Tables of the keys of a configuration file that are also options of commands. The comment on a table names the type
   of its record. */
extern const cli_option cli_failing_rows[]; /* record: cli_settings_layer */
extern const cli_option cli_count_rows[];   /* record: cli_reading_options */

extern const cli_option
    cli_choosing_rows[]; /* record: cli_settings_layer; not allowed in sections [path GLOB] */

extern const cli_option cli_rule_file_rows
    []; /* the key `rules`; record: cli_settings_layer; not allowed in sections [path GLOB] */

/* All keys of [animproof]. The record is a cli_settings_layer. */
extern const cli_option_group cli_config_groups[];

/* The keys of [policy], which exist only in a configuration file. The record is a cli_settings_layer. */
extern const cli_option_group cli_policy_groups[];

/* Copies settings from `from` to `to`. If they have a policy, makes to->reading.lint.policy point to the `policy` of `to`. */
void cli_copy_settings(cli_settings *to, const cli_settings *from);

enum {
    CLI_MOST_LAYERS =
        66 /* most layers for one file: a configuration, its matching sections [path GLOB], and the command line */
};

/* Merges the layers into settings. Later layers take precedence; the last one is the command line. `run_own` are the rules that
   the configurations of the run define, and `origins` is as in cli_merge_rule_choices. */
void cli_merge_layers(const cli_settings_layer *const *layers, size_t count, ap_rule_table run_own,
    cli_settings *settings, const char *origins[AP_MOST_RULES]);

#endif
