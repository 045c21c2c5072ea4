/* core/base/field_path.h: the path from the root to a field, as text. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/base/field_path.h"
#include "tests/unit/support/test_choices.h"

static const struct {
    ap_field_path path;
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
        size_t length = ap_snprint_field_path(&cases[i].path, cases[i].name, text, sizeof text);
        cr_assert_str_eq(text, cases[i].text);
        cr_assert_eq(length, strlen(cases[i].text), "%s: wrong length %zu", cases[i].text, length);
    }
}

Test(core_path, text_is_truncated_to_the_buffer_and_its_full_length_returned)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t full_length = strlen(cases[i].text);
        for (size_t size = 0; size <= full_length + 1; size++) {
            char text[100], expected[100] = "";
            memset(text, '#', sizeof text);
            cr_assert_eq(ap_snprint_field_path(&cases[i].path, cases[i].name, text, size), full_length,
                "%s: wrong length", cases[i].text);
            cr_assert_eq(text[size], '#', "%s: more than %zu bytes written", cases[i].text, size);
            if (size > 0) {
                strncat(expected, cases[i].text, size - 1);
                cr_assert_str_eq(text, expected, "%s: wrong text in %zu bytes", cases[i].text, size);
            }
        }
    }
}

/* A writer caches the text of the last path. The cache must not leak into the text of another path. */
Test(core_path, a_writer_gives_the_text_of_each_path)
{
    static const char *const names[] = { "frames", "values", "keys", NULL };
    static ap_field_path_writer writer;
    choices random = { 14 };
    for (int i = 0; i < 20000; i++) {
        char text[AP_PATH_TEXT_BYTES];
        ap_field_path path = { .depth = next_random_number(&random) % 4 };
        for (size_t part = 0; part < path.depth; part++) {
            const uint64_t any = next_random_number(&random);
            path.parts[part] = (ap_field_path_part){ names[any % (part == 0 ? 3 : 4)],
                any / 4 % 2 == 0 ? AP_NO_INDEX : (size_t)(any / 8 % 3 * 100000007) };
        }
        const char *name = i % 3 == 0 ? NULL : names[i % 2];
        const size_t length = ap_snprint_field_path(&path, name, text, sizeof text);
        cr_assert_eq(ap_field_path_write(&writer, &path, name), length);
        cr_assert_str_eq(writer.text, text);
    }
}

Test(core_path, a_writer_truncates_long_paths)
{
    static ap_field_path_writer writer;
    char name[2 * AP_PATH_TEXT_BYTES];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const ap_field_path path = { .parts = { { name, 7 }, { "value", AP_NO_INDEX } }, .depth = 2 };
    const ap_field_path other = { .parts = { { name, 7 } }, .depth = 1 };
    cr_assert_eq(ap_field_path_write(&writer, &path, "x"), AP_PATH_TEXT_BYTES - 1);
    cr_assert_eq(strlen(writer.text), AP_PATH_TEXT_BYTES - 1);
    cr_assert_eq(ap_field_path_write(&writer, &other, "y"), AP_PATH_TEXT_BYTES - 1);
    cr_assert_eq(writer.text[AP_PATH_TEXT_BYTES - 2], 'n');
}
