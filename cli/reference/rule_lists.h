/* The forms in which `animproof rules` prints the registry. All write to the stream, whose errors stay with
   it. */
#ifndef AP_RULE_LISTS_H
#define AP_RULE_LISTS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/options/option_table.h"
#include "core/finding/rule.h"
#include "core/json/json_put.h"

/* A choice of the rules to list. */
typedef struct cli_rule_filter {
    bool fixable;    /* those with a fix alone */
    cli_words words; /* those that one of the words names; none: all */
} cli_rule_filter;

/* A line a rule, a paragraph a table. */
void cli_rules_human(FILE *stream, const cli_rule_filter *filter);

/* One JSON document: {"tool": …, "rules": [{"id": …, …, "fix": "safe", "unsafe" or null}], "readers": …}. */
void cli_rules_json(FILE *stream, const cli_rule_filter *filter);

/* Members of a rule: what readers do with files that break it, how severe it is in each profile, and exceptions. */
void cli_rule_readers_json(ap_json_put *put, const ap_rule *rule);

/* Members of the document: the readers, and the profiles with the readers that each is about. */
void cli_readers_json(ap_json_put *put);
void cli_profiles_json(ap_json_put *put);

/* The page that is installed: a section a rule, with an anchor (core/report/rule_uri.h). */
void cli_rules_html(FILE *stream);

/* docs/formats/rules.md: for each table, an overview, then a section a rule. */
void cli_rules_markdown(FILE *stream);

#endif
