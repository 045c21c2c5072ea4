/* Handles $/cancelRequest: finds out if the client has cancelled the request that the server is answering. */
#include <string.h>

#include "cli/lsp/lsp_server.h"
#include "core/base/same_bytes.h"

enum { CANCEL_BYTES = 16 * 1024 /* memory for reading a message that cancels */ };

static const char cancel_method[] = "$/cancelRequest";

static bool is_id_of_current_request(
    const lsp_server *server, const ap_json_document *json, ap_json_ref id, ap_arena *arena)
{
    int64_t number;
    ap_view name;
    if (ap_json_read_integer(json, id, &number))
        return !server->id_is_null && server->id_text.bytes == NULL && number == server->id_number;
    return ap_json_decode_string(json, id, arena, &name) && !server->id_is_null
           && server->id_text.bytes != NULL && ap_same_bytes(name, server->id_text);
}

/* Returns true if the message `body` cancels the current request. `context` is the lsp_server. */
static bool is_cancel_of_current_request(void *context, ap_view body)
{
    const lsp_server *server = context;
    char fault[AP_JSON_FAULT_BYTES];
    ap_json_document json;
    ap_arena arena;
    if (memmem(body.bytes, body.size, cancel_method, sizeof cancel_method - 1) == NULL)
        return false;
    ap_arena_init(&arena, CANCEL_BYTES);
    const bool found = ap_json_read_with_any_bytes(&json, body, &arena, fault)
                       && ap_json_string_equals(&json, ap_json_find_member(&json, 0, "method"), cancel_method)
                       && is_id_of_current_request(server, &json,
                           ap_json_find_member(&json, ap_json_find_member(&json, 0, "params"), "id"), &arena);
    ap_arena_free(&arena);
    return found;
}

bool lsp_is_cancelled(void *context)
{
    lsp_server *server = context;
    return server->is_request
           && lsp_input_find_waiting_message(&server->input, is_cancel_of_current_request, server);
}
