/* Reads the sections [rule NAME] of a configuration, which define rules over figures of `animproof stats`, over fields, and
   over the names of joints. */
#ifndef AP_RULE_SECTIONS_H
#define AP_RULE_SECTIONS_H

#include "cli/options/option_table.h"
#include "validators/services/own_rules/own_rules.h"
#include "validators/services/policy/own_table.h"

struct cli_config;
struct cli_config_shared;

/* The keys of one section [rule NAME], as written in the file. */
typedef struct cli_rule_section {
    const char *name;
    /* values of the keys with these names; NULL: the key is not set */
    const char *figure, *path, *least, *most, *message;
    bool count;
    cli_string_list formats, one_of, matches, required_joints;
    cli_string_list passes, fails; /* values that the rule must allow, and values that it must report */
    cli_string_list pass,
        fail; /* paths of example files, relative to the folder of the file with the section */
    int severity;
    cli_string_list keys; /* names of the keys that the section has set so far */
} cli_rule_section;

typedef struct cli_rule_sections {
    cli_rule_section *items;
    size_t count;
    size_t
        own_count; /* number of sections in the configuration itself; the others are in its file with rules */
    /* the rules of the sections in the order of the file; set by cli_make_rules_of_sections */
    ap_own_rule_list rules;
    /* rules, one for each section; zeros after the rules were moved to the table of the run */
    ap_rule *made;
} cli_rule_sections;

/* The keys of a section. The record is a cli_rule_section. */
extern const cli_option_group cli_rule_section_groups[];

/* Adds a section. Returns CLI_CLEAN, CLI_INTERNAL when out of memory, or CLI_USAGE with the message in `wrong`. */
cli_exit cli_add_rule_section(cli_rule_sections *sections, const char *name, char wrong[CLI_WRONG_BYTES]);

/* Checks the sections [rule NAME] after the whole configuration was read, and adds their rules to those of the run and to the
   settings of config->whole. Returns as cli_add_rule_section does; after an error *place is the text in the file that
   is wrong. */
cli_exit cli_make_rules_of_sections(struct cli_config *config, struct cli_config_shared *shared,
    const char **place, char wrong[CLI_WRONG_BYTES]);

void cli_rule_sections_free(cli_rule_sections *sections);

#endif
