/* core/layout/field_map.h: the values of fields as text. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/layout/field_map.h"

static const ap_value_name bit_names[] = { { 0, "Default" }, { 1, "Once" }, { 2, "Loop" }, { 4, "PingPong" },
    { 0, NULL } };
static const ap_value_set bits = { .bits = 7, .names = bit_names };
static const ap_value_name range_names[] = { { 0, "None" }, { 1, "In" }, { 0, NULL } };
static const ap_value_set range = { .least = 0, .greatest = 2, .names = range_names };
static const ap_value_set unnamed = { .least = 0, .greatest = 2 };

#define W16 "a-word-in-a-file"
#define W64 W16 W16 W16 W16 /* longest word that is shown in full without quotes */

static const struct {
    ap_field_type type;
    const char *bytes;
    size_t length;
    bool swap;
    const ap_value_set *set;
    const char *text;
} cases[] = {
    { AP_TYPE_U8, "\xff", 1, false, NULL, "255" },
    { AP_TYPE_I32, "\xff\xff\xff\xff", 4, false, NULL, "-1" },
    { AP_TYPE_I32, "\x00\x00\x00\x05", 4, true, NULL, "5" },
    { AP_TYPE_I32, "\x00\x00\x00\x00", 4, false, &bits, "0 (Default)" },
    { AP_TYPE_I32, "\x04\x00\x00\x00", 4, false, &bits, "4 (PingPong)" },
    { AP_TYPE_I32, "\x05\x00\x00\x00", 4, false, &bits, "5 (Once|PingPong)" },
    { AP_TYPE_I32, "\x09\x00\x00\x00", 4, false, &bits, "9" },
    { AP_TYPE_I32, "\x01\x00\x00\x00", 4, false, &range, "1 (In)" },
    { AP_TYPE_I32, "\x02\x00\x00\x00", 4, false, &range, "2" },
    { AP_TYPE_I32, "\x01\x00\x00\x00", 4, false, &unnamed, "1" },
    { AP_TYPE_U64, "\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a", 8, false, NULL, "0x6a8faf6e0f9e42c6" },
    { AP_TYPE_F32, "\xcd\xcc\xcc\x3d", 4, false, NULL, "0.1" },
    { AP_TYPE_F32, "\x3d\xcc\xcc\xcd", 4, true, NULL, "0.1" },
    { AP_TYPE_F32, "\x00\x00\x00\x80", 4, false, NULL, "-0" },
    { AP_TYPE_F32, "\x00\x00\x80\x7f", 4, false, NULL, "inf" },
    { AP_TYPE_F32, "\x01\x00\xc0\xff", 4, false, NULL, "nan (0xffc00001)" },
    { AP_TYPE_F64, "\x9a\x99\x99\x99\x99\x99\xb9\x3f", 8, false, NULL, "0.1" },
    { AP_TYPE_F64, "\x34\x33\x33\x33\x33\x33\xd3\x3f", 8, false, NULL, "0.30000000000000004" },
    { AP_TYPE_F64, "\x01\x00\x00\x00\x00\x00\xf0\x7f", 8, false, NULL, "nan (0x7ff0000000000001)" },
    { AP_TYPE_BYTES, "a\"b\x1b", 4, false, NULL, "\"a\\\"b\\x1b\"" },
    { AP_TYPE_BYTES, "", 0, false, NULL, "\"\"" },
    { AP_TYPE_LENGTH, "\x05", 1, false, NULL, "5" },
    { AP_TYPE_LENGTH, "\x85\x81\x00", 3, false, NULL, "133" },
    { AP_TYPE_LENGTH, "\xff\xff\xff\xff\x7f", 5, false, NULL, "4294967295" },
    { AP_TYPE_TEXT, "-1.50", 5, false, NULL, "-1.50" },
    { AP_TYPE_TEXT, "\"hips\"", 6, false, NULL, "\"hips\"" },
    { AP_TYPE_TEXT, "\"\"", 2, false, NULL, "\"\"" },
    { AP_TYPE_TEXT, "\"", 1, false, NULL, "\"" },
    { AP_TYPE_TEXT, "a\x1b[1m", 5, false, NULL, "\"a\\x1b[1m\"" },
    { AP_TYPE_TEXT, "a\x7f", 2, false, NULL, "\"a\\x7f\"" },
    { AP_TYPE_TEXT, "", 0, false, NULL, "\"\"" },
    { AP_TYPE_TEXT, W64, 64, false, NULL, W64 },
    { AP_TYPE_TEXT, W64 "b", 65, false, NULL, "\"" W64 "\"..." },
};

Test(core_field_text, values_become_text)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[AP_SEGMENT_TEXT_BYTES];
        const ap_segment segment = { .span = { 0, cases[i].length },
            .bytes = (const uint8_t *)cases[i].bytes,
            .type = cases[i].type,
            .swap = cases[i].swap,
            .set = cases[i].set };
        size_t length = ap_segment_text(&segment, text);
        cr_expect_str_eq(text, cases[i].text, "got %s instead of %s", text, cases[i].text);
        cr_expect_eq(length, strlen(cases[i].text), "wrong length of %s", cases[i].text);
    }
}

Test(core_field_text, a_meaning_is_truncated_to_the_buffer)
{
    for (size_t size = 1; size < 16; size++) {
        char text[17];
        memset(text, '#', sizeof text);
        ap_put_value_meaning(&bits, 7, text, size);
        cr_assert_eq(strlen(text), size - 1);
        cr_assert_eq(text[size], '#');
        cr_assert_eq(strncmp(text, "Once|Loop|PingPong", size - 1), 0);
    }
}
