/* Answers requests for formatting of a document, or of some of its lines. */
#include <string.h>

#include "cli/lsp/lsp_server.h"
#include "core/base/same_bytes.h"
#include "core/files/sink.h"
#include "core/number/number.h"
#include "validators/lint_bytes.h"

/* Returns true if the document, as it was linted last, has no error, not even one that a setting or a comment hides; otherwise
   refuses the request. Returns false without an answer when out of memory. */
static bool has_no_errors_or_refuse(lsp_server *server, const lsp_document *document)
{
    ap_lint_options lint = document->settings.reading.lint;
    ap_lint_result about;
    if (document->findings.faults == 0)
        return !document->arena.failed;
    /* lints again to count the errors: with the severities of the rules, without errors that the configuration adds */
    ap_findings *all = ap_alloc(&server->arena, sizeof *all);
    if (all == NULL)
        return false;
    lint.no_suppression = true;
    ap_findings_init(all, &server->arena, NULL, 1, 1);
    ap_lint_as(document->format, lsp_document_text(document), &lint, all, &about);
    const size_t errors = all->counts[AP_ERROR];
    if (errors > 0)
        lsp_answer_with_error(server, LSP_REQUEST_FAILED, "not formatted: the file has %zu %s", errors,
            errors == 1 ? "error" : "errors");
    return errors == 0 && !server->arena.failed;
}

static void answer_with_edit(lsp_server *server, const lsp_document *document, const ap_difference *edit)
{
    if (!lsp_can_send_edit(edit)) {
        lsp_answer_with_error(
            server, LSP_REQUEST_FAILED, "not formatted: the file has bytes that are not UTF-8");
        return;
    }
    ap_json_put *put = lsp_begin_answer(server);
    lsp_put_edit(server, put, "result", document, edit);
    lsp_finish_and_send_message(server);
}

static void answer_formatting(lsp_server *server, const lsp_document *document, ap_view after)
{
    const ap_lint_result *about = &document->about;
    ap_difference edit;
    const bool can_send = lsp_find_edit_and_can_send_it(document, after, &edit);
    if (can_send && about->kept != NULL)
        lsp_show_message(server, LSP_MESSAGE_WARNING, "%s", about->kept);
    if (can_send && about->rewriting != NULL)
        lsp_show_message(server, LSP_MESSAGE_WARNING, "%s", about->rewriting);
    answer_with_edit(server, document, &edit);
}

/* Lines of a document */

static bool is_line_end(uint8_t byte)
{
    return byte == '\n' || byte == '\r';
}

/* A range of lines with fields. No field outside of the range is on its first or last line. */
typedef struct field_lines {
    const lsp_index *index;
    size_t start, end; /* offsets of the lines, without the end of the last one */
    size_t end_before; /* offset of the end of the field before the lines; 0 if they have the first field */
    size_t end_last;   /* offset of the end of their last field */
} field_lines;

/* Sets the start of the lines that begin with the field of this number. Returns false if the field before it ends on the same
   line. */
static bool set_start_unless_line_is_shared(field_lines *lines, size_t number)
{
    lsp_field field;
    lsp_field_walk walk = lsp_begin_walk_at_field_number(lines->index, number);
    lines->end_before = number == 0 ? 0 : lsp_end_of_previous_field(&walk);
    (void)lsp_walk_to_next_field(&walk, &field);
    lines->start = field.offset;
    while (lines->start > lines->end_before && !is_line_end(lines->index->text.bytes[lines->start - 1]))
        lines->start--;
    return lines->start > lines->end_before || number == 0;
}

/* Sets the end of the lines that end with the field of this number. Returns false if the field after it begins on the same
   line. */
static bool set_end_unless_line_is_shared(field_lines *lines, size_t number)
{
    lsp_field field;
    lsp_field_walk walk = lsp_begin_walk_at_field_number(lines->index, number);
    (void)lsp_walk_to_next_field(&walk, &field);
    lines->end = lines->end_last = ap_span_end(lsp_span_of_field(&field));
    const bool last = !lsp_walk_to_next_field(&walk, &field);
    const size_t most = last ? lines->index->text.size : field.offset;
    while (lines->end < most && !is_line_end(lines->index->text.bytes[lines->end]))
        lines->end++;
    return lines->end < most || last;
}

/* Finds the lines of the fields of the span in both texts. They have more fields if fields share a line in one of the texts.
   Returns false if the span has no field. */
static bool set_lines_unless_span_has_no_field(field_lines *text, field_lines *canonical, ap_span span)
{
    size_t first = lsp_count_fields_before(text->index, span.offset);
    size_t end = lsp_count_fields_before(text->index, ap_span_end(span));
    if (first == end)
        return false;
    while (
        !set_start_unless_line_is_shared(text, first) || !set_start_unless_line_is_shared(canonical, first))
        first--;
    while (
        !set_end_unless_line_is_shared(text, end - 1) || !set_end_unless_line_is_shared(canonical, end - 1))
        end++;
    return true;
}

/* Returns the span of the first token at or after the offset: a string with its quotes, a mark, or a word. */
static ap_span find_next_token_or_string(ap_view text, size_t at)
{
    const ap_span token = lsp_find_next_token(text, at);
    const size_t end = ap_span_end(token);
    if (token.length == 0 || text.bytes[token.offset] != '"')
        return token;
    const uint8_t *quote = memchr(text.bytes + end, '"', text.size - end);
    const size_t length = quote == NULL ? 1 : (size_t)(quote - text.bytes) + 1 - token.offset;
    return (ap_span){ token.offset, length };
}

/* Returns true if both tokens have the same bytes, or are spellings of the same number. */
static bool are_tokens_equal(ap_view one, ap_view other)
{
    if (ap_same_bytes(one, other))
        return true;
    const ap_number a = ap_parse_float(one), b = ap_parse_float(other);
    return a.fault == AP_NUMBER_FINE && b.fault == AP_NUMBER_FINE && a.value == b.value;
}

/* Returns true if both texts have the same tokens, whatever the spelling of their numbers. */
static bool have_same_tokens(ap_view one, ap_view other)
{
    ap_span a = { 0, 0 }, b = { 0, 0 };
    do {
        a = find_next_token_or_string(one, ap_span_end(a));
        b = find_next_token_or_string(other, ap_span_end(b));
        if (!are_tokens_equal(
                (ap_view){ one.bytes + a.offset, a.length }, (ap_view){ other.bytes + b.offset, b.length }))
            return false;
    } while (a.length > 0);
    return true;
}

/* Returns true if no comment begins before `at` and ends after it. Only keywords, marks and comments are between `from` and
   `at`. */
static bool is_outside_of_comments(ap_view text, size_t from, size_t at)
{
    while (from < at) {
        const size_t end = lsp_end_of_comment(text, from);
        from = end > from ? end : from + 1;
    }
    return from == at;
}

/* Returns the start of the line after the line end at `at`; `at` at the end of the text. */
static size_t offset_after_line_end(ap_view text, size_t at)
{
    at += at < text.size && text.bytes[at] == '\r';
    return at + (at < text.size && text.bytes[at] == '\n');
}

/* Finds the edit that replaces the lines of the text by those of its canonical form. Returns false if the canonical lines have
   other tokens, such as a keyword that the text has on another line, if the lines of the text begin or end in a comment, or
   when out of memory. */
static bool find_edit_of_lines(
    const field_lines *text, const field_lines *canonical, ap_arena *arena, ap_difference *edit)
{
    const ap_view whole = text->index->text, form = canonical->index->text;
    const size_t length = text->end - text->start, new_length = canonical->end - canonical->start;
    const ap_view lines = { whole.bytes + text->start, length };
    if (!have_same_tokens(lines, (ap_view){ form.bytes + canonical->start, new_length })
        || !is_outside_of_comments(whole, text->end_before, text->start)
        || !is_outside_of_comments(whole, text->end_last, text->end))
        return false;
    const size_t line_end = offset_after_line_end(whole, text->end)
                            - text->end; /* of the last line; part of the old and the new lines */
    uint8_t *bytes = ap_alloc_uncleared(arena, new_length + line_end + 1);
    if (bytes == NULL)
        return false;
    memcpy(bytes, form.bytes + canonical->start, new_length);
    memcpy(bytes + new_length, whole.bytes + text->end, line_end);
    *edit = ap_find_difference(
        (ap_view){ lines.bytes, length + line_end }, (ap_view){ bytes, new_length + line_end }, AP_BY_LINE);
    edit->span.offset += text->start;
    return true;
}

/* Finds the edit that formats the lines of the span if all lines that differ from those of the canonical form are outside of the
   span, or if all are inside of it and without comments. Otherwise returns false. */
static bool find_edit_without_index(ap_view text, ap_view canonical, ap_span span, ap_difference *edit)
{
    const ap_difference all = ap_find_difference(text, canonical, AP_BY_LINE);
    const size_t end = ap_span_end(span), changed_end = ap_span_end(all.span);
    *edit = (ap_difference){ { span.offset, 0 }, { NULL, 0 } };
    if ((all.span.length == 0 && all.text.size == 0) || end < all.span.offset || span.offset >= changed_end)
        return true;
    if (all.span.offset < span.offset || changed_end > offset_after_line_end(text, end)
        || memchr(text.bytes + all.span.offset, '/', all.span.length) != NULL)
        return false;
    *edit = all;
    return true;
}

/* Finds the edit that gives the lines of the span the form that they have in `after`, the canonical form of the document. Returns
   false if the lines cannot be formatted without others, or when out of memory (arena->failed). */
static bool find_edit_of_span(const lsp_document *document, const lsp_index *text, ap_view after,
    ap_span span, ap_arena *arena, ap_difference *edit)
{
    if (find_edit_without_index(text->text, after, span, edit))
        return true;
    lsp_index *canonical = lsp_index_create(
        document->format, after, &document->settings.reading.lint, LSP_MOST_INDEX_BYTES, arena);
    arena->failed |= canonical == NULL;
    field_lines lines = { .index = text }, canonical_lines = { .index = canonical };
    const bool found = canonical != NULL && lsp_count_fields(text) == lsp_count_fields(canonical)
                       && (!set_lines_unless_span_has_no_field(&lines, &canonical_lines, span)
                           || find_edit_of_lines(&lines, &canonical_lines, arena, edit));
    lsp_index_free(canonical);
    return found;
}

/* Answers with the canonical form of the lines of the request. */
static void answer_range_formatting_or_refuse(
    lsp_server *server, lsp_document *document, lsp_range range, ap_view after)
{
    ap_difference edit;
    const lsp_index *text = lsp_get_or_make_index(server, document);
    if (text == NULL)
        return;
    const size_t start =
        lsp_find_offset_of_position(text, server->encoding, (lsp_position){ range.start.line, 0 });
    const size_t end =
        lsp_find_offset_of_position(text, server->encoding, (lsp_position){ range.end.line, UINT64_MAX });
    const ap_span span = { start, end - start };
    if (end >= start && find_edit_of_span(document, text, after, span, &server->arena, &edit))
        answer_with_edit(server, document, &edit);
    else if (!server->arena.failed)
        lsp_answer_with_error(
            server, LSP_REQUEST_FAILED, "not formatted: these lines cannot be formatted without the others");
}

/* Answers with the canonical form of the document, or of the lines of `range` unless it is NULL. */
static void answer_with_canonical_text(lsp_server *server, lsp_document *document, const lsp_range *range)
{
    ap_buffer store;
    ap_writer writer;
    ap_buffer_init(&store);
    ap_buffer_init_writer(&store, &writer);
    if (document->format->write(
            lsp_document_text(document), &document->settings.reading.lint, &server->arena, &writer)
        && ap_writer_flush(&writer)) {
        const ap_view after = { store.bytes, store.size };
        if (range == NULL)
            answer_formatting(server, document, after);
        else
            answer_range_formatting_or_refuse(server, document, *range, after);
    }
    ap_buffer_free(&store);
}

static void format_document(lsp_server *server, lsp_document *document, const lsp_range *range)
{
    lsp_update_diagnostics_if_outdated(server, document);
    if (!document->is_lintable || document->format == NULL || document->format->write == NULL)
        lsp_answer_with_error(server, LSP_REQUEST_FAILED, "not formatted: this file has no canonical form");
    else if (has_no_errors_or_refuse(server, document))
        answer_with_canonical_text(server, document, range);
    if (!server->answered)
        lsp_answer_with_error(server, LSP_REQUEST_FAILED, "not formatted: memory ran out");
}

void lsp_answer_formatting(lsp_server *server)
{
    lsp_document *document;
    if (lsp_get_document_and_make_current(server, &document))
        format_document(server, document, NULL);
}

void lsp_answer_range_formatting(lsp_server *server)
{
    lsp_document *document;
    lsp_range range;
    if (lsp_get_document_and_make_current(server, &document)
        && lsp_get_range(server, lsp_find_member(server, server->params, "range", NULL), &range))
        format_document(server, document, &range);
}
