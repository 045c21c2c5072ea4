#include "tests/unit/support/wrong_count.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/layout/candidates.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/reading_ways.h"

/* Returns the label of the related place that a finding gives to the count at `offset`, or NULL. */
static const char *label_of_count_at(const ap_findings *findings, size_t offset)
{
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next) {
        for (const ap_related *place = finding->related; place != NULL; place = place->next) {
            if (place->span.offset == offset && place->span.length == 4 && place->is_meant_known)
                return place->label;
        }
    }
    return NULL;
}

static void expect_count_in_first_finding(const ap_finding *first, const wrong_count_case *one, size_t offset)
{
    char says[200];
    const ap_related *place = first->related;
    while (place != NULL && place->next != NULL)
        place = place->next;
    snprintf(says, sizeof says,
        "%s at byte 0x%zx is %d; with %d the file can be read to its end without an error (with %d, ",
        one->path, offset, (int)one->wrong, (int)one->right, (int)one->wrong);
    cr_expect(strncmp(first->message, says, strlen(says)) == 0,
        "%s: the message must give the wrong count, but is '%s'", one->name, first->message);
    if (first->span.offset == offset) /* the finding is at the count itself */
        return;
    cr_assert_not_null(place, "%s: the finding '%s' must have a related place", one->name, first->message);
    cr_expect(place->is_meant_known && place->meant == one->right && place->span.offset == offset
                  && place->span.length == sizeof one->right,
        "%s: the last related place must be the count", one->name);
    cr_expect_str_eq(place->label, one->path, "%s: the label must be the path of the count", one->name);
}

/* The last finding must give the right value of the wrong count, which `animproof fix` uses, and must not propose a value of
   another count. */
static void expect_count_in_last_finding(const ap_finding *last, const wrong_count_case *one, size_t offset)
{
    ap_span span;
    int32_t count;
    cr_assert(ap_count_of_best_candidate(last, &span, &count),
        "%s: the last finding must name a count, but says '%s'", one->name, last->message);
    cr_expect(span.offset == offset && count == one->right,
        "%s: the last finding must name the right count, but says '%s'", one->name, last->message);
    const char *own = strstr(last->message, "the file can be read to its end");
    cr_expect(own == NULL || strstr(own, "without an error") != NULL,
        "%s: the last finding must propose no value for a count of its own, but says '%s'", one->name,
        last->message);
}

/* Returns true for a finding at byte 0, which is about the byte order, and for a note that names no count: the file has such a
   finding also with the right count. */
static bool is_independent_of_count(const ap_finding *finding)
{
    return finding->span.offset == 0
           || (finding->severity == AP_NOTE && strstr(finding->message, "the file can be read") == NULL);
}

void expect_wrong_count_named(const ap_format *format, const wrong_count_case *one)
{
    AT_END(file_build_free) file_build file;
    AT_END(lint_end) lint_run run;
    one->build(&file);
    set_i32(&file, one->path, one->wrong);
    lint_begin(&run, format, file_build_view(&file), NULL);
    const size_t offset = offset_of_field(&file, one->path);
    const ap_finding *first = run.findings.first;
    cr_assert_not_null(first, "%s: the wrong count must be found", one->name);
    while (is_independent_of_count(first) && first->next != NULL)
        first = first->next;
    if (one->expected_value == NULL)
        expect_count_in_first_finding(first, one, offset);
    else
        cr_expect_str_eq(first->expected, one->expected_value,
            "%s: the first finding must give the right count as the expected value, but says '%s'", one->name,
            first->message);
    expect_equal_readings(format, file_build_view(&file),
        one->wrong); /* the findings must be equal if a listener (such as dump has) gets the fields */
    if (first->next != NULL)
        expect_count_in_last_finding(run.findings.last, one, offset);
}

void expect_count_not_named(const ap_format *format, void (*build)(file_build *file), const char *changed,
    int32_t wrong, const char *unnamed, size_t append)
{
    AT_END(file_build_free) file_build file;
    AT_END(lint_end) lint_run run;
    build(&file);
    set_i32(&file, changed, wrong);
    file_build_append(&file, "\xff\xff\xff\xff\xff\xff\xff\xff", append);
    lint_begin(&run, format, file_build_view(&file), NULL);
    cr_expect(run.findings.counts[AP_ERROR] > 0);
    cr_expect_null(label_of_count_at(&run.findings, offset_of_field(&file, unnamed)),
        "%s must not be named if %s is wrong", unnamed, changed);
}
