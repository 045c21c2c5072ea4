/* Tests core/base/batch.h: texts of every length with every byte, in a batch with any number of bytes
   already used. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/batch.h"
#include "core/json/json_put.h"
#include "core/json/json_value.h"
#include "tests/unit/support/stream_text.h"

enum { LONGEST = 25, TEXT_BYTES = 8 * AP_BATCH_BYTES };

static const char letters[] = "abcdefghijklmnopqrstuvwxyz";

/* Initialises a batch that already has `used` bytes. */
static void begin_batch(ap_batch *batch, size_t used)
{
    ap_batch_init(batch, open_text_stream());
    ap_batch_blanks(batch, used);
}

static void expect_batch(ap_batch *batch, size_t used, const char *wanted)
{
    size_t size;
    ap_batch_flush(batch);
    const char *text = close_text_stream(&size);
    cr_assert_eq(size, used + strlen(wanted),
        "after %zu used bytes: %zu further bytes are written, not the expected number", used, size - used);
    cr_assert_eq(strspn(text, " "), used + strspn(wanted, " "));
    cr_assert_str_eq(text + used, wanted, "after %zu used bytes", used);
}

/* Stores `length` letters, with `byte` at the index `at`. */
static void fill_letters(uint8_t *text, size_t length, size_t at, uint8_t byte)
{
    for (size_t i = 0; i < length; i++)
        text[i] = (uint8_t)letters[i % (sizeof letters - 1)];
    if (at < length)
        text[at] = byte;
}

Test(report_batch, plain_text_ends_at_each_byte_that_is_not_plain)
{
    char copy[LONGEST];
    for (size_t length = 0; length <= LONGEST; length++) {
        uint8_t *text =
            malloc(length > 0 ? length : 1); /* an exact size, so that a sanitizer sees reads after the end */
        for (size_t at = 0; at < length; at++) {
            for (int byte = 0; byte < 256; byte++) {
                const bool plain = byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '%';
                fill_letters(text, length, at, (uint8_t)byte);
                const size_t done = ap_copy_plain_prefix(copy, text, length, "\"%");
                cr_assert_eq(done, plain ? length : at, "byte %02x at %zu of %zu: %zu bytes copied", byte, at,
                    length, done);
                cr_assert_eq(memcmp(copy, text, done), 0);
            }
        }
        free(text);
    }
}

static void put_every_kind_of_value(ap_batch *batch)
{
    ap_batch_byte(batch, '[');
    ap_batch_text(batch, "text");
    ap_batch_number(batch, UINT64_MAX);
    ap_batch_byte(batch, ' ');
    ap_batch_integer(batch, INT64_MIN);
    ap_batch_blanks(batch, 3);
    ap_batch_hex(batch, 0, 1);
    ap_batch_hex(batch, 0xf, 2);
    ap_batch_hex(batch, 0x10, 1);
    ap_batch_hex(batch, UINT64_C(0xfedcba9876543210), 1);
    ap_batch_hex(batch, 1, 16);
    ap_batch_byte(batch, ']');
}

Test(report_batch, pieces_are_written_completely_in_a_batch_of_any_fill)
{
    for (size_t used = 0; used <= AP_BATCH_BYTES; used++) {
        ap_batch batch;
        begin_batch(&batch, used);
        put_every_kind_of_value(&batch);
        expect_batch(&batch, used,
            "[text18446744073709551615 -9223372036854775808   00f10fedcba98765432100000000000000001]");
    }
}

Test(report_batch, texts_of_any_length_are_written)
{
    static const size_t lengths[] = { 0, 1, AP_BATCH_BYTES - 1, AP_BATCH_BYTES, AP_BATCH_BYTES + 1,
        3 * AP_BATCH_BYTES };
    char text[TEXT_BYTES];
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        ap_batch batch;
        begin_batch(&batch, 1);
        memset(text, 'x', lengths[i]);
        text[lengths[i]] = '\0';
        ap_batch_bytes(&batch, text, lengths[i]);
        ap_batch_blanks(&batch, lengths[i]);
        ap_batch_byte(&batch, '.');
        memset(text + lengths[i], ' ', lengths[i]);
        memcpy(text + 2 * lengths[i], ".", 2);
        expect_batch(&batch, 1, text);
    }
}

/* Writes the expected JSON string, byte by byte, without the quotes. Returns the length. */
static size_t write_expected_json_string(const uint8_t *text, size_t length, unsigned escape_rules, char *to)
{
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        const uint8_t byte = text[i];
        if (byte == '"' || byte == '\\')
            size += (size_t)sprintf(to + size, "\\%c", byte);
        else if (byte >= 0x80)
            size += (size_t)sprintf(to + size, "\\ufffd");
        else if (byte < 0x20 || byte == 0x7f || (byte == '<' && escape_rules == AP_JSON_IN_HTML))
            size += (size_t)sprintf(to + size, "\\u%04x", byte);
        else if (byte == ']' && i + 1 < length && text[i + 1] == '(' && escape_rules == AP_JSON_NO_LINKS)
            size += (size_t)sprintf(to + size, "\\\\]");
        else
            to[size++] = (char)byte;
    }
    to[size] = '\0';
    return size;
}

static void check_json(const uint8_t *text, size_t length, size_t used, unsigned escape_rules)
{
    char wanted[TEXT_BYTES] = "\"";
    ap_batch batch;
    const size_t size = write_expected_json_string(text, length, escape_rules, wanted + 1);
    memcpy(wanted + 1 + size, "\"", 2);
    begin_batch(&batch, used);
    ap_batch_json_string(&batch, (ap_view){ text, length }, escape_rules);
    expect_batch(&batch, used, wanted);
}

Test(report_batch, json_strings_escape_each_byte_at_any_index)
{
    static const unsigned escapes[] = { 0, AP_JSON_IN_HTML, AP_JSON_NO_LINKS };
    uint8_t text[LONGEST];
    for (size_t at = 0; at < LONGEST; at += 3) {
        for (int byte = 0; byte < 256; byte++) {
            fill_letters(text, LONGEST, at, (uint8_t)byte);
            check_json(text, LONGEST, 0, escapes[(size_t)byte % 3]);
            check_json(text, at + 1, 0, escapes[(at + 1) % 3]);
        }
    }
    check_json((const uint8_t *)"a](b)]<", 7, 0, AP_JSON_NO_LINKS);
    check_json((const uint8_t *)"a](b)]<", 7, 0, AP_JSON_IN_HTML);
}

Test(report_batch, json_strings_are_complete_in_a_batch_of_any_fill)
{
    uint8_t text[LONGEST];
    for (size_t used = AP_BATCH_BYTES - 3 * LONGEST; used <= AP_BATCH_BYTES; used++) {
        fill_letters(text, LONGEST, used % LONGEST, 0x80);
        check_json(text, LONGEST, used, 0);
        fill_letters(text, LONGEST, LONGEST, 0);
        check_json(text, LONGEST, used, 0);
    }
}

Test(report_batch, long_json_strings_are_complete)
{
    uint8_t text[3 * AP_BATCH_PLAIN];
    memset(text, 'x', sizeof text);
    check_json(text, sizeof text, 0, 0);
    for (size_t length = AP_BATCH_PLAIN - 9; length <= AP_BATCH_PLAIN + 9; length++) {
        memset(text, 'x', sizeof text);
        check_json(text, length, 0, 0);
        text[AP_BATCH_PLAIN] = '"';
        check_json(text, length, 7, 0);
        check_json(text, 2 * length, AP_BATCH_BYTES, 0);
    }
}

/* A caller may write the value of a member to the stream or the batch. */
Test(report_batch, values_written_by_the_caller_stay_in_their_place)
{
    ap_json_put put;
    FILE *stream = open_text_stream();
    ap_json_put_init(&put, stream, 0);
    ap_json_put_begin_object(&put, NULL);
    ap_json_put_integer(&put, "a", 1);
    (void)ap_json_put_begin_raw(&put, "b");
    fputs("2", ap_json_put_stream(&put));
    ap_batch_text(ap_json_put_begin_raw(&put, "c"), "3");
    ap_json_put_end_object(&put);
    fputs("\n", stream);
    ap_json_put_init(&put, stream, 0);
    ap_json_put_null(&put, NULL);
    fputs("\n", stream);
    cr_assert_str_eq(close_text_stream(NULL), "{\"a\": 1, \"b\": 2, \"c\": 3}\nnull\n");
}
