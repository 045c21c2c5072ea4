/* Answers requests for formatting of a document, or of some of its lines. */
#include <string.h>

#include "cli/lsp/lsp_server.h"
#include "core/files/sink.h"
#include "validators/lint_bytes.h"

/* Lints the document with all rules, even suppressed ones. Returns true if no error was found; otherwise refuses the
   request. */
static bool has_no_errors(lsp_server *server, const lsp_document *document, ap_lint_result *about)
{
    ap_lint_options lint = document->settings.reading.lint;
    ap_findings *all = ap_alloc(&server->arena, sizeof *all);
    if (all == NULL)
        return false;
    lint.no_suppression = true;
    ap_findings_init(all, &server->arena, NULL, 1, 1);
    ap_lint_as(document->format, lsp_document_text(document), &lint, all, about);
    const size_t errors = all->counts[AP_ERROR];
    if (errors > 0)
        lsp_answer_with_error(server, LSP_REQUEST_FAILED, "not formatted: the file has %zu %s", errors,
            errors == 1 ? "error" : "errors");
    return errors == 0 && !server->arena.failed;
}

static void answer_with_edits(lsp_server *server, const lsp_document *document, ap_view after)
{
    if (!lsp_can_send_edit(document, after)) {
        lsp_answer_with_error(
            server, LSP_REQUEST_FAILED, "not formatted: the file has bytes that are not UTF-8");
        return;
    }
    ap_json_put *put = lsp_begin_answer(server);
    if (put == NULL)
        return;
    lsp_put_edits(server, put, "result", document, after);
    lsp_finish_and_send_message(server);
}

static void answer_formatting(
    lsp_server *server, const lsp_document *document, const ap_lint_result *about, ap_view after)
{
    if (lsp_can_send_edit(document, after) && about->kept != NULL)
        lsp_show_message(server, LSP_MESSAGE_WARNING, "%s", about->kept);
    if (lsp_can_send_edit(document, after) && about->rewriting != NULL)
        lsp_show_message(server, LSP_MESSAGE_WARNING, "%s", about->rewriting);
    answer_with_edits(server, document, after);
}

/* Lines of a document */

static bool is_line_end(uint8_t byte)
{
    return byte == '\n' || byte == '\r';
}

/* Returns the start of the line of field `number` if no other field begins that line before it; otherwise SIZE_MAX. */
static size_t find_line_start(const lsp_index *index, size_t number)
{
    const size_t least = number == 0 ? 0 : ap_span_end(lsp_span_of_field_number(index, number - 1));
    size_t at = lsp_span_of_field_number(index, number).offset;
    while (at > least && !is_line_end(index->text.bytes[at - 1]))
        at--;
    return at > least || number == 0 ? at : SIZE_MAX;
}

/* Returns the end of the line of field `number` if no other field follows it on that line; otherwise SIZE_MAX. */
static size_t find_line_end(const lsp_index *index, size_t number)
{
    const bool last = number + 1 == lsp_count_fields(index);
    const size_t most = last ? index->text.size : lsp_span_of_field_number(index, number + 1).offset;
    size_t at = ap_span_end(lsp_span_of_field_number(index, number));
    while (at < most && !is_line_end(index->text.bytes[at]))
        at++;
    return at < most || last ? at : SIZE_MAX;
}

/* Returns the text with the lines of the fields of `lines` replaced by the lines of the same fields in `canonical`. More fields
   are replaced if fields share a line in one of the texts. Returns an empty view if that is not possible. */
static ap_view replace_lines(
    const lsp_index *text, const lsp_index *canonical, ap_span lines, ap_arena *arena)
{
    const ap_view none = { NULL, 0 };
    size_t first = lsp_count_fields_before(text, lines.offset);
    size_t end = lsp_count_fields_before(text, ap_span_end(lines));
    if (first == end)
        return text->text;
    while (find_line_start(text, first) == SIZE_MAX || find_line_start(canonical, first) == SIZE_MAX)
        first--;
    while (find_line_end(text, end - 1) == SIZE_MAX || find_line_end(canonical, end - 1) == SIZE_MAX)
        end++;
    const size_t from = find_line_start(canonical, first), to = find_line_end(canonical, end - 1);
    const size_t at = find_line_start(text, first), rest = find_line_end(text, end - 1);
    const size_t size = at + (to - from) + (text->text.size - rest);
    uint8_t *bytes = ap_alloc_uncleared(arena, size + 1);
    if (bytes == NULL || to < from || rest < at)
        return none;
    memcpy(bytes, text->text.bytes, at);
    memcpy(bytes + at, canonical->text.bytes + from, to - from);
    memcpy(bytes + at + (to - from), text->text.bytes + rest, text->text.size - rest);
    return (ap_view){ bytes, size };
}

/* Returns true if the two texts have the same content. */
static bool have_same_content(lsp_server *server, const lsp_document *document, ap_view one, ap_view other)
{
    char paths[2][AP_SAME_PATH_BYTES];
    return document->format->same != NULL
           && document->format->same(one, other, &server->arena, paths[0], paths[1]);
}

/* Answers with the canonical form of the lines of the request. */
static void answer_range_formatting(
    lsp_server *server, lsp_document *document, lsp_range range, ap_view after)
{
    const lsp_index *text = lsp_get_index(server, document);
    lsp_index *canonical = lsp_index_create(
        document->format, after, &document->settings.reading.lint, LSP_MOST_INDEX_BYTES, &server->arena);
    if (text != NULL && canonical != NULL) {
        const size_t start = lsp_find_offset(text, server->encoding, (lsp_position){ range.start.line, 0 });
        const size_t end =
            lsp_find_offset(text, server->encoding, (lsp_position){ range.end.line, UINT64_MAX });
        const ap_view edited =
            lsp_count_fields(text) != lsp_count_fields(canonical) || end < start
                ? (ap_view){ NULL, 0 }
                : replace_lines(text, canonical, (ap_span){ start, end - start }, &server->arena);
        if (edited.size > 0 && have_same_content(server, document, text->text, edited))
            answer_with_edits(server, document, edited);
        else if (!server->arena.failed)
            lsp_answer_with_error(server, LSP_REQUEST_FAILED,
                "not formatted: these lines cannot be formatted without the others");
    }
    lsp_index_free(canonical);
}

/* Answers with the canonical form of the document, or of the lines of `range` unless it is NULL. */
static void answer_with_canonical_text(
    lsp_server *server, lsp_document *document, const ap_lint_result *about, const lsp_range *range)
{
    ap_buffer store;
    ap_writer writer;
    ap_buffer_init(&store);
    ap_buffer_init_writer(&store, &writer);
    if (document->format->write(
            lsp_document_text(document), &document->settings.reading.lint, &server->arena, &writer)
        && ap_writer_finish(&writer)) {
        const ap_view after = { store.bytes, store.size };
        if (range == NULL)
            answer_formatting(server, document, about, after);
        else
            answer_range_formatting(server, document, *range, after);
    }
    ap_buffer_free(&store);
}

static void format_document(lsp_server *server, lsp_document *document, const lsp_range *range)
{
    ap_lint_result about;
    lsp_check_document(server, document);
    if (!document->checked || document->format == NULL || document->format->write == NULL)
        lsp_answer_with_error(server, LSP_REQUEST_FAILED, "not formatted: this file has no canonical form");
    else if (has_no_errors(server, document, &about))
        answer_with_canonical_text(server, document, &about, range);
    if (!server->answered)
        lsp_answer_with_error(server, LSP_REQUEST_FAILED, "not formatted: memory ran out");
}

void lsp_answer_formatting(lsp_server *server)
{
    lsp_document *document;
    if (lsp_get_document(server, &document))
        format_document(server, document, NULL);
}

void lsp_answer_range_formatting(lsp_server *server)
{
    lsp_document *document;
    lsp_range range;
    if (lsp_get_document(server, &document)
        && lsp_get_range(server, lsp_find_member(server, server->params, "range", NULL), &range))
        format_document(server, document, &range);
}
