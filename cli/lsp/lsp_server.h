/* The language server: what it keeps between messages, and the parts that answer them. */
#ifndef AP_LSP_SERVER_H
#define AP_LSP_SERVER_H

#include <limits.h>
#include <stdio.h>

#include "cli/config/configs.h"
#include "cli/lsp/lsp_document.h"
#include "cli/lsp/lsp_input.h"
#include "cli/options/cli.h"
#include "core/json/json_put.h"
#include "core/json/json_text.h"

enum {
    LSP_MOST_MESSAGE_BYTES = 64 * 1024 * 1024,
    LSP_MOST_WORK_BYTES = 256 * 1024 * 1024, /* for answering a message */
    LSP_MOST_DOCUMENTS = 512,
    LSP_PAGE_BYTES = 3 * PATH_MAX + 8,       /* each byte of a path as %XX, after file:// */
    LSP_MOST_TEXT_BYTES = 256 * 1024 * 1024, /* of all of them */
};

/* Codes of errors, of JSON-RPC and of the protocol. */
typedef enum lsp_error {
    LSP_PARSE_ERROR = -32700,
    LSP_INVALID_REQUEST = -32600,
    LSP_METHOD_NOT_FOUND = -32601,
    LSP_INVALID_PARAMS = -32602,
    LSP_INTERNAL_ERROR = -32603,
    LSP_NOT_INITIALIZED = -32002,
    LSP_REQUEST_FAILED = -32803,
    LSP_REQUEST_CANCELLED = -32800,
} lsp_error;

typedef enum lsp_reported { LSP_TOLD_ERROR = 1, LSP_TOLD_WARNING = 2 } lsp_reported;

typedef enum lsp_state { LSP_NEW, LSP_RUNNING, LSP_SHUT_DOWN } lsp_state;

typedef struct lsp_server {
    const cli_config_choice *config;
    const cli_layer *asked;
    lsp_input input;
    lsp_documents documents;
    lsp_state state;
    bool ended;                      /* by the client, or by a failure */
    cli_exit result;                 /* then */
    char *wrong_config;              /* last message about a configuration; NULL if none; owned */
    char rules_page[LSP_PAGE_BYTES]; /* URI of the page of rules; empty if there is none */

    /* What the client can do */
    lsp_encoding encoding;
    bool takes_related, takes_versioned_edits, watches_files;

    /* The current message */
    ap_arena arena;
    ap_json_text message;
    ap_json_ref params;
    bool is_request; /* it has an id, and waits for an answer */
    bool answered;
    int64_t number; /* the id, unless `name` has bytes; NULL name: null */
    ap_view name;
    bool id_is_null;

    /* The message that is being made */
    FILE *stream;
    char *text;
    size_t text_bytes;
    ap_json_put put;
} lsp_server;

/* Sending (lsp_send.c). Each begins a message, whose value with the key that is named the caller puts before lsp_send;
   NULL when memory has run out, and the server ends. */
ap_json_put *lsp_begin_answer(lsp_server *server);                     /* "result" */
ap_json_put *lsp_begin_notice(lsp_server *server, const char *method); /* "params" */
void lsp_send(lsp_server *server);

/* Gives up an answer that was begun; another can be begun. */
void lsp_give_up(lsp_server *server);

/* Answers the request at hand with an error. */
__attribute__((format(printf, 3, 4))) void lsp_refuse(
    lsp_server *server, lsp_error code, const char *format, ...);

/* Says something to the user. */
__attribute__((format(printf, 3, 4))) void lsp_send_message(
    lsp_server *server, lsp_reported kind, const char *format, ...);

/* Returns true if the client has cancelled the current request of the context, a server. */
bool lsp_is_cancelled(void *context);

/* Values that several messages have. */
void lsp_put_range(ap_json_put *put, const char *key, lsp_range range);
void lsp_put_span(ap_json_put *put, const char *key, lsp_cursor *start, lsp_cursor *end, ap_span span);

/* Reading params (lsp_params.c). Each returns false, after an answer, where the params are not of that form. */
bool lsp_get_document(lsp_server *server, lsp_document **document); /* false, too, where it is not open */
bool lsp_get_position(lsp_server *server, ap_json_ref value, lsp_position *position);
bool lsp_get_range(lsp_server *server, ap_json_ref value, lsp_range *range);

/* The member of a member of params …, ended by NULL; AP_JSON_MISSING where there is none. */
ap_json_ref lsp_member(const lsp_server *server, ap_json_ref object, ...) __attribute__((sentinel));
bool lsp_is_true(const lsp_server *server, ap_json_ref value);
/* A text without a NUL in the arena; NULL where it is not one, or memory has run out. */
const char *lsp_get_text(lsp_server *server, ap_json_ref value);

/* What the documents are (lsp_sync.c, lsp_check.c). */
void lsp_did_open(lsp_server *server);
void lsp_did_change(lsp_server *server);
void lsp_did_close(lsp_server *server);
void lsp_did_save(lsp_server *server);                      /* configuration may be what was saved */
void lsp_check(lsp_server *server, lsp_document *document); /* lints it where it has changed, and tells */
void lsp_check_all(lsp_server *server);

/* Puts a finding as a Diagnostic, into an array. */
void lsp_put_diagnostic(
    lsp_server *server, ap_json_put *put, const lsp_document *document, const ap_finding *finding);

/* Answers. Each takes a request whose params were not looked at. */
void lsp_hover(lsp_server *server);
void lsp_symbols(lsp_server *server);
void lsp_formatting(lsp_server *server);
void lsp_code_actions(lsp_server *server);

/* Puts the edit that makes `after` of the document, as an array of TextEdit. */
void lsp_put_edits(
    lsp_server *server, ap_json_put *put, const char *key, const lsp_document *document, ap_view after);

/* Whether an edit to it can be sent: JSON has no bytes that are not UTF-8. */
bool lsp_can_edit(const lsp_document *document, ap_view after);

/* Answers messages until the client ends it (lsp_server.c). */
cli_exit lsp_serve(lsp_server *server);

#endif
