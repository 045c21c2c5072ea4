/* core/base/batch.h and core/base/plain_text.h: pieces of all lengths, with each byte in them, however full the batch is. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/batch.h"
#include "core/json/json_put.h"
#include "core/json/json_value.h"
#include "tests/unit/support/stream_text.h"

enum { LONGEST = 25, TEXT_BYTES = 8 * AP_BATCH_BYTES };

static const char letters[] = "abcdefghijklmnopqrstuvwxyz";

/* A batch that holds `used` bytes before. */
static void begin(ap_batch *batch, size_t used)
{
    ap_batch_init(batch, open_text());
    ap_batch_blanks(batch, used);
}

static void expect(ap_batch *batch, size_t used, const char *wanted)
{
    size_t size;
    ap_batch_write(batch);
    const char *text = close_text(&size);
    cr_assert_eq(size, used + strlen(wanted), "after %zu: %zu bytes", used, size - used);
    cr_assert_eq(strspn(text, " "), used + strspn(wanted, " "));
    cr_assert_str_eq(text + used, wanted, "after %zu", used);
}

/* `length` letters, and one byte among them. */
static void make(uint8_t *text, size_t length, size_t at, uint8_t byte)
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
        uint8_t *text = malloc(length > 0 ? length : 1); /* so that a byte too many is noticed */
        for (size_t at = 0; at < length; at++) {
            for (int byte = 0; byte < 256; byte++) {
                const bool plain = byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '%';
                make(text, length, at, (uint8_t)byte);
                const size_t done = ap_copy_plain(copy, text, length, "\"%");
                cr_assert_eq(done, plain ? length : at, "%02x at %zu of %zu: %zu", byte, at, length, done);
                cr_assert_eq(memcmp(copy, text, done), 0);
            }
        }
        free(text);
    }
}

static void put_pieces(ap_batch *batch)
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

Test(report_batch, pieces_are_whole_however_full_it_is)
{
    for (size_t used = 0; used <= AP_BATCH_BYTES; used++) {
        ap_batch batch;
        begin(&batch, used);
        put_pieces(&batch);
        expect(&batch, used,
            "[text18446744073709551615 -9223372036854775808   00f10fedcba98765432100000000000000001]");
    }
}

Test(report_batch, bytes_of_any_length)
{
    static const size_t lengths[] = { 0, 1, AP_BATCH_BYTES - 1, AP_BATCH_BYTES, AP_BATCH_BYTES + 1,
        3 * AP_BATCH_BYTES };
    char text[TEXT_BYTES];
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        ap_batch batch;
        begin(&batch, 1);
        memset(text, 'x', lengths[i]);
        text[lengths[i]] = '\0';
        ap_batch_bytes(&batch, text, lengths[i]);
        ap_batch_blanks(&batch, lengths[i]);
        ap_batch_byte(&batch, '.');
        memset(text + lengths[i], ' ', lengths[i]);
        memcpy(text + 2 * lengths[i], ".", 2);
        expect(&batch, 1, text);
    }
}

/* The same byte by byte, without a quote around it. */
static size_t json_of(const uint8_t *text, size_t length, unsigned escapes, char *to)
{
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        const uint8_t byte = text[i];
        if (byte == '"' || byte == '\\')
            size += (size_t)sprintf(to + size, "\\%c", byte);
        else if (byte >= 0x80)
            size += (size_t)sprintf(to + size, "\\ufffd");
        else if (byte < 0x20 || byte == 0x7f || (byte == '<' && escapes == AP_JSON_IN_HTML))
            size += (size_t)sprintf(to + size, "\\u%04x", byte);
        else if (byte == ']' && i + 1 < length && text[i + 1] == '(' && escapes == AP_JSON_NO_LINKS)
            size += (size_t)sprintf(to + size, "\\\\]");
        else
            to[size++] = (char)byte;
    }
    to[size] = '\0';
    return size;
}

static void check_json(const uint8_t *text, size_t length, size_t used, unsigned escapes)
{
    char wanted[TEXT_BYTES] = "\"";
    ap_batch batch;
    const size_t size = json_of(text, length, escapes, wanted + 1);
    memcpy(wanted + 1 + size, "\"", 2);
    begin(&batch, used);
    ap_batch_json_string(&batch, (ap_view){ text, length }, escapes);
    expect(&batch, used, wanted);
}

Test(report_batch, json_strings_with_each_byte_at_each_place)
{
    static const unsigned escapes[] = { 0, AP_JSON_IN_HTML, AP_JSON_NO_LINKS };
    uint8_t text[LONGEST];
    for (size_t at = 0; at < LONGEST; at += 3) {
        for (int byte = 0; byte < 256; byte++) {
            make(text, LONGEST, at, (uint8_t)byte);
            check_json(text, LONGEST, 0, escapes[(size_t)byte % 3]);
            check_json(text, at + 1, 0, escapes[(at + 1) % 3]);
        }
    }
    check_json((const uint8_t *)"a](b)]<", 7, 0, AP_JSON_NO_LINKS);
    check_json((const uint8_t *)"a](b)]<", 7, 0, AP_JSON_IN_HTML);
}

Test(report_batch, json_strings_however_full_it_is)
{
    uint8_t text[LONGEST];
    for (size_t used = AP_BATCH_BYTES - 3 * LONGEST; used <= AP_BATCH_BYTES; used++) {
        make(text, LONGEST, used % LONGEST, 0x80);
        check_json(text, LONGEST, used, 0);
        make(text, LONGEST, LONGEST, 0);
        check_json(text, LONGEST, used, 0);
    }
}

Test(report_batch, long_json_strings)
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

/* What the owner writes to the stream stays where it is among the members. */
Test(report_batch, a_value_of_the_owner_within_a_document)
{
    ap_json_put put;
    FILE *stream = open_text();
    ap_json_put_init(&put, stream, 0);
    ap_json_put_object(&put, NULL);
    ap_json_put_integer(&put, "a", 1);
    (void)ap_json_put_begin_own(&put, "b");
    fputs("2", ap_json_put_stream(&put));
    ap_batch_text(ap_json_put_begin_own(&put, "c"), "3");
    ap_json_put_end_object(&put);
    fputs("\n", stream);
    ap_json_put_init(&put, stream, 0);
    ap_json_put_null(&put, NULL);
    fputs("\n", stream);
    cr_assert_str_eq(close_text(NULL), "{\"a\": 1, \"b\": 2, \"c\": 3}\nnull\n");
}
