/* core/base/path.h: the path from the root to a field, as text. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/base/path.h"

static const struct {
    ap_path path;
    const char *name, *text;
} cases[] = {
    { { .depth = 0 }, NULL, "" },
    { { .depth = 0 }, "version", "version" },
    { { .parts = { { "camera", AP_NO_INDEX } }, .depth = 1 }, NULL, "camera" },
    { { .parts = { { "camera", AP_NO_INDEX }, { "keys", 12 } }, .depth = 2 }, "time",
        "camera.keys[12].time" },
    { { .parts = { { "frames", 5 }, { "values", 17 } }, .depth = 2 }, NULL, "frames[5].values[17]" },
    { { .parts = { { "frames", 0 } }, .depth = 1 }, "index", "frames[0].index" },
    { { .parts = { { "vertices", 3 }, { NULL, 2 } }, .depth = 2 }, NULL, "vertices[3][2]" },
    { { .parts = { { "vertices", 3 }, { NULL, 2 } }, .depth = 2 }, "x", "vertices[3][2].x" },
    { { .parts = { { NULL, 7 } }, .depth = 1 }, NULL, "[7]" },
    { { .parts = { { "keys", SIZE_MAX - 1 } }, .depth = 1 }, NULL, "keys[18446744073709551614]" },
};

Test(core_path, parts_become_text)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        size_t length = ap_path_text(&cases[i].path, cases[i].name, text, sizeof text);
        cr_assert_str_eq(text, cases[i].text);
        cr_assert_eq(length, strlen(cases[i].text), "%s: %zu", cases[i].text, length);
    }
}

Test(core_path, text_is_cut_to_its_room_and_the_whole_length_is_told)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t whole = strlen(cases[i].text);
        for (size_t size = 0; size <= whole + 1; size++) {
            char text[100], expected[100] = "";
            memset(text, '#', sizeof text);
            cr_assert_eq(ap_path_text(&cases[i].path, cases[i].name, text, size), whole, "%s", cases[i].text);
            cr_assert_eq(text[size], '#', "%s: more than %zu bytes written", cases[i].text, size);
            if (size > 0) {
                strncat(expected, cases[i].text, size - 1);
                cr_assert_str_eq(text, expected, "%s in %zu bytes", cases[i].text, size);
            }
        }
    }
}
