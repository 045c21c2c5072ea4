/* Lints documents and publishes their findings as diagnostics. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lsp/lsp_server.h"
#include "core/base/version.h"
#include "core/report/rule_uri.h"
#include "validators/lint_bytes.h"
#include "validators/recognize.h"

/* Shows the user the error of the configuration, unless the last call had the same error. `wrong` is the message; NULL if the
   configuration has no error. */
static void show_new_config_error(lsp_server *server, const char *wrong)
{
    const char *last = server->config_error;
    if (wrong != NULL && (last == NULL || strcmp(last, wrong) != 0))
        lsp_show_message(server, LSP_MESSAGE_ERROR, "%s; files are checked without a configuration", wrong);
    free(server->config_error);
    server->config_error = wrong == NULL ? NULL : strdup(wrong);
}

/* Reads the configuration again, because its file may have changed, and sets the document's settings. Returns false if
   the configuration excludes the document. */
static bool configure_document(lsp_server *server, lsp_document *document)
{
    const cli_settings_layer *options = &server->asked;
    bool included = true;
    cli_configs_free(document->configs);
    document->configs = NULL;
    cli_merge_layers(&options, 1, (ap_rule_table){ .rules = NULL }, &document->settings, NULL);
    if (cli_configs_open(&document->configs, "lsp", &server->config, &server->asked) == CLI_CLEAN) {
        const char *path = document->path;
        const cli_settings_query asked = { path, CLI_ASKED_FILE, SIZE_MAX };
        const cli_settings_result here =
            path == NULL ? cli_configs_settings_of_run(document->configs)
                         : cli_configs_settings_and_skip_reason(document->configs, &asked);
        if (here.result == CLI_CLEAN) {
            cli_copy_settings(&document->settings, here.settings);
            included = here.skip_reason == NULL;
        }
        show_new_config_error(server, here.result == CLI_CLEAN ? NULL : here.wrong);
    }
    return included;
}

static void recognize_document(lsp_document *document, ap_view text)
{
    document->format = ap_recognize_named(document->path == NULL ? "" : document->path, text);
    if (document->format == NULL)
        document->format = document->named_format;
    document->is_lintable = document->format == NULL || document->format->text;
}

/* Arguments of linting a document under the guard of its companion. */
typedef struct lint_task {
    lsp_document *document;
    const ap_lint_options *options;
    bool with_index;
    lsp_index_maker *maker; /* makes the index during linting; NULL: no index is made */
} lint_task;

static void lint_document_guarded(void *context)
{
    lint_task *a = context;
    lsp_document *document = a->document;
    const ap_view text = lsp_document_text(document);
    ap_lint_options options = *a->options;
    a->maker = a->with_index ? lsp_index_begin(text, LSP_MOST_INDEX_BYTES) : NULL;
    const ap_listener listener = lsp_index_listener(a->maker);
    options.listener = a->maker == NULL ? NULL : &listener;
    ap_lint_as(document->format, text, &options, &document->findings, &document->about);
    document->index = lsp_index_end(a->maker, !document->arena.failed);
}

/* Lints the document with its companion. If the companion becomes unreadable during linting, lints again without it. */
static void lint_with_companion(lsp_server *server, lsp_document *document, bool with_index)
{
    lint_task a = { .document = document,
        .options = lsp_find_companion_and_lint_options(&server->companions, document),
        .with_index = with_index };
    if (cli_text_pairing_run_guarded_or_fail(&server->companions.paired, lint_document_guarded, &a) == AP_OK)
        return;
    (void)lsp_index_end(a.maker, false);
    document->settings.reading.lint.set = NULL; /* is in the arena */
    ap_arena_reset(&document->arena);
    ap_findings_clear(&document->findings);
    a.options = &document->settings.reading.lint;
    lint_document_guarded(&a);
}

/* Returns the memory of the indexes of all other documents. */
static size_t count_other_index_bytes(const lsp_server *server, const lsp_document *document)
{
    size_t bytes = 0;
    for (const lsp_document *d = server->documents.first; d != NULL; d = d->next)
        bytes += d == document || d->index == NULL ? 0 : d->index->bytes;
    return bytes;
}

/* Frees the indexes of all other documents if all indexes together take too much memory. */
static void drop_other_indexes_if_over_limit(lsp_server *server, const lsp_document *document)
{
    if (document->index->bytes <= LSP_MOST_INDEX_BYTES - count_other_index_bytes(server, document))
        return;
    for (lsp_document *d = server->documents.first; d != NULL; d = d->next) {
        if (d != document)
            lsp_forget_index(d);
    }
}

void lsp_lint_document(lsp_server *server, lsp_document *document, bool with_index)
{
    const ap_view text = lsp_document_text(document);
    ap_arena_free(&document->arena);
    lsp_forget_index(document);
    const bool included = configure_document(server, document);
    const cli_reading_options *reading = &document->settings.reading;
    ap_arena_init(&document->arena, reading->max_memory_bytes);
    ap_findings_init(&document->findings, &document->arena, &reading->rule_settings, reading->max_findings,
        reading->max_per_rule);
    recognize_document(document, text);
    document->is_lintable &= included;
    document->needs_linting = false;
    document->settings.reading.lint.set =
        document->is_lintable ? lsp_find_expected_skeleton(&server->companions, document) : NULL;
    if (document->is_lintable)
        lint_with_companion(server, document, with_index);
    if (document->index != NULL)
        drop_other_indexes_if_over_limit(server, document);
}

static int diagnostic_severity_of(ap_severity severity)
{
    return severity == AP_ERROR ? 1 : severity == AP_WARNING ? 2 : 3;
}

static void put_related_places(
    ap_json_put *put, const lsp_document *document, lsp_cursor cursors[2], const ap_related *first)
{
    ap_json_put_begin_array(put, "relatedInformation");
    for (const ap_related *related = first; related != NULL; related = related->next) {
        ap_json_put_begin_object(put, NULL);
        ap_json_put_begin_object(put, "location");
        ap_json_put_text(put, "uri", document->uri);
        lsp_put_span(put, "range", &cursors[0], &cursors[1], related->span);
        ap_json_put_end_object(put);
        ap_json_put_text(put, "message", related->label);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}

/* Puts the rule's id and a link to its explanation. */
static void put_rule_and_link(const lsp_server *server, ap_json_put *put, const ap_rule *rule)
{
    ap_json_put_text(put, "code", rule->id);
    if (server->rules_page[0] == '\0')
        return;
    ap_json_put_begin_object(put, "codeDescription");
    ap_batch *batch = ap_json_put_begin_raw(put, "href");
    ap_batch_byte(batch, '"');
    ap_batch_rule_uri(batch, server->rules_page, rule->id);
    ap_batch_byte(batch, '"');
    ap_json_put_end_object(put);
}

/* Positions in the document that move forward from finding to finding. */
typedef struct finding_cursors {
    lsp_cursor own[2], related[2]; /* [0] finds the starts of spans, [1] their ends */
} finding_cursors;

static void init_finding_cursors(finding_cursors *p, const lsp_server *server, const lsp_document *document)
{
    lsp_cursor_init(&p->own[0], lsp_document_text(document), server->encoding);
    p->own[1] = p->related[0] = p->related[1] = p->own[0];
}

static void put_diagnostic_with_cursors(lsp_server *server, ap_json_put *put, const lsp_document *document,
    finding_cursors *p, const ap_finding *finding)
{
    ap_json_put_begin_object(put, NULL);
    lsp_put_span(put, "range", &p->own[0], &p->own[1], finding->span);
    ap_json_put_integer(put, "severity", diagnostic_severity_of(finding->severity));
    put_rule_and_link(server, put, finding->rule);
    ap_json_put_text(put, "source", AP_PROGRAM);
    ap_json_put_text(put, "message", finding->message);
    if (finding->related != NULL && server->takes_related)
        put_related_places(put, document, p->related, finding->related);
    ap_json_put_end_object(put);
}

void lsp_put_diagnostic(
    lsp_server *server, ap_json_put *put, const lsp_document *document, const ap_finding *finding)
{
    finding_cursors p;
    init_finding_cursors(&p, server, document);
    put_diagnostic_with_cursors(server, put, document, &p, finding);
}

/* Writes a diagnostic that concerns the whole document and no rule. */
static void put_limit_diagnostic(ap_json_put *put, int severity, const char *message)
{
    ap_json_put_begin_object(put, NULL);
    lsp_put_range(put, "range", (lsp_range){ { 0, 0 }, { 0, 0 } });
    ap_json_put_integer(put, "severity", severity);
    ap_json_put_text(put, "source", AP_PROGRAM);
    ap_json_put_text(put, "message", message);
    ap_json_put_end_object(put);
}

static void put_limit_diagnostics(ap_json_put *put, const lsp_document *document)
{
    char text[128];
    if (document->arena.failed)
        put_limit_diagnostic(put, 1, "memory ran out (max-memory); there may be more findings");
    if (document->findings.truncated == 0)
        return;
    snprintf(text, sizeof text, "%zu more findings are not shown (max-findings, max-per-rule)",
        document->findings.truncated);
    put_limit_diagnostic(put, 3, text);
}

void lsp_put_diagnostics_in_open_array(lsp_server *server, ap_json_put *put, const lsp_document *document)
{
    finding_cursors p;
    init_finding_cursors(&p, server, document);
    for (const ap_finding *f = document->findings.first; f != NULL; f = f->next)
        put_diagnostic_with_cursors(server, put, document, &p, f);
    put_limit_diagnostics(put, document);
}

void lsp_publish_diagnostics(lsp_server *server, const char *uri, const lsp_document *document)
{
    if (server->pulls)
        return;
    ap_json_put *put = lsp_begin_notification(server, "textDocument/publishDiagnostics");
    ap_json_put_begin_object(put, "params");
    ap_json_put_text(put, "uri", uri);
    if (document != NULL && document->has_version)
        ap_json_put_integer(put, "version", document->version);
    ap_json_put_begin_array(put, "diagnostics");
    if (document != NULL)
        lsp_put_diagnostics_in_open_array(server, put, document);
    ap_json_put_end_array(put);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}

void lsp_update_diagnostics_if_outdated(lsp_server *server, lsp_document *document)
{
    if (!document->needs_linting)
        return;
    lsp_lint_document(server, document, document == server->current);
    lsp_publish_diagnostics(server, document->uri, document);
}

/* Progress of a check of many or long documents */

enum {
    MANY_DOCUMENTS = 8,           /* least number of documents of a check that shows progress */
    MANY_BYTES = 8 * 1024 * 1024, /* or least bytes of all these documents, which take a tenth of a second */
    TOKEN_BYTES = 32,
    MESSAGE_BYTES = 64
};

typedef struct progress_of_check {
    bool shown;
    uint64_t token;     /* part of the progress's name; differs from those of earlier checks */
    size_t total, done; /* documents */
} progress_of_check;

static void put_token(ap_json_put *put, const progress_of_check *progress)
{
    char token[TOKEN_BYTES];
    snprintf(token, sizeof token, "check-%" PRIu64, progress->token);
    ap_json_put_text(put, "token", token);
}

/* Sends the progress of kind "begin", "report" or "end". */
static void send_progress(lsp_server *server, const progress_of_check *progress, const char *kind)
{
    char message[MESSAGE_BYTES];
    ap_json_put *put = lsp_begin_notification(server, "$/progress");
    snprintf(message, sizeof message, "%zu of %zu documents", progress->done, progress->total);
    ap_json_put_begin_object(put, "params");
    put_token(put, progress);
    ap_json_put_begin_object(put, "value");
    ap_json_put_text(put, "kind", kind);
    if (progress->done == 0)
        ap_json_put_text(put, "title", "Checking animations");
    ap_json_put_text(put, "message", message);
    if (progress->done < progress->total)
        ap_json_put_size(put, "percentage", 100 * progress->done / progress->total);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}

/* Begins the progress of a check of all documents that need linting, if the client shows progress and the check takes long
   enough. */
static void begin_progress(lsp_server *server, progress_of_check *progress)
{
    size_t bytes = 0;
    *progress = (progress_of_check){ .token = server->requests + 1 };
    for (const lsp_document *d = server->documents.first; d != NULL; d = d->next) {
        progress->total += d->needs_linting;
        bytes += d->needs_linting ? d->size : 0;
    }
    progress->shown = server->shows_progress && (progress->total >= MANY_DOCUMENTS || bytes >= MANY_BYTES);
    if (!progress->shown)
        return;
    ap_json_put *put = lsp_begin_request(server, "window/workDoneProgress/create");
    ap_json_put_begin_object(put, "params");
    put_token(put, progress);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
    if (!server->ended)
        send_progress(server, progress, "begin");
}

/* Advances the progress after a document; the last document ends it. */
static void advance_progress(lsp_server *server, progress_of_check *progress)
{
    if (!progress->shown || server->ended)
        return;
    progress->done++;
    send_progress(server, progress, progress->done == progress->total ? "end" : "report");
}

void lsp_update_all_diagnostics(lsp_server *server)
{
    if (server->pulls) {
        lsp_request_refresh_if_outdated(server);
        return;
    }
    progress_of_check progress;
    begin_progress(server, &progress);
    for (lsp_document *d = server->documents.first; d != NULL && !server->ended; d = d->next) {
        if (!d->needs_linting)
            continue;
        lsp_update_diagnostics_if_outdated(server, d);
        advance_progress(server, &progress);
    }
}

const lsp_index *lsp_get_or_make_index(lsp_server *server, lsp_document *document)
{
    if (document->index != NULL)
        return document->index;
    document->index = lsp_index_create(document->is_lintable ? document->format : NULL,
        lsp_document_text(document), &document->settings.reading.lint, LSP_MOST_INDEX_BYTES, &server->arena);
    if (document->index != NULL)
        drop_other_indexes_if_over_limit(server, document);
    return document->index;
}

void lsp_make_index_of_current_document(lsp_server *server)
{
    if (server->current != NULL && !server->current->needs_linting && server->current->is_lintable)
        (void)lsp_get_or_make_index(server, server->current);
    ap_arena_reset(&server->arena);
}
