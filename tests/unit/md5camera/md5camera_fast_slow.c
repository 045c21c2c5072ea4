/* Frames are read many at once, or a line at once, where nothing on them is worth a finding. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/reading_ways.h"
#include "validators/md5camera/md5camera.h"

Test(md5camera_fast_slow, each_byte_of_the_frames_changed)
{
    uint8_t text[1024];
    const size_t size = strlen(md5_camera), from = (size_t)(strstr(md5_camera, "camera {") - md5_camera);
    memset(text, ' ', sizeof text); /* blanks at the end, so that no line is near it */
    memcpy(text, md5_camera, size);
    memcpy(text + (strstr(md5_camera, "80.5") - md5_camera), "100.", 4); /* one digit from 200 */
    cr_assert_eq(compare_ways(&ap_md5camera_format, (ap_view){ text, sizeof text }, -1), 0U);
    const size_t findings = compare_changes(&ap_md5camera_format, text, sizeof text, from, size);
    cr_assert_gt(findings, 2000U, "%zu", findings);
}

/* A line that goes on where any of the blanks of a frame was. */
Test(md5camera_fast_slow, ends_of_line_at_any_blanks_of_a_frame)
{
    static const char frame[] = "( 4 5 6 ) ( 0.4 0.5 0.6 ) 80.5";
    enum { BLANKS = 10 };
    char text[1024];
    size_t findings = 0;
    memset(text, ' ', sizeof text);
    memcpy(text, md5_camera, strlen(md5_camera));
    char *const begin = strstr(text, frame);
    cr_assert_not_null(begin);
    for (unsigned set = 0; set < 1U << BLANKS; set++) {
        unsigned blank = 0;
        for (size_t i = 0; i < sizeof frame - 1; i++) {
            if (frame[i] == ' ')
                begin[i] = (set >> blank++ & 1) != 0 ? '\n' : ' ';
        }
        cr_assert_eq(blank, BLANKS);
        const size_t count =
            compare_ways(&ap_md5camera_format, (ap_view){ (const uint8_t *)text, sizeof text }, (int)set);
        cr_assert_eq(count > 0, set > 0, "set %u: %zu findings", set, count);
        findings += count;
    }
    cr_assert_gt(findings, 1000U, "%zu", findings);
}

/* A word right after the brace, as long as all that is looked at together, or a byte less or more. */
Test(md5camera_fast_slow, a_long_word_after_the_brace)
{
    const size_t from = (size_t)(strstr(md5_camera, "camera {") - md5_camera) + strlen("camera {");
    for (size_t letters = 60; letters < 70; letters++) {
        char text[2048];
        memset(text, ' ', sizeof text);
        memcpy(text, md5_camera, from);
        memset(text + from, 'x', letters);
        memcpy(text + from + letters, md5_camera + from, strlen(md5_camera) - from);
        cr_assert_gt(
            compare_ways(&ap_md5camera_format, (ap_view){ (const uint8_t *)text, sizeof text }, (int)letters),
            0U);
    }
}

/* Each blank of the frames taken out: what stood apart touches. */
Test(md5camera_fast_slow, blanks_taken_out)
{
    const size_t from = (size_t)(strstr(md5_camera, "camera {") - md5_camera), size = strlen(md5_camera);
    size_t findings = 0;
    for (size_t at = from; at < size; at++) {
        char text[1024];
        if (strchr(" \t\n", md5_camera[at]) == NULL)
            continue;
        memset(text, ' ', sizeof text);
        memcpy(text, md5_camera, at);
        memcpy(text + at, md5_camera + at + 1, size - at - 1);
        findings +=
            compare_ways(&ap_md5camera_format, (ap_view){ (const uint8_t *)text, sizeof text }, (int)at);
    }
    cr_assert_gt(findings, 40U, "%zu", findings);
}

/* A frame right after the brace, whose parentheses touch. */
Test(md5camera_fast_slow, parentheses_that_touch)
{
    static const char *const frames[] = { "{( 1 2 3 )( 0.1 0.2 0.3 ) 90\n", "{ ( 1 2 3 )( 0.1 0.2 0.3 ) 90\n",
        "{\n( 1 2 3 )( 0.1 0.2 0.3 ) 90\n", "{( 1 2 3 ) ( 0.1 0.2 0.3 ) 90\n" };
    const char *at = strstr(md5_camera, "camera {") + strlen("camera "), *rest = strstr(at, "90\n") + 3;
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        char text[1024];
        memset(text, ' ', sizeof text);
        const size_t before = (size_t)(at - md5_camera), length = strlen(frames[i]);
        memcpy(text, md5_camera, before);
        memcpy(text + before, frames[i], length);
        memcpy(text + before + length, rest, strlen(rest));
        cr_assert_gt(
            compare_ways(&ap_md5camera_format, (ap_view){ (const uint8_t *)text, sizeof text }, (int)i), 0U,
            "%zu", i);
    }
}
