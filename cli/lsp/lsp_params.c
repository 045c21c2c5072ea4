/* Reads the parameters (params) of the current message. */
#include <stdarg.h>
#include <string.h>

#include "cli/lsp/lsp_server.h"

ap_json_ref lsp_find_member(const lsp_server *server, ap_json_ref object, ...)
{
    va_list names;
    const char *name;
    va_start(names, object);
    while ((name = va_arg(names, const char *)) != NULL)
        object = ap_json_find_member(&server->message, object, name);
    va_end(names);
    return object;
}

bool lsp_is_json_true(const lsp_server *server, ap_json_ref value)
{
    const ap_json_document *json = &server->message;
    return ap_json_kind_of(json, value) == AP_JSON_BOOLEAN
           && json->text.bytes[json->entries[value].at] == 't';
}

const char *lsp_get_text(lsp_server *server, ap_json_ref value)
{
    ap_view text;
    if (!ap_json_decode_string(&server->message, value, &server->arena, &text)
        || memchr(text.bytes, '\0', text.size) != NULL)
        return NULL;
    return (const char *)text.bytes;
}

/* Answers a request with an error about its params; a notification gets no answer. Always returns false. */
static bool refuse_params(lsp_server *server, const char *what)
{
    if (server->is_request)
        lsp_answer_with_error(server, LSP_INVALID_PARAMS, "params: %s", what);
    return false;
}

bool lsp_get_document_and_make_current(lsp_server *server, lsp_document **document)
{
    const char *uri =
        lsp_get_text(server, lsp_find_member(server, server->params, "textDocument", "uri", NULL));
    if (uri == NULL)
        return refuse_params(server, "textDocument.uri is not a text");
    *document = lsp_find_document(&server->documents, uri);
    server->current = *document;
    return *document != NULL || refuse_params(server, "the document is not open");
}

static bool read_number_from_0(lsp_server *server, ap_json_ref value, uint64_t *number)
{
    int64_t integer;
    if (!ap_json_read_integer(&server->message, value, &integer) || integer < 0)
        return false;
    *number = (uint64_t)integer;
    return true;
}

bool lsp_get_position(lsp_server *server, ap_json_ref value, lsp_position *position)
{
    return (read_number_from_0(server, lsp_find_member(server, value, "line", NULL), &position->line)
               && read_number_from_0(
                   server, lsp_find_member(server, value, "character", NULL), &position->character))
           || refuse_params(server, "invalid position: line and character must be numbers from 0");
}

bool lsp_get_range(lsp_server *server, ap_json_ref value, lsp_range *range)
{
    return lsp_get_position(server, lsp_find_member(server, value, "start", NULL), &range->start)
           && lsp_get_position(server, lsp_find_member(server, value, "end", NULL), &range->end);
}
