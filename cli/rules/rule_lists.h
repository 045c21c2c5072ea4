/* The forms in which `animproof rules` prints the registry. All write to the stream, whose errors stay with
   it. */
#ifndef AP_RULE_LISTS_H
#define AP_RULE_LISTS_H

#include <stdio.h>

/* A line a rule, a paragraph a table. */
void cli_rules_human(FILE *stream);

/* One JSON document: {"tool": …, "rules": [{"id": …, …}]}. */
void cli_rules_json(FILE *stream);

/* docs/RULES.md: for each table, an overview, then a section a rule. */
void cli_rules_markdown(FILE *stream);

#endif
