/* The formats and the rules there are. A further format is one line in registry.c. */
#ifndef AP_REGISTRY_H
#define AP_REGISTRY_H

#include <stddef.h>

#include "core/base/span.h"
#include "core/finding/rule_settings.h"
#include "validators/format.h"

/* A table of rules and what it is about. */
typedef struct ap_rule_group {
    const char *name;  /* the part of its rules' ids before the slash */
    const char *title; /* "MRTK input animation" */
} ap_rule_group;

/* An extension that files of several formats have, so that a name does not say which. */
typedef struct ap_shared_extension {
    const char *extension; /* ".bin" */
    const char *neither;   /* what is said of a file with it and the content of none of them */
} ap_shared_extension;

/* All formats, in the order in which they are asked; *count is how many. */
const ap_format *const *ap_formats(size_t *count);

/* All tables of rules, in the order in which they are listed; *count is how many. ap_rule_groups tells of
   the same tables, in the same order. */
const ap_rule_table *ap_rule_tables(size_t *count);
const ap_rule_group *ap_rule_groups(size_t *count);

/* The rule with that number among those of all tables, one after the other; NULL after the last. */
const ap_rule *ap_rule_at(size_t number);

/* The policy of all tables in which each rule is as severe as it says. */
void ap_rule_settings_of_all(ap_rule_settings *rule_settings);

const ap_shared_extension *ap_shared_extensions(size_t *count);

/* The companions of the formats, in the order of these: the one with this index; NULL behind the last. */
const ap_companion *ap_companion_at(size_t index);

/* The format of that name ("mrtk"), or NULL. */
const ap_format *ap_find_format(const char *name);

/* The fixer of the rule, or NULL where nothing mends it. */
const struct ap_fixer *ap_fixer_of(const ap_rule *rule);

/* The rule with that id ("mrtk/magic"), or NULL. */
const ap_rule *ap_find_rule(const char *id);

#endif
