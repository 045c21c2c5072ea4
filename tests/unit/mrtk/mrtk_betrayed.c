/* Where reading breaks off behind a wrong count, the finding names that count, too, and what it should have been. */
#include <criterion/criterion.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/betrayed.h"
#include "tests/unit/support/lint_case.h"
#include "validators/mrtk/mrtk.h"

static const betrayed_case cases[] = {
    { "one more, the next count is at fault", mrtk_11, "camera.position_x.key_count", 3, 4 },
    { "one less", mrtk_11, "camera.rotation_w.key_count", 3, 2 },
    { "none", mrtk_11, "gaze.origin_y.key_count", 3, 0 },
    { "a key of 28 bytes less", mrtk_10, "camera.position_z.key_count", 3, 2 },
    { "boolean keys", mrtk_11_hand, "hand_pinching_right.key_count", 3, 0 },
    { "a joint without keys, read over many curves", mrtk_11_hand, "hand_joints_left[7].position_x.key_count",
        0, 1 },
    { "markers: bytes are left", mrtk_11, "marker_count", 2, 1 },
    { "markers: all bytes are left", mrtk_11, "marker_count", 2, 0 },
    { "markers: one more than there are", mrtk_11, "marker_count", 2, 3 },
};

Test(mrtk_betrayed, the_wrong_count_is_named)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_betrayed(&ap_mrtk_format, &cases[i]);
}

/* The count that the finding is about has its number in the message. */
Test(mrtk_betrayed, not_the_count_at_fault)
{
    file_build file;
    lint_run run;
    mrtk_11(&file);
    set_i32(&file, "camera.position_y.key_count", INT32_MAX);
    lint_begin(&run, &ap_mrtk_format, build_view(&file), NULL);
    cr_expect_null(betrayed_at(&run.findings, offset_of(&file, "camera.position_y.key_count")));
    cr_expect_null(betrayed_at(&run.findings, offset_of(&file, "camera.position_x.key_count")));
    lint_end(&run);
    build_free(&file);
}

/* With a second fault behind it no count explains the file. */
Test(mrtk_betrayed, none_beside_another_fault)
{
    file_build file;
    lint_run run;
    mrtk_11(&file);
    set_i32(&file, "camera.position_x.key_count", 4);
    build_append(&file, "\x80\x80", 2);
    lint_begin(&run, &ap_mrtk_format, build_view(&file), NULL);
    cr_expect_null(betrayed_at(&run.findings, offset_of(&file, "camera.position_x.key_count")));
    lint_end(&run);
    build_free(&file);
}
