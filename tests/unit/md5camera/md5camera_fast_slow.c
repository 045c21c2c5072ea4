/* Tests that the fast paths of camera frames find what the reference path finds. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/reading_ways.h"
#include "validators/md5camera/md5camera.h"

enum { TEXT_BYTES = 2048 };

/* Writes md5_camera with `size` bytes in place of the bytes from `from` to before `to`, padded with blanks, which the fast path
   needs after the last line. */
static ap_view replace_bytes(char text[TEXT_BYTES], size_t from, size_t to, const char *bytes, size_t size)
{
    const size_t length = strlen(md5_camera);
    memset(text, ' ', TEXT_BYTES);
    memcpy(text, md5_camera, from);
    memcpy(text + from, bytes, size);
    memcpy(text + from + size, md5_camera + to, length - to);
    return (ap_view){ (const uint8_t *)text, TEXT_BYTES };
}

static size_t find_word_in_camera(const char *word)
{
    return (size_t)(strstr(md5_camera, word) - md5_camera);
}

Test(md5camera_fast_slow, both_paths_find_the_same_if_any_byte_of_the_frames_is_changed)
{
    char text[TEXT_BYTES];
    const size_t at = find_word_in_camera("80.5");
    cr_assert_eq(expect_equal_readings(&ap_md5camera_format, replace_bytes(text, at, at + 4, "100.", 4), -1),
        0U); /* 100 is valid, but with one digit changed it becomes 200, which is not */
    const size_t findings = expect_equal_readings_after_changes(&ap_md5camera_format, (uint8_t *)text,
        sizeof text, find_word_in_camera("camera {"), strlen(md5_camera));
    cr_assert_gt(findings, 2000U, "only %zu findings", findings);
}

Test(md5camera_fast_slow, both_paths_find_the_same_if_blanks_of_a_frame_are_line_ends)
{
    static const char frame[] = "( 4 5 6 ) ( 0.4 0.5 0.6 ) 80.5";
    enum { BLANKS = 10 };
    char text[TEXT_BYTES];
    size_t findings = 0;
    const ap_view all = replace_bytes(text, 0, 0, "", 0);
    char *const begin = strstr(text, frame);
    cr_assert_not_null(begin);
    for (unsigned set = 0; set < 1U << BLANKS; set++) {
        unsigned blank = 0;
        for (size_t i = 0; i < sizeof frame - 1; i++) {
            if (frame[i] == ' ')
                begin[i] = (set >> blank++ & 1) != 0 ? '\n' : ' ';
        }
        cr_assert_eq(blank, BLANKS);
        const size_t count = expect_equal_readings(&ap_md5camera_format, all, (int)set);
        cr_assert_eq(count > 0, set > 0, "set %u: %zu findings", set, count);
        findings += count;
    }
    cr_assert_gt(findings, 1000U, "only %zu findings", findings);
}

/* The fast path reads 64 bytes at once; the word after the { is about as long. */
Test(md5camera_fast_slow, both_paths_find_a_long_word_after_the_brace)
{
    const size_t at = find_word_in_camera("camera {") + strlen("camera {");
    for (size_t letters = 60; letters < 70; letters++) {
        char text[TEXT_BYTES], word[70];
        memset(word, 'x', letters);
        cr_assert_gt(expect_equal_readings(
                         &ap_md5camera_format, replace_bytes(text, at, at, word, letters), (int)letters),
            0U);
    }
}

/* Two tokens touch if the blank between them is removed. */
Test(md5camera_fast_slow, both_paths_find_the_same_if_any_blank_is_removed)
{
    size_t findings = 0;
    for (size_t at = find_word_in_camera("camera {"); at < strlen(md5_camera); at++) {
        char text[TEXT_BYTES];
        if (strchr(" \t\n", md5_camera[at]) != NULL)
            findings +=
                expect_equal_readings(&ap_md5camera_format, replace_bytes(text, at, at + 1, "", 0), (int)at);
    }
    cr_assert_gt(findings, 40U, "only %zu findings", findings);
}

Test(md5camera_fast_slow, both_paths_find_touching_parentheses_after_the_brace)
{
    static const char *const frames[] = { "{( 1 2 3 )( 0.1 0.2 0.3 ) 90\n", "{ ( 1 2 3 )( 0.1 0.2 0.3 ) 90\n",
        "{\n( 1 2 3 )( 0.1 0.2 0.3 ) 90\n", "{( 1 2 3 ) ( 0.1 0.2 0.3 ) 90\n" };
    const size_t at = find_word_in_camera("camera {") + strlen("camera ");
    const size_t end = (size_t)(strstr(md5_camera + at, "90\n") + 3 - md5_camera);
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        char text[TEXT_BYTES];
        const ap_view all = replace_bytes(text, at, end, frames[i], strlen(frames[i]));
        cr_assert_gt(expect_equal_readings(&ap_md5camera_format, all, (int)i), 0U, "frame %zu", i);
    }
}
