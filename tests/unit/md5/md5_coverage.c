/* Tests that every rule of the md5 formats has a case in which the rule fires, and a near miss. The severities of the rules are
   checked by tests/ref/md5_result.py. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/md5/md5_cases.h"
#include "validators/registry.h"

#define ADDRESS(table) &table,
static const md5_table *const tables[] = { MD5_TABLES(ADDRESS) };
enum { TABLES = sizeof tables / sizeof *tables, RULE_ID_BYTES = 60 };

/* Returns true if the case expects a finding of its own rule. */
static bool expects_finding_of_its_rule(const md5_case *one)
{
    for (size_t i = 0; i < 2 * MD5_WANTS && one->wants[i] != NULL; i += 2) {
        if (strcmp(one->wants[i], one->rule) == 0)
            return true;
    }
    return false;
}

/* Counts the cases of the rule in which the rule fires (`fires`), or the near misses (`!fires`). */
static size_t count_cases(const char *format, const char *rule, bool fires)
{
    size_t count = 0;
    for (size_t t = 0; t < TABLES; t++) {
        for (size_t i = 0; i < tables[t]->count && strcmp(tables[t]->format, format) == 0; i++) {
            const md5_case *one = &tables[t]->cases[i];
            count += one->rule != NULL && strcmp(one->rule, rule) == 0
                     && expects_finding_of_its_rule(one) == fires;
        }
    }
    return count;
}

static void check_rules_of_format_have_cases(const ap_format *format)
{
    for (size_t i = 0; i < format->rules.count; i++) {
        const char *id = format->rules.rules[i].id, *rule = id + strlen(format->name) + strlen("/");
        cr_expect_gt(count_cases(format->name, rule, true), 0U, "no case has a finding of %s", id);
        cr_expect_gt(count_cases(format->name, rule, false), 0U, "%s has no near miss", id);
    }
}

Test(md5_coverage, every_rule_has_a_case_and_a_near_miss)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        if (strncmp(formats[i]->name, "md5", strlen("md5")) == 0)
            check_rules_of_format_have_cases(formats[i]);
    }
}

Test(md5_coverage, every_case_names_a_rule_of_its_format)
{
    for (size_t t = 0; t < TABLES; t++) {
        for (size_t i = 0; i < tables[t]->count; i++) {
            const char *rule = tables[t]->cases[i].rule;
            char id[RULE_ID_BYTES];
            snprintf(id, sizeof id, "%s/%s", tables[t]->format, rule != NULL ? rule : "");
            cr_expect(rule == NULL || ap_find_rule(id) != NULL, "the rule %s does not exist", id);
        }
    }
}
