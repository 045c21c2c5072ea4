/* Checks files against the rules of one's own that a configuration defines over figures of `animproof stats`. */
#ifndef AP_OWN_RULES_H
#define AP_OWN_RULES_H

#include "validators/figure.h"
#include "validators/services/policy/policy.h"

enum { AP_OWN_ALLOWED_BYTES = 512 };

typedef struct ap_own_rule {
    const ap_rule *rule; /* in the table of the list */
    /* the formats that the rule checks, each with the row of the figure */
    const ap_format *formats[AP_MOST_FORMATS];
    const ap_figure *figures[AP_MOST_FORMATS];
    size_t format_count;
    double least, most; /* infinite: no limit */
    double one_of[AP_POLICY_ITEMS];
    size_t one_of_count;                /* 0: any number */
    char allowed[AP_OWN_ALLOWED_BYTES]; /* the limits in words: "at most 10 s"; see ap_own_rule_describe */
    ap_policy_origin origin;
} ap_own_rule;

typedef struct ap_own_rule_list {
    ap_own_rule *items;
    size_t count;
    ap_rule_table table; /* the rules of the items, in their order; in an ap_own_table */
} ap_own_rule_list;

/* Sets rule->allowed from the limits and the unit of the figure. */
void ap_own_rule_describe(ap_own_rule *rule);

/* A file that is checked, with its figures, which are measured only if a rule needs them. */
typedef struct ap_own_check {
    const ap_format *format;
    ap_view input;
    const ap_lint_options *options;
    const ap_facts *facts; /* NULL: not measured, or an error makes the figures unknown */
    bool is_measured;
} ap_own_check;

/* Adds a finding for each rule of options->own that the file breaks. Repeated calls measure the file once. */
void ap_own_rules_check(ap_own_check *check, ap_findings *findings);

#endif
