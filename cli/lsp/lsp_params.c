/* Reads the parameters (params) of the current message, and finds what a request is about. */
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

const lsp_index *lsp_lint_and_index_document_of_request(lsp_server *server, lsp_document **document)
{
    if (!lsp_get_document_and_make_current(server, document))
        return NULL;
    lsp_update_diagnostics_if_outdated(server, *document);
    const lsp_index *index = server->ended ? NULL : lsp_get_or_make_index(server, *document);
    if (index == NULL)
        lsp_answer_with_error(server, LSP_INTERNAL_ERROR, "memory ran out for the fields of the file");
    return index;
}

/* Sets the place to the range of positions in the document of the request. Returns false after answering with an error. */
static bool set_place_of_request(lsp_server *server, lsp_range range, lsp_place *place)
{
    place->index = lsp_lint_and_index_document_of_request(server, &place->document);
    if (place->index == NULL)
        return false;
    place->start = lsp_find_offset_of_position(place->index, server->encoding, range.start);
    place->end = lsp_find_offset_of_position(place->index, server->encoding, range.end);
    if (place->end < place->start)
        place->end = place->start;
    return true;
}

bool lsp_get_position_of_request_and_index(lsp_server *server, lsp_place *place)
{
    lsp_range range;
    if (!lsp_get_document_and_make_current(server, &place->document)
        || !lsp_get_position(server, lsp_find_member(server, server->params, "position", NULL), &range.start))
        return false;
    range.end = range.start;
    return set_place_of_request(server, range, place);
}

bool lsp_get_range_of_request_and_index(lsp_server *server, lsp_place *place)
{
    lsp_range range;
    return lsp_get_document_and_make_current(server, &place->document)
           && lsp_get_range(server, lsp_find_member(server, server->params, "range", NULL), &range)
           && set_place_of_request(server, range, place);
}
