/* Answers textDocument/diagnostic, for clients that request the diagnostics of a document instead of waiting for them. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/lsp/lsp_pull.h"
#include "core/files/text_stream.h"
#include "core/finding/fingerprint.h"
#include "core/json/json_value.h"

bool lsp_write_diagnostics(lsp_server *server, const lsp_document *document, char **text)
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

void lsp_write_result_id(uint64_t number, char id[LSP_RESULT_ID_BYTES])
{
    snprintf(id, LSP_RESULT_ID_BYTES, "%016" PRIx64, number);
}

uint64_t lsp_make_result_id(const char *diagnostics, char id[LSP_RESULT_ID_BYTES])
{
    const uint64_t hash = ap_hash_text(AP_HASH_START, diagnostics), number = hash == 0 ? 1 : hash;
    lsp_write_result_id(number, id);
    return number;
}

void lsp_put_diagnostic_report(ap_json_put *put, const char *id, const char *diagnostics)
{
    ap_json_put_text(put, "kind", diagnostics == NULL ? "unchanged" : "full");
    ap_json_put_text(put, "resultId", id);
    if (diagnostics != NULL)
        ap_batch_text(ap_json_put_begin_raw(put, "items"), diagnostics);
}

/* Answers with the diagnostics, or with "unchanged" if the client has them already. */
static void answer_with_diagnostics(lsp_server *server, const char *diagnostics)
{
    char id[LSP_RESULT_ID_BYTES];
    (void)lsp_make_result_id(diagnostics, id);
    const bool unchanged = ap_json_string_equals(
        &server->message, lsp_find_member(server, server->params, "previousResultId", NULL), id);
    ap_json_put *put = lsp_begin_answer(server);
    if (put == NULL)
        return;
    ap_json_put_begin_object(put, "result");
    lsp_put_diagnostic_report(put, id, unchanged ? NULL : diagnostics);
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
    if (lsp_write_diagnostics(server, document, &text))
        answer_with_diagnostics(server, text);
    else
        lsp_answer_with_error(server, LSP_INTERNAL_ERROR, "memory ran out");
    free(text);
}

void lsp_request_refresh_if_outdated(lsp_server *server)
{
    ap_json_put *put = server->refreshes && server->findings_outdated
                           ? lsp_begin_request(server, "workspace/diagnostic/refresh")
                           : NULL;
    server->findings_outdated = false;
    if (put != NULL)
        lsp_finish_and_send_message(server);
}
