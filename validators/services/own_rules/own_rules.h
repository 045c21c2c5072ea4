/* Checks files against the rules of one's own that a configuration defines: over figures of `animproof stats`, over
   fields, and over the joints that a file must have. */
#ifndef AP_OWN_RULES_H
#define AP_OWN_RULES_H

#include "validators/figure.h"
#include "validators/services/policy/policy.h"

enum { AP_OWN_ALLOWED_BYTES = 512 };

typedef enum ap_own_subject {
    AP_OWN_FIGURE, /* a figure of the file */
    AP_OWN_FIELDS, /* the value of each field with a path that the pattern matches */
    AP_OWN_COUNT,  /* the number of these fields */
    AP_OWN_JOINTS, /* the names of joints that the file must have */
} ap_own_subject;

typedef struct ap_own_rule {
    const ap_rule *rule; /* in the table of the list */
    ap_own_subject subject;
    const ap_format *formats[AP_MOST_FORMATS]; /* the formats that the rule checks */
    size_t format_count;
    const ap_figure *figures[AP_MOST_FORMATS]; /* of AP_OWN_FIGURE: the row of each format */
    const char *path;  /* of AP_OWN_FIELDS and AP_OWN_COUNT: a pattern as ap_field_path_matches takes it */
    bool names_joints; /* the pattern may match the name of a joint in a path */
    /* patterns of values as ap_policy_matches takes them: allowed ones of AP_OWN_FIELDS, counted ones of AP_OWN_COUNT; of
       AP_OWN_JOINTS the names of the joints */
    const char *const *names;
    size_t name_count;
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

/* Sets rule->allowed from the limits, the unit of the figure and the names. */
void ap_own_rule_describe(ap_own_rule *rule);

/* Writes the names of the rule with `last` before the last one: `"L_*", "R_*" or 3 more`. Writes an empty text without names. */
void ap_own_rule_list_names(const ap_own_rule *rule, const char *last, char *text, size_t size);

/* Returns true if the rule checks files of the format. */
bool ap_own_rule_is_of(const ap_own_rule *rule, const ap_format *format);

/* Returns true if the limits of the rule allow the number. Whole numbers are compared exactly, others as float32 unless
   `as_double`: times in files are float32, and a quotient of doubles that is 0.1 as float32 is not above a limit of 0.1. */
bool ap_own_rule_allows(const ap_own_rule *rule, double number, bool as_double);

/* Returns true if one of the rule's patterns matches the text. */
bool ap_own_rule_matches(const ap_own_rule *rule, ap_view text);

/* A file that is checked, with what was measured for its rules. */
typedef struct ap_own_check {
    const ap_format *format;
    ap_view input;
    const ap_lint_options *options;
    const ap_facts *facts; /* NULL: not measured, or an error makes the figures unknown */
    bool is_measured;
    struct ap_own_fields *fields; /* NULL: the fields were not read, or when out of memory */
} ap_own_check;

/* Adds a finding for each rule of options->own that the file breaks. Repeated calls measure the file once. */
void ap_own_rules_check(ap_own_check *check, ap_findings *findings);

#endif
