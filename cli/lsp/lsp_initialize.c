/* Begins a session: reads what the client can do and its workspace folders, and answers with what the server can do. */
#include "cli/lsp/lsp_server.h"

#include <stdio.h>

#include "core/base/version.h"
#include "validators/companion_name.h"
#include "validators/registry.h"

/* Chooses UTF-8 if the client offers it, otherwise UTF-16. */
static void choose_encoding(lsp_server *server, ap_json_ref offered)
{
    const ap_json_document *json = &server->message;
    server->encoding = LSP_UTF16;
    if (ap_json_kind_of(json, offered) != AP_JSON_ARRAY)
        return;
    for (ap_json_ref one = ap_json_first_entry(json, offered); one != AP_JSON_MISSING;
         one = ap_json_next_entry(json, offered, one)) {
        if (ap_json_string_equals(json, one, "utf-8"))
            server->encoding = LSP_UTF8;
    }
}

static void read_capabilities(lsp_server *server)
{
    const ap_json_document *json = &server->message;
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
    choose_encoding(server, lsp_find_member(server, client, "general", "positionEncodings", NULL));
}

/* Calls `change` with the URI of each folder of an array. */
static void change_workspace_folders(
    lsp_server *server, ap_json_ref folders, void (*change)(lsp_companions *companions, const char *uri))
{
    const ap_json_document *json = &server->message;
    const char *uri;
    if (ap_json_kind_of(json, folders) != AP_JSON_ARRAY)
        return;
    for (ap_json_ref one = ap_json_first_entry(json, folders); one != AP_JSON_MISSING;
         one = ap_json_next_entry(json, folders, one)) {
        if ((uri = lsp_get_text(server, lsp_find_member(server, one, "uri", NULL))) != NULL)
            change(&server->companions, uri);
    }
}

/* Removes and adds the folders of the workspace as the client says, and marks all documents to be linted again. */
void lsp_handle_did_change_folders(lsp_server *server)
{
    const ap_json_ref event = lsp_find_member(server, server->params, "event", NULL);
    change_workspace_folders(
        server, lsp_find_member(server, event, "removed", NULL), lsp_remove_workspace_folder);
    change_workspace_folders(server, lsp_find_member(server, event, "added", NULL), lsp_add_workspace_folder);
    lsp_drop_companions_and_mark_all_documents(server);
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

static const capability server_capabilities[] = {
    { "textDocumentSync", "{\"openClose\":true,\"change\":2,\"save\":true}" },
    { "hoverProvider", "true" },
    { "documentSymbolProvider", "true" },
    { "documentFormattingProvider", "true" },
    { "definitionProvider", "true" },
    { "referencesProvider", "true" },
    { "documentHighlightProvider", "true" },
    { "foldingRangeProvider", "true" },
    { "inlayHintProvider", "true" },
    { "semanticTokensProvider", "{\"legend\":{\"tokenTypes\":" LSP_TOKEN_TYPES
                                ",\"tokenModifiers\":[]},\"range\":true,\"full\":true}" },
    { "completionProvider", "{\"triggerCharacters\":[\"\\\"\",\":\",\",\"]}" },
    { "codeActionProvider", "{\"codeActionKinds\":[\"quickfix\",\"source.fixAll\"]}" },
    { "documentRangeFormattingProvider", "true" },
    { "workspaceSymbolProvider", "true" },
    { "renameProvider", "{\"prepareProvider\":true}" },
    { "workspace", "{\"workspaceFolders\":{\"supported\":true,\"changeNotifications\":true}}" },
    { "executeCommandProvider", "{\"commands\":[\"" LSP_EXPLAIN "\"]}" },
};

static const capability pull_capability = { "diagnosticProvider",
    "{\"identifier\":\"" AP_PROGRAM "\",\"interFileDependencies\":true,\"workspaceDiagnostics\":true}" };

static void put_capability(ap_json_put *put, const capability *one)
{
    ap_batch_text(ap_json_put_begin_raw(put, one->name), one->json);
}

void lsp_answer_initialize(lsp_server *server)
{
    read_capabilities(server);
    add_workspace_folders(server);
    server->state = LSP_RUNNING;
    ap_json_put *put = lsp_begin_answer(server);
    ap_json_put_begin_object(put, "result");
    ap_json_put_begin_object(put, "capabilities");
    ap_json_put_text(put, "positionEncoding", server->encoding == LSP_UTF8 ? "utf-8" : "utf-16");
    for (size_t i = 0; i < sizeof server_capabilities / sizeof *server_capabilities; i++)
        put_capability(put, &server_capabilities[i]);
    if (server->pulls)
        put_capability(put, &pull_capability);
    ap_json_put_end_object(put);
    ap_json_put_begin_object(put, "serverInfo");
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
    ap_json_put_begin_object(put, NULL);
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
    ap_json_put_begin_array(put, "watchers");
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
void lsp_handle_initialized(lsp_server *server)
{
    static const char register_method[] = "client/registerCapability";
    if (!server->watches_files)
        return;
    ap_json_put *put = lsp_begin_notification(server, register_method);
    ap_json_put_text(put, "id", register_method); /* a request; its response is ignored */
    ap_json_put_begin_object(put, "params");
    ap_json_put_begin_array(put, "registrations");
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "id", "files");
    ap_json_put_text(put, "method", "workspace/didChangeWatchedFiles");
    ap_json_put_begin_object(put, "registerOptions");
    put_watchers(put);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}
