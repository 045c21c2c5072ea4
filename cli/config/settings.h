/* What holds for a file: what a command line says, over what configuration files say, over what holds where nobody
   says anything. */
#ifndef AP_SETTINGS_H
#define AP_SETTINGS_H

#include "cli/config/policy_keys.h"
#include "cli/config/rule_choice.h"
#include "cli/options/reading_options.h"

/* What one command line says, or one section of a configuration file. */
typedef struct cli_layer {
    cli_reading reading; /* of a section, its limits alone */
    cli_rule_choice rules;
    ap_severity fail_on; /* AP_OFF: never */
    bool fail_on_given;
    cli_list exclude; /* patterns of files that are not judged where they are met in a folder */
    cli_list include; /* patterns of files that are judged there, whatever they hold */
    bool force_exclude, force_exclude_given; /* what is named and excluded is not judged either */
    bool no_ignore, no_ignore_given;         /* what git ignores is judged where it is met */
    cli_policy policy;
    cli_list said; /* of a section: key after key, where they are in the file's text */
} cli_layer;

typedef struct cli_settings {
    cli_reading reading; /* its lint.policy is the one below */
    ap_policy policy;
    ap_severity fail_on;
    bool strict;
} cli_settings;

/* Nothing is said. */
void cli_default_layer(cli_layer *layer);

/* The key where a section says it; NULL: it does not. */
const char *cli_said_key(const cli_layer *layer, const char *key);

/* Gives back what it holds; its texts are others'. */
void cli_layer_free(cli_layer *layer);

/* What is configured by options of a command too; a record of each is a member of a cli_layer. */
extern const cli_option cli_failing_rows[]; /* a cli_layer */
extern const cli_option cli_count_rows[];   /* a cli_reading */

extern const cli_option cli_choosing_rows[]; /* a cli_layer; as keys, of a whole configuration alone */

/* All options that are keys of a configuration file as well; the record is a cli_layer. */
extern const cli_option_group cli_config_groups[];

/* What besides only a configuration file says; the record is a cli_layer. */
extern const cli_option_group cli_policy_groups[];

/* The same settings in another place. */
void cli_copy_settings(cli_settings *to, const cli_settings *from);

enum { CLI_MOST_LAYERS = 66 /* of a file: a configuration, its path sections, and a command line */ };

/* What the layers come to, the one that counts most as the last; that one is a command line. `origins`: as
   cli_apply_rules says. */
void cli_settle(
    const cli_layer *const *layers, size_t count, cli_settings *settings, const char *origins[AP_MOST_RULES]);

#endif
