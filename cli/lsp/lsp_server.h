/* The language server: its state between messages, and the functions that answer messages. */
#ifndef AP_LSP_SERVER_H
#define AP_LSP_SERVER_H

#include <limits.h>
#include <stdio.h>

#include "cli/config/configs.h"
#include "cli/lsp/document/lsp_document.h"
#include "cli/lsp/lsp_companions.h"
#include "cli/lsp/lsp_input.h"
#include "cli/options/cli.h"
#include "core/base/difference.h"
#include "core/files/sink.h"
#include "core/json/json_put.h"
#include "core/json/json_text.h"

enum {
    LSP_MOST_MESSAGE_BYTES = 64 * 1024 * 1024,
    LSP_MOST_WORK_BYTES = 256 * 1024 * 1024,  /* most memory for answering one message */
    LSP_MOST_INDEX_BYTES = 512 * 1024 * 1024, /* most memory for the indexes of all documents */
    LSP_MOST_DOCUMENTS = 512,
    LSP_URI_BYTES = 3 * PATH_MAX + 8,        /* room for file:// and a path with each byte as %XX */
    LSP_MOST_TEXT_BYTES = 256 * 1024 * 1024, /* most bytes of text in all open documents together */
};

/* Error codes of JSON-RPC and of the language server protocol. */
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

typedef enum lsp_message_type {
    LSP_MESSAGE_ERROR = 1,
    LSP_MESSAGE_WARNING = 2,
    LSP_MESSAGE_INFO = 3
} lsp_message_type;

#define LSP_EXPLAIN "animproof.explain" /* the command that shows the explanation of a rule */

typedef enum lsp_state { LSP_NEW, LSP_RUNNING, LSP_SHUT_DOWN } lsp_state;

/* The files of the workspace folders that were reported to a client that requests diagnostics. */
typedef struct lsp_pulled_files {
    bool is_current; /* false: a companion or a configuration may have changed since the last answer */
    uint64_t hash;   /* of the paths, sizes and times of the files */
    uint64_t *ids;   /* numbers of the result ids of the listed files, owned; 0: the file was not reported */
    size_t count;
} lsp_pulled_files;

typedef struct lsp_server {
    /* options of the command line */
    cli_config_choice config;
    cli_settings_layer asked;
    bool stdio;

    lsp_input input;
    lsp_documents documents;
    lsp_document
        *current; /* the document that was opened, changed or asked about last; NULL: unknown, or closed */
    lsp_companions companions;
    lsp_state state;
    bool ended;      /* the client ended the session, or the server failed */
    cli_exit result; /* exit code of the server, set when the session has ended */
    /* message about the error of the configuration that was read last, owned; NULL if it had no error */
    char *config_error;
    char rules_page[LSP_URI_BYTES]; /* URI of the page of rules; "" if no page was found */

    /* Capabilities of the client */
    lsp_encoding encoding;
    bool takes_related, takes_versioned_edits, watches_files, shows_documents;
    bool shows_progress;
    bool pulls;     /* the client requests diagnostics, so that the server must not publish them */
    bool refreshes; /* the client requests all diagnostics again if the server asks for it */

    /* true if findings may have changed without a change of the document's text: a client that requests diagnostics must then be
       asked to request them again */
    bool findings_outdated;
    lsp_pulled_files pulled;
    uint64_t requests; /* number of requests that the server has sent */

    /* State of the current message */
    ap_arena arena;
    ap_json_document message;
    ap_json_ref params;
    bool is_request; /* the message has an id and expects a response */
    bool answered;
    int64_t id_number; /* the id if it is a number; then id_text.bytes is NULL and id_is_null is false */
    ap_view id_text;
    bool id_is_null;

    /* The message that is being built */
    ap_buffer text;
    ap_writer writer;
    ap_json_put put;
} lsp_server;

/* Begin a message. The caller writes a value with the given key, then calls lsp_finish_and_send_message, which ends the session
   if memory ran out. Implemented in lsp_send.c. */
ap_json_put *lsp_begin_answer(lsp_server *server);                           /* key: "result" */
ap_json_put *lsp_begin_notification(lsp_server *server, const char *method); /* key: "params" */
ap_json_put *lsp_begin_request(
    lsp_server *server, const char *method); /* key: "params"; the response is ignored */
void lsp_finish_and_send_message(lsp_server *server);

/* Discards an answer that was begun. The caller may then begin another answer; otherwise the server answers that memory ran
   out, as it does for each request without an answer. */
void lsp_discard_answer(lsp_server *server);

/* If the request was cancelled or memory ran out, discards the answer that was begun, if any, and returns true: the client gets
   that error instead. */
bool lsp_refuse_if_cancelled_or_no_memory(lsp_server *server, bool cancelled, bool no_memory);

/* Answers the current request with an error. */
__attribute__((format(printf, 3, 4))) void lsp_answer_with_error(
    lsp_server *server, lsp_error code, const char *format, ...);

/* Shows a message to the user, cut after 1023 bytes. */
__attribute__((format(printf, 3, 4))) void lsp_show_message(
    lsp_server *server, lsp_message_type kind, const char *format, ...);

/* Shows a text of any length to the user. */
void lsp_show_text(lsp_server *server, lsp_message_type kind, const char *text);

/* Returns true if the client has cancelled the current request. `context` is the lsp_server. */
bool lsp_is_cancelled(void *context);

/* Write ranges and positions as objects of the language server protocol. lsp_put_span moves the cursors to the start and the end
   of the span; if spans are put in the order of the text, each search begins near its result. */
void lsp_put_position(ap_json_put *put, const char *key, lsp_position position);
void lsp_put_range(ap_json_put *put, const char *key, lsp_range range);
void lsp_put_span(ap_json_put *put, const char *key, lsp_cursor *start, lsp_cursor *end, ap_span span);

/* Read the params of the current message. If they are invalid, return false after answering a request with an error. Implemented
   in lsp_params.c. */
/* also fails if the document is not open; makes it server->current */
bool lsp_get_document_and_make_current(lsp_server *server, lsp_document **document);
bool lsp_get_position(lsp_server *server, ap_json_ref value, lsp_position *position);
bool lsp_get_range(lsp_server *server, ap_json_ref value, lsp_range *range);

/* Returns the member at a path of member names, which ends with NULL; AP_JSON_MISSING if there is no such member. */
ap_json_ref lsp_find_member(const lsp_server *server, ap_json_ref object, ...) __attribute__((sentinel));
bool lsp_is_json_true(const lsp_server *server, ap_json_ref value);
/* Returns a copy of a string in the arena. Returns NULL if the value is not a string or has a NUL, or when
   out of memory. */
const char *lsp_get_text(lsp_server *server, ap_json_ref value);

/* Begin a session, and follow the changes of its workspace folders. Implemented in lsp_initialize.c. */
void lsp_answer_initialize(lsp_server *server);
void lsp_handle_initialized(lsp_server *server);
void lsp_handle_did_change_folders(lsp_server *server);

/* Handle notifications about documents. Implemented in lsp_sync.c and lsp_check.c. */
void lsp_handle_did_open(lsp_server *server);
void lsp_handle_did_change(lsp_server *server);
void lsp_handle_did_close(lsp_server *server);
/* drops what was read of companions and configurations, and marks all documents to be linted again, because the saved file may be
   one of these */
void lsp_drop_companions_and_mark_all_documents(lsp_server *server);
/* lints the document if it needs linting, and then publishes the findings unless the client requests them */
void lsp_update_diagnostics_if_outdated(lsp_server *server, lsp_document *document);
/* publishes the findings of the document, or none for `document` NULL; publishes nothing if the client requests diagnostics */
void lsp_publish_diagnostics(lsp_server *server, const char *uri, const lsp_document *document);
/* updates the diagnostics of each open document; a client that requests diagnostics is only asked to request them again */
void lsp_update_all_diagnostics(lsp_server *server);
/* lints the document, and publishes nothing; makes its index in the same reading if `with_index` */
void lsp_lint_document(lsp_server *server, lsp_document *document, bool with_index);

/* Paths of files, in the arena of the server. */
typedef struct lsp_file_list {
    const char **paths;
    size_t count, room;
    bool incomplete; /* listing took too long */
} lsp_file_list;

/* Adds the files of text formats in the folder and its subfolders, as a walk of lint finds them. Implemented, with
   lsp_load_document, in lsp_workspace_files.c. */
void lsp_list_files_of_folder(lsp_server *server, const char *folder, lsp_file_list *list);

/* Adds the files of the innermost workspace folder that contains the document, or else of its own folder. */
void lsp_list_files_near_document(lsp_server *server, const lsp_document *document, lsp_file_list *list);

/* Loads a file as a document that is not open. Returns NULL if it cannot be read or is too large, or
   when out of memory. The caller frees it. */
lsp_document *lsp_load_document(const char *path);

/* Asks a client that requests diagnostics to request all of them again, if they are outdated. Implemented in lsp_pull.c. */
void lsp_request_refresh_if_outdated(lsp_server *server);

/* Returns the index of a document that was linted, and makes it if the document has none since its last linting. If all
   indexes then exceed LSP_MOST_INDEX_BYTES, frees those of the other documents. Returns NULL when out of memory, or if the
   index alone would exceed that limit. */
const lsp_index *lsp_get_or_make_index(lsp_server *server, lsp_document *document);

/* Updates the diagnostics of the document that the request is about, and returns its index; NULL after answering with an
   error. */
const lsp_index *lsp_lint_and_index_document_of_request(lsp_server *server, lsp_document **document);

/* The document, and the position or the range, that a request is about. */
typedef struct lsp_place {
    lsp_document *document;
    const lsp_index *index;
    size_t start, end; /* offsets; end is not less than start, and equal to it for a position */
} lsp_place;

/* Read the document and the position or the range of the request, and update the document's diagnostics. Return false after
   answering with an error. */
bool lsp_get_position_of_request_and_index(lsp_server *server, lsp_place *place);
bool lsp_get_range_of_request_and_index(lsp_server *server, lsp_place *place);

/* Makes the index of the current document before a request needs it, if the document was linted since its last change. */
void lsp_make_index_of_current_document(lsp_server *server);

/* Writes a finding as a Diagnostic object into an open array. */
void lsp_put_diagnostic(
    lsp_server *server, ap_json_put *put, const lsp_document *document, const ap_finding *finding);

/* Writes all findings of a document, and the notes about its limits, as Diagnostic objects into an open array. */
void lsp_put_diagnostics_in_open_array(lsp_server *server, ap_json_put *put, const lsp_document *document);

/* Answer requests; requests with invalid params are answered with an error. */
void lsp_answer_hover(lsp_server *server);
void lsp_answer_symbols(lsp_server *server);
void lsp_answer_folding_ranges(lsp_server *server);
void lsp_answer_definition(lsp_server *server);
void lsp_answer_references(lsp_server *server);
void lsp_answer_highlights(lsp_server *server);
void lsp_answer_inlay_hints(lsp_server *server);
void lsp_answer_tokens(lsp_server *server);
void lsp_answer_tokens_of_range(lsp_server *server);

/* The legend of semantic tokens. "variable" is a number that refers to an element, "parameter" is a count. */
#define LSP_TOKEN_TYPES "[\"keyword\",\"string\",\"number\",\"comment\",\"variable\",\"parameter\"]"
void lsp_answer_completion(lsp_server *server);
void lsp_answer_formatting(lsp_server *server);
void lsp_answer_range_formatting(lsp_server *server);
void lsp_answer_workspace_symbols(lsp_server *server);
void lsp_answer_code_actions(lsp_server *server);
void lsp_answer_execute_command(lsp_server *server);
void lsp_answer_diagnostic(lsp_server *server);
void lsp_answer_workspace_diagnostic(lsp_server *server);
void lsp_answer_prepare_rename(lsp_server *server);
void lsp_answer_rename(lsp_server *server);

/* Finds the edit that turns the document into `after`, from the first line that differs to the last. Returns false if the edit
   cannot be sent as JSON, because its text is not UTF-8. Implemented, as the functions up to lsp_end_workspace_edit, in
   lsp_edit.c. */
bool lsp_find_edit_and_can_send_it(const lsp_document *document, ap_view after, ap_difference *edit);

/* Returns true if the text of the edit is UTF-8. */
bool lsp_can_send_edit(const ap_difference *edit);

/* Writes an array with the edit of a document as a TextEdit object; an empty array if the edit changes nothing. */
void lsp_put_edit(lsp_server *server, ap_json_put *put, const char *key, const lsp_document *document,
    const ap_difference *edit);

/* Write the edits of several documents, as a WorkspaceEdit object. lsp_begin_edits_of_document returns the key of the array of
   TextEdit objects, which the caller then writes. */
void lsp_begin_workspace_edit(const lsp_server *server, ap_json_put *put, const char *key);
const char *lsp_begin_edits_of_document(
    const lsp_server *server, ap_json_put *put, const lsp_document *document);
void lsp_end_edits_of_document(const lsp_server *server, ap_json_put *put);
void lsp_end_workspace_edit(const lsp_server *server, ap_json_put *put);

#endif
