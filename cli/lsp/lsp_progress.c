/* Shows the progress of a check of many or long documents in the editor. */
#include <inttypes.h>

#include "cli/lsp/lsp_server.h"

enum {
    MANY_DOCUMENTS = 8,           /* least number of documents of a check that shows progress */
    MANY_BYTES = 8 * 1024 * 1024, /* or least bytes of all these documents, which take a tenth of a second */
    TOKEN_BYTES = 32,
    MESSAGE_BYTES = 64
};

static void put_token(ap_json_put *put, const lsp_progress *progress)
{
    char token[TOKEN_BYTES];
    snprintf(token, sizeof token, "check-%" PRIu64, progress->token);
    ap_json_put_text(put, "token", token);
}

/* Sends the progress of kind "begin", "report" or "end". */
static void send_progress(lsp_server *server, const lsp_progress *progress, const char *kind)
{
    char message[MESSAGE_BYTES];
    ap_json_put *put = lsp_begin_notification(server, "$/progress");
    if (put == NULL)
        return;
    snprintf(message, sizeof message, "%zu of %zu documents", progress->done, progress->total);
    ap_json_put_begin_object(put, "params");
    put_token(put, progress);
    ap_json_put_begin_object(put, "value");
    ap_json_put_text(put, "kind", kind);
    if (progress->done == 0)
        ap_json_put_text(put, "title", "Checking animations");
    ap_json_put_text(put, "message", message);
    if (progress->done < progress->total)
        ap_json_put_size(put, "percentage", 100 * progress->done / progress->total);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}

void lsp_begin_progress(lsp_server *server, lsp_progress *progress)
{
    size_t bytes = 0;
    *progress = (lsp_progress){ .token = server->requests + 1 };
    for (const lsp_document *d = server->documents.first; d != NULL; d = d->next) {
        progress->total += d->needs_linting;
        bytes += d->needs_linting ? d->size : 0;
    }
    progress->shown = server->shows_progress && (progress->total >= MANY_DOCUMENTS || bytes >= MANY_BYTES);
    ap_json_put *put = progress->shown ? lsp_begin_request(server, "window/workDoneProgress/create") : NULL;
    if (put == NULL)
        return;
    ap_json_put_begin_object(put, "params");
    put_token(put, progress);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
    if (!server->ended)
        send_progress(server, progress, "begin");
}

void lsp_advance_progress(lsp_server *server, lsp_progress *progress)
{
    if (!progress->shown || server->ended)
        return;
    progress->done++;
    send_progress(server, progress, progress->done == progress->total ? "end" : "report");
}
