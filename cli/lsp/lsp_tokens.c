/* Answers requests for semantic tokens: the kinds of words, for colours. Kinds of values come from the index of the document;
   keywords and comments are found between the values. */
#include <string.h>

#include "cli/lsp/lsp_server.h"

enum {
    MOST_TOKENS = 1000000,  /* most tokens of an answer; the rest of the text has no colours */
    TOKENS_PER_POLL = 16384 /* number of tokens after which the server looks for a cancellation */
};

/* Indices into the legend, LSP_TOKEN_TYPES. */
typedef enum token_type { KEYWORD, STRING, NUMBER, COMMENT, REFERENCE, COUNT } token_type;

typedef struct token_writer {
    lsp_server *server;
    const lsp_index *index;
    ap_view text;
    size_t start, end; /* tokens outside of these offsets are not written */
    ap_batch *batch;
    lsp_cursor cursor;
    lsp_position last; /* start of the last token */
    size_t count;
    bool cancelled;
} token_writer;

static bool is_cancelled_or_full(const token_writer *w)
{
    return w->cancelled || w->count >= MOST_TOKENS;
}

/* Writes a token that is in one line. */
static void put_token(token_writer *w, ap_span span, token_type type)
{
    if (span.length == 0 || ap_span_end(span) <= w->start || span.offset >= w->end || is_cancelled_or_full(w))
        return;
    const lsp_position start = lsp_position_at(&w->cursor, span.offset);
    const lsp_position end = lsp_position_at(&w->cursor, ap_span_end(span));
    const uint64_t lines = start.line - w->last.line;
    if (w->count++ > 0)
        ap_batch_byte(w->batch, ',');
    ap_batch_number(w->batch, lines);
    ap_batch_text_and_number(
        w->batch, ",", lines == 0 ? start.character - w->last.character : start.character);
    ap_batch_text_and_number(w->batch, ",", end.character - start.character);
    ap_batch_text_and_number(w->batch, ",", type);
    ap_batch_text(w->batch, ",0");
    w->last = start;
    if (w->count % TOKENS_PER_POLL == 0)
        w->cancelled = lsp_is_cancelled(w->server);
}

/* Writes a token for each line of a comment, which may have several. */
static void put_lines_of_comment(token_writer *w, ap_span span)
{
    size_t at = span.offset;
    for (size_t i = at; i < ap_span_end(span); i++) {
        if (w->text.bytes[i] != '\n' && w->text.bytes[i] != '\r')
            continue;
        put_token(w, (ap_span){ at, i - at }, COMMENT);
        at = i + 1;
    }
    put_token(w, (ap_span){ at, ap_span_end(span) - at }, COMMENT);
}

static size_t end_of_string(ap_view text, size_t at)
{
    for (at++; at < text.size && text.bytes[at] != '\n' && text.bytes[at] != '\r'; at++) {
        if (text.bytes[at] == '"')
            return at + 1;
    }
    return at;
}

static bool begins_number(uint8_t byte)
{
    return (byte >= '0' && byte <= '9') || byte == '-' || byte == '+' || byte == '.';
}

/* Writes the tokens from `at` to before `limit`, where no value was read: keywords, comments, and all words after an error.
   Returns the end of the last token or the limit, whichever is later. */
static size_t put_tokens_between(token_writer *w, size_t at, size_t limit)
{
    const ap_view text = w->text;
    while (at < limit && at < w->end && !is_cancelled_or_full(w)) {
        const uint8_t byte = text.bytes[at];
        const size_t start = at;
        if (byte <= ' ' || strchr("{}()", byte) != NULL) {
            at++;
        } else if (lsp_end_of_comment(text, at) > at) {
            at = lsp_end_of_comment(text, at);
            put_lines_of_comment(w, (ap_span){ start, at - start });
        } else if (byte == '"') {
            at = end_of_string(text, at);
            put_token(w, (ap_span){ start, at - start }, STRING);
        } else {
            at = ap_span_end(lsp_find_next_token(text, at));
            put_token(w, (ap_span){ start, at - start }, begins_number(byte) ? NUMBER : KEYWORD);
        }
    }
    return at > limit ? at : limit;
}

static token_type type_of_field(const lsp_index *index, const lsp_field *field, size_t index_in_fields)
{
    if (field->role == AP_ROLE_NAME)
        return STRING;
    if (field->role == AP_ROLE_COUNT)
        return COUNT;
    lsp_element target;
    return field->role == AP_ROLE_INDEX && lsp_find_target_of_field(index, field, index_in_fields, &target)
               ? REFERENCE
               : NUMBER;
}

static void put_tokens(token_writer *w)
{
    const lsp_index *index = w->index;
    lsp_field field;
    lsp_field_walk walk = lsp_begin_walk_at_field_ending_at_or_after(index, w->start);
    /* begins at the end of the value before, because a comment may begin there and end in the range */
    size_t at = lsp_end_of_previous_field(&walk);
    while (!is_cancelled_or_full(w) && at < w->end && lsp_walk_to_next_field(&walk, &field)) {
        at = put_tokens_between(w, at, field.offset);
        if (at > field.offset)
            continue; /* in a comment */
        put_token(w, lsp_span_of_field(&field), type_of_field(index, &field, walk.index_in_fields));
        at = ap_span_end(lsp_span_of_field(&field));
    }
    (void)put_tokens_between(w, at, w->text.size);
}

static void answer_tokens(lsp_server *server, const lsp_index *index, size_t start, size_t end)
{
    ap_json_put *put = lsp_begin_answer(server);
    ap_json_put_begin_object(put, "result");
    token_writer writer = { .server = server,
        .index = index,
        .text = index->text,
        .start = start,
        .end = end,
        .batch = ap_json_put_begin_raw(put, "data"),
        .cursor = lsp_cursor_at_line_of_offset(index, server->encoding, start) };
    ap_batch_byte(writer.batch, '[');
    put_tokens(&writer);
    ap_batch_byte(writer.batch, ']');
    if (lsp_refuse_if_cancelled_or_no_memory(server, writer.cancelled, false))
        return;
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}

void lsp_answer_tokens(lsp_server *server)
{
    lsp_document *document;
    const lsp_index *index = lsp_lint_and_index_document_of_request(server, &document);
    if (index != NULL)
        answer_tokens(server, index, 0, document->is_lintable ? index->text.size : 0);
}

void lsp_answer_tokens_of_range(lsp_server *server)
{
    lsp_place place;
    if (lsp_get_range_of_request_and_index(server, &place))
        answer_tokens(server, place.index, place.start, place.document->is_lintable ? place.end : 0);
}
