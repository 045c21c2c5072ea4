/* Frames are read many at once, or a line at once, where nothing on them is worth a finding. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/reading_ways.h"
#include "validators/md5camera/md5camera.h"

enum { TEXT_BYTES = 2048 };

/* The camera with blanks at its end, so that no line is near it, and with `size` bytes in place of those from `from` to the
   one before `to`. */
static ap_view changed(char text[TEXT_BYTES], size_t from, size_t to, const char *bytes, size_t size)
{
    const size_t length = strlen(md5_camera);
    memset(text, ' ', TEXT_BYTES);
    memcpy(text, md5_camera, from);
    memcpy(text + from, bytes, size);
    memcpy(text + from + size, md5_camera + to, length - to);
    return (ap_view){ (const uint8_t *)text, TEXT_BYTES };
}

static size_t camera_at(const char *word)
{
    return (size_t)(strstr(md5_camera, word) - md5_camera);
}

Test(md5camera_fast_slow, each_byte_of_the_frames_changed)
{
    char text[TEXT_BYTES];
    const size_t at = camera_at("80.5");
    cr_assert_eq(compare_ways(&ap_md5camera_format, changed(text, at, at + 4, "100.", 4), -1),
        0U); /* one digit from 200 */
    const size_t findings = compare_changes(
        &ap_md5camera_format, (uint8_t *)text, sizeof text, camera_at("camera {"), strlen(md5_camera));
    cr_assert_gt(findings, 2000U, "%zu", findings);
}

/* A line that goes on where any of the blanks of a frame was. */
Test(md5camera_fast_slow, ends_of_line_at_any_blanks_of_a_frame)
{
    static const char frame[] = "( 4 5 6 ) ( 0.4 0.5 0.6 ) 80.5";
    enum { BLANKS = 10 };
    char text[TEXT_BYTES];
    size_t findings = 0;
    const ap_view all = changed(text, 0, 0, "", 0);
    char *const begin = strstr(text, frame);
    cr_assert_not_null(begin);
    for (unsigned set = 0; set < 1U << BLANKS; set++) {
        unsigned blank = 0;
        for (size_t i = 0; i < sizeof frame - 1; i++) {
            if (frame[i] == ' ')
                begin[i] = (set >> blank++ & 1) != 0 ? '\n' : ' ';
        }
        cr_assert_eq(blank, BLANKS);
        const size_t count = compare_ways(&ap_md5camera_format, all, (int)set);
        cr_assert_eq(count > 0, set > 0, "set %u: %zu findings", set, count);
        findings += count;
    }
    cr_assert_gt(findings, 1000U, "%zu", findings);
}

/* A word right after the brace, as long as all that is looked at together, or a byte less or more. */
Test(md5camera_fast_slow, a_long_word_after_the_brace)
{
    const size_t at = camera_at("camera {") + strlen("camera {");
    for (size_t letters = 60; letters < 70; letters++) {
        char text[TEXT_BYTES], word[70];
        memset(word, 'x', letters);
        cr_assert_gt(
            compare_ways(&ap_md5camera_format, changed(text, at, at, word, letters), (int)letters), 0U);
    }
}

/* Each blank of the frames taken out: what stood apart touches. */
Test(md5camera_fast_slow, blanks_taken_out)
{
    size_t findings = 0;
    for (size_t at = camera_at("camera {"); at < strlen(md5_camera); at++) {
        char text[TEXT_BYTES];
        if (strchr(" \t\n", md5_camera[at]) != NULL)
            findings += compare_ways(&ap_md5camera_format, changed(text, at, at + 1, "", 0), (int)at);
    }
    cr_assert_gt(findings, 40U, "%zu", findings);
}

/* A frame right after the brace, whose parentheses touch. */
Test(md5camera_fast_slow, parentheses_that_touch)
{
    static const char *const frames[] = { "{( 1 2 3 )( 0.1 0.2 0.3 ) 90\n", "{ ( 1 2 3 )( 0.1 0.2 0.3 ) 90\n",
        "{\n( 1 2 3 )( 0.1 0.2 0.3 ) 90\n", "{( 1 2 3 ) ( 0.1 0.2 0.3 ) 90\n" };
    const size_t at = camera_at("camera {") + strlen("camera ");
    const size_t end = (size_t)(strstr(md5_camera + at, "90\n") + 3 - md5_camera);
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        char text[TEXT_BYTES];
        const ap_view all = changed(text, at, end, frames[i], strlen(frames[i]));
        cr_assert_gt(compare_ways(&ap_md5camera_format, all, (int)i), 0U, "%zu", i);
    }
}
