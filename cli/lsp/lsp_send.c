/* Sends messages to the client. Each message is built in memory first, because its length comes before it. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>

#include "cli/lsp/lsp_server.h"
#include "core/json/json_value.h"

enum { TEXT_BYTES = 1024, REQUEST_ID_BYTES = 32 };

static void end_server_with_error(lsp_server *server, cli_exit result)
{
    server->ended = true;
    server->result = result;
}

static ap_json_put *begin_message(lsp_server *server)
{
    ap_buffer_init(&server->text);
    ap_buffer_init_writer(&server->text, &server->writer);
    ap_json_put_init_for_writer(&server->put, &server->writer, 0);
    server->put.compact = true;
    server->put.escapes = AP_JSON_SHORT_ESCAPES;
    ap_json_put_begin_object(&server->put, NULL);
    ap_json_put_text(&server->put, "jsonrpc", "2.0");
    return &server->put;
}

static void put_id(lsp_server *server, ap_json_put *put)
{
    if (server->id_is_null)
        ap_json_put_null(put, "id");
    else if (server->id_text.bytes != NULL)
        ap_json_put_view(put, "id", server->id_text);
    else
        ap_json_put_integer(put, "id", server->id_number);
}

ap_json_put *lsp_begin_answer(lsp_server *server)
{
    ap_json_put *put = begin_message(server);
    server->answered = true;
    put_id(server, put);
    return put;
}

ap_json_put *lsp_begin_notification(lsp_server *server, const char *method)
{
    ap_json_put *put = begin_message(server);
    ap_json_put_text(put, "method", method);
    return put;
}

ap_json_put *lsp_begin_request(lsp_server *server, const char *method)
{
    char id[REQUEST_ID_BYTES];
    ap_json_put *put = lsp_begin_notification(server, method);
    snprintf(id, sizeof id, "server-%" PRIu64, ++server->requests);
    ap_json_put_text(put, "id", id);
    return put;
}

void lsp_finish_and_send_message(lsp_server *server)
{
    ap_json_put_end_object(&server->put);
    const ap_buffer *text = &server->text;
    if (!ap_writer_flush(&server->writer)) {
        cli_error("memory ran out for a message");
        end_server_with_error(server, CLI_INTERNAL);
    } else if (printf("Content-Length: %zu\r\n\r\n", text->size) < 0
               || fwrite(text->bytes, 1, text->size, stdout) < text->size || fflush(stdout) != 0) {
        end_server_with_error(server, cli_fail_output(errno));
    }
    ap_buffer_free(&server->text);
}

void lsp_discard_answer(lsp_server *server)
{
    ap_buffer_free(&server->text);
    server->answered = false;
}

bool lsp_refuse_if_cancelled_or_no_memory(lsp_server *server, bool cancelled, bool no_memory)
{
    if (!cancelled && !no_memory)
        return false;
    lsp_discard_answer(server);
    if (cancelled)
        lsp_answer_with_error(server, LSP_REQUEST_CANCELLED, "the request was cancelled");
    return true;
}

void lsp_answer_with_error(lsp_server *server, lsp_error code, const char *format, ...)
{
    char text[TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ap_json_put *put = lsp_begin_answer(server);
    ap_json_put_begin_object(put, "error");
    ap_json_put_integer(put, "code", code);
    ap_json_put_text(put, "message", text);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}

void lsp_show_message(lsp_server *server, lsp_message_type kind, const char *format, ...)
{
    char text[TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    lsp_show_text(server, kind, text);
}

void lsp_show_text(lsp_server *server, lsp_message_type kind, const char *text)
{
    ap_json_put *put = lsp_begin_notification(server, "window/showMessage");
    ap_json_put_begin_object(put, "params");
    ap_json_put_integer(put, "type", kind);
    ap_json_put_text(put, "message", text);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}

void lsp_put_position(ap_json_put *put, const char *key, lsp_position position)
{
    ap_json_put_begin_object(put, key);
    ap_json_put_integer(put, "line", (int64_t)position.line);
    ap_json_put_integer(put, "character", (int64_t)position.character);
    ap_json_put_end_object(put);
}

void lsp_put_range(ap_json_put *put, const char *key, lsp_range range)
{
    ap_json_put_begin_object(put, key);
    lsp_put_position(put, "start", range.start);
    lsp_put_position(put, "end", range.end);
    ap_json_put_end_object(put);
}

void lsp_put_span(ap_json_put *put, const char *key, lsp_cursor *start, lsp_cursor *end, ap_span span)
{
    const lsp_position from = lsp_position_at(start, span.offset);
    lsp_put_range(put, key, (lsp_range){ from, lsp_position_at(end, ap_span_end(span)) });
}
