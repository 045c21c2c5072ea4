/* The forms in which `animproof rules` prints the registry. All write to the stream, whose errors stay with
   it. */
#ifndef AP_RULE_LISTS_H
#define AP_RULE_LISTS_H

#include <stdbool.h>
#include <stdio.h>

/* A line a rule, a paragraph a table; `fixable`: only rules with a fix. */
void cli_rules_human(FILE *stream, bool fixable);

/* One JSON document: {"tool": …, "rules": [{"id": …, …, "fix": "safe", "unsafe" or null}]}. */
void cli_rules_json(FILE *stream, bool fixable);

/* docs/RULES.md: for each table, an overview, then a section a rule. */
void cli_rules_markdown(FILE *stream);

#endif
