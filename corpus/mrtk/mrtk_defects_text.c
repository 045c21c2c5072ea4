/* MRTK animations damaged by a tool that treated them as text. */
#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_layout_oracle.h"
#include "corpus/mrtk/mrtk_page.h"

#define FORMAT "mrtk"

enum { MOST_BYTES_OF_ONE = 3 /* most bytes of UTF-8 that one byte of a file becomes */ };

/* Values of a defect's number: how a tool converted bytes that are not ASCII. */
enum { LATIN_1, WINDOWS_1252, REPLACED, QUESTION_MARKS };

#define TEXT "mrtk/text-mode"

/* Inserts the byte 0x0d before each byte 0x0a, as the conversion of LF to CR LF does. Returns false if the file has no byte 0x0a,
   or if the converted file is still read to its end. */
static bool convert_line_ends(ap_damage *damage)
{
    const ap_view input = damage->input;
    const ap_mrtk_minor version = ap_mrtk_minor_of_result_or_1_0(&damage->about);
    const uint8_t *first = memchr(input.bytes, '\n', input.size);
    uint8_t *converted = ap_alloc(damage->arena, 2 * input.size);
    size_t size = 0;
    if (first == NULL || converted == NULL)
        return false;
    for (size_t i = 0; i < input.size; i++) {
        if (input.bytes[i] == '\n')
            converted[size++] = '\r';
        converted[size++] = input.bytes[i];
    }
    const ap_span first_end = { (size_t)(first - input.bytes), 2 };
    return !ap_mrtk_reads_exactly_to_end((ap_view){ converted, size }, version)
           && ap_edit_span(damage, (ap_span){ 0, input.size }, converted, size)
           && ap_expect_finding(damage, TEXT, first_end, "") && ap_expect_vanished_from(damage, NULL, 0);
}

static size_t put_utf8(uint8_t *at, uint32_t character)
{
    if (character < 0x80) {
        at[0] = (uint8_t)character;
        return 1;
    }
    if (character < 0x800) {
        at[0] = (uint8_t)(0xc0 | character >> 6);
        at[1] = (uint8_t)(0x80 | (character & 0x3f));
        return 2;
    }
    at[0] = (uint8_t)(0xe0 | character >> 12);
    at[1] = (uint8_t)(0x80 | (character >> 6 & 0x3f));
    at[2] = (uint8_t)(0x80 | (character & 0x3f));
    return 3;
}

/* Returns the character that a tool decodes a byte to, in the encoding that it assumes. */
static uint32_t character_of_byte(uint8_t byte, int64_t encoding)
{
    static const uint16_t windows_1252[32] = { 0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021,
        0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178 };
    if (byte < 0x80)
        return byte;
    if (encoding == REPLACED)
        return 0xfffd;
    if (encoding == QUESTION_MARKS)
        return '?';
    return encoding == WINDOWS_1252 && byte < 0xa0 ? windows_1252[byte - 0x80] : byte;
}

static bool reencode_file(ap_damage *damage)
{
    const ap_view input = damage->input;
    uint8_t *text = ap_alloc(damage->arena, MOST_BYTES_OF_ONE * input.size);
    size_t size = 0, magic = 0;
    if (text == NULL)
        return false;
    for (size_t i = 0; i < input.size; i++) {
        size += put_utf8(text + size, character_of_byte(input.bytes[i], damage->defect->number));
        if (i + 1 == MRTK_MAGIC_BYTES)
            magic = size;
    }
    return ap_edit_span(damage, (ap_span){ 0, input.size }, text, size)
           && ap_expect_finding(damage, TEXT, (ap_span){ 0, magic }, "magic")
           && ap_expect_vanished_from(damage, NULL, 0);
}

static const ap_defect defects[] = {
    ROW("text-mode", "line-ends", "the file was copied as text: each 0a byte is preceded by 0d",
        convert_line_ends, .knobs = "layout=writer keys=10"),
    ROW("text-mode", "line-ends-published",
        "a file in the published layout was copied as text: each 0a byte is preceded by 0d",
        convert_line_ends, .knobs = "layout=published keys=10"),
    ROW("text-mode", "latin-1", "the file was re-encoded from Latin-1 to UTF-8", reencode_file,
        .number = LATIN_1),
    ROW("text-mode", "windows-1252", "the file was re-encoded from Windows-1252 to UTF-8", reencode_file,
        .number = WINDOWS_1252),
    ROW("text-mode", "replaced", "the file was decoded as UTF-8: U+FFFD replaces bytes that are not UTF-8",
        reencode_file, .number = REPLACED),
    ROW("text-mode", "question-marks",
        "the file was written as ASCII: question marks replace bytes that are not ASCII", reencode_file,
        .number = QUESTION_MARKS),
    NEAR_AT("text-mode", "own-line-end", "the bytes 0d 0a are part of a value, and all counts are right",
        ap_apply_number_to_field, "camera.position_x.keys[0].value", 0x0a0d),
};

const ap_defect_table ap_mrtk_text_defects = { defects, sizeof defects / sizeof *defects };
