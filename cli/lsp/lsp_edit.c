/* Writes edits: of a document, one edit, from the first line that changed to the last; of a workspace, the edits of each of its
   documents. */
#include "cli/lsp/lsp_server.h"
#include "core/base/utf8.h"

bool lsp_find_edit_and_can_send_it(const lsp_document *document, ap_view after, ap_difference *edit)
{
    *edit = ap_find_difference(lsp_document_text(document), after, AP_BY_LINE);
    return lsp_can_send_edit(edit);
}

bool lsp_can_send_edit(const ap_difference *edit)
{
    return ap_utf8_valid_prefix_length(edit->text) == edit->text.size;
}

void lsp_put_edit(lsp_server *server, ap_json_put *put, const char *key, const lsp_document *document,
    const ap_difference *edit)
{
    lsp_cursor start, end;
    lsp_cursor_init(&start, lsp_document_text(document), server->encoding);
    end = start;
    ap_json_put_begin_array(put, key);
    if (edit->span.length + edit->text.size > 0) {
        ap_json_put_begin_object(put, NULL);
        lsp_put_span(put, "range", &start, &end, edit->span);
        ap_json_put_view(put, "newText", edit->text);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}

void lsp_begin_workspace_edit(const lsp_server *server, ap_json_put *put, const char *key)
{
    ap_json_put_begin_object(put, key);
    if (server->takes_versioned_edits)
        ap_json_put_begin_array(put, "documentChanges");
    else
        ap_json_put_begin_object(put, "changes");
}

const char *lsp_begin_edits_of_document(
    const lsp_server *server, ap_json_put *put, const lsp_document *document)
{
    if (!server->takes_versioned_edits)
        return document->uri;
    ap_json_put_begin_object(put, NULL);
    ap_json_put_begin_object(put, "textDocument");
    ap_json_put_text(put, "uri", document->uri);
    if (document->has_version)
        ap_json_put_integer(put, "version", document->version);
    else
        ap_json_put_null(put, "version");
    ap_json_put_end_object(put);
    return "edits";
}

void lsp_end_edits_of_document(const lsp_server *server, ap_json_put *put)
{
    if (server->takes_versioned_edits)
        ap_json_put_end_object(put);
}

void lsp_end_workspace_edit(const lsp_server *server, ap_json_put *put)
{
    if (server->takes_versioned_edits)
        ap_json_put_end_array(put);
    else
        ap_json_put_end_object(put);
    ap_json_put_end_object(put);
}
