/* Makes a text in which a comment suppresses a finding on its line. */
#include <string.h>

#include "cli/lsp/lsp_server.h"
#include "core/finding/suppression.h"
#include "validators/lint_bytes.h"

static const char ignore_words[] = AP_SUPPRESSION_PREFIX " ignore ";

/* Returns a copy of the document's text in which the line's comment `animproof: ignore` names the rule too; a line without
   such a comment gets one. Returns an empty view when out of memory. */
static ap_view make_text_with_rule_ignored_on_line(
    ap_arena *arena, ap_view text, ap_span line, const char *rule)
{
    const bool has_comment =
        memmem(text.bytes + line.offset, line.length, ignore_words, sizeof ignore_words - 1) != NULL;
    const char *start = has_comment ? ", " : " // ", *words = has_comment ? "" : ignore_words;
    size_t at = ap_span_end(line);
    while (at > line.offset && (text.bytes[at - 1] == ' ' || text.bytes[at - 1] == '\t'))
        at--;
    const size_t added = strlen(start) + strlen(words) + strlen(rule), rest = text.size - ap_span_end(line);
    uint8_t *bytes = ap_alloc_uncleared(arena, at + added + 1 + rest);
    if (bytes == NULL)
        return (ap_view){ NULL, 0 };
    memcpy(bytes, text.bytes, at);
    snprintf((char *)bytes + at, added + 1, "%s%s%s", start, words, rule);
    memcpy(bytes + at + added, text.bytes + ap_span_end(line), rest);
    return (ap_view){ bytes, at + added + rest };
}

/* Arguments of linting the edited text under the guard of the companion. */
typedef struct lint_arguments {
    const lsp_document *document;
    const ap_lint_options *options;
    ap_view text;
    ap_findings *findings;
} lint_arguments;

static void lint_edited_text(void *context)
{
    const lint_arguments *a = context;
    ap_lint_result about;
    ap_lint_as(a->document->format, a->text, a->options, a->findings, &about);
}

static size_t count_all_findings(const ap_findings *findings)
{
    return findings->counts[AP_ERROR] + findings->counts[AP_WARNING] + findings->counts[AP_NOTE];
}

/* Returns true if the edited text has the findings of the document, but more of them are suppressed: the comment is then allowed
   at its position, and causes no other finding. */
static bool suppresses_findings(
    lsp_server *server, const lsp_document *document, const ap_lint_options *options, ap_view text)
{
    const cli_reading_options *reading = &document->settings.reading;
    const ap_findings *before = &document->findings;
    bool suppresses = false;
    ap_arena arena;
    ap_arena_init(&arena, reading->max_memory_bytes);
    ap_findings *after = ap_alloc(&arena, sizeof *after);
    if (after != NULL) {
        ap_findings_init(after, &arena, &reading->rule_settings, 1, 1);
        lint_arguments a = { document, options, text, after };
        suppresses =
            cli_text_pairing_run_guarded_or_fail(&server->companions.paired, lint_edited_text, &a) == AP_OK
            && !arena.failed && after->suppressed > before->suppressed
            && count_all_findings(after) + after->suppressed
                   == count_all_findings(before) + before->suppressed;
    }
    ap_arena_free(&arena);
    return suppresses;
}

ap_view lsp_make_text_with_ignore_comment(lsp_server *server, const lsp_document *document,
    const ap_lint_options *options, const ap_finding *finding)
{
    const ap_view none = { NULL, 0 }, text = lsp_document_text(document);
    if (finding->span.length == 0) /* a part that is missing has no line */
        return none;
    const ap_view edited = make_text_with_rule_ignored_on_line(
        &server->arena, text, lsp_find_line_at(text, finding->span.offset), finding->rule->id);
    return edited.size > 0 && suppresses_findings(server, document, options, edited) ? edited : none;
}
