/* Runs a session of the language server: reads messages and calls their handlers. */
#include "cli/lsp/lsp_server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/own_file.h"
#include "core/base/uri_text.h"
#include "core/base/version.h"
#include "validators/companion_name.h"
#include "validators/registry.h"

/* Chooses UTF-8 if the client offers it. */
static void read_encoding(lsp_server *server, ap_json_ref offered)
{
    const ap_json_text *json = &server->message;
    server->encoding = LSP_UTF16;
    if (ap_json_kind_of(json, offered) != AP_JSON_ARRAY)
        return;
    for (ap_json_ref one = ap_json_first_value(json, offered); one != AP_JSON_MISSING;
         one = ap_json_next_value(json, offered, one)) {
        if (ap_json_is_string(json, one, "utf-8"))
            server->encoding = LSP_UTF8;
    }
}

static void read_capabilities(lsp_server *server)
{
    const ap_json_text *json = &server->message;
    const ap_json_ref client = lsp_find_member(server, server->params, "capabilities", NULL);
    const ap_json_ref document = lsp_find_member(server, client, "textDocument", NULL);
    const ap_json_ref workspace = lsp_find_member(server, client, "workspace", NULL);
    server->takes_related = lsp_is_json_true(
        server, lsp_find_member(server, document, "publishDiagnostics", "relatedInformation", NULL));
    server->takes_versioned_edits = lsp_is_json_true(
        server, lsp_find_member(server, workspace, "workspaceEdit", "documentChanges", NULL));
    server->watches_files = lsp_is_json_true(
        server, lsp_find_member(server, workspace, "didChangeWatchedFiles", "dynamicRegistration", NULL));
    server->shows_documents =
        lsp_is_json_true(server, lsp_find_member(server, client, "window", "showDocument", "support", NULL));
    server->shows_progress =
        lsp_is_json_true(server, lsp_find_member(server, client, "window", "workDoneProgress", NULL));
    server->pulls =
        ap_json_kind_of(json, lsp_find_member(server, document, "diagnostic", NULL)) == AP_JSON_OBJECT;
    server->refreshes =
        lsp_is_json_true(server, lsp_find_member(server, workspace, "diagnostics", "refreshSupport", NULL));
    read_encoding(server, lsp_find_member(server, client, "general", "positionEncodings", NULL));
}
/* Calls `change` with the URI of each folder of an array. */
static void change_workspace_folders(
    lsp_server *server, ap_json_ref folders, void (*change)(lsp_companions *companions, const char *uri))
{
    const ap_json_text *json = &server->message;
    const char *uri;
    if (ap_json_kind_of(json, folders) != AP_JSON_ARRAY)
        return;
    for (ap_json_ref one = ap_json_first_value(json, folders); one != AP_JSON_MISSING;
         one = ap_json_next_value(json, folders, one)) {
        if ((uri = lsp_get_text(server, lsp_find_member(server, one, "uri", NULL))) != NULL)
            change(&server->companions, uri);
    }
}

/* Searches the folders of the workspace that the client has added, and no longer those that it has removed. */
static void handle_did_change_folders(lsp_server *server)
{
    const ap_json_ref event = lsp_find_member(server, server->params, "event", NULL);
    change_workspace_folders(
        server, lsp_find_member(server, event, "removed", NULL), lsp_remove_workspace_folder);
    change_workspace_folders(server, lsp_find_member(server, event, "added", NULL), lsp_add_workspace_folder);
    lsp_handle_did_save(server);
}

/* Adds the folders of the workspace that the client names: workspaceFolders, or rootUri from older clients. */
static void add_workspace_folders(lsp_server *server)
{
    const ap_json_ref folders = lsp_find_member(server, server->params, "workspaceFolders", NULL);
    const char *uri;
    if (ap_json_kind_of(&server->message, folders) == AP_JSON_ARRAY) {
        change_workspace_folders(server, folders, lsp_add_workspace_folder);
    } else if ((uri = lsp_get_text(server, lsp_find_member(server, server->params, "rootUri", NULL)))
               != NULL) {
        lsp_add_workspace_folder(&server->companions, uri);
    }
}

/* A capability of the server, with its value as JSON. */
typedef struct capability {
    const char *name, *json;
} capability;

static const capability provided[] = {
    { "textDocumentSync", "{\"openClose\":true,\"change\":2,\"save\":true}" },
    { "hoverProvider", "true" },
    { "documentSymbolProvider", "true" },
    { "documentFormattingProvider", "true" },
    { "definitionProvider", "true" },
    { "referencesProvider", "true" },
    { "documentHighlightProvider", "true" },
    { "foldingRangeProvider", "true" },
    { "inlayHintProvider", "true" },
    { "semanticTokensProvider",
        "{\"legend\":{\"tokenTypes\":" LSP_TOKEN_TYPES ",\"tokenModifiers\":[]},\"range\":true,\"full\":true}" },
    { "completionProvider", "{\"triggerCharacters\":[\"\\\"\",\":\",\",\"]}" },
    { "codeActionProvider", "{\"codeActionKinds\":[\"quickfix\",\"source.fixAll\"]}" },
    { "documentRangeFormattingProvider", "true" },
    { "workspaceSymbolProvider", "true" },
    { "workspace", "{\"workspaceFolders\":{\"supported\":true,\"changeNotifications\":true}}" },
    { "executeCommandProvider", "{\"commands\":[\"" LSP_EXPLAIN "\"]}" },
};

static const capability pulled = { "diagnosticProvider",
    "{\"identifier\":\"" AP_PROGRAM "\",\"interFileDependencies\":true,\"workspaceDiagnostics\":false}" };

static void put_capability(ap_json_put *put, const capability *one)
{
    ap_batch_text(ap_json_put_begin_raw(put, one->name), one->json);
}

static void answer_initialize(lsp_server *server)
{
    read_capabilities(server);
    add_workspace_folders(server);
    server->state = LSP_RUNNING;
    ap_json_put *put = lsp_begin_answer(server);
    if (put == NULL)
        return;
    ap_json_put_object(put, "result");
    ap_json_put_object(put, "capabilities");
    ap_json_put_text(put, "positionEncoding", server->encoding == LSP_UTF8 ? "utf-8" : "utf-16");
    for (size_t i = 0; i < sizeof provided / sizeof *provided; i++)
        put_capability(put, &provided[i]);
    if (server->pulls)
        put_capability(put, &pulled);
    ap_json_put_end_object(put);
    ap_json_put_object(put, "serverInfo");
    ap_json_put_text(put, "name", AP_PROGRAM);
    ap_json_put_text(put, "version", AP_VERSION);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}

static void put_watcher(ap_json_put *put, const char *end_of_name)
{
    char pattern[64];
    snprintf(pattern, sizeof pattern, "**/%s", end_of_name);
    ap_json_put_object(put, NULL);
    ap_json_put_text(put, "globPattern", pattern);
    ap_json_put_end_object(put);
}

/* Writes the patterns of files that affect the findings of other files: configurations, and companions of text
   formats. */
static void put_watchers(ap_json_put *put)
{
    char pattern[AP_EXTENSION_BYTES + 1];
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    ap_json_put_array(put, "watchers");
    put_watcher(put, CLI_CONFIG_NAME);
    for (size_t i = 0; i < count; i++) {
        if (!formats[i]->text || formats[i]->companion == NULL)
            continue;
        snprintf(pattern, sizeof pattern, "*%s", formats[i]->companion->extension);
        put_watcher(put, pattern);
    }
    ap_json_put_end_array(put);
}

/* Asks the client for a notification when a configuration or a companion changes. */
static void handle_initialized(lsp_server *server)
{
    static const char lsp_method[] = "client/registerCapability";
    ap_json_put *put = server->watches_files ? lsp_begin_notification(server, lsp_method) : NULL;
    if (put == NULL)
        return;
    ap_json_put_text(put, "id", lsp_method); /* a request; its response is ignored */
    ap_json_put_object(put, "params");
    ap_json_put_array(put, "registrations");
    ap_json_put_object(put, NULL);
    ap_json_put_text(put, "id", "files");
    ap_json_put_text(put, "method", "workspace/didChangeWatchedFiles");
    ap_json_put_object(put, "registerOptions");
    put_watchers(put);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}

static void answer_shutdown(lsp_server *server)
{
    server->state = LSP_SHUT_DOWN;
    ap_json_put *put = lsp_begin_answer(server);
    if (put == NULL)
        return;
    ap_json_put_null(put, "result");
    lsp_finish_and_send_message(server);
}

typedef struct lsp_method {
    const char *name;
    bool is_request;
    void (*run)(lsp_server *server);
} lsp_method;

static const lsp_method methods[] = {
    { "initialized", false, handle_initialized },
    { "shutdown", true, answer_shutdown },
    { "textDocument/didOpen", false, lsp_handle_did_open },
    { "textDocument/didChange", false, lsp_handle_did_change },
    { "textDocument/didClose", false, lsp_handle_did_close },
    { "textDocument/didSave", false, lsp_handle_did_save },
    { "workspace/didChangeWorkspaceFolders", false, handle_did_change_folders },
    { "workspace/didChangeWatchedFiles", false, lsp_handle_did_save },
    { "textDocument/hover", true, lsp_answer_hover },
    { "textDocument/documentSymbol", true, lsp_answer_symbols },
    { "textDocument/foldingRange", true, lsp_answer_folding_ranges },
    { "textDocument/definition", true, lsp_answer_definition },
    { "textDocument/references", true, lsp_answer_references },
    { "textDocument/documentHighlight", true, lsp_answer_highlights },
    { "textDocument/rangeFormatting", true, lsp_answer_range_formatting },
    { "workspace/symbol", true, lsp_answer_workspace_symbols },
    { "textDocument/inlayHint", true, lsp_answer_inlay_hints },
    { "textDocument/semanticTokens/full", true, lsp_answer_tokens },
    { "textDocument/semanticTokens/range", true, lsp_answer_tokens_of_range },
    { "textDocument/formatting", true, lsp_answer_formatting },
    { "textDocument/completion", true, lsp_answer_completion },
    { "textDocument/codeAction", true, lsp_answer_code_actions },
    { "textDocument/diagnostic", true, lsp_answer_diagnostic },
    { "workspace/executeCommand", true, lsp_answer_execute_command },
};

static void end_session(lsp_server *server)
{
    server->ended = true;
    server->result = server->state == LSP_SHUT_DOWN ? CLI_CLEAN : CLI_FINDINGS;
}

static void handle_notification(lsp_server *server, const char *name)
{
    if (strcmp(name, "exit") == 0) {
        end_session(server);
        return;
    }
    for (size_t i = 0; server->state == LSP_RUNNING && i < sizeof methods / sizeof *methods; i++) {
        if (!methods[i].is_request && strcmp(methods[i].name, name) == 0)
            methods[i].run(server);
    }
}

static void handle_request(lsp_server *server, const char *name)
{
    const bool begins = strcmp(name, "initialize") == 0;
    if (begins && server->state == LSP_NEW) {
        answer_initialize(server);
        return;
    }
    if (server->state == LSP_NEW) {
        lsp_answer_with_error(server, LSP_NOT_INITIALIZED, "the first request must be 'initialize'");
        return;
    }
    if (begins || server->state == LSP_SHUT_DOWN) {
        lsp_answer_with_error(server, LSP_INVALID_REQUEST,
            begins ? "'initialize' may be sent only once"
                   : "the server was shut down; only 'exit' is allowed");
        return;
    }
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (methods[i].is_request && strcmp(methods[i].name, name) == 0) {
            methods[i].run(server);
            return;
        }
    }
    lsp_answer_with_error(server, LSP_METHOD_NOT_FOUND, "unknown method '%.100s'", name);
}

/* Reads the id of the current message: a number, a string or null. Returns false if the id has another type. */
static bool read_id(lsp_server *server)
{
    const ap_json_ref id = lsp_find_member(server, 0, "id", NULL);
    const ap_json_kind kind = ap_json_kind_of(&server->message, id);
    server->is_request = kind != AP_JSON_NONE;
    server->name = (ap_view){ NULL, 0 };
    const bool known = ap_json_integer(&server->message, id, &server->number)
                       || ap_json_string(&server->message, id, &server->arena, &server->name);
    server->id_is_null = !known;
    return known || kind <= AP_JSON_NULL;
}

static void handle_message(lsp_server *server, ap_view body)
{
    char fault[AP_JSON_FAULT_BYTES] = "";
    server->id_is_null = server->is_request = true;
    server->answered = false;
    if (!ap_json_read_loose(&server->message, body, &server->arena, fault)) {
        if (server->arena.failed)
            lsp_answer_with_error(server, LSP_INTERNAL_ERROR, "memory ran out for the message");
        else
            lsp_answer_with_error(server, LSP_PARSE_ERROR, "the message is not JSON: %s", fault);
        return;
    }
    const bool is_object = ap_json_kind_of(&server->message, 0) == AP_JSON_OBJECT;
    const bool has_id = read_id(server);
    const char *name = lsp_get_text(server, lsp_find_member(server, 0, "method", NULL));
    const bool is_answer = lsp_find_member(server, 0, "result", NULL) != AP_JSON_MISSING
                           || lsp_find_member(server, 0, "error", NULL) != AP_JSON_MISSING;
    server->params = lsp_find_member(server, 0, "params", NULL);
    if (is_object && name == NULL && is_answer)
        return;
    if (!is_object || name == NULL || !has_id
        || !ap_json_is_string(&server->message, lsp_find_member(server, 0, "jsonrpc", NULL), "2.0"))
        lsp_answer_with_error(server, LSP_INVALID_REQUEST, "the message is not a request of JSON-RPC 2.0");
    else if (server->is_request)
        handle_request(server, name);
    else
        handle_notification(server, name);
    if (server->is_request && !server->answered && !server->ended)
        lsp_answer_with_error(server, LSP_INTERNAL_ERROR, "memory ran out");
}

/* Answers a message that could not be read with an error, or reports the error to the user if the message has no id. */
static void refuse_unreadable_message(lsp_server *server, lsp_error code, const char *why)
{
    server->id_is_null = true;
    lsp_answer_with_error(server, code, "%s", why);
}

static void handle_next_message(lsp_server *server)
{
    ap_view body;
    switch (lsp_input_read(&server->input, &body)) {
    case LSP_MESSAGE:
        handle_message(server, body);
        break;
    case LSP_END:
        end_session(server);
        break;
    case LSP_BAD_HEADER:
        refuse_unreadable_message(server, LSP_PARSE_ERROR, "the headers have no Content-Length");
        break;
    case LSP_TOO_LONG:
        refuse_unreadable_message(server, LSP_INVALID_REQUEST, "the message is longer than 64 MiB");
        break;
    case LSP_NO_MEMORY:
        refuse_unreadable_message(server, LSP_INTERNAL_ERROR, "memory ran out for the message");
        break;
    case LSP_UNREADABLE:
        server->ended = true;
        server->result = cli_fail_errno("standard input", errno);
        break;
    }
    ap_arena_reset(&server->arena);
}

/* Sets the URI of the page of rules: on the web, or installed with the program. */
static void set_rules_page_uri(lsp_server *server)
{
    char self[PATH_MAX], found[PATH_MAX];
    const char *docs = AP_DOCS;
    FILE *stream = fmemopen(server->rules_page, sizeof server->rules_page, "w");
    if (stream == NULL)
        return; /* out of memory: diagnostics have no links */
    ap_batch batch;
    ap_batch_init(&batch, stream);
    if (docs != NULL) {
        ap_batch_text(&batch, docs);
        ap_batch_text(&batch, "formats/rules.md");
    } else if (cli_find_executable(self)
               && cli_find_program_file(self, "share/animproof/rules.html", R_OK, found)) {
        ap_batch_uri(&batch, found);
    }
    ap_batch_write(&batch);
    fclose(stream); /* ends the URI in rules_page with a NUL */
}

cli_exit lsp_serve(lsp_server *server)
{
    set_rules_page_uri(server);
    lsp_input_init(&server->input, STDIN_FILENO, LSP_MOST_MESSAGE_BYTES);
    lsp_documents_init(&server->documents, LSP_MOST_DOCUMENTS, LSP_MOST_TEXT_BYTES);
    ap_arena_init(&server->arena, LSP_MOST_WORK_BYTES);
    lsp_companions_begin(&server->companions, server->config, server->asked, &server->documents);
    while (!server->ended) {
        handle_next_message(server);
        /* lints only after the last of several changes that arrive at once */
        if (!server->ended && !lsp_input_is_ready(&server->input))
            lsp_check_all_documents(server);
        if (!server->ended && !lsp_input_is_ready(&server->input))
            lsp_prepare_index(server);
    }
    lsp_companions_end(&server->companions);
    lsp_documents_free(&server->documents);
    lsp_input_free(&server->input);
    ap_arena_free(&server->arena);
    free(server->wrong_config);
    return server->result;
}
