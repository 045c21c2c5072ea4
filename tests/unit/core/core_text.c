/* core/base/terminal_text.h and core/base/utf8.h: text from unknown sources, its width in terminal columns, and UTF-8 (RFC
   3629). */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <string.h>

#include "core/base/terminal_text.h"
#include "core/base/utf8.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_choices.h"

typedef struct utf8_case {
    const char *bytes;
    size_t length; /* length of `bytes` */
    size_t valid;  /* length of the well-formed start of `bytes` */
} utf8_case;

static const utf8_case utf8_cases[] = {
    { "", 0, 0 },
    { "plain", 5, 5 },
    { "a\0b", 3, 3 },
    { "\x7f", 1, 1 },
    { "\x80", 1, 0 }, /* continuation byte without a lead byte */
    { "a\xbf", 2, 1 },
    { "\xc0\x80", 2, 0 }, /* overlong NUL */
    { "\xc1\xbf", 2, 0 }, /* overlong U+007F */
    { "\xc2\x80", 2, 2 }, /* U+0080 */
    { "\xdf\xbf", 2, 2 }, /* U+07FF */
    { "\xc2", 1, 0 },     /* truncated */
    { "\xc2\x7f", 2, 0 },
    { "\xc2\xc0", 2, 0 },
    { "\xe0\x9f\xbf", 3, 0 }, /* overlong U+07FF */
    { "\xe0\xa0\x80", 3, 3 }, /* U+0800 */
    { "\xe0\xa0", 2, 0 },
    { "\xe1\x80\x80", 3, 3 },
    { "\xe1\x7f\x80", 3, 0 },
    { "\xe1\x80\xc0", 3, 0 },
    { "\xec\xbf\xbf", 3, 3 },
    { "\xed\x9f\xbf", 3, 3 },     /* U+D7FF */
    { "\xed\xa0\x80", 3, 0 },     /* U+D800, a surrogate */
    { "\xed\xbf\xbf", 3, 0 },     /* U+DFFF, a surrogate */
    { "\xee\x80\x80", 3, 3 },     /* U+E000 */
    { "\xef\xbb\xbf", 3, 3 },     /* U+FEFF */
    { "\xef\xbf\xbf", 3, 3 },     /* U+FFFF */
    { "\xf0\x8f\xbf\xbf", 4, 0 }, /* overlong U+FFFF */
    { "\xf0\x90\x80\x80", 4, 4 }, /* U+10000 */
    { "\xf0\x90\x80", 3, 0 },
    { "\xf0\x90\x80\x7f", 4, 0 },
    { "\xf3\xbf\xbf\xbf", 4, 4 },
    { "\xf4\x8f\xbf\xbf", 4, 4 }, /* U+10FFFF */
    { "\xf4\x90\x80\x80", 4, 0 }, /* above U+10FFFF */
    { "\xf5\x80\x80\x80", 4, 0 },
    { "\xf8\x88\x80\x80\x80", 5, 0 }, /* a lead byte of five bytes */
    { "\xff", 1, 0 },
    { "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", 14, 14 },
    { "caf\xc3\xa9 \xe2\x82", 8, 6 },
};

Test(core_text, utf8_is_valid_up_to_the_first_fault)
{
    for (size_t i = 0; i < sizeof utf8_cases / sizeof *utf8_cases; i++) {
        const utf8_case *c = &utf8_cases[i];
        ap_view view = { (const uint8_t *)c->bytes, c->length };
        cr_assert_eq(ap_utf8_valid_prefix_length(view), c->valid, "case %zu: wrong number of valid bytes %zu",
            i, ap_utf8_valid_prefix_length(view));
    }
}

/* Returns the length of the character at the start of `bytes`, 0 if it is malformed. Decodes the character and checks the code
   point against RFC 3629, independently of the functions under test. */
static size_t decoded_length_or_0_if_malformed(const uint8_t *bytes, size_t left)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const size_t length = bytes[0] < 0x80       ? 1
                          : bytes[0] >> 5 == 6  ? 2
                          : bytes[0] >> 4 == 14 ? 3
                          : bytes[0] >> 3 == 30 ? 4
                                                : 0;
    if (length <= 1 || length > left)
        return length == 1 ? 1 : 0;
    uint32_t character = bytes[0] & (0x7fU >> length);
    for (size_t i = 1; i < length; i++) {
        if (bytes[i] >> 6 != 2)
            return 0;
        character = character << 6 | (bytes[i] & 0x3fU);
    }
    const bool surrogate = character >= 0xd800 && character <= 0xdfff;
    return character < least[length] || character > 0x10ffff || surrogate ? 0 : length;
}

Test(core_text, utf8_functions_agree_with_decoding)
{
    static const uint8_t edges[] = { 0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2,
        0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff };
    choices random = { 3629 };
    for (int i = 0; i < 300000; i++) {
        uint8_t bytes[4];
        for (size_t b = 0; b < 4; b++)
            bytes[b] = i % 2 == 0 ? edges[random_number_below(&random, sizeof edges)]
                                  : (uint8_t)next_random_number(&random);
        const size_t left = 1 + random_number_below(&random, 4),
                     expected = decoded_length_or_0_if_malformed(bytes, left);
        cr_assert_eq(ap_utf8_character_length(bytes, left), expected,
            "wrong length of character %02x %02x %02x %02x with %zu bytes left", (unsigned)bytes[0],
            (unsigned)bytes[1], (unsigned)bytes[2], (unsigned)bytes[3], left);
        size_t at = 0;
        while (at < left && decoded_length_or_0_if_malformed(bytes + at, left - at) > 0)
            at += decoded_length_or_0_if_malformed(bytes + at, left - at);
        cr_assert_eq(ap_utf8_valid_prefix_length((ap_view){ bytes, left }), at);
    }
}

/* Writes the code point as UTF-8. Returns its length. */
static size_t encode_as_utf8(uint32_t character, uint8_t bytes[4])
{
    const size_t length = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; character >>= 6)
        bytes[i] = (uint8_t)(0x80 | (character & 0x3f));
    bytes[0] = (uint8_t)(length == 1 ? character : (0xf00U >> length & 0xff) | character);
    return length;
}

/* A name and the text after it, and `expected`: name and text wrapped to lines of `width` columns; 0: lines of any length. */
static const struct {
    size_t width;
    const char *name, *text, *expected;
} wrapped[] = {
    { 0, "a b", ": one two  three", "a b: one two  three\n" },
    { 10, "a", ": one two three", "a: one two\n  three\n" },
    { 9, "a", ": one two three", "a: one\n  two\n  three\n" },
    { 10, "a", ": one  two three", "a: one\n  two\n  three\n" },
    { 10, "a b c d e f g", ": one", "a b c d e f g:\n  one\n" },
    { 10, "a", ": longer-than-a-line and more", "a:\n  longer-than-a-line\n  and more\n" },
    { 10, "a", "b:1:2: x", "ab:1:2: x\n" },
    { 10, "a", ": \x1b[31m ab", "a:\n  \\x1b[31m\n  ab\n" },
    { 10, "a", ": caf\xc3\xa9 au lait", "a: caf\xc3\xa9 au\n  lait\n" },
    { 10, "a", ": \xe6\xbc\xa2\xe5\xad\x97 \xe6\xbc\xa2\xe5\xad\x97",
        "a: \xe6\xbc\xa2\xe5\xad\x97\n  \xe6\xbc\xa2\xe5\xad\x97\n" },
    { 10, "a", ": e\xcc\x81\xcc\x81\xcc\x81 abcde", "a: e\xcc\x81\xcc\x81\xcc\x81 abcde\n" },
    { 10, "a", ": a\tb cd ef", "a: a\\tb cd\n  ef\n" },
    { 10, "\\\\", ": ab cd", "\\\\\\\\: ab\n  cd\n" },
    { 10, "a", ": \xff ab c", "a: \\xff ab\n  c\n" },
};

Test(core_text, lines_wrap_at_spaces)
{
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++) {
        ap_batch batch;
        ap_batch_init(&batch, open_text_stream());
        ap_wrapped_line line = { .batch = &batch, .width = wrapped[i].width, .indent = 2 };
        ap_wrap_file_name(&line, wrapped[i].name);
        ap_wrap_words(&line, wrapped[i].text);
        ap_wrap_end_line(&line);
        ap_batch_flush(&batch);
        const char *written = close_text_stream(NULL);
        cr_expect_str_eq(written, wrapped[i].expected, "%zu columns: '%s', not '%s'", wrapped[i].width,
            written, wrapped[i].expected);
    }
}

/* Counts hidden characters of each plane. tests/cli/lib/hidden_text.py lists the same characters. */
Test(core_text, hidden_characters_are_counted_per_plane)
{
    size_t counts[17] = { 0 };
    for (uint32_t character = 0; character < 0x110000; character++) {
        uint8_t bytes[4];
        const size_t length = encode_as_utf8(character, bytes);
        if (ap_utf8_character_length(bytes, length) != length)
            continue; /* surrogates have no UTF-8 */
        cr_assert_eq(ap_decode_utf8_character(bytes, length), character);
        if (!ap_is_hidden_character(bytes, length))
            continue;
        char text[AP_HIDDEN_BYTES], wanted[AP_HIDDEN_BYTES];
        snprintf(wanted, sizeof wanted, "\\u{%x}", (unsigned)character);
        cr_assert_eq(ap_put_hidden_as_u_escape(bytes, length, text), strlen(wanted));
        cr_assert_str_eq(text, wanted);
        cr_assert_eq(ap_printable_character_length(bytes, length), 0);
        counts[character >> 16]++;
    }
    for (size_t plane = 0; plane < sizeof counts / sizeof *counts; plane++)
        cr_expect_eq(counts[plane],
            plane == 0    ? 71
            : plane == 1  ? 12
            : plane == 14 ? 4096
                          : 0,
            "wrong number of hidden characters in plane %zu", plane);
}

/* Tests the first and last code point of each range of equal width, and the code points next to the range. */
Test(core_text, characters_have_their_columns)
{
    static const struct {
        uint32_t character;
        unsigned columns;
    } rows[] = { { 'a', 1 }, { 0x2ff, 1 }, { 0x300, 0 }, { 0x36f, 0 }, { 0x370, 1 }, { 0x482, 1 },
        { 0x483, 0 }, { 0x489, 0 }, { 0x48a, 1 }, { 0x590, 1 }, { 0x591, 0 }, { 0x5bd, 0 }, { 0x5be, 1 },
        { 0x64a, 1 }, { 0x64b, 0 }, { 0x65f, 0 }, { 0x660, 1 }, { 0x10ff, 1 }, { 0x1100, 2 }, { 0x115f, 2 },
        { 0x1160, 1 }, { 0x1aaf, 1 }, { 0x1ab0, 0 }, { 0x1aff, 0 }, { 0x1b00, 1 }, { 0x1dbf, 1 },
        { 0x1dc0, 0 }, { 0x1dff, 0 }, { 0x1e00, 1 }, { 0x20cf, 1 }, { 0x20d0, 0 }, { 0x20ff, 0 },
        { 0x2100, 1 }, { 0x2e7f, 1 }, { 0x2e80, 2 }, { 0xa4cf, 2 }, { 0xa4d0, 1 }, { 0xabff, 1 },
        { 0xac00, 2 }, { 0xd7a3, 2 }, { 0xd7a4, 1 }, { 0xf8ff, 1 }, { 0xf900, 2 }, { 0xfaff, 2 },
        { 0xfb00, 1 }, { 0xfdff, 1 }, { 0xfe00, 0 }, { 0xfe0f, 0 }, { 0xfe10, 1 }, { 0xfe1f, 1 },
        { 0xfe20, 0 }, { 0xfe2f, 0 }, { 0xfe30, 2 }, { 0xfe6f, 2 }, { 0xfe70, 1 }, { 0xfeff, 1 },
        { 0xff00, 2 }, { 0xff60, 2 }, { 0xff61, 1 }, { 0xffdf, 1 }, { 0xffe0, 2 }, { 0xffe6, 2 },
        { 0xffe7, 1 }, { 0x1f2ff, 1 }, { 0x1f300, 2 }, { 0x1faff, 2 }, { 0x1fb00, 1 }, { 0x1ffff, 1 },
        { 0x20000, 2 }, { 0x3fffd, 2 }, { 0x3fffe, 1 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[4];
        const size_t length = encode_as_utf8(rows[i].character, bytes);
        cr_expect_eq(ap_character_columns(bytes, length), rows[i].columns,
            "U+%04X: wrong number of columns %u", (unsigned)rows[i].character,
            ap_character_columns(bytes, length));
    }
}

/* Control characters, invisible characters and bidirectional controls are not printable, their neighbours are. */
Test(core_text, hidden_characters_are_not_printable)
{
    static const struct {
        const char *text;
        size_t length;
    } rows[] = { { "\x1f", 0 }, { " ", 1 }, { "~", 1 }, { "\x7f", 0 }, { "\xc2\x9f", 0 }, { "\xc2\xa0", 2 },
        { "\xc3\x80", 2 }, { "\xe2\x80\x8a", 3 }, { "\xe2\x80\x8b", 0 }, { "\xe2\x80\x8f", 0 },
        { "\xe2\x80\x90", 3 }, { "\xe2\x80\xa7", 3 }, { "\xe2\x80\xa8", 0 }, { "\xe2\x80\xae", 0 },
        { "\xe2\x80\xaf", 3 }, { "\xe2\x81\x9f", 3 }, { "\xe2\x81\xa0", 0 }, { "\xe2\x81\xaf", 0 },
        { "\xe2\x81\xb0", 3 }, { "\xe2\x82\xac", 3 }, { "\xe3\x80\x8b", 3 }, { "\xef\xbb\xbf", 0 },
        { "\xef\xbb\xbe", 3 }, { "\xef\xbc\xbf", 3 }, { "\xf0\x9f\x98\x80", 4 }, { "\xff", 0 },
        { "\xc3", 0 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t length =
            ap_printable_character_length((const uint8_t *)rows[i].text, strlen(rows[i].text));
        cr_expect_eq(length, rows[i].length, "row %zu: wrong length %zu", i, length);
    }
}
