/* Answers completion requests: keywords of the format, names between quotes, and rules in suppression comments. */
#include <string.h>

#include "cli/lsp/lsp_completion.h"
#include "cli/shared/input_copy.h"
#include "core/finding/suppression.h"
#include "validators/file/file_table.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

enum { MOST_KEPT_FINDINGS = 1000, MOST_KEPT_PER_RULE = 50 };

static const char comment_words[] = AP_SUPPRESSION_PREFIX " ignore ";

void lsp_set_completed_span(lsp_completion *c, ap_span span)
{
    lsp_cursor cursor;
    lsp_cursor_init(&cursor, c->text, c->server->encoding);
    c->range.start = lsp_position_at(&cursor, span.offset);
    c->range.end = lsp_position_at(&cursor, ap_span_end(span));
}

void lsp_put_completion_item(lsp_completion *c, const lsp_completion_item *item)
{
    ap_json_put *put = c->put;
    if (c->count == LSP_MOST_ITEMS) {
        c->incomplete = true;
        return;
    }
    c->count++;
    ap_json_put_begin_object(put, NULL);
    ap_json_put_view(put, "label", item->label);
    ap_json_put_integer(put, "kind", item->kind);
    if (item->detail != NULL)
        ap_json_put_text(put, "detail", item->detail);
    if (item->documentation != NULL)
        ap_json_put_text(put, "documentation", item->documentation);
    if (item->order != NULL)
        ap_json_put_text(put, "sortText", item->order);
    ap_json_put_begin_object(put, "textEdit");
    lsp_put_range(put, "range", c->range);
    ap_json_put_view(put, "newText", item->new_text);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
}

static ap_view view_of(const char *text)
{
    return (ap_view){ (const uint8_t *)text, strlen(text) };
}

static void put_word_item(lsp_completion *c, lsp_completion_item_kind kind, const char *word)
{
    const ap_view view = view_of(word);
    lsp_put_completion_item(c, &(lsp_completion_item){ .kind = kind, .label = view, .new_text = view });
}

/* Rules in suppression comments */

/* Returns true if a comment can suppress findings of the rule in a file of the format: a rule of the format, or of files of all
   formats, except the rule about such comments. */
static bool can_be_suppressed(const ap_rule *rule, const ap_format *format)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    const size_t group = strcspn(rule->id, "/");
    if (rule == &ap_file_rules[FILE_UNUSED_IGNORE])
        return false;
    for (size_t i = 0; i < count; i++) {
        if (strlen(formats[i]->name) == group && memcmp(formats[i]->name, rule->id, group) == 0)
            return formats[i] == format;
    }
    return true;
}

static bool has_finding_on_line(const lsp_completion *c, const ap_rule *rule)
{
    const ap_finding *f = c->document->findings.first;
    while (f != NULL
           && (f->rule != rule || f->span.offset < c->line.offset || f->span.offset > ap_span_end(c->line)))
        f = f->next;
    return f != NULL;
}

static void put_rules(lsp_completion *c)
{
    enum { ORDER_BYTES = 160 };
    const ap_rule_settings *settings = &c->document->settings.reading.rule_settings;
    const ap_rule *rule;
    for (size_t i = 0; (rule = ap_rule_of_settings_at(settings, i)) != NULL; i++) {
        char order[ORDER_BYTES];
        const ap_severity severity = ap_rule_settings_level(settings, rule);
        if (severity == AP_OFF || !can_be_suppressed(rule, c->document->format))
            continue;
        snprintf(order, sizeof order, "%d%s", has_finding_on_line(c, rule) ? 0 : 1, rule->id);
        const ap_view id = view_of(rule->id);
        lsp_put_completion_item(c, &(lsp_completion_item){ .kind = LSP_ITEM_VALUE,
                                       .label = id,
                                       .new_text = id,
                                       .detail = ap_severity_name(severity),
                                       .documentation = rule->summary,
                                       .order = order });
    }
}

static bool is_one_of(uint8_t byte, const char *bytes)
{
    return byte != '\0' && strchr(bytes, byte) != NULL;
}

/* Completes a comment. `at`: offset of the byte after its two slashes. */
static void complete_comment(lsp_completion *c, size_t at)
{
    const size_t line_end = ap_span_end(c->line), words = sizeof comment_words - 1;
    while (at < c->offset && is_one_of(c->text.bytes[at], "/ \t"))
        at++;
    const size_t typed = c->offset - at;
    if (typed < words) {
        if (memcmp(c->text.bytes + at, comment_words, typed) != 0)
            return;
        lsp_set_completed_span(c, (ap_span){ at, typed });
        put_word_item(c, LSP_ITEM_KEYWORD, comment_words);
        return;
    }
    if (memcmp(c->text.bytes + at, comment_words, words) != 0)
        return;
    size_t start = c->offset, end = c->offset;
    while (!is_one_of(c->text.bytes[start - 1], " \t,"))
        start--;
    while (end < line_end && !is_one_of(c->text.bytes[end], " \t,"))
        end++;
    lsp_set_completed_span(c, (ap_span){ start, end - start });
    put_rules(c);
}

/* Keywords */

/* Findings of the format's reader at the end of a text. */
typedef struct findings_at_end {
    bool touched; /* a finding touches the last word of the text */
    const char
        *message; /* of the finding at the end, in the arena of the server; NULL: no finding is at the end */
    const char *expected; /* the words of that finding that say what is expected there, in the same arena */
} findings_at_end;

/* Lints the text as a whole file, and returns what is found at its end. `word`: offset of the last word. */
static findings_at_end lint_text_and_get_findings_at_end(const lsp_completion *c, ap_view text, size_t word)
{
    ap_lint_options options = c->document->settings.reading.lint;
    ap_lint_result about;
    ap_arena arena;
    findings_at_end end = { .touched = false };
    ap_arena_init(&arena, c->document->settings.reading.max_memory_bytes);
    ap_findings *findings = ap_alloc(&arena, sizeof *findings);
    options.companions = NULL;
    options.no_suppression = true;
    if (findings != NULL) {
        ap_findings_init(findings, &arena, NULL, MOST_KEPT_FINDINGS, MOST_KEPT_PER_RULE);
        ap_lint_as(c->document->format, text, &options, findings, &about);
        for (const ap_finding *f = findings->first; f != NULL; f = f->next) {
            end.touched |= f->span.length > 0 && ap_span_end(f->span) > word;
            if (f->span.offset != text.size)
                continue;
            end.message = cli_copy_text(&c->server->arena, f->message);
            end.expected = cli_copy_text(&c->server->arena, f->expected);
        }
    }
    ap_arena_free(&arena);
    return end;
}

static bool is_word_in(const char *word, const char *words)
{
    const size_t length = strlen(word);
    for (const char *at = words; *at != '\0'; at += strspn(at, " ")) {
        const size_t bytes = strcspn(at, " ");
        if (bytes == length && memcmp(at, word, length) == 0)
            return true;
        at += bytes;
    }
    return false;
}

/* Writes the keywords in the words of the reader: "numtris" in "a vert or numtris". Returns true if there is one. */
static bool put_expected_keywords(lsp_completion *c, const char *expected)
{
    const size_t before = c->count;
    for (const char *const *word = c->document->format->keywords; expected != NULL && *word != NULL; word++) {
        if (is_word_in(*word, expected))
            put_word_item(c, LSP_ITEM_KEYWORD, *word);
    }
    return c->count > before;
}

/* Writes the keyword into `bytes` after the text before the word; `bytes` has that text and room for the keyword. Returns true
   if the reader accepts it: it finds no fault in the keyword and expects something else after it. */
static bool write_keyword_and_return_if_accepted(
    const lsp_completion *c, uint8_t *bytes, size_t word, const char *keyword, findings_at_end before)
{
    const size_t length = strlen(keyword);
    memcpy(bytes + word, keyword, length);
    const findings_at_end after =
        lint_text_and_get_findings_at_end(c, (ap_view){ bytes, word + length }, word);
    return !after.touched && after.message != NULL
           && (before.message == NULL || strcmp(after.message, before.message) != 0);
}

/* Writes keywords that the reader accepts at the position. If the reader finds nothing at the position, because it skips that
   part after an earlier error, writes all keywords at which it continues. Otherwise writes one, the keyword of the next
   block, which is among the last keywords of a format: the search begins there. */
static void put_accepted_keywords(lsp_completion *c, size_t word, findings_at_end before)
{
    const char *const *keywords = c->document->format->keywords;
    const size_t typed = c->offset - word, written = c->count;
    size_t count = 0, longest = 0;
    for (; keywords[count] != NULL; count++)
        longest = strlen(keywords[count]) > longest ? strlen(keywords[count]) : longest;
    uint8_t *bytes = ap_alloc_uncleared(&c->server->arena, word + longest);
    if (bytes == NULL)
        return;
    if (word > 0)
        memcpy(bytes, c->text.bytes, word);
    c->incomplete |= typed > 0;
    for (size_t i = count; i > 0 && !c->cancelled && (before.message == NULL || c->count == written); i--) {
        const char *one = keywords[i - 1];
        if (strncmp(one, (const char *)c->text.bytes + word, typed) != 0)
            continue;
        if (write_keyword_and_return_if_accepted(c, bytes, word, one, before))
            put_word_item(c, LSP_ITEM_KEYWORD, one);
        c->cancelled = lsp_is_cancelled(c->server);
    }
}

static bool has_only_digits(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* Completes the first word of a line, which begins at the byte `word`. */
static void complete_keyword(lsp_completion *c, size_t word)
{
    const findings_at_end before =
        lint_text_and_get_findings_at_end(c, (ap_view){ c->text.bytes, word }, word);
    lsp_set_completed_span(c, (ap_span){ word, c->offset - word });
    if (!put_expected_keywords(c, before.expected)
        && (before.expected == NULL || has_only_digits(before.expected)))
        put_accepted_keywords(c, word, before);
}

/* Completes the text at the position, by what comes before it in its line. */
static void complete_at_position(lsp_completion *c)
{
    const uint8_t *bytes = c->text.bytes;
    size_t quote = SIZE_MAX, word = c->line.offset;
    for (size_t at = c->line.offset; at < c->offset; at++) {
        if (bytes[at] == '"')
            quote = quote == SIZE_MAX ? at : SIZE_MAX;
        else if (quote == SIZE_MAX && bytes[at] == '/' && at + 1 < c->offset && bytes[at + 1] == '/') {
            complete_comment(c, at + 2);
            return;
        }
    }
    if (quote != SIZE_MAX) {
        lsp_complete_name(c, quote);
        return;
    }
    while (word < c->offset && is_one_of(bytes[word], " \t"))
        word++;
    for (size_t at = word; at < c->offset; at++) {
        if (is_one_of(bytes[at], " \t{}()/"))
            return; /* keywords are first in their lines */
    }
    complete_keyword(c, word);
}

static void send_completion_or_error(lsp_completion *c)
{
    lsp_server *server = c->server;
    if (lsp_refuse_if_cancelled_or_no_memory(server, c->cancelled, server->arena.failed))
        return;
    ap_json_put_end_array(c->put);
    ap_json_put_boolean(c->put, "isIncomplete", c->incomplete);
    ap_json_put_end_object(c->put);
    lsp_finish_and_send_message(server);
}

void lsp_answer_completion(lsp_server *server)
{
    lsp_document *document;
    lsp_position position;
    lsp_cursor cursor;
    if (!lsp_get_document_and_make_current(server, &document)
        || !lsp_get_position(server, lsp_find_member(server, server->params, "position", NULL), &position))
        return;
    /* names may come from any document, and no findings can be published while the answer is written */
    for (lsp_document *one = server->documents.first; one != NULL; one = one->next)
        lsp_update_diagnostics_if_outdated(server, one);
    lsp_completion c = { .server = server, .document = document, .text = lsp_document_text(document) };
    lsp_cursor_init(&cursor, c.text, server->encoding);
    c.offset = lsp_offset_at(&cursor, position);
    c.line = lsp_find_line_at(c.text, c.offset);
    c.put = lsp_begin_answer(server);
    ap_json_put_begin_object(c.put, "result");
    ap_json_put_begin_array(c.put, "items");
    if (document->is_lintable && document->format != NULL && document->format->keywords != NULL)
        complete_at_position(&c);
    send_completion_or_error(&c);
}
