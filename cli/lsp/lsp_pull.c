/* Answers textDocument/diagnostic, for clients that request the diagnostics of a document instead of waiting for them, and
   workspace/diagnostic: the diagnostics of the open documents, and of the other files of the workspace folders. */
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/lsp/lsp_server.h"
#include "core/files/text_stream.h"
#include "core/finding/fingerprint.h"
#include "core/json/json_value.h"

enum {
    RESULT_ID_BYTES = 17,
    /* bytes of files after which an answer lints no further file, some 0.3 seconds of work: clients repeat the request, and get
       the files that are left then */
    MOST_LINTED_BYTES = 32 * 1024 * 1024
};

/* Writes the diagnostics of the document as a JSON array. Returns false when out of memory; otherwise the caller frees *text. */
static bool write_diagnostics(lsp_server *server, const lsp_document *document, char **text)
{
    size_t size;
    ap_json_put put;
    FILE *stream = ap_open_text_stream(text, &size);
    if (stream == NULL)
        return false;
    ap_json_put_init(&put, stream, 0);
    put.compact = true;
    put.escapes = AP_JSON_SHORT_ESCAPES;
    ap_json_put_begin_array(&put, NULL);
    lsp_put_diagnostics_in_open_array(server, &put, document);
    ap_json_put_end_array(&put);
    return ap_close_text_stream(stream, text);
}

static void write_result_id(uint64_t number, char id[RESULT_ID_BYTES])
{
    snprintf(id, RESULT_ID_BYTES, "%016" PRIx64, number);
}

/* Writes the result id of diagnostics, a hash, so that diagnostics with equal text have equal ids after a change or a restart of
   the server. Returns the number of the id, which is not 0. */
static uint64_t make_result_id(const char *diagnostics, char id[RESULT_ID_BYTES])
{
    const uint64_t hash = ap_hash_text(AP_HASH_START, diagnostics), number = hash == 0 ? 1 : hash;
    write_result_id(number, id);
    return number;
}

/* Writes the members of a report into an open object. `diagnostics` NULL: the client has them already. */
static void put_diagnostic_report(ap_json_put *put, const char *id, const char *diagnostics)
{
    ap_json_put_text(put, "kind", diagnostics == NULL ? "unchanged" : "full");
    ap_json_put_text(put, "resultId", id);
    if (diagnostics != NULL)
        ap_batch_text(ap_json_put_begin_raw(put, "items"), diagnostics);
}

/* Answers with the diagnostics, or with "unchanged" if the client has them already. */
static void answer_with_diagnostics(lsp_server *server, const char *diagnostics)
{
    char id[RESULT_ID_BYTES];
    (void)make_result_id(diagnostics, id);
    const bool unchanged = ap_json_string_equals(
        &server->message, lsp_find_member(server, server->params, "previousResultId", NULL), id);
    ap_json_put *put = lsp_begin_answer(server);
    ap_json_put_begin_object(put, "result");
    put_diagnostic_report(put, id, unchanged ? NULL : diagnostics);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}

void lsp_answer_diagnostic(lsp_server *server)
{
    lsp_document *document;
    char *text = NULL;
    if (!lsp_get_document_and_make_current(server, &document))
        return;
    lsp_update_diagnostics_if_outdated(server, document);
    if (write_diagnostics(server, document, &text))
        answer_with_diagnostics(server, text); /* otherwise, the server answers that memory ran out */
    free(text);
}

void lsp_request_refresh_if_outdated(lsp_server *server)
{
    const bool wanted = server->refreshes && server->findings_outdated;
    server->findings_outdated = false;
    if (!wanted)
        return;
    (void)lsp_begin_request(server, "workspace/diagnostic/refresh");
    lsp_finish_and_send_message(server);
}

typedef struct workspace_pull {
    lsp_server *server;
    ap_json_put put; /* the reports */
    FILE *stream;
    char *text;
    size_t size;
    /* the array previousResultIds, and the item of the array that was found last, where the next search begins */
    ap_json_ref previous, next;
    size_t budget; /* bytes that may still be linted */
    bool failed, cancelled;
} workspace_pull;

/* Returns the result id that the client has of the document; AP_JSON_MISSING if it has none. Clients usually list documents in
   the order of the last answer. */
static ap_json_ref find_previous_id_or_missing(workspace_pull *p, const char *uri)
{
    const ap_json_document *json = &p->server->message;
    if (ap_json_kind_of(json, p->previous) != AP_JSON_ARRAY)
        return AP_JSON_MISSING;
    for (unsigned round = 0; round < 2; round++) {
        for (; p->next != AP_JSON_MISSING; p->next = ap_json_next_entry(json, p->previous, p->next)) {
            if (ap_json_string_equals(json, lsp_find_member(p->server, p->next, "uri", NULL), uri))
                return lsp_find_member(p->server, p->next, "value", NULL);
        }
        p->next = ap_json_first_entry(json, p->previous);
    }
    return AP_JSON_MISSING;
}

/* Writes the report of a document. `diagnostics` NULL: they are unchanged. */
static void put_report(
    workspace_pull *p, const lsp_document *document, const char *id, const char *diagnostics)
{
    ap_json_put_begin_object(&p->put, NULL);
    ap_json_put_text(&p->put, "uri", document->uri);
    if (document->has_version)
        ap_json_put_integer(&p->put, "version", document->version);
    else
        ap_json_put_null(&p->put, "version");
    put_diagnostic_report(&p->put, id, diagnostics);
    ap_json_put_end_object(&p->put);
}

/* Writes the report of a document that was linted. Returns the number of its result id; 0 when out of memory. */
static uint64_t put_report_of_document(workspace_pull *p, const lsp_document *document)
{
    char id[RESULT_ID_BYTES];
    char *text = NULL;
    uint64_t number = 0;
    p->failed |= !write_diagnostics(p->server, document, &text);
    if (!p->failed) {
        number = make_result_id(text, id);
        const bool unchanged =
            ap_json_string_equals(&p->server->message, find_previous_id_or_missing(p, document->uri), id);
        put_report(p, document, id, unchanged ? NULL : text);
    }
    free(text);
    return number;
}

/* Reports a file that is not open. `*known`: number of the result id of its last report, which is updated; 0: none. If the client
   has this id, reports the file as unchanged; otherwise lints the file, or leaves it out if the budget is spent. */
static void lint_unless_known_and_report_file(workspace_pull *p, const char *path, uint64_t *known)
{
    char id[RESULT_ID_BYTES], uri[LSP_URI_BYTES];
    if (!lsp_write_uri_of_path(path, uri, sizeof uri))
        return;
    if (*known != 0) {
        write_result_id(*known, id);
        if (ap_json_string_equals(&p->server->message, find_previous_id_or_missing(p, uri), id)) {
            put_report(p, &(lsp_document){ .uri = uri }, id, NULL);
            return;
        }
    }
    lsp_document *document = p->budget == 0 ? NULL : lsp_load_document(path);
    if (document == NULL)
        return;
    p->budget -= document->size < p->budget ? document->size : p->budget;
    lsp_lint_document(p->server, document, false);
    *known = put_report_of_document(p, document);
    lsp_free_document(document);
}

/* Returns a hash of the paths, sizes and times of the files. */
static uint64_t hash_paths_sizes_and_times(const lsp_file_list *list)
{
    uint64_t hash = AP_HASH_START;
    for (size_t i = 0; i < list->count; i++) {
        char numbers[64];
        struct stat about;
        if (stat(list->paths[i], &about) != 0)
            about = (struct stat){ .st_size = -1 };
        snprintf(numbers, sizeof numbers, "%lld %lld %ld", (long long)about.st_size,
            (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
        hash = ap_hash_text(ap_hash_text(hash, list->paths[i]), numbers);
    }
    return hash;
}

/* Makes server->pulled match the files: forgets all result ids if a file, a companion or a configuration may have changed since
   the last answer. Returns false when out of memory. */
static bool forget_result_ids_if_files_changed(lsp_server *server, const lsp_file_list *list)
{
    lsp_pulled_files *pulled = &server->pulled;
    const uint64_t hash = hash_paths_sizes_and_times(list);
    if (pulled->is_current && pulled->hash == hash && pulled->count == list->count)
        return true;
    uint64_t *ids = list->count == 0 ? NULL : calloc(list->count, sizeof *ids);
    if (list->count > 0 && ids == NULL)
        return false;
    free(pulled->ids);
    *pulled = (lsp_pulled_files){ .is_current = true, .hash = hash, .ids = ids, .count = list->count };
    return true;
}

static void lint_and_report_unopened_files(workspace_pull *p)
{
    lsp_server *server = p->server;
    lsp_file_list list = { .incomplete = false };
    for (size_t i = 0; i < server->companions.workspace_count; i++)
        lsp_list_files_of_folder(server, server->companions.workspace[i].path, &list);
    p->failed |= server->arena.failed || !forget_result_ids_if_files_changed(server, &list);
    for (size_t i = 0; i < list.count && !p->failed && !p->cancelled; i++) {
        if (lsp_find_document_of_file(&server->documents, list.paths[i]) == NULL)
            lint_unless_known_and_report_file(p, list.paths[i], &server->pulled.ids[i]);
        p->cancelled = lsp_is_cancelled(server);
    }
}

static void answer_with_reports(workspace_pull *p)
{
    lsp_server *server = p->server;
    const bool closed = p->stream != NULL && ap_close_text_stream(p->stream, &p->text);
    if (lsp_refuse_if_cancelled_or_no_memory(server, p->cancelled, p->failed || !closed))
        return;
    ap_json_put *put = lsp_begin_answer(server);
    ap_json_put_begin_object(put, "result");
    ap_batch_text(ap_json_put_begin_raw(put, "items"), p->text);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}

void lsp_answer_workspace_diagnostic(lsp_server *server)
{
    workspace_pull p = { .server = server, .budget = MOST_LINTED_BYTES };
    p.previous = lsp_find_member(server, server->params, "previousResultIds", NULL);
    p.next = AP_JSON_MISSING;
    p.stream = ap_open_text_stream(&p.text, &p.size);
    if (p.stream != NULL) {
        ap_json_put_init(&p.put, p.stream, 0);
        p.put.compact = true;
        p.put.escapes = AP_JSON_SHORT_ESCAPES;
        ap_json_put_begin_array(&p.put, NULL);
        for (lsp_document *d = server->documents.first; d != NULL && !p.failed; d = d->next) {
            lsp_update_diagnostics_if_outdated(server, d);
            (void)put_report_of_document(&p, d);
        }
        lint_and_report_unopened_files(&p);
        ap_json_put_end_array(&p.put);
    }
    answer_with_reports(&p);
    free(p.text);
}
