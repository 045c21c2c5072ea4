/* core/base/terminal_text.h and core/base/utf8.h: text of unknown origin. UTF-8 as RFC 3629 has it. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/terminal_text.h"
#include "core/base/utf8.h"
#include "tests/unit/support/test_chance.h"

typedef struct utf8_case {
    const char *bytes;
    size_t length; /* of bytes */
    size_t valid;  /* how many of them are well-formed from the start on */
} utf8_case;

static const utf8_case utf8_cases[] = {
    { "", 0, 0 },
    { "plain", 5, 5 },
    { "a\0b", 3, 3 },
    { "\x7f", 1, 1 },
    { "\x80", 1, 0 }, /* continuation without a lead */
    { "a\xbf", 2, 1 },
    { "\xc0\x80", 2, 0 }, /* overlong NUL */
    { "\xc1\xbf", 2, 0 }, /* overlong U+007F */
    { "\xc2\x80", 2, 2 }, /* U+0080 */
    { "\xdf\xbf", 2, 2 }, /* U+07FF */
    { "\xc2", 1, 0 },     /* cut */
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
    { "\xf4\x90\x80\x80", 4, 0 }, /* above it */
    { "\xf5\x80\x80\x80", 4, 0 },
    { "\xf8\x88\x80\x80\x80", 5, 0 }, /* five bytes */
    { "\xff", 1, 0 },
    { "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", 14, 14 },
    { "caf\xc3\xa9 \xe2\x82", 8, 6 },
};

Test(core_text, utf8_is_valid_up_to_the_first_fault)
{
    for (size_t i = 0; i < sizeof utf8_cases / sizeof *utf8_cases; i++) {
        const utf8_case *c = &utf8_cases[i];
        ap_view view = { (const uint8_t *)c->bytes, c->length };
        cr_assert_eq(ap_utf8_valid_bytes(view), c->valid, "case %zu: %zu", i, ap_utf8_valid_bytes(view));
    }
}

/* What RFC 3629 says, the other way round: decode, then look at the value. */
static size_t decoded_length(const uint8_t *bytes, size_t left)
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

Test(core_text, both_utf8_readers_agree_with_decoding)
{
    static const uint8_t edges[] = { 0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2,
        0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff };
    chance random = { 3629 };
    for (int i = 0; i < 300000; i++) {
        uint8_t bytes[4];
        for (size_t b = 0; b < 4; b++)
            bytes[b] =
                i % 2 == 0 ? edges[chance_below(&random, sizeof edges)] : (uint8_t)chance_next(&random);
        const size_t left = 1 + chance_below(&random, 4), expected = decoded_length(bytes, left);
        cr_assert_eq(ap_utf8_length(bytes, left), expected, "%02x %02x %02x %02x, %zu left",
            (unsigned)bytes[0], (unsigned)bytes[1], (unsigned)bytes[2], (unsigned)bytes[3], left);
        size_t at = 0;
        while (at < left && decoded_length(bytes + at, left - at) > 0)
            at += decoded_length(bytes + at, left - at);
        cr_assert_eq(ap_utf8_valid_bytes((ap_view){ bytes, left }), at);
    }
}

static void expect_put(void (*put)(FILE *stream, const char *text), const char *text, const char *expected)
{
    char *written = NULL;
    size_t size;
    FILE *stream = open_memstream(&written, &size);
    put(stream, text);
    fclose(stream);
    cr_assert_str_eq(written, expected);
    free(written);
}

Test(core_text, names_are_escaped_where_a_terminal_could_act)
{
    expect_put(ap_put_name, "assets/walk.md5anim", "assets/walk.md5anim");
    expect_put(ap_put_name, "a b\"c'", "a b\"c'");
    expect_put(ap_put_name, "a\\b", "a\\\\b");
    expect_put(ap_put_name, "\n\r\t", "\\n\\r\\t");
    expect_put(ap_put_name, "\x1b[31m\x07\x7f", "\\x1b[31m\\x07\\x7f");
    expect_put(ap_put_name, "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
        "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
    expect_put(ap_put_name, "\xff\xc3", "\\xff\\xc3");
    expect_put(ap_put_name,
        "\xc2\x9b"
        "0m",
        "\\xc2\\x9b0m");                                     /* C1: a one-character escape sequence */
    expect_put(ap_put_name, "\xc2\xa0", "\xc2\xa0");         /* no-break space: printed */
    expect_put(ap_put_name, "\xe2\x80\xae", "\\u{202e}");    /* right-to-left override */
    expect_put(ap_put_name, "\xe2\x81\xa6", "\\u{2066}");    /* isolate */
    expect_put(ap_put_name, "\xe2\x80\x8b", "\\u{200b}");    /* zero width space */
    expect_put(ap_put_name, "\xe2\x80\x93", "\xe2\x80\x93"); /* a dash */
    expect_put(ap_put_name, "\xef\xbb\xbf", "\\u{feff}");    /* byte order mark */
}

Test(core_text, a_message_keeps_its_backslashes)
{
    expect_put(ap_put_text, "no file \"a\\b\"\n", "no file \"a\\b\"\\n");
    expect_put(ap_put_text, "", "");
}

/* A code point in UTF-8; returns its length. */
static size_t put_utf8(uint32_t character, uint8_t bytes[4])
{
    const size_t length = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; character >>= 6)
        bytes[i] = (uint8_t)(0x80 | (character & 0x3f));
    bytes[0] = (uint8_t)(length == 1 ? character : (0xf00U >> length & 0xff) | character);
    return length;
}

/* A name, then a text, on lines of `width` columns. */
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

Test(core_text, lines_break_at_blanks)
{
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++) {
        char *written = NULL;
        size_t size;
        FILE *stream = open_memstream(&written, &size);
        ap_batch batch;
        ap_batch_init(&batch, stream);
        ap_wrapped line = { .batch = &batch, .width = wrapped[i].width, .indent = 2 };
        ap_wrap_name(&line, wrapped[i].name);
        ap_wrap_words(&line, wrapped[i].text);
        ap_wrap_end(&line);
        ap_batch_write(&batch);
        fclose(stream);
        cr_expect_str_eq(written, wrapped[i].expected, "%zu columns: '%s', not '%s'", wrapped[i].width,
            written, wrapped[i].expected);
        free(written);
    }
}

/* The numbers of hidden characters of each plane: what tests/cli/lib/hidden_text.py lists. */
Test(core_text, hidden_characters)
{
    size_t counts[17] = { 0 };
    for (uint32_t character = 0; character < 0x110000; character++) {
        uint8_t bytes[4];
        const size_t length = put_utf8(character, bytes);
        if (ap_utf8_length(bytes, length) != length)
            continue; /* a surrogate */
        cr_assert_eq(ap_utf8_character(bytes, length), character);
        if (!ap_is_hidden(bytes, length))
            continue;
        char text[AP_HIDDEN_BYTES], wanted[AP_HIDDEN_BYTES];
        snprintf(wanted, sizeof wanted, "\\u{%x}", (unsigned)character);
        cr_assert_eq(ap_hidden_text(bytes, length, text), strlen(wanted));
        cr_assert_str_eq(text, wanted);
        cr_assert_eq(ap_printable(bytes, length), 0);
        counts[character >> 16]++;
    }
    for (size_t plane = 0; plane < sizeof counts / sizeof *counts; plane++)
        cr_expect_eq(counts[plane], plane == 0 ? 71 : plane == 1 ? 12 : plane == 14 ? 4096 : 0, "%zu", plane);
}
