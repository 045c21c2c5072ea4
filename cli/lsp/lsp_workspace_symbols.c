/* Answers workspace/symbol: names in the open documents, and files of the workspace. */
#include <string.h>
#include <strings.h>

#include "cli/lsp/lsp_server.h"
#include "core/base/utf8.h"
#include "validators/companion_name.h"

enum {
    KIND_FILE = 1, /* SymbolKind of the protocol */
    KIND_OBJECT = 19,
    MOST_SYMBOLS = 256, /* editors show a list to choose from, and ask again while the user types */
};

typedef struct symbol_search {
    lsp_server *server;
    ap_json_put *put;
    const char *query; /* part of the wanted names, in any case; "" for all names */
    size_t count;
    bool cancelled;

    /* The document or the companion that is searched */
    const char *uri, *file; /* its URI and its file name */
    lsp_cursor start, end;
} symbol_search;

/* Returns true if the name contains the query, in letters of any case. */
static bool contains_query(const symbol_search *search, ap_view name)
{
    const size_t length = strlen(search->query);
    size_t at = 0;
    if (length > name.size)
        return false;
    while (at < name.size - length && strncasecmp((const char *)name.bytes + at, search->query, length) != 0)
        at++;
    return strncasecmp((const char *)name.bytes + at, search->query, length) == 0;
}

static void put_symbol(symbol_search *search, ap_view name, int kind, const char *container, ap_span span)
{
    ap_json_put *put = search->put;
    search->count++;
    ap_json_put_begin_object(put, NULL);
    ap_json_put_view(put, "name", name);
    ap_json_put_integer(put, "kind", kind);
    if (container != NULL)
        ap_json_put_text(put, "containerName", container);
    ap_json_put_begin_object(put, "location");
    ap_json_put_text(put, "uri", search->uri);
    lsp_put_span(put, "range", &search->start, &search->end, span);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
}

static void put_symbol_if_name_matches(symbol_search *search, const lsp_index *index, const lsp_field *field)
{
    if (field->role != AP_ROLE_NAME || field->record == 0 || search->count == MOST_SYMBOLS)
        return;
    const ap_span span = lsp_span_of_field(field);
    const ap_view name = lsp_remove_quotes((ap_view){ index->text.bytes + span.offset, span.length });
    if (name.size > 0 && ap_utf8_valid_prefix_length(name) == name.size && contains_query(search, name))
        put_symbol(search, name, KIND_OBJECT, search->file, span);
}

static void set_searched_document(symbol_search *search, const char *uri, const char *path, ap_view text)
{
    const char *named = path == NULL ? uri : path;
    search->uri = uri;
    search->file = named + ap_folder_bytes(named);
    lsp_cursor_init(&search->start, text, search->server->encoding);
    search->end = search->start;
}

static void put_symbols_of_document(symbol_search *search, lsp_document *document)
{
    const ap_view text = lsp_document_text(document);
    set_searched_document(search, document->uri, document->path, text);
    const ap_view file = { (const uint8_t *)search->file, strlen(search->file) };
    if (contains_query(search, file))
        put_symbol(search, file, KIND_FILE, NULL, (ap_span){ 0, 0 });
    const lsp_index *index = document->is_lintable ? lsp_get_or_make_index(search->server, document) : NULL;
    for (size_t i = 0; index != NULL && i < index->fields.count; i++)
        put_symbol_if_name_matches(search, index, &lsp_fields_of_index(index)[i]);
    search->server->arena.failed |= document->is_lintable && index == NULL;
}

/* Writes the companion with this path if it is not open and its file name contains the query. */
static void put_companion_if_unopened_and_matching(void *context, const char *path)
{
    symbol_search *search = context;
    char uri[LSP_URI_BYTES];
    const char *name = path + ap_folder_bytes(path);
    const ap_view file = { (const uint8_t *)name, strlen(name) };
    if (search->count == MOST_SYMBOLS || !contains_query(search, file)
        || ap_utf8_valid_prefix_length(file) < file.size)
        return;
    if (lsp_find_document_of_file(&search->server->documents, path) != NULL
        || !lsp_write_uri_of_path(path, uri, sizeof uri))
        return;
    set_searched_document(search, uri, path, (ap_view){ (const uint8_t *)"", 0 });
    put_symbol(search, file, KIND_FILE, NULL, (ap_span){ 0, 0 });
}

static void send_symbols_or_error(symbol_search *search)
{
    lsp_server *server = search->server;
    if (lsp_refuse_if_cancelled_or_no_memory(server, search->cancelled, server->arena.failed))
        return;
    ap_json_put_end_array(search->put);
    lsp_finish_and_send_message(server);
}

void lsp_answer_workspace_symbols(lsp_server *server)
{
    symbol_search search = { .server = server };
    search.query = lsp_get_text(server, lsp_find_member(server, server->params, "query", NULL));
    if (search.query == NULL) {
        lsp_answer_with_error(server, LSP_INVALID_PARAMS, "params: query is not a text");
        return;
    }
    for (lsp_document *d = server->documents.first; d != NULL; d = d->next)
        lsp_update_diagnostics_if_outdated(server, d);
    search.put = lsp_begin_answer(server);
    ap_json_put_begin_array(search.put, "result");
    for (lsp_document *d = server->documents.first; d != NULL && !search.cancelled; d = d->next) {
        if (search.count < MOST_SYMBOLS)
            put_symbols_of_document(&search, d);
        search.cancelled = lsp_is_cancelled(server);
    }
    if (!search.cancelled)
        lsp_visit_workspace_companions(&server->companions, put_companion_if_unopened_and_matching, &search);
    send_symbols_or_error(&search);
}
