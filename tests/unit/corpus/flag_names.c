/* corpus/cases/case_flags.h: the defects that flags name, and the cases that have a flag. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpus/cases/case_flags.h"
#include "corpus/corpus_formats.h"

/* Counts the defects of all formats that a flag with only this pattern would name. Near misses do not count. */
static size_t count_named_defects(const char *pattern)
{
    size_t formats, named = 0;
    const ap_corpus_format *const *corpus_format = ap_corpus_formats(&formats);
    const ap_case_flag alone = { .name = "alone", .defects = { pattern } };
    for (size_t k = 0; k < formats; k++) {
        const ap_defect *defect;
        for (size_t d = 0; (defect = ap_nth_defect_of_format(corpus_format[k], d)) != NULL; d++) {
            char name[160];
            snprintf(name, sizeof name, "%s/%s", corpus_format[k]->generator->format->name, defect->name);
            named += ap_does_flag_match_defect(&alone, name) && !defect->near_miss;
        }
    }
    return named;
}

/* Each flag must name defects that exist. A pattern of a defect that was renamed or removed would silently match fewer cases. */
Test(case_flags, each_pattern_names_a_defect)
{
    size_t count, patterns = 0;
    const ap_case_flag *flags = ap_case_flags(&count);
    for (size_t i = 0; i < count; i++) {
        for (size_t p = 0; flags[i].defects[p] != NULL; p++, patterns++)
            cr_expect_gt(count_named_defects(flags[i].defects[p]), 0,
                "flag %s: pattern %s must name a defect", flags[i].name, flags[i].defects[p]);
    }
    cr_expect_gt(patterns, 30);
}

static const ap_case_flag *existing_flag_with_name(const char *name)
{
    size_t count;
    const ap_case_flag *flags = ap_case_flags(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(flags[i].name, name) == 0)
            return &flags[i];
    }
    cr_assert_fail("flag %s must exist", name);
    return NULL;
}

Test(case_flags, a_case_has_the_flags_of_its_defect_and_findings)
{
    const ap_manifest_finding two[] = { { .rule = "mrtk/flag", .severity = AP_ERROR },
        { .rule = "mrtk/wrap-mode", .severity = AP_ERROR } };
    const ap_manifest_finding one[] = { { .rule = "mrtk/flag", .severity = AP_ERROR },
        { .rule = "mrtk/no-keys", .severity = AP_NOTE } };
    ap_manifest_case entry = {
        .defect = "memg/count-exceeds-file_vertices-28-wraps", .expected = two, .expected_count = 2
    };
    cr_expect(ap_has_flag(&entry, existing_flag_with_name("count-wraps-32")));
    cr_expect(ap_has_flag(&entry, existing_flag_with_name("several-rules")));
    cr_expect_not(ap_has_flag(&entry, existing_flag_with_name("count-wraps-64")));
    cr_expect_not(ap_has_flag(&entry, existing_flag_with_name("companion")));
    entry = (ap_manifest_case){ .defect = "md5anim/joint-name-long_1023",
        .companion = "a.md5mesh",
        .expected = one,
        .expected_count = 2 };
    cr_expect(ap_has_flag(&entry, existing_flag_with_name("companion")));
    cr_expect_not(
        ap_has_flag(&entry, existing_flag_with_name("cve")), "a name of 1023 letters must not have the flag");
    cr_expect_not(ap_has_flag(&entry, existing_flag_with_name("several-rules")));
    entry.defect = "md5anim/joint-name-long_1024";
    cr_expect(ap_has_flag(&entry, existing_flag_with_name("cve")));
    entry.defect = "md5anim/number-wraps_greatest";
    cr_expect(ap_has_flag(&entry, existing_flag_with_name("near-miss")));
    cr_expect_not(
        ap_has_flag(&entry, existing_flag_with_name("number-wraps")), "a near miss must not have the flag");
    entry.defect = "unknown/defect";
    cr_expect_not(ap_has_flag(&entry, existing_flag_with_name("near-miss")));
}
