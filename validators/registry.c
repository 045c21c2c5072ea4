#include "validators/registry.h"

#include <string.h>

#include "validators/formats.h"
#include "validators/services/fixing/fixing.h"
#include "validators/services/policy/own_table.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define DECLARE(name, NAME, title)   extern const ap_format ap_##name##_format;
#define FORMAT_OF(name, NAME, title) &ap_##name##_format,
#define RULES_OF(name, NAME, title)  { ap_##name##_rules, NAME##_RULES },
#define GROUP_OF(name, NAME, title)  { #name, title },

AP_ROWS(AP_NO_ROW, DECLARE)

static const ap_format *const formats[] = { AP_ROWS(AP_NO_ROW, FORMAT_OF) };
static const ap_rule_table tables[] = { AP_ROWS(RULES_OF, RULES_OF) };
static const ap_rule_group groups[] = { AP_ROWS(GROUP_OF, GROUP_OF) };

#define ADD_RULES(name, NAME, title) +NAME##_RULES

_Static_assert(
    AP_ROWS(ADD_RULES, ADD_RULES) + AP_OWN_RULES <= AP_MOST_RULES, "AP_MOST_RULES must hold all rules");

const ap_format *const *ap_formats(size_t *count)
{
    *count = COUNT(formats);
    return formats;
}

const ap_rule_table *ap_rule_tables(size_t *count)
{
    *count = COUNT(tables);
    return tables;
}

const ap_rule_group *ap_rule_groups(size_t *count)
{
    *count = COUNT(groups);
    return groups;
}

const ap_rule *ap_rule_at(size_t number)
{
    size_t t = 0;
    for (; t < COUNT(tables) && number >= tables[t].count; t++)
        number -= tables[t].count;
    return t == COUNT(tables) ? NULL : &tables[t].rules[number];
}

const ap_rule *ap_rule_of_settings_at(const ap_rule_settings *rule_settings, size_t number)
{
    return rule_settings == NULL ? ap_rule_at(number) : ap_rule_settings_rule(rule_settings, number);
}

void ap_rule_settings_init_all(ap_rule_settings *rule_settings)
{
    ap_rule_settings_init(rule_settings, tables, COUNT(tables));
}

const ap_shared_extension *ap_shared_extensions(size_t *count)
{
    static const ap_shared_extension shared[] = {
        { ".bin", "the content is neither mrtk nor memg" },
    };
    *count = COUNT(shared);
    return shared;
}

const ap_companion *ap_companion_at(size_t index)
{
    for (size_t i = 0; i < COUNT(formats); i++) {
        if (formats[i]->companion != NULL && index-- == 0)
            return formats[i]->companion;
    }
    for (size_t i = 0; i < COUNT(formats); i++) {
        if (formats[i]->sidecar != NULL && index-- == 0)
            return formats[i]->sidecar;
    }
    return NULL;
}

const ap_format *ap_find_format(const char *name)
{
    for (size_t i = 0; i < COUNT(formats); i++) {
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    }
    return NULL;
}

const ap_fixer *ap_fixer_of(const ap_rule *rule)
{
    const ap_fixer *fixer = NULL;
    for (size_t i = 0; i < COUNT(formats) && fixer == NULL; i++)
        fixer = ap_find_fixer(formats[i], rule);
    return fixer;
}

/* Returns true if the rule id begins with the group's name and a slash: "group/name". */
static bool is_of_group(const char *id, const char *group)
{
    const size_t length = strlen(group);
    return strncmp(id, group, length) == 0 && id[length] == '/';
}

const ap_rule *ap_find_rule(const char *id)
{
    size_t t = 0;
    while (t < COUNT(tables) && !is_of_group(id, groups[t].name))
        t++;
    for (size_t r = 0; t < COUNT(tables) && r < tables[t].count; r++) {
        if (strcmp(tables[t].rules[r].id, id) == 0)
            return &tables[t].rules[r];
    }
    return NULL;
}
