/* Lists the formats, the rules, the companions and the fixers. formats.h has a row for each format and table of rules. */
#ifndef AP_REGISTRY_H
#define AP_REGISTRY_H

#include <stddef.h>

#include "core/base/span.h"
#include "core/finding/rule_settings.h"
#include "validators/format.h"

/* Name and title of a table of rules. */
typedef struct ap_rule_group {
    const char *name;  /* the part of rule ids before the slash: "mrtk" */
    const char *title; /* "MRTK input animation" */
} ap_rule_group;

/* An extension that several formats share, so that the extension alone does not decide. */
typedef struct ap_shared_extension {
    const char *extension; /* ".bin" */
    /* message for a file that has this extension, but the content of none of the formats */
    const char *neither;
} ap_shared_extension;

/* Returns all formats, in the order in which recognition tries them; *count is their number. */
const ap_format *const *ap_formats(size_t *count);

/* Returns the tables of rules of the program, in the order in which they are listed; *count is their number. ap_rule_groups
   returns names and titles of the same tables in the same order. */
const ap_rule_table *ap_rule_tables(size_t *count);
const ap_rule_group *ap_rule_groups(size_t *count);

/* Returns the rule with this number, counted over all tables in order; NULL after the last. */
const ap_rule *ap_rule_at(size_t number);

/* Returns the rule with this number of the settings: the rules of the program, then those that the file's configuration
   defines. If the settings are NULL, returns the same as ap_rule_at. */
const ap_rule *ap_rule_of_settings_at(const ap_rule_settings *rule_settings, size_t number);

/* Initialises the settings of all rules of the program to their default severities. */
void ap_rule_settings_init_all(ap_rule_settings *rule_settings);

const ap_shared_extension *ap_shared_extensions(size_t *count);

/* Returns the companion with this index; NULL after the last. The companions of all formats come first, then the sidecars,
   both in the order of the formats. */
const ap_companion *ap_companion_at(size_t index);

/* Returns the format with this name ("mrtk"), or NULL. */
const ap_format *ap_find_format(const char *name);

/* Returns the fixer of the rule, or NULL if the rule has none. */
const struct ap_fixer *ap_fixer_of(const ap_rule *rule);

/* Returns the rule with this id ("mrtk/magic"), or NULL. */
const ap_rule *ap_find_rule(const char *id);

#endif
