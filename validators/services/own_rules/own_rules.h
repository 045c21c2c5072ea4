/* Checks files against the own rules of a project, which its configuration defines: about figures of `animproof stats`, about
   fields, and about the joints that a file must have. */
#ifndef AP_OWN_RULES_H
#define AP_OWN_RULES_H

#include "validators/figure.h"
#include "validators/services/policy/policy.h"

enum { AP_OWN_ALLOWED_BYTES = 512 };

typedef enum ap_own_rule_subject {
    AP_OWN_FIGURE, /* a number that `animproof stats` computes for the file, such as its duration */
    AP_OWN_FIELDS, /* the value of each field with a path that the pattern matches */
    AP_OWN_COUNT,  /* the number of fields with a path that the pattern matches */
    AP_OWN_JOINTS, /* the names of joints that the file must have */
} ap_own_rule_subject;

typedef struct ap_own_rule {
    const ap_rule *rule; /* id, severity and texts of the rule, in ap_own_rule_list.tables */
    ap_own_rule_subject subject;
    const ap_format *formats[AP_MOST_FORMATS]; /* the formats that the rule checks */
    size_t format_count;
    /* for AP_OWN_FIGURE: the row of the figure in each of these formats */
    const ap_figure *figures[AP_MOST_FORMATS];
    const char *
        path; /* for AP_OWN_FIELDS and AP_OWN_COUNT: a pattern of paths for ap_field_path_or_parent_matches */
    bool names_joints; /* the pattern may match the name of a joint in a path */
    /* AP_OWN_FIELDS: patterns of the allowed values. AP_OWN_COUNT: patterns of the values that are counted (both as
       ap_policy_pattern_matches takes them). AP_OWN_JOINTS: the names of the required joints */
    const char *const *names;
    size_t name_count;
    double least, most; /* limits of the figure, value or number of fields; infinite for no limit */
    double one_of[AP_POLICY_ITEMS];
    size_t one_of_count; /* 0: any number */
    char allowed
        [AP_OWN_ALLOWED_BYTES]; /* the limits in words: "at most 10 s"; see ap_own_rule_set_allowed_text */
    ap_policy_origin origin;
} ap_own_rule;

typedef struct ap_own_rule_list {
    ap_own_rule *items;
    size_t count;
    ap_configured_rule_tables tables; /* the rules of the items, in their order; views of an ap_own_table */
} ap_own_rule_list;

/* Sets rule->allowed from the limits, the unit of the figure and the names. */
void ap_own_rule_set_allowed_text(ap_own_rule *rule);

/* Writes the names of the rule with `last` before the last one: `"L_*", "R_*" or 3 more`. Writes an empty text without names. */
void ap_own_rule_list_names(const ap_own_rule *rule, const char *last, char *text, size_t size);

/* Returns true if the rule checks files of the format. */
bool ap_own_rule_checks_format(const ap_own_rule *rule, const ap_format *format);

/* Returns true if the limits of the rule allow the number. Whole numbers are compared exactly; other numbers are rounded to
   float32 first unless `as_double` is true. Times in files are float32, so a quotient of doubles that rounds to 0.1 must not
   exceed a limit of 0.1. */
bool ap_own_rule_allows(const ap_own_rule *rule, double number, bool as_double);

/* Returns true if one of the rule's patterns matches the text. */
bool ap_own_rule_matches(const ap_own_rule *rule, ap_view text);

/* A file that is checked, with the figures and fields that its rules need. */
typedef struct ap_own_check {
    const ap_format *format;
    ap_view input;
    const ap_lint_options *options;
    /* figures of the file, in the order of the rows of its format; NULL if they were not measured, or if an error makes them
       unknown */
    const double *figures;
    bool is_measured;
    /* results of the rules about fields and joints; NULL if the fields were not read, or when out of memory */
    struct ap_own_field_results *field_results;
} ap_own_check;

/* Adds a finding for each rule of options->own that the file breaks. Repeated calls measure the file once. Rules about fields
   and joints are checked only if no finding ended the check (findings->unfinished is 0). */
void ap_own_rules_check(ap_own_check *check, ap_findings *findings);

#endif
