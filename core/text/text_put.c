#include "core/text/text_put.h"

#include <math.h>
#include <string.h>

#include "core/base/digits.h"
#include "core/number/float_text.h"

/* Writes a text. Writes one byte fast, since nearly every text is a blank, a line end, a brace or a parenthesis. */
static bool put_text(ap_text *text, const char *bytes)
{
    ap_writer *writer = text->io.writer;
    if (bytes[0] == '\0' || bytes[1] != '\0' || writer->used == AP_WRITER_BYTES)
        return ap_write(writer, bytes, strlen(bytes));
    writer->buffer[writer->used++] = (uint8_t)bytes[0];
    return !writer->failed;
}

/* Writing blanks between tokens, and line ends */

static const char *take_gap_for_token(ap_text *text, bool is_mark)
{
    const ap_text_style *style = text->style;
    const char *gap = text->gap != NULL ? text->gap : " ";
    const bool optional = is_mark || text->after_mark;
    text->gap = NULL;
    text->after_mark = is_mark;
    if (style->blank != NULL && !text->in_comment)
        return style->blank(style->context, optional ? AP_BLANK_OPTIONAL : AP_BLANK_NEEDED);
    return gap;
}

static bool put_gap_unless_first_token(ap_text *text, bool is_mark)
{
    const bool first = text->entry_tokens++ == 0;
    if (text->style == NULL)
        return first || ap_write(text->io.writer, " ", 1);
    const char *gap = take_gap_for_token(text, is_mark);
    return first || put_text(text, gap);
}

/* Writes a token of less than AP_WRITER_BYTES, and the gap before it. In canonical form, writes both directly into the writer's
   buffer. */
static bool put_token(ap_text *text, const char *token, size_t length, bool is_mark)
{
    ap_writer *writer = text->io.writer;
    if (text->style != NULL)
        return put_gap_unless_first_token(text, is_mark) && ap_write(writer, token, length);
    char *at = ap_write_reserve(writer, 1 + length);
    *at = ' ';
    at += text->entry_tokens++ > 0;
    memcpy(at, token, length);
    ap_write_commit(writer, at + length);
    return !writer->failed;
}

void ap_put_text_line_end(ap_text *text)
{
    const ap_text_style *style = text->style;
    const char *end = style == NULL ? "\n" : style->line_end;
    if (style != NULL && style->blank != NULL && !text->in_comment)
        end = style->blank(style->context, AP_BLANK_LINE);
    (void)put_text(text, end);
    text->entry_tokens = 0;
    text->gap = NULL;
    text->after_mark = text->in_comment = false;
}

void ap_put_text_indent(ap_text *text)
{
    (void)put_text(text, text->style == NULL ? "\t" : text->style->indent);
    text->indented = true;
}

void ap_put_text_entry_end(ap_text *text)
{
    if (text->style != NULL && text->indented && !text->in_comment)
        (void)put_text(text, text->style->entry_end);
    text->indented = false;
    ap_put_text_line_end(text);
}

void ap_put_text_section_gap_unless_dense(ap_text *text)
{
    if (text->style == NULL || !text->style->dense)
        ap_put_text_line_end(text);
}

void ap_put_text_close_brace(ap_text *text)
{
    (void)put_text(text, "}");
    ap_put_text_line_end(text);
}

/* Writing words, braces, parentheses and comments */

bool ap_text_put_word_if_writing(ap_text *text, const char *word)
{
    return !ap_is_writing(&text->io) || put_token(text, word, strlen(word), false);
}

bool ap_put_text_mark(ap_text *text, const char *mark)
{
    return put_token(text, mark, strlen(mark), true);
}

bool ap_text_put_comment_if_writing(ap_text *text, ap_view words)
{
    if (!ap_is_writing(&text->io))
        return true;
    if (text->style != NULL)
        text->gap = text->style->comment_gap;
    text->in_comment = true;
    return put_gap_unless_first_token(text, false) && put_text(text, words.size > 0 ? "// " : "//")
           && ap_write(text->io.writer, words.bytes, words.size);
}

/* Filling: these functions get a value from the filler, and return false if it has none. Without a filler, they return true and
   do not change the value. */

static bool fill_integer(const ap_text *text, const char *name, ap_text_integer *value)
{
    const ap_filler *filler = text->io.filler;
    uint64_t bits = 0;
    if (filler == NULL)
        return true;
    if (!filler->number(filler->context, &text->io, name, AP_TYPE_I32, AP_ROLE_NUMBER, &bits))
        return false;
    value->value = (int32_t)(uint32_t)bits;
    return true;
}

static bool fill_number(const ap_text *text, const char *name, ap_text_number *value)
{
    const ap_filler *filler = text->io.filler;
    uint64_t bits = 0;
    if (filler == NULL)
        return true;
    if (!filler->number(filler->context, &text->io, name, AP_TYPE_F32, AP_ROLE_NUMBER, &bits))
        return false;
    value->value = ap_float_of_bits((uint32_t)bits);
    if (!isfinite(value->value))
        return ap_refuse_filled_value(
            &text->io, name, "is not finite; the format can only store finite numbers");
    return true;
}

static bool fill_string(const ap_text *text, const char *name, ap_view *string)
{
    static const char never[] = { '"', '\n', '\r', '\0' };
    const ap_filler *filler = text->io.filler;
    if (filler == NULL)
        return true;
    if (!filler->bytes(filler->context, &text->io, name, AP_TYPE_BYTES, AP_UNCOUNTED, string))
        return false;
    for (size_t i = 0; i < sizeof never; i++) {
        if (string->size > 0 && memchr(string->bytes, never[i], string->size) != NULL)
            return ap_refuse_filled_value(&text->io, name,
                "contains a quote, a line end or a NUL, which a string of the format cannot contain");
    }
    return true;
}

/* Values */

bool ap_put_text_string(ap_text *text, const char *name, ap_view *string)
{
    const bool complete = fill_string(text, name, string) && put_gap_unless_first_token(text, false)
                          && put_text(text, "\"") && ap_write(text->io.writer, string->bytes, string->size)
                          && put_text(text, "\"");
    if (text->style != NULL)
        text->gap = text->style->string_end;
    return complete;
}

bool ap_put_text_integer(ap_text *text, const char *name, ap_text_integer *value)
{
    char digits[AP_DIGITS_ROOM];
    if (!fill_integer(text, name, value))
        return false;
    const size_t length = ap_put_integer(digits, value->value);
    value->known = true;
    value->span = (ap_span){ 0, 0 };
    return put_token(text, digits, length, false);
}

static size_t trim_zeros(const char *number, size_t length)
{
    while (number[length - 1] == '0')
        length--;
    return number[length - 1] == '.' ? length - 1 : length;
}

/* Writes a number in the style. Large numbers are written in the canonical form, because readers read other forms of large
   numbers differently. */
static bool put_styled_number(ap_text *text, float value)
{
    char number[AP_STYLE_NUMBER_BYTES];
    const ap_text_style *style = text->style;
    const bool shortest = style->decimals == AP_STYLE_SHORTEST || fabsf(value) >= 0x1p32F;
    size_t length =
        shortest ? ap_float_text(value, number) : ap_float_text_with_decimals(value, style->decimals, number);
    if (style->trimmed && !shortest)
        length = trim_zeros(number, length);
    if (style->spell != NULL && fabsf(value) < 0x1p32F)
        length = style->spell(style->context, number, length);
    return put_gap_unless_first_token(text, false) && ap_write(text->io.writer, number, length);
}

/* Writes a number in canonical form, directly into the writer's buffer, because most of the output is numbers. */
static bool put_canonical_number(ap_text *text, float value)
{
    ap_writer *writer = text->io.writer;
    if (AP_WRITER_BYTES - writer->used <= AP_FLOAT_TEXT_BYTES && !ap_writer_flush(writer))
        return false;
    char *at = (char *)writer->buffer + writer->used;
    *at = ' ';
    at += text->entry_tokens++ > 0;
    at += ap_float_text_with_exponent(value, at);
    writer->used = (size_t)(at - (char *)writer->buffer);
    return !writer->failed;
}

enum { NUMBERS_AT_ONCE = 16 };

/* Returns true if any of the numbers may need an exponent. Compilers vectorise this loop, since it has no branch. */
static bool is_any_small_enough_for_exponent(const float *values, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any |= ap_is_small_enough_for_exponent(values[i]);
    return any;
}

bool ap_text_put_floats_by_digits(
    ap_text *text, const float *values, const ap_digits_of_float *spelled, size_t count)
{
    ap_writer *writer = text->io.writer;
    for (size_t i = 0; i < count; i += NUMBERS_AT_ONCE) {
        const size_t now = count - i < NUMBERS_AT_ONCE ? count - i : NUMBERS_AT_ONCE;
        if (is_any_small_enough_for_exponent(values + i, now)) {
            for (size_t k = i; k < i + now; k++)
                (void)put_canonical_number(text, values[k]);
            continue;
        }
        char *at = ap_write_reserve(writer, 1 + now * (2 + AP_FLOAT_TEXT_BYTES));
        *at = ' ';
        at += text->entry_tokens > 0;
        ap_write_commit(writer, ap_put_floats_by_digits(values + i, spelled + i, now, false, at));
        text->entry_tokens += now;
    }
    return !writer->failed;
}

bool ap_put_text_number(ap_text *text, const char *name, ap_text_number *value)
{
    if (!fill_number(text, name, value))
        return false;
    *value = (ap_text_number){ .value = value->value, .valid = true };
    return text->style == NULL ? put_canonical_number(text, value->value)
                               : put_styled_number(text, value->value);
}
