/* Handles the client's notifications that documents were opened, changed and closed. */

#include "cli/lsp/lsp_server.h"
#include "validators/registry.h"

static const char *reason_text_not_taken(lsp_document_result taking)
{
    return taking == LSP_TOO_MANY    ? "too many documents are open"
           : taking == LSP_TOO_LARGE ? "the open documents are larger than 256 MiB together"
                                     : "memory ran out";
}

/* Marks the documents that may use this document as their companion to be linted again, and drops the companions that were
   read. */
static void drop_companions_and_note_outdated(lsp_server *server, const lsp_document *document)
{
    server->findings_outdated |= lsp_drop_companions_and_mark_users(&server->companions, document);
    server->pulled.is_current &= !lsp_may_be_companion(document);
}

static void close_document_and_clear_diagnostics(lsp_server *server, lsp_document *document)
{
    lsp_publish_diagnostics(server, document->uri, NULL);
    drop_companions_and_note_outdated(server, document);
    server->current = NULL;
    lsp_close_document(&server->documents, document);
}

static const ap_format *format_of_language(const char *language)
{
    const ap_format *format = language == NULL ? NULL : ap_find_format(language);
    return format != NULL && format->text ? format : NULL;
}

static void read_document_version(lsp_server *server, lsp_document *document)
{
    const ap_json_ref version = lsp_find_member(server, server->params, "textDocument", "version", NULL);
    document->has_version = ap_json_read_integer(&server->message, version, &document->version);
}

void lsp_handle_did_open(lsp_server *server)
{
    const ap_json_ref item = lsp_find_member(server, server->params, "textDocument", NULL);
    const char *uri = lsp_get_text(server, lsp_find_member(server, item, "uri", NULL));
    lsp_document *document;
    ap_view text;
    if (uri == NULL
        || !ap_json_decode_string(
            &server->message, lsp_find_member(server, item, "text", NULL), &server->arena, &text))
        return;
    server->current = NULL; /* opening again closes the document first */
    const lsp_document_result taking = lsp_open_document(&server->documents, uri, text, &document);
    if (taking != LSP_TAKEN) {
        lsp_show_message(
            server, LSP_MESSAGE_ERROR, "%s is not checked: %s", uri, reason_text_not_taken(taking));
        return;
    }
    document->named_format =
        format_of_language(lsp_get_text(server, lsp_find_member(server, item, "languageId", NULL)));
    read_document_version(server, document);
    drop_companions_and_note_outdated(server, document);
    server->current = document;
}

/* Applies one change of the client to the document. Returns false if that fails: the document then differs from the
   editor's text. */
static bool apply_content_change(
    lsp_server *server, lsp_document *document, lsp_cursor *cursor, ap_json_ref item, const char **reason)
{
    const ap_json_ref range_value = lsp_find_member(server, item, "range", NULL);
    lsp_range range = { { 0, 0 }, { UINT64_MAX, 0 } };
    ap_view text;
    *reason = "a change has an invalid form";
    if (!ap_json_decode_string(
            &server->message, lsp_find_member(server, item, "text", NULL), &server->arena, &text))
        return false;
    if (range_value != AP_JSON_MISSING && !lsp_get_range(server, range_value, &range))
        return false;
    const lsp_document_result taking = lsp_edit_document(&server->documents, document, cursor, &range, text);
    *reason = reason_text_not_taken(taking);
    return taking == LSP_TAKEN;
}

void lsp_handle_did_change(lsp_server *server)
{
    lsp_document *document;
    lsp_cursor cursor;
    const char *reason;
    if (!lsp_get_document_and_make_current(server, &document))
        return;
    const ap_json_document *json = &server->message;
    const ap_json_ref changes = lsp_find_member(server, server->params, "contentChanges", NULL);
    lsp_cursor_init(&cursor, lsp_document_text(document), server->encoding);
    ap_json_ref item = ap_json_kind_of(json, changes) == AP_JSON_ARRAY ? ap_json_first_entry(json, changes)
                                                                       : AP_JSON_MISSING;
    for (; item != AP_JSON_MISSING; item = ap_json_next_entry(json, changes, item)) {
        if (!apply_content_change(server, document, &cursor, item, &reason)) {
            lsp_show_message(server, LSP_MESSAGE_ERROR, "%s is no longer checked: %s", document->uri, reason);
            close_document_and_clear_diagnostics(server, document);
            return;
        }
    }
    read_document_version(server, document);
    drop_companions_and_note_outdated(server, document);
    document->needs_linting = true;
}

void lsp_handle_did_close(lsp_server *server)
{
    lsp_document *document;
    if (lsp_get_document_and_make_current(server, &document))
        close_document_and_clear_diagnostics(server, document);
}

void lsp_drop_companions_and_mark_all_documents(lsp_server *server)
{
    lsp_companions_clear(&server->companions);
    server->pulled.is_current = false;
    for (lsp_document *document = server->documents.first; document != NULL; document = document->next)
        document->needs_linting = true;
    server->findings_outdated = true;
}
