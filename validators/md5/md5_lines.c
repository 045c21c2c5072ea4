/* Checks line lengths and unusual blanks, which id's reader ignores and other readers do not. Lines are checked after each
   section, while their bytes are in the cache; the lexer counts the blanks. Also finds the end of the content after the last
   section, and reports bytes after it. */
#include <stdio.h>
#include <string.h>

#include "validators/md5/md5_stream.h"

enum { LONGEST_LINE = 510 };

static bool is_line_end(uint8_t byte)
{
    return byte == '\n' || byte == '\r';
}

/* Returns the offset of the end of the line that contains byte `at`, before its line end. */
static size_t line_end(ap_view input, size_t at)
{
    while (at < input.size && !is_line_end(input.bytes[at]))
        at++;
    return at;
}

/* Returns the offset after the last line feed within the first `size` bytes; if there is no line feed, after the
   last carriage return; 0 if there is no line end. */
static size_t start_of_last_line(const uint8_t *start, size_t size)
{
    const uint8_t *end = memrchr(start, '\n', size);
    if (end == NULL)
        end = memrchr(start, '\r', size);
    return end == NULL ? 0 : (size_t)(end - start) + 1;
}

void ap_md5_begin_line_length_checks(ap_md5_stream *stream, size_t at)
{
    ap_md5_line_length_check *lines = &stream->lines;
    if (lines->state != AP_MD5_LINES_BEFORE)
        return;
    lines->state = AP_MD5_LINES_IN;
    lines->start = start_of_last_line(stream->text.io.input.bytes, at);
}

void ap_md5_check_line_lengths_up_to(ap_md5_stream *stream, size_t end)
{
    const ap_view input = stream->text.io.input;
    ap_md5_line_length_check *lines = &stream->lines;
    if (lines->state != AP_MD5_LINES_IN || lines->wait_for_end)
        return;
    while (lines->start < end && end - lines->start > LONGEST_LINE) {
        const size_t next = start_of_last_line(input.bytes + lines->start, LONGEST_LINE + 1);
        if (next > 0) {
            lines->start += next;
            continue;
        }
        const ap_span line =
            ap_span_from_to((ap_span){ lines->start, 0 }, (ap_span){ line_end(input, lines->start), 0 });
        if (lines->too_long++ == 0)
            lines->first = line;
        lines->start = ap_span_end(line);
    }
}

void ap_md5_end_line_length_checks(ap_md5_stream *stream, size_t at)
{
    stream->lines.wait_for_end = false;
    ap_md5_check_line_lengths_up_to(stream, line_end(stream->text.io.input, at));
    stream->lines.state = AP_MD5_LINES_OVER; /* lines after the line of byte `at` are not checked */
}

static void report_long_lines(ap_md5_stream *stream)
{
    const ap_md5_line_length_check *lines = &stream->lines;
    if (lines->too_long == 0)
        return;
    ap_add_finding_at(&stream->text.io, stream->text.rules->line_length, lines->first, NULL,
        ap_value_with_prefix("at most", ap_byte_count(LONGEST_LINE)), ap_byte_count(lines->first.length),
        lines->too_long == 1
            ? "the line has %zu bytes; readers that read line by line cut it after %d"
            : "the line has %zu bytes; readers that read line by line cut it after %d, and cut %zu lines of "
              "this file",
        lines->first.length, LONGEST_LINE, lines->too_long);
}

static void report_unusual_blanks(ap_md5_stream *stream)
{
    const ap_lexer *lexer = &stream->text.lexer;
    const ap_span span = { lexer->first_unusual_blank, 1 };
    char others[64] = "";
    if (lexer->unusual_blanks == 0)
        return;
    if (lexer->unusual_blanks > 1)
        snprintf(others, sizeof others, "; %zu bytes of the file are such blanks", lexer->unusual_blanks);
    if (lexer->first_unusual_inside)
        ap_add_finding_at(&stream->text.io, stream->text.rules->blank, span, NULL,
            ap_text_value("a space or a tab"), ap_no_value(),
            "the form feed ends the line for one reader, in a string or a comment too%s", others);
    else
        ap_add_finding_at(&stream->text.io, stream->text.rules->blank, span, NULL,
            ap_text_value("a space, a tab or a line end"), ap_no_value(),
            "the byte 0x%02x must be a space, a tab or a line end%s",
            (unsigned)stream->text.io.input.bytes[span.offset], others);
}

void ap_md5_report_long_lines_and_blanks(ap_md5_stream *stream)
{
    ap_md5_end_line_length_checks(stream, stream->text.io.input.size);
    report_long_lines(stream);
    report_unusual_blanks(stream);
}

const char *ap_md5_remark_on_kept_text_or_null(const ap_md5_stream *stream)
{
    return stream->text.lexer.string_has_form_feed
               ? "a form feed in a string was not removed; one reader ends the line there"
               : NULL;
}

bool ap_md5_move_to_stop_after_last_section(
    ap_md5_stream *stream, bool counted, ap_md5_is_start_of_readable_section *is_start)
{
    ap_lexer *lexer = &stream->text.lexer;
    const ap_view input = stream->text.io.input;
    ap_lexer probe = *lexer;
    probe.silent = probe.past_end = true;
    ap_lexer_skip_blanks(&probe, counted);
    const bool stopped =
        probe.at < input.size && (input.bytes[probe.at] == '\0' || !ap_lexer_is_token_at(&probe, probe.at));
    lexer->past_end = true;
    if (!stopped && (!counted || (is_start != NULL && is_start(stream, ap_lexer_next_token(&probe)))))
        return false;
    lexer->nul_reported |= counted; /* a NUL in a comment after the end of the content is not reported */
    ap_lexer_skip_blanks(lexer, counted);
    return stopped;
}

/* Returns the number of form feeds in the token that was peeked but not read yet; 0 if no token was peeked. */
static size_t count_form_feeds_in_peeked_token(const ap_text *text)
{
    const ap_span span = text->next.span;
    size_t count = 0;
    for (size_t i = 0; text->has_next && i < span.length; i++)
        count += text->io.input.bytes[span.offset + i] == '\f';
    return count;
}

void ap_md5_report_trailing_and_end(ap_md5_stream *stream, const ap_rule *rule, size_t at, const char *last)
{
    ap_text *text = &stream->text;
    const size_t rest = text->io.input.size - at;
    const bool second = text->has_next && ap_token_is_bare_word(&text->io, text->next, "MD5Version");
    text->lexer.unusual_blanks -= count_form_feeds_in_peeked_token(text);
    ap_add_finding_at(&text->io, rule, (ap_span){ at, rest }, NULL,
        ap_value_with_prefix("no text after the last", ap_text_value(last)), ap_byte_count(rest),
        second ? "a second file, which begins with MD5Version, follows the last %s"
               : "the file must end after the last %s, but text follows",
        last);
    stream->ended = true;
}
