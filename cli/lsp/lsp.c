/* Implements animproof lsp: runs a language server on standard input and output, which reads messages and calls their
   handlers. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/lsp/lsp_server.h"
#include "cli/options/commands.h"
#include "cli/shared/own_file.h"
#include "core/base/same_bytes.h"
#include "core/base/uri_text.h"
#include "core/base/version.h"

enum {
    /* default of --max-findings for each document, because editors show all findings at once */
    USUAL_MAX_FINDINGS = 1000
};

static void answer_shutdown(lsp_server *server)
{
    server->state = LSP_SHUT_DOWN;
    ap_json_put *put = lsp_begin_answer(server);
    ap_json_put_null(put, "result");
    lsp_finish_and_send_message(server);
}

typedef struct lsp_method {
    const char *name;
    bool is_request;
    void (*run)(lsp_server *server);
} lsp_method;

static const lsp_method methods[] = {
    { "initialized", false, lsp_handle_initialized },
    { "shutdown", true, answer_shutdown },
    { "textDocument/didOpen", false, lsp_handle_did_open },
    { "textDocument/didChange", false, lsp_handle_did_change },
    { "textDocument/didClose", false, lsp_handle_did_close },
    { "textDocument/didSave", false, lsp_drop_companions_and_mark_all_documents },
    { "workspace/didChangeWorkspaceFolders", false, lsp_handle_did_change_folders },
    { "workspace/didChangeWatchedFiles", false, lsp_drop_companions_and_mark_all_documents },
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
    { "workspace/diagnostic", true, lsp_answer_workspace_diagnostic },
    { "textDocument/prepareRename", true, lsp_answer_prepare_rename },
    { "textDocument/rename", true, lsp_answer_rename },
    { "workspace/executeCommand", true, lsp_answer_execute_command },
};

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
        lsp_answer_initialize(server);
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

/* Reads the id of the current message: an integer, a string or null. A message without an id is not a request. Returns false if
   the id has another type. */
static bool read_id_and_check_type(lsp_server *server)
{
    const ap_json_ref id = lsp_find_member(server, 0, "id", NULL);
    const ap_json_kind kind = ap_json_kind_of(&server->message, id);
    server->is_request = kind != AP_JSON_NONE;
    server->id_text = (ap_view){ NULL, 0 };
    const bool known = ap_json_read_integer(&server->message, id, &server->id_number)
                       || ap_json_decode_string(&server->message, id, &server->arena, &server->id_text);
    server->id_is_null = !known;
    return known || kind <= AP_JSON_NULL;
}

static void handle_message(lsp_server *server, ap_view body)
{
    char fault[AP_JSON_FAULT_BYTES] = "";
    server->id_is_null = server->is_request = true;
    server->answered = false;
    if (!ap_json_read_with_any_bytes(&server->message, body, &server->arena, fault)) {
        if (server->arena.failed)
            lsp_answer_with_error(server, LSP_INTERNAL_ERROR, "memory ran out for the message");
        else
            lsp_answer_with_error(server, LSP_PARSE_ERROR, "the message is not JSON: %s", fault);
        return;
    }
    const bool is_object = ap_json_kind_of(&server->message, 0) == AP_JSON_OBJECT;
    const bool is_id_valid = read_id_and_check_type(server);
    const char *name = lsp_get_text(server, lsp_find_member(server, 0, "method", NULL));
    const bool is_answer = lsp_find_member(server, 0, "result", NULL) != AP_JSON_MISSING
                           || lsp_find_member(server, 0, "error", NULL) != AP_JSON_MISSING;
    server->params = lsp_find_member(server, 0, "params", NULL);
    if (is_object && name == NULL && is_answer)
        return;
    if (!is_object || name == NULL || !is_id_valid
        || !ap_json_string_equals(&server->message, lsp_find_member(server, 0, "jsonrpc", NULL), "2.0"))
        lsp_answer_with_error(server, LSP_INVALID_REQUEST, "the message is not a request of JSON-RPC 2.0");
    else if (server->is_request)
        handle_request(server, name);
    else
        handle_notification(server, name);
    if (server->is_request && !server->answered && !server->ended)
        lsp_answer_with_error(server, LSP_INTERNAL_ERROR, "memory ran out");
}

/* Answers a message that could not be read with an error, with the id null, because its id is unknown. */
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

/* Sets the URI of the page of rules: on the web, or installed with the program; "" if there is no such page. */
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
    ap_batch_flush(&batch);
    fclose(stream); /* ends the URI in rules_page with a NUL */
}

static cli_exit serve_editor(lsp_server *server)
{
    set_rules_page_uri(server);
    lsp_input_init(&server->input, STDIN_FILENO, LSP_MOST_MESSAGE_BYTES);
    lsp_documents_init(&server->documents, LSP_MOST_DOCUMENTS, LSP_MOST_TEXT_BYTES);
    ap_arena_init(&server->arena, LSP_MOST_WORK_BYTES);
    lsp_companions_begin(&server->companions, &server->config, &server->asked, &server->documents);
    while (!server->ended) {
        handle_next_message(server);
        /* lints only after the last of several changes that arrive at once */
        if (!server->ended && !lsp_input_is_ready(&server->input))
            lsp_update_all_diagnostics(server);
        if (!server->ended && !lsp_input_is_ready(&server->input))
            lsp_make_index_of_current_document(server);
    }
    lsp_companions_end(&server->companions);
    lsp_close_all_documents(&server->documents);
    lsp_input_free(&server->input);
    ap_arena_free(&server->arena);
    free(server->config_error);
    free(server->pulled.ids);
    return server->result;
}

static cli_exit run_lsp(void *record, cli_operands words)
{
    lsp_server *server = record;
    if (words.count > 0)
        return cli_usage_error("lsp", "no operands are allowed; the editor sends the files");
    cli_exit result = cli_check_rules(&server->asked.rules, "lsp", NULL);
    cli_configs *configs = NULL;
    /* checks the options now, so that a contradiction is reported before the editor waits for an answer */
    if (result == CLI_CLEAN)
        result = cli_configs_open(&configs, "lsp", &server->config, &server->asked);
    cli_configs_free(configs);
    return result == CLI_CLEAN ? serve_editor(server) : result;
}

static void set_defaults(void *record)
{
    lsp_server *server = record;
    cli_layer_set_defaults(&server->asked);
    server->asked.reading.max_findings = USUAL_MAX_FINDINGS;
    server->asked.no_ignore = true; /* files that git ignores can be open in the editor */
}

static void release_record(void *record)
{
    lsp_server *server = record;
    cli_layer_free(&server->asked);
}

static const cli_option rows[] = {
    { .name = "stdio",
        CLI_FLAG(lsp_server, stdio),
        .help = "use standard input and output (always the case; accepted for editors that pass it)" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    { .title = "Configuration", .rows = cli_config_rows, .at = offsetof(lsp_server, config) },
    { .title = "Rules", .rows = cli_rule_choice_rows, .at = offsetof(lsp_server, asked.rules) },
    { .rows = cli_count_rows, .at = offsetof(lsp_server, asked.reading) },
    { .rows = cli_limit_rows, .at = offsetof(lsp_server, asked.reading) },
    { .rows = NULL },
};

const cli_command cli_lsp = {
    .name = "lsp",
    .summary = "runs a language server for editors",
    .about = "Runs a server of the Language Server Protocol 3.17 on standard input and output, for {text "
             "formats} files. It provides diagnostics while typing, rules and fields on hover, an outline, "
             "formatting, and fixes. See docs/use/editors.md for the setup of editors.",
    .exits = "0 after 'shutdown' and 'exit', 1 if the client ended without them, 2 usage, 3 standard input "
             "or output failed, 4 out of memory.",
    .options = groups,
    .record_bytes = sizeof(lsp_server),
    .prepare = set_defaults,
    .run = run_lsp,
    .release = release_record,
};
