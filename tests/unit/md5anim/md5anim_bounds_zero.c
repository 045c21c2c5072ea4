/* Tests md5anim/bounds-zero: the rule fires if every number of the bounds is zero, and one other number at any position keeps
   the rule silent. Bounds are read by rows, by vectors, or token by token, with the same result. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/support/reading_ways.h"
#include "validators/md5anim/md5anim.h"

enum { ENTRIES = 12, PLACES = 6, FILE_BYTES = 4096, NOWHERE = ENTRIES };

static size_t append_bounds_line(char *at, size_t room, int changed, const char *number)
{
    size_t used = 0;
    for (int place = 0; place < PLACES; place++) {
        used += (size_t)snprintf(at + used, room - used, "%s%s%s", place % 3 == 0 ? " ( " : " ",
            place == changed ? number : "0", place % 3 == 2 ? " )" : "");
    }
    return used + (size_t)snprintf(at + used, room - used, "\n");
}

/* Writes a file with bounds of zeros, except for `number` at index `place` of bounds[entry]. Returns the size in bytes. */
static size_t write_zero_bounds_file(char *text, int entry, int place, const char *number)
{
    size_t used = (size_t)snprintf(text, FILE_BYTES,
        "MD5Version 10\ncommandline \"\"\n\nnumFrames %d\nnumJoints 1\nframeRate 24\n"
        "numAnimatedComponents 0\n\nhierarchy {\n\t\"root\" -1 0 0\n}\n\nbounds {\n",
        ENTRIES);
    for (int i = 0; i < ENTRIES; i++)
        used += append_bounds_line(text + used, FILE_BYTES - used, i == entry ? place : PLACES, number);
    used +=
        (size_t)snprintf(text + used, FILE_BYTES - used, "}\n\nbaseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n}\n\n");
    for (int i = 0; i < ENTRIES; i++)
        used += (size_t)snprintf(text + used, FILE_BYTES - used, "frame %d {\n}\n", i);
    cr_assert_lt(used, FILE_BYTES);
    return used;
}

static void check_bounds_zero_on_each_path(const char *text, size_t size, bool fires)
{
    const ap_listener listener = { .field = ignore_field };
    const ap_lint_options ways[] = { { .no_simd = false }, { .no_simd = true }, { .listener = &listener } };
    const ap_view file = { (const uint8_t *)text, size };
    const size_t start = (size_t)(strstr(text, "bounds {") + 7 - text),
                 end = (size_t)(strstr(text, "baseframe") - 2 - text);
    const expected there = { "md5anim/bounds-zero", start, end - start, "bounds", 0, 0 };
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        if (fires)
            expect_rule(&ap_md5anim_format, file, &ways[way], there, text);
        else
            expect_rule_absent(&ap_md5anim_format, file, &ways[way], there.rule, text);
    }
}

Test(md5anim_bounds_zero, one_number_that_is_not_zero_keeps_the_rule_silent)
{
    /* Minimums; a maximum is the number without the sign. A number with an exponent is read token by token. */
    static const char *const numbers[] = { "-1", "-1e0", "-.001" };
    static const int entries[] = { 0, 5, ENTRIES - 1 };
    char text[FILE_BYTES];
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
        for (size_t e = 0; e < sizeof entries / sizeof *entries; e++) {
            for (int place = 0; place < PLACES; place++) {
                const size_t size =
                    write_zero_bounds_file(text, entries[e], place, numbers[n] + (place >= 3));
                check_bounds_zero_on_each_path(text, size, false);
            }
        }
    }
}

Test(md5anim_bounds_zero, the_rule_fires_for_zeros_in_every_spelling)
{
    static const char *const numbers[] = { "0", "-0", "0.0e0", "0.000", "-0." };
    char text[FILE_BYTES];
    check_bounds_zero_on_each_path(text, write_zero_bounds_file(text, NOWHERE, 0, "1"), true);
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
        for (int place = 0; place < PLACES; place++)
            check_bounds_zero_on_each_path(text, write_zero_bounds_file(text, 5, place, numbers[n]), true);
    }
}
