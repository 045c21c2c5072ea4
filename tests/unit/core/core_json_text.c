/* core/json/json_text.h: which texts are JSON (RFC 8259), the values of a document, and its memory. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/json/json_text.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"

static ap_json_document json;
static char fault[AP_JSON_FAULT_BYTES];

ARENA_SUITE(core_json_text);

static bool is_read_by_strict_parser(const char *text)
{
    ap_arena_reset(&arena);
    fault[0] = '\0';
    return ap_json_read(&json, text_view(text), &arena, fault);
}

Test(core_json_text, valid_json_is_read)
{
    static const char *const texts[] = { "{}", "[]", " [ ] ", "null", "true", "false", "0", "-0", "10", "1.5",
        "1e5", "1E+5", "-0.0e-0", "\"\"", "\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\"", "\"\\ud83d\\ude00\"",
        "\"\xc3\xa9\x7f\"", "[1,2]", "[[],{}]", "{\"a\":{\"b\":[1]},\"c\":2}", "\t\n\r {\"\":0}" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cr_expect(is_read_by_strict_parser(texts[i]), "%s must be read: %s", texts[i], fault);
}

Test(core_json_text, a_fault_has_line_and_column)
{
    static const struct {
        const char *text, *fault;
    } cases[] = {
        { "", "line 1, column 1: the text ends where a value is needed" },
        { "\x01", "line 1, column 1: a value is needed" },
        { "[1\x01]", "line 1, column 3: a comma or ] is needed" },
        { "[1\v]", "line 1, column 3: a comma or ] is needed" },
        { "nul", "line 1, column 1: a value is needed" },
        { "[1,]", "line 1, column 4: a value is needed" },
        { "[1 2]", "line 1, column 4: a comma or ] is needed" },
        { "{\"a\"\n1}", "line 2, column 1: a colon is needed" },
        { "{\"a\":1,}", "line 1, column 8: the name of a member is needed" },
        { "{1:1}", "line 1, column 2: the name of a member is needed" },
        { "{\"a\":1]", "line 1, column 7: a comma or } is needed" },
        { "[", "line 1, column 2: the text ends where a value is needed" },
        { "[1", "line 1, column 3: a comma or ] is needed" },
        { "{} {}", "line 1, column 4: more text follows the end of the document" },
        { "]", "line 1, column 1: a value is needed" },
        { "01", "line 1, column 1: the number begins with a zero that JSON does not allow" },
        { "-", "line 1, column 2: a digit of the number is missing" },
        { "1.", "line 1, column 3: a digit of the number is missing" },
        { "1e+", "line 1, column 4: a digit of the number is missing" },
        { ".5", "line 1, column 1: a value is needed" },
        { "\"a", "line 1, column 3: the text ends inside a string" },
        { "\"a\nb\"", "line 1, column 3: the string has a control character that is not escaped" },
        { "\"\\x\"", "line 1, column 2: the string has a backslash that does not begin a JSON escape" },
        { "\"\\u00g0\"", "line 1, column 2: the string has a backslash that does not begin a JSON escape" },
        { "\"\\ud83d\"", "line 1, column 2: the string has a backslash that does not begin a JSON escape" },
        { "\"\\ude00\"", "line 1, column 2: the string has a backslash that does not begin a JSON escape" },
        { "\"\\", "line 1, column 2: the string has a backslash that does not begin a JSON escape" },
        { "\"\xff\"", "line 1, column 2: a character of the string is not UTF-8" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_not(is_read_by_strict_parser(cases[i].text), "'%s' must be refused", cases[i].text);
        cr_expect_str_eq(fault, cases[i].fault, "wrong fault of '%s'", cases[i].text);
        cr_expect_not(arena.failed, "'%s' must not fail for lack of memory", cases[i].text);
    }
}

Test(core_json_text, nesting_is_limited)
{
    char text[2 * AP_JSON_DEPTH + 3];
    memset(text, '[', AP_JSON_DEPTH);
    memset(text + AP_JSON_DEPTH, ']', AP_JSON_DEPTH);
    text[2 * (size_t)AP_JSON_DEPTH] = '\0';
    cr_assert(is_read_by_strict_parser(text));
    memset(text, '[', AP_JSON_DEPTH + 1);
    memset(text + AP_JSON_DEPTH + 1, ']', AP_JSON_DEPTH + 1);
    text[2 * (size_t)AP_JSON_DEPTH + 2] = '\0';
    cr_assert_not(is_read_by_strict_parser(text));
    cr_assert(strstr(fault, "more than 64 nested") != NULL, "wrong fault '%s'", fault);
}

static double read_number_from_json(const char *text)
{
    double value = NAN;
    cr_assert(is_read_by_strict_parser(text), "%s must be read, but: %s", text, fault);
    return ap_json_read_real(&json, 0, &arena, &value) ? value : NAN;
}

Test(core_json_text, numbers_have_their_values)
{
    int64_t integer;
    cr_assert(is_read_by_strict_parser("-2147483648") && ap_json_read_integer(&json, 0, &integer));
    cr_assert_eq(integer, INT32_MIN);
    cr_assert(is_read_by_strict_parser("9223372036854775808") && !ap_json_read_integer(&json, 0, &integer));
    cr_assert(is_read_by_strict_parser("-9223372036854775808") && ap_json_read_integer(&json, 0, &integer)
              && integer == INT64_MIN);
    cr_assert(is_read_by_strict_parser("-9223372036854775809") && !ap_json_read_integer(&json, 0, &integer));
    cr_assert(is_read_by_strict_parser("99999999999999999999") && !ap_json_read_integer(&json, 0, &integer));
    cr_assert(is_read_by_strict_parser("1.0") && !ap_json_read_integer(&json, 0, &integer));
    cr_assert(is_read_by_strict_parser("1e2") && !ap_json_read_integer(&json, 0, &integer));
    cr_assert(is_read_by_strict_parser("\"1\"") && !ap_json_read_integer(&json, 0, &integer));
    cr_assert_eq(read_number_from_json("0.1"), 0.1);
    cr_assert_eq(read_number_from_json("9223372036854775808"), 9223372036854775808.0);
    cr_assert(signbit(read_number_from_json("-0.0")));
    cr_assert(isnan(read_number_from_json("1e999")));
    cr_assert(isnan(read_number_from_json("null")));
    cr_assert_eq(
        read_number_from_json("0.100000000000000000000000000000000000000000000000000000000000000000000001"),
        0.1);
}

/* A long number needs memory. Without memory it has no value. */
Test(core_json_text, a_long_number_fails_without_memory)
{
    double value = 7;
    cr_assert(is_read_by_strict_parser(
        "0.100000000000000000000000000000000000000000000000000000000000000000000001"));
    arena.fail_at = arena.allocations + 1;
    cr_expect_not(ap_json_read_real(&json, 0, &arena, &value));
    cr_expect(arena.failed && value == 7);
    cr_expect_not(ap_json_read_real(&json, 0, NULL, &value));
    cr_expect(ap_json_read_real(&json, 0, &arena, &value)
              && value == 0.1); /* only the allocation with number fail_at failed */
}

Test(core_json_text, strings_are_decoded)
{
    ap_view bytes;
    cr_assert(is_read_by_strict_parser("\"a\\n\\u0000\\u00e9\\u20ac\\ud83d\\ude00\\/\""));
    cr_assert(ap_json_decode_string(&json, 0, &arena, &bytes));
    cr_assert_eq(bytes.size, 13U);
    cr_assert_arr_eq(bytes.bytes, "a\n\0\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80/", 14);
    cr_assert(is_read_by_strict_parser("\"\\u0061b\""));
    cr_assert(ap_json_string_equals(&json, 0, "ab"));
    cr_assert_not(ap_json_string_equals(&json, 0, "a"));
    cr_assert_not(ap_json_string_equals(&json, 0, "abc"));
    cr_assert_not(ap_json_string_equals(&json, 0, ""));
    cr_assert(is_read_by_strict_parser("\"\"") && ap_json_string_equals(&json, 0, "")
              && !ap_json_string_equals(&json, 0, "a"));
    cr_assert(is_read_by_strict_parser("1") && !ap_json_string_equals(&json, 0, "1")
              && !ap_json_decode_string(&json, 0, &arena, &bytes));
}

/* Strings of a report may be long: commands and paths. */
Test(core_json_text, strings_of_any_length_are_compared)
{
    for (size_t length = 1; length < 5000; length = 2 * length + 1) {
        char spelled[5008], characters[5001];
        memset(characters, 'x', length);
        characters[length] = '\0';
        snprintf(spelled, sizeof spelled, "\"\\u0078%s\"", characters + 1);
        cr_assert(is_read_by_strict_parser(spelled) && ap_json_string_equals(&json, 0, characters),
            "equal strings of %zu bytes must compare as equal", length);
        characters[length - 1] = 'y';
        cr_assert_not(ap_json_string_equals(&json, 0, characters),
            "strings of %zu bytes with another last byte must differ", length);
        characters[length - 1] = '\0';
        cr_assert_not(ap_json_string_equals(&json, 0, characters),
            "a string of %zu bytes must differ from one of %zu", length - 1, length);
    }
}

static bool is_read_by_loose_parser(const char *text)
{
    ap_arena_reset(&arena);
    return ap_json_read_with_any_bytes(&json, text_view(text), &arena, fault);
}

Test(core_json_text, loosely_read_strings_hold_any_bytes)
{
    static const char text[] = "\"\xff\xc3 \\ud83d.\\udc00\\ud83d\\u0041\"";
    ap_view bytes;
    cr_assert_not(is_read_by_strict_parser(text));
    cr_assert(is_read_by_loose_parser(text), "the text must be read, but: %s", fault);
    cr_assert(ap_json_decode_string(&json, 0, &arena, &bytes));
    cr_assert_eq(bytes.size, 14U);
    cr_assert_arr_eq(bytes.bytes,
        "\xff\xc3 \xef\xbf\xbd.\xef\xbf\xbd\xef\xbf\xbd"
        "A",
        15);
    cr_assert(is_read_by_loose_parser("{\"\xff\": \"\\ud83d\\ude00\"}"));
    cr_assert(ap_json_decode_string(&json, 2, &arena, &bytes));
    cr_assert_eq(bytes.size, 4U);
    cr_assert_not(is_read_by_loose_parser("\"\\ud83\""));
    cr_assert_not(is_read_by_loose_parser("\"a\nb\""));
    cr_assert_not(is_read_by_loose_parser("\xff"));
}

Test(core_json_text, containers_are_walked_without_nested_values)
{
    cr_assert(is_read_by_strict_parser("{\"a\": [1, [2, 3], {\"x\": 4}], \"b\": {}, \"c\": 5, \"a\": 6}"));
    const ap_json_ref a = ap_json_find_member(&json, 0, "a"), b = ap_json_find_member(&json, 0, "b");
    cr_assert_eq(ap_json_count_children(&json, 0), 4U);
    cr_assert_eq(ap_json_kind_of(&json, a), AP_JSON_ARRAY);
    cr_assert_eq(ap_json_count_children(&json, a), 3U);
    cr_assert_eq(ap_json_count_children(&json, b), 0U);
    cr_assert_eq(ap_json_first_entry(&json, b), AP_JSON_MISSING);
    cr_assert_eq(ap_json_find_member(&json, 0, "d"), AP_JSON_MISSING);
    cr_assert_eq(ap_json_find_member(&json, a, "a"), AP_JSON_MISSING);
    const ap_json_ref inner = ap_json_next_entry(&json, a, ap_json_first_entry(&json, a));
    cr_assert_eq(ap_json_count_children(&json, inner), 2U);
    const ap_json_ref last = ap_json_next_entry(&json, a, inner);
    cr_assert_eq(ap_json_kind_of(&json, last), AP_JSON_OBJECT);
    cr_assert_eq(ap_json_next_entry(&json, a, last), AP_JSON_MISSING);
    cr_assert_eq(ap_json_kind_of(&json, AP_JSON_MISSING), AP_JSON_NONE);
    ap_json_mark_used(&json, a);
    size_t used = 0;
    for (size_t i = 0; i < json.count; i++)
        used += json.entries[i].used;
    cr_assert_eq(used, 8U, "the array and its values are eight entries, but %zu are marked as used", used);
}

/* The index of a dense document takes eight bytes for each value, in one allocation after the text was checked. */
Test(core_json_text, memory_is_bounded_by_the_arena)
{
    static char text[200002];
    memset(text, '[', 1);
    for (size_t i = 1; i < 200000; i += 2)
        memcpy(text + i, "1,", 2);
    memcpy(text + 199999, "1]", 2);
    ap_arena_free(&arena);
    ap_arena_init(&arena, 100001 * sizeof(ap_json_entry) + 128 * 1024);
    cr_assert(is_read_by_strict_parser(text), "the text must be read, but: %s", fault);
    cr_assert_eq(arena.allocations, 1U);
    cr_assert_eq(json.count, 100001U);
    ap_arena_free(&arena);
    ap_arena_init(&arena, 1024);
    cr_assert_not(is_read_by_strict_parser(text));
    cr_assert(arena.failed);
    cr_assert_str_empty(fault);
}

/* Offsets in a document have 32 bits: a longer text is refused before any byte is read. */
Test(core_json_text, the_length_is_limited)
{
    const ap_view longest = { (const uint8_t *)"", (size_t)UINT32_MAX + 1 };
    cr_expect_not(ap_json_read(&json, longest, &arena, fault));
    cr_expect_str_eq(fault, "line 1, column 1: the document is larger than 4 GiB");
}

Test(core_json_text, values_have_kinds_and_no_value_follows_a_missing_one)
{
    static const char text[] = "[null, true, false, \"s\", [], {}, -1, {\"a\": 1}]";
    static const ap_json_kind kinds[] = { AP_JSON_NULL, AP_JSON_BOOLEAN, AP_JSON_BOOLEAN, AP_JSON_STRING,
        AP_JSON_ARRAY, AP_JSON_OBJECT, AP_JSON_NUMBER, AP_JSON_OBJECT };
    cr_assert(is_read_by_strict_parser(text), "the text must be read, but: %s", fault);
    ap_json_ref at = ap_json_first_entry(&json, 0);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++, at = ap_json_next_entry(&json, 0, at)) {
        cr_expect_eq(ap_json_kind_of(&json, at), kinds[i], "wrong kind of value %zu", i);
        cr_expect_eq(ap_json_first_entry(&json, at) != AP_JSON_MISSING, i == 7,
            "only the last value may have a member; value %zu is wrong", i);
    }
    cr_expect_eq(at, AP_JSON_MISSING);
    cr_expect_eq(ap_json_next_entry(&json, 0, AP_JSON_MISSING), AP_JSON_MISSING);
    cr_expect_eq(ap_json_next_entry(&json, AP_JSON_MISSING, 1), AP_JSON_MISSING);
    cr_expect_eq(ap_json_kind_of(&json, AP_JSON_MISSING), AP_JSON_NONE);
}
