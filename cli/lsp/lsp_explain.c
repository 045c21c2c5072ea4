/* Answers workspace/executeCommand: shows the explanation of a rule, for the code action "Explain RULE". */
#include <stdlib.h>
#include <string.h>

#include "cli/lsp/lsp_server.h"
#include "core/files/text_stream.h"
#include "core/report/rule_uri.h"
#include "validators/registry.h"

/* Returns the rule with this id: a rule of the program, or a rule that the configuration of an open document defines. Returns
   NULL if no rule has the id. */
static const ap_rule *find_rule(const lsp_server *server, const char *id)
{
    const ap_rule *rule = ap_find_rule(id);
    for (const lsp_document *d = server->documents.first; rule == NULL && d != NULL; d = d->next) {
        for (size_t i = 0; d->configs != NULL && rule == NULL; i++) {
            const ap_rule *one = ap_rule_of_settings_at(&d->settings.reading.rule_settings, i);
            if (one == NULL)
                break;
            if (strcmp(one->id, id) == 0)
                rule = one;
        }
    }
    return rule;
}

static void put_part(FILE *stream, const char *title, const char *text)
{
    if (text != NULL && text[0] != '\0')
        fprintf(stream, "\n\n%s: %s", title, text);
}

/* Writes the explanation as plain text. Returns false when out of memory; otherwise the caller frees *text. */
static bool write_explanation(const ap_rule *rule, char **text)
{
    size_t size;
    FILE *stream = ap_open_text_stream(text, &size);
    if (stream == NULL)
        return false;
    fprintf(stream, "%s (%s): %s\n\n%s", rule->id, ap_severity_name(rule->severity), rule->summary,
        rule->meaning);
    put_part(stream, "Source", rule->source);
    put_part(stream, "Breaks", rule->breaks);
    put_part(stream, "Fix", rule->fix);
    return ap_close_text_stream(stream, text);
}

/* Asks the client to open the rule in the page of rules, outside of the editor. */
static void show_page_of_rule(lsp_server *server, const ap_rule *rule)
{
    ap_json_put *put = lsp_begin_request(server, "window/showDocument");
    ap_json_put_begin_object(put, "params");
    ap_batch *batch = ap_json_put_begin_raw(put, "uri");
    ap_batch_byte(batch, '"');
    ap_batch_rule_uri(batch, server->rules_page, rule->id);
    ap_batch_byte(batch, '"');
    ap_json_put_boolean(put, "external", true);
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}

static void answer_and_show_explanation(lsp_server *server, const ap_rule *rule, const char *text)
{
    ap_json_put *put = lsp_begin_answer(server);
    ap_json_put_text(put, "result", text);
    lsp_finish_and_send_message(server);
    if (server->ended)
        return;
    if (server->shows_documents && server->rules_page[0] != '\0')
        show_page_of_rule(server, rule);
    else
        lsp_show_text(server, LSP_MESSAGE_INFO, text);
}

void lsp_answer_execute_command(lsp_server *server)
{
    const ap_json_document *json = &server->message;
    const ap_json_ref arguments = lsp_find_member(server, server->params, "arguments", NULL);
    const char *id = NULL;
    char *text = NULL;
    if (!ap_json_string_equals(json, lsp_find_member(server, server->params, "command", NULL), LSP_EXPLAIN)) {
        lsp_answer_with_error(server, LSP_INVALID_PARAMS, "params: the only command is " LSP_EXPLAIN);
        return;
    }
    if (ap_json_kind_of(json, arguments) == AP_JSON_ARRAY)
        id = lsp_get_text(server, ap_json_first_entry(json, arguments));
    const ap_rule *rule = id == NULL ? NULL : find_rule(server, id);
    if (rule == NULL) {
        lsp_answer_with_error(server, LSP_INVALID_PARAMS, "params: arguments[0] is not the id of a rule");
        return;
    }
    if (write_explanation(rule, &text))
        answer_and_show_explanation(
            server, rule, text); /* otherwise, the server answers that memory ran out */
    free(text);
}
