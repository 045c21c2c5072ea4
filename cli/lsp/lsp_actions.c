/* Answers requests for code actions: fixes of findings, explanations of rules, and comments that suppress findings. */
#include <string.h>

#include "cli/lsp/lsp_server.h"
#include "core/base/version.h"
#include "core/finding/suppression.h"
#include "validators/companion_name.h"
#include "validators/lint_bytes.h"
#include "validators/services/fixing/fixing.h"

enum {
    MOST_FIXES = 8, /* most fixes that are offered one by one; the action source.fixAll applies all fixes */
    MOST_RULES = 8, /* most explanations that are offered, and most comments that suppress a finding */
    TITLE_BYTES = 256,
    BUDGET_TIMES = 4, /* number of times that a fix may read the document, whatever its length */
};

/* Bytes that the fixes of one request may read: about half a second of work. Each fix may still read BUDGET_TIMES times the
   document. */
static const uint64_t budget_bytes = UINT64_C(1) << 25;

typedef struct code_action_request {
    lsp_server *server;
    const lsp_document *document;
    const ap_lint_options *options; /* options for linting the document, including its companion */
    ap_json_put *put;
    ap_span span;           /* range of the document that the request is about */
    bool wants_quick_fixes; /* the client asks for quick fixes */
    bool wants_fix_all;     /* the client asks for the action that fixes all findings */
    uint64_t budget;        /* number of bytes that fixes may still read */
    bool exhausted;         /* the budget was spent before all fixes were tried */
    bool cancelled;         /* the client cancelled the request */
} code_action_request;

static bool has_safe_fix(const code_action_request *o, const ap_finding *finding)
{
    const ap_fixer *fixer = ap_find_fixer(o->document->format, finding->rule);
    return fixer != NULL && !fixer->unsafe;
}

static bool do_spans_touch(ap_span one, ap_span other)
{
    return one.offset <= ap_span_end(other) && other.offset <= ap_span_end(one);
}

static void put_workspace_edit(const code_action_request *o, const ap_difference *edit)
{
    lsp_begin_workspace_edit(o->server, o->put, "edit");
    const char *key = lsp_begin_edits_of_document(o->server, o->put, o->document);
    lsp_put_edit(o->server, o->put, key, o->document, edit);
    lsp_end_edits_of_document(o->server, o->put);
    lsp_end_workspace_edit(o->server, o->put);
}

/* Writes the title of the code action that fixes one finding. If the fix follows from the companion, the title names
   the companion. */
static void write_fix_title(const code_action_request *o, const ap_rule *rule, char title[TITLE_BYTES])
{
    const ap_fixer *fixer = ap_find_fixer(o->document->format, rule);
    const char *path = fixer->paired ? lsp_path_of_found_companion(&o->server->companions) : NULL;
    const char *name = path == NULL ? NULL : path + ap_folder_bytes(path);
    snprintf(title, TITLE_BYTES, "Fix %s: %s%s%s%s", rule->id, fixer->does, name == NULL ? "" : " (",
        name == NULL ? "" : name, name == NULL ? "" : ")");
}

/* If the fixing has changed the text, offers the new text as a code action. `finding` is NULL if the fixing has applied
   all fixes. */
static void offer_fixed_text(const code_action_request *o, const ap_fixing *fixing, const ap_finding *finding)
{
    char title[TITLE_BYTES];
    ap_difference edit;
    if (fixing->failed || fixing->fixed == 0
        || !lsp_find_edit_and_can_send_it(o->document, ap_fixing_current_version(fixing)->text, &edit))
        return;
    if (finding == NULL)
        snprintf(title, sizeof title, "Fix all findings with a safe fix (%zu)", fixing->fixed);
    else
        write_fix_title(o, finding->rule, title);
    ap_json_put_begin_object(o->put, NULL);
    ap_json_put_text(o->put, "title", title);
    ap_json_put_text(o->put, "kind", finding == NULL ? "source.fixAll" : "quickfix");
    if (finding != NULL) {
        ap_json_put_begin_array(o->put, "diagnostics");
        lsp_put_diagnostic(o->server, o->put, o->document, finding);
        ap_json_put_end_array(o->put);
    }
    put_workspace_edit(o, &edit);
    ap_json_put_end_object(o->put);
}

/* Arguments of fixing a copy of the document under a guard. */
typedef struct fix_copy_arguments {
    ap_fixing *fixing;
    const lsp_document *document;
    const ap_finding *finding; /* the finding to fix; NULL: all findings */
    bool done;                 /* the fixing is complete; false when out of memory */
} fix_copy_arguments;

static void fix_document_copy_guarded(void *context)
{
    fix_copy_arguments *a = context;
    ap_fixing *fixing = a->fixing;
    const ap_finding *finding = a->finding;
    a->done =
        ap_fixing_load(fixing, a->document->format, lsp_document_text(a->document))
        && (finding == NULL ? ap_fixing_run(fixing)
                            : ap_fixing_run_for_one_finding(fixing, finding->rule, finding->span.offset));
}

/* Fixes a copy of the document: the finding, or all findings if `finding` is NULL. Offers the result as a code
   action. */
static void fix_copy_and_offer(code_action_request *o, const ap_finding *finding)
{
    ap_fixing *fixing = ap_alloc(&o->server->arena, sizeof *fixing);
    const cli_reading_options *reading = &o->document->settings.reading;
    if (fixing == NULL)
        return;
    ap_fixing_init(fixing, reading->max_memory_bytes);
    fixing->options = o->options;
    fixing->rule_settings = &reading->rule_settings;
    fixing->budget = (ap_fixing_budget){ o->budget, BUDGET_TIMES };
    fixing->stop = lsp_is_cancelled;
    fixing->stop_context = o->server;
    fix_copy_arguments work = { fixing, o->document, finding, false };
    if (cli_text_pairing_run_guarded_or_fail(&o->server->companions.paired, fix_document_copy_guarded, &work)
            == AP_OK
        && work.done && !fixing->stopped)
        offer_fixed_text(o, fixing, finding);
    o->budget -= fixing->used < o->budget ? fixing->used : o->budget;
    o->exhausted |= fixing->exhausted;
    o->cancelled |= fixing->stopped;
    ap_fixing_free(fixing);
}

static void put_fixes_in_range(code_action_request *o)
{
    size_t matching = 0;
    for (const ap_finding *f = o->document->findings.first; f != NULL && !o->cancelled; f = f->next) {
        if (!do_spans_touch(f->span, o->span) || !has_safe_fix(o, f))
            continue;
        if (o->wants_quick_fixes && matching < MOST_FIXES)
            fix_copy_and_offer(o, f);
        matching++;
    }
    if (o->wants_fix_all && matching > 0 && !o->cancelled)
        fix_copy_and_offer(o, NULL);
}

static void begin_action_of_rule(const code_action_request *o, const char *title, const ap_finding *finding)
{
    ap_json_put_begin_object(o->put, NULL);
    ap_json_put_text(o->put, "title", title);
    ap_json_put_text(o->put, "kind", "quickfix");
    ap_json_put_begin_array(o->put, "diagnostics");
    lsp_put_diagnostic(o->server, o->put, o->document, finding);
    ap_json_put_end_array(o->put);
}

static void offer_explanation(const code_action_request *o, const ap_finding *finding)
{
    char title[TITLE_BYTES];
    snprintf(title, sizeof title, "Explain %s", finding->rule->id);
    begin_action_of_rule(o, title, finding);
    ap_json_put_begin_object(o->put, "command");
    ap_json_put_text(o->put, "title", title);
    ap_json_put_text(o->put, "command", LSP_EXPLAIN);
    ap_json_put_begin_array(o->put, "arguments");
    ap_json_put_text(o->put, NULL, finding->rule->id);
    ap_json_put_end_array(o->put);
    ap_json_put_end_object(o->put);
    ap_json_put_end_object(o->put);
}

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
    const code_action_request *request;
    ap_view text;
    ap_findings *findings;
} lint_arguments;

static void lint_edited_text(void *context)
{
    const lint_arguments *a = context;
    ap_lint_result about;
    ap_lint_as(a->request->document->format, a->text, a->request->options, a->findings, &about);
}

static size_t count_all_findings(const ap_findings *findings)
{
    return findings->counts[AP_ERROR] + findings->counts[AP_WARNING] + findings->counts[AP_NOTE];
}

/* Returns true if the edited text has the findings of the document, but more of them are suppressed: the comment is then allowed
   at its position, and causes no other finding. */
static bool suppresses_findings(const code_action_request *o, ap_view text)
{
    const cli_reading_options *reading = &o->document->settings.reading;
    const ap_findings *before = &o->document->findings;
    bool suppresses = false;
    ap_arena arena;
    ap_arena_init(&arena, reading->max_memory_bytes);
    ap_findings *after = ap_alloc(&arena, sizeof *after);
    if (after != NULL) {
        ap_findings_init(after, &arena, &reading->rule_settings, 1, 1);
        lint_arguments a = { o, text, after };
        suppresses =
            cli_text_pairing_run_guarded_or_fail(&o->server->companions.paired, lint_edited_text, &a) == AP_OK
            && !arena.failed && after->suppressed > before->suppressed
            && count_all_findings(after) + after->suppressed
                   == count_all_findings(before) + before->suppressed;
    }
    ap_arena_free(&arena);
    return suppresses;
}

/* Returns the text of the document with a comment that suppresses the finding on its line, in the arena of the server. Returns an
   empty view if no comment can suppress the finding, if the comment would cause another finding, or when out of memory. */
static ap_view make_text_with_ignore_comment(const code_action_request *o, const ap_finding *finding)
{
    const ap_view none = { NULL, 0 }, text = lsp_document_text(o->document);
    if (finding->span.length == 0) /* a part that is missing has no line */
        return none;
    const ap_view edited = make_text_with_rule_ignored_on_line(
        &o->server->arena, text, lsp_find_line_at(text, finding->span.offset), finding->rule->id);
    return edited.size > 0 && suppresses_findings(o, edited) ? edited : none;
}

static void offer_ignore_comment(code_action_request *o, const ap_finding *finding)
{
    char title[TITLE_BYTES];
    ap_difference edit;
    const size_t size = o->document->size;
    if (o->budget < size)
        return;
    o->budget -= size;
    const ap_view after = make_text_with_ignore_comment(o, finding);
    o->cancelled |= lsp_is_cancelled(o->server);
    if (after.size == 0 || !lsp_find_edit_and_can_send_it(o->document, after, &edit))
        return;
    snprintf(title, sizeof title, "Ignore %s on this line", finding->rule->id);
    begin_action_of_rule(o, title, finding);
    put_workspace_edit(o, &edit);
    ap_json_put_end_object(o->put);
}

/* Findings that have an offer already: at most one of each rule, or of each rule and line if `by_line`. */
typedef struct offered_findings {
    const ap_finding *items[MOST_RULES];
    size_t count;
    bool by_line;
} offered_findings;

/* Adds the finding, and returns true, unless the list is full or has one of the same rule; if `by_line`, one of the same rule
   and line. */
static bool add_unless_offered_or_full(offered_findings *offered, const ap_finding *finding)
{
    for (size_t i = 0; i < offered->count; i++) {
        const ap_finding *one = offered->items[i];
        if (one->rule == finding->rule && (!offered->by_line || one->line == finding->line))
            return false;
    }
    if (offered->count == MOST_RULES)
        return false;
    offered->items[offered->count++] = finding;
    return true;
}

/* Of the findings in the range, offers the explanation of each rule, and a comment that suppresses each rule on each line; at
   most MOST_RULES of each of the two. */
static void put_explanation_and_ignore_offers(code_action_request *o)
{
    offered_findings explained = { .count = 0 }, ignored = { .by_line = true };
    for (const ap_finding *f = o->document->findings.first; f != NULL && !o->cancelled; f = f->next) {
        if (!do_spans_touch(f->span, o->span))
            continue;
        if (add_unless_offered_or_full(&ignored, f))
            offer_ignore_comment(o, f);
        if (add_unless_offered_or_full(&explained, f))
            offer_explanation(o, f);
    }
}

/* Returns true if the request asks for actions of one of the kinds, or of all kinds. */
static bool is_action_kind_asked_for(const lsp_server *server, const char *const *kinds)
{
    const ap_json_document *json = &server->message;
    const ap_json_ref only = lsp_find_member(server, server->params, "context", "only", NULL);
    if (ap_json_kind_of(json, only) != AP_JSON_ARRAY)
        return true;
    for (ap_json_ref one = ap_json_first_entry(json, only); one != AP_JSON_MISSING;
         one = ap_json_next_entry(json, only, one)) {
        for (size_t i = 0; kinds[i] != NULL; i++) {
            if (ap_json_string_equals(json, one, kinds[i]))
                return true;
        }
    }
    return false;
}

static void end_and_send_code_actions_or_error(const code_action_request *o)
{
    if (lsp_refuse_if_cancelled_or_no_memory(o->server, o->cancelled, false))
        return;
    ap_json_put_end_array(o->put);
    lsp_finish_and_send_message(o->server);
    if (o->exhausted)
        lsp_show_message(o->server, LSP_MESSAGE_WARNING,
            "some fixes were not tried because that takes too long in this file; run '" AP_PROGRAM
            " fix' to try all");
}

void lsp_answer_code_actions(lsp_server *server)
{
    static const char *const fix_kinds[] = { "", "quickfix", NULL };
    static const char *const all_kinds[] = { "", "source", "source.fixAll", "source.fixAll.animproof", NULL };
    lsp_document *document;
    lsp_range range;
    lsp_cursor cursor;
    if (!lsp_get_document_and_make_current(server, &document)
        || !lsp_get_range(server, lsp_find_member(server, server->params, "range", NULL), &range))
        return;
    lsp_update_diagnostics_if_outdated(server, document);
    lsp_cursor_init(&cursor, lsp_document_text(document), server->encoding);
    const size_t start = lsp_offset_at(&cursor, range.start), end = lsp_offset_at(&cursor, range.end);
    const ap_span span = { start < end ? start : end, start < end ? end - start : start - end };
    code_action_request o = { .server = server,
        .document = document,
        .put = lsp_begin_answer(server),
        .span = span,
        .wants_quick_fixes = is_action_kind_asked_for(server, fix_kinds),
        .wants_fix_all = is_action_kind_asked_for(server, all_kinds),
        .budget = budget_bytes };
    ap_json_put_begin_array(o.put, "result");
    if (document->is_lintable && document->format != NULL) {
        o.options = lsp_find_companion_and_lint_options(&server->companions, document);
        put_fixes_in_range(&o);
        if (o.wants_quick_fixes)
            put_explanation_and_ignore_offers(&o);
    }
    end_and_send_code_actions_or_error(&o);
}
