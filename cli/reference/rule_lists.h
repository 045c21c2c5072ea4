/* Prints the rules in each output format of `animproof rules`. The caller checks the stream for write
   errors. */
#ifndef AP_RULE_LISTS_H
#define AP_RULE_LISTS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/config/configs.h"
#include "cli/options/option_table.h"
#include "core/finding/rule_settings.h"
#include "core/json/json_put.h"

/* Selects the rules that are listed. */
typedef struct cli_rule_filter {
    const ap_rule_settings *rule_settings; /* the rules; NULL: those of the program */
    bool fixable;                          /* list only rules with a fix */
    cli_operands words;                    /* ids or patterns to list; if empty, all rules */
} cli_rule_filter;

/* Returns true if the words of the filter name the rule, or if the filter has no words. */
bool cli_do_filter_words_allow_rule(const cli_rule_filter *filter, const ap_rule *rule);

/* Writes members of the rule's JSON object: the effects on readers, those known from sources, the cases that decide
   between several effects, the severity in each profile, and exceptions. */
void cli_put_rule_readers_json(ap_json_put *put, const ap_rule *rule);

/* Write members of the JSON document: the known readers, and the profiles with their readers. */
void cli_put_readers_json(ap_json_put *put);
void cli_put_profiles_json(ap_json_put *put);

/* Prints the HTML page that is installed: a section for each rule, with an anchor
   (core/report/rule_uri.h). */
void cli_put_rules_html(FILE *stream);

/* Prints the section of a rule on an HTML page, with its anchor. */
void cli_put_rule_html(FILE *stream, const ap_rule *rule);

/* Tests the examples of the rules that the words of the filter name, and prints those that are not as expected, and a sum.
   Returns CLI_CLEAN, CLI_FINDINGS if an example is not as expected, CLI_USAGE after a message if no rule is defined, or the
   exit code of a file that could not be read. */
cli_exit cli_test_rules(const cli_settings_result *here, const cli_rule_filter *filter);

/* Prints docs/formats/rules.md: for each group of rules an overview, then a section for each rule. */
void cli_put_rules_markdown(FILE *stream);

#endif
