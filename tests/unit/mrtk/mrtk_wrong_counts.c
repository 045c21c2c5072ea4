/* Where reading breaks off behind a wrong count, the first finding names that count, and what it should have been. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/wrong_count.h"
#include "validators/mrtk/mrtk.h"

MRTK_FILE(no_byte_to_spare, .keys = 3, .boolean_keys = 3, .joint_keys = 2)
MRTK_FILE(one_key, .minor = 1, .camera = true, .gaze = true, .keys = 1, .markers = 2)

static const wrong_count_case cases[] = {
    { "one more, the next count is at fault", mrtk_11, "camera.position_x.key_count", 3, 4, NULL },
    { "one less", mrtk_11, "camera.rotation_w.key_count", 3, 2, "3" },
    { "the counts of a record with a finding are asked first", one_key, "camera.rotation_w.key_count", 1, 4,
        "1" },
    { "none", mrtk_11, "gaze.origin_y.key_count", 3, 0, NULL },
    { "a key of 28 bytes less", mrtk_10, "camera.position_z.key_count", 3, 2, "3" },
    { "boolean keys", mrtk_11_hand, "hand_pinching_right.key_count", 3, 0, NULL },
    { "a joint without keys, read over many curves", mrtk_11_hand, "hand_joints_left[7].position_x.key_count",
        0, 1, NULL },
    { "no key, and no byte to spare", no_byte_to_spare, "hand_joints_right[25].rotation_x.key_count", 0, 1,
        NULL },
    { "markers: bytes are left", mrtk_11, "marker_count", 2, 1, NULL },
    { "markers: all bytes are left", mrtk_11, "marker_count", 2, 0, NULL },
    { "markers: one more than there are", mrtk_11, "marker_count", 2, 3, NULL },
};

Test(mrtk_wrong_counts, the_wrong_count_is_named)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_wrong_count(&ap_mrtk_format, &cases[i]);
}

/* The count that the finding is about has its number in the message. */
Test(mrtk_wrong_counts, not_the_count_at_fault)
{
    file_build file;
    lint_run run;
    mrtk_11(&file);
    set_i32(&file, "camera.position_y.key_count", INT32_MAX);
    lint_begin(&run, &ap_mrtk_format, build_view(&file), NULL);
    cr_expect_null(wrong_count_at(&run.findings, offset_of(&file, "camera.position_y.key_count")));
    cr_expect_null(wrong_count_at(&run.findings, offset_of(&file, "camera.position_x.key_count")));
    lint_end(&run);
    build_free(&file);
}

/* With a second fault behind it no count explains the file. */
Test(mrtk_wrong_counts, none_beside_another_fault)
{
    file_build file;
    lint_run run;
    mrtk_11(&file);
    set_i32(&file, "camera.position_x.key_count", 4);
    build_append(&file, "\x80\x80", 2);
    lint_begin(&run, &ap_mrtk_format, build_view(&file), NULL);
    cr_expect_null(wrong_count_at(&run.findings, offset_of(&file, "camera.position_x.key_count")));
    lint_end(&run);
    build_free(&file);
}

/* What was appended to a whole file is told as such, though a count could be found that swallows it. */
Test(mrtk_wrong_counts, none_where_a_file_goes_on)
{
    static const uint8_t zeros[10] = { 0 };
    for (int i = 0; i < 2; i++) {
        file_build file, second;
        lint_run run;
        mrtk_11_no_markers(&file);
        mrtk_11(&second);
        const ap_view rest = i == 0 ? (ap_view){ zeros, sizeof zeros } : build_view(&second);
        build_append(&file, rest.bytes, rest.size);
        lint_begin(&run, &ap_mrtk_format, build_view(&file), NULL);
        const ap_finding *last = run.findings.last;
        cr_expect_eq(run.findings.counts[AP_ERROR], 1);
        cr_expect_null(strstr(last->message, "the rest reads"), "%s", last->message);
        cr_expect_eq(last->related == NULL, i == 1, "two markers of 0 are a second place");
        lint_end(&run);
        build_free(&file);
        build_free(&second);
    }
}

/* A finding in the keys that both counts give the curve is not of the wrong count: it speaks for itself. */
Test(mrtk_wrong_counts, a_finding_that_would_stay_speaks_for_itself)
{
    file_build file;
    lint_run run;
    mrtk_11_hand(&file);
    set_f32(&file, "hand_tracked_left.keys[0].time", -1);
    set_i32(&file, "hand_tracked_left.key_count", 2);
    lint_begin(&run, &ap_mrtk_format, build_view(&file), NULL);
    const ap_finding *first = run.findings.first;
    cr_expect_str_eq(first->rule->id, "mrtk/time-negative");
    cr_expect_null(strstr(first->message, "the rest reads"), "%s", first->message);
    cr_expect_not_null(strstr(first->next->message, "with 3 the rest reads"), "%s", first->next->message);
    lint_end(&run);
    build_free(&file);
}
