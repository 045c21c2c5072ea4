/* Every rule of .md5anim and .md5mesh has a case in which it fires and a near miss; and each is as severe as
   the page says, written down here a second time. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_cases.h"
#include "validators/md5anim/md5anim_table.h"
#include "validators/md5mesh/md5mesh_table.h"

static const ap_rule_table animation_rules = { ap_md5anim_rules, MD5ANIM_RULES };
static const ap_rule_table mesh_rules = { ap_md5mesh_rules, MD5MESH_RULES };

Test(md5_coverage, every_rule_of_an_animation_has_a_case_and_a_near_miss)
{
    static const md5_table *const tables[] = { &md5anim_header_table, &md5anim_counts_table,
        &md5anim_hierarchy_table, &md5anim_lists_table, &md5anim_frames_table, &md5anim_values_table,
        &md5anim_lexical_table, &md5anim_layout_table, &md5anim_recovery_table, &md5anim_mesh_table,
        &md5anim_foreign_table };
    md5_check_covered(animation_rules, tables, sizeof tables / sizeof *tables);
}

Test(md5_coverage, every_rule_of_a_mesh_has_a_case_and_a_near_miss)
{
    static const md5_table *const tables[] = { &md5mesh_table, &md5mesh_foreign_table };
    md5_check_covered(mesh_rules, tables, sizeof tables / sizeof *tables);
}

/* Rules of one severity and class, a blank behind each. */
typedef struct rule_grade {
    ap_severity severity;
    ap_class kind;
    const char *rules;
} rule_grade;

static const rule_grade animation_grades[] = {
    { AP_ERROR, AP_MALFORMED,
        "version-missing commandline header-key integer count-exceeds-file unexpected-token truncated number "
        "string-unterminated comment-unterminated encoding other-content merge-conflict decimal-comma "
        "keyword-comment " },
    { AP_ERROR, AP_INVALID,
        "version frame-count-range joint-count-range frame-rate-range component-count-range component-sum "
        "hierarchy-count bounds-count baseframe-count root-parent parent-order parent-range joint-name-empty "
        "joint-name-unquoted flags-range start-index-range frame-missing frame-surplus frame-index "
        "frame-values "
        "number-range number-wraps comment-slash comment-block-joined mesh-joint-count mesh-joint-name "
        "mesh-joint-parent " },
    { AP_WARNING, AP_SUSPICIOUS,
        "commandline-long frame-rate-fraction several-roots joint-name-duplicate joint-name-long "
        "start-index-order "
        "bounds-inverted quaternion-length number-exponent comment-block before-version layout "
        "trailing-content number-size blank line-length commandline-text " },
    { AP_NOTE, AP_INFO, "joint-name-character bounds-zero quaternion-rounding joint-limit " },
};

/* "md5mesh/ ids mirror these", and what a mesh has for itself. */
static const rule_grade mesh_grades[] = {
    { AP_ERROR, AP_INVALID, "joints-count mesh-count-range mesh-count " },
};

static bool lists(const rule_grade *grade, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(grade->rules, name); at != NULL; at = strstr(at + 1, name)) {
        if ((at == grade->rules || at[-1] == ' ') && at[length] == ' ')
            return true;
    }
    return false;
}

static const rule_grade *grade_of(const char *name, const rule_grade *grades, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (lists(&grades[i], name))
            return &grades[i];
    }
    return NULL;
}

static size_t rules_listed(const rule_grade *grades, size_t count)
{
    size_t rules = 0;
    for (size_t i = 0; i < count; i++) {
        for (const char *at = grades[i].rules; *at != '\0'; at++)
            rules += *at == ' ';
    }
    return rules;
}

static void check_grade(const ap_rule *rule, const rule_grade *grade)
{
    cr_assert_not_null(grade, "%s is not on the page", rule->id);
    cr_expect_eq(rule->severity, grade->severity, "%s", rule->id);
    cr_expect_eq(rule->kind, grade->kind, "%s", rule->id);
}

Test(md5_coverage, rules_are_as_severe_as_the_page_says)
{
    const size_t count = sizeof animation_grades / sizeof *animation_grades;
    for (size_t i = 0; i < MD5ANIM_RULES; i++) {
        const ap_rule *rule = &ap_md5anim_rules[i];
        check_grade(rule, grade_of(strchr(rule->id, '/') + 1, animation_grades, count));
    }
    cr_expect_eq(rules_listed(animation_grades, count), (size_t)MD5ANIM_RULES,
        "all rules of the page are in the table");
    for (size_t i = 0; i < MD5MESH_RULES; i++) {
        const ap_rule *rule = &ap_md5mesh_rules[i];
        const char *name = strchr(rule->id, '/') + 1;
        const rule_grade *grade = grade_of(name, mesh_grades, 1);
        check_grade(rule, grade != NULL ? grade : grade_of(name, animation_grades, count));
    }
}
