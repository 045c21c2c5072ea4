/* Answers hover requests: describes the findings at the cursor with their rules, the field, and in the first line the
   companion. */
#include <stdlib.h>

#include "cli/lsp/lsp_server.h"
#include "core/base/markdown_text.h"
#include "core/files/text_stream.h"
#include "core/report/rule_uri.h"
#include "validators/field_at.h"
#include "validators/readers/readers_text.h"

enum { MOST_FINDINGS = 4 /* most findings described in one hover, which has little room */ };

typedef struct hover_content {
    const lsp_document *document;
    const lsp_index *index;
    const char *rules_page; /* URI of the page of rules; "" if no page was found */
    size_t offset;
    FILE *stream;
    bool has_item; /* something was described */
    ap_span span;  /* smallest span of a finding, a field or a first line that the hover describes */
} hover_content;

static void begin_hover_item(hover_content *h, ap_span span)
{
    if (h->has_item)
        fputs("\n\n---\n\n", h->stream);
    if (!h->has_item || span.length < h->span.length)
        h->span = span;
    h->has_item = true;
}

static void put_titled_text(FILE *stream, const char *title, const char *text)
{
    fprintf(stream, "\n\n**%s:** ", title);
    ap_put_markdown(stream, text);
}

/* Writes the target of a Markdown link to a rule, after the link's text. Writes nothing without a page of rules. */
static void put_link_target(const hover_content *h, const char *id)
{
    ap_batch batch;
    if (h->rules_page[0] == '\0')
        return;
    ap_batch_init(&batch, h->stream);
    ap_batch_text(&batch, "(<");
    ap_batch_rule_uri(&batch, h->rules_page, id);
    ap_batch_text(&batch, ">)");
    ap_batch_flush(&batch);
}

static void put_hover_of_finding(hover_content *h, const ap_finding *finding)
{
    const ap_rule *rule = finding->rule;
    char readers[AP_RULE_READERS_TEXT_BYTES];
    begin_hover_item(h, finding->span);
    fprintf(h->stream, h->rules_page[0] != '\0' ? "%s [%s]" : "%s %s", ap_severity_name(finding->severity),
        rule->id);
    put_link_target(h, rule->id);
    fputs(": ", h->stream);
    ap_put_markdown(h->stream, finding->message);
    fputs("\n\n", h->stream);
    ap_put_markdown(h->stream, rule->meaning);
    put_titled_text(h->stream, "Source", rule->source);
    put_titled_text(h->stream, "Breaks", rule->breaks);
    ap_put_rule_readers(rule, readers, sizeof readers);
    if (readers[0] != '\0')
        put_titled_text(h->stream, "Readers", readers);
    put_titled_text(h->stream, "Fix", rule->fix);
}

static bool does_span_contain(ap_span span, size_t offset)
{
    return offset == span.offset || (offset > span.offset && offset < ap_span_end(span));
}

static void put_hover_of_findings(hover_content *h)
{
    size_t shown = 0;
    for (const ap_finding *f = h->document->findings.first; f != NULL && shown < MOST_FINDINGS; f = f->next) {
        if (does_span_contain(f->span, h->offset)) {
            put_hover_of_finding(h, f);
            shown++;
        }
    }
}

/* Finds the field at the position, and its path as text. Sets *target to the element that the value of the field refers to, with
   the index LSP_NO_INDEX if the value refers to no element. Returns false if no field is at the position. */
static bool find_hovered_field(const hover_content *h, ap_field_at *found, lsp_element *target)
{
    char name[AP_JOINT_TEXT_BYTES];
    ap_field_path path;
    lsp_field field;
    size_t index_in_fields;
    if (!lsp_find_field_at(h->index, h->offset, false, &field, &index_in_fields))
        return false;
    const char *own = lsp_split_off_field_name_or_null(h->index, &field, &path);
    const lsp_column *column = lsp_find_column_of_field(h->index, &field);
    const ap_view joint = column == NULL ? lsp_name_of_joint(
                              h->index, lsp_find_joint_of_outermost_record(h->index, field.record))
                                         : (ap_view){ h->index->text.bytes + column->offset, column->length };
    *found = (ap_field_at){ .known = true, .span = lsp_span_of_field(&field) };
    if (!lsp_find_target_of_field(h->index, &field, index_in_fields, target))
        target->index = LSP_NO_INDEX;
    ap_snprint_field_path(&path, own, found->path, sizeof found->path);
    (void)ap_joint_text(joint, false, name);
    (void)ap_write_path_with_joint(found->path,
        (ap_joint_and_component_text){ name, column == NULL ? NULL : column->component }, found->shown);
    return true;
}

/* Sets found->about to a description of the value, if the value refers to a joint: `joint 5, "hips"`. */
static void describe_reference(const hover_content *h, const lsp_element *target, ap_field_at *found)
{
    char name[AP_JOINT_TEXT_BYTES];
    const lsp_joint *joint =
        target->index == LSP_NO_INDEX ? NULL : lsp_find_joint_of_element(h->index, target);
    if (joint == NULL)
        return;
    (void)ap_quote(lsp_name_of_joint(h->index, joint), name, sizeof name);
    (void)snprintf(found->about, sizeof found->about, "joint %u, %s", target->index, name);
}

static void put_hover_of_field(hover_content *h, ap_arena *arena)
{
    char room[AP_FIELD_ABOUT_BYTES];
    lsp_element target;
    ap_field_at field;
    if (!find_hovered_field(h, &field, &target))
        return;
    describe_reference(h, &target, &field);
    begin_hover_item(h, field.span);
    ap_put_markdown(h->stream, field.shown);
    const char *about = ap_find_field_description(h->document->format, h->index->text, &field, arena, room);
    if (about != NULL) {
        fputs(": ", h->stream);
        ap_put_markdown(h->stream, about);
    }
}

/* Describes the companion of the document if the cursor is in the first line. */
static void put_hover_of_companion(hover_content *h)
{
    const ap_span first_line = lsp_find_line_at(lsp_document_text(h->document), 0);
    if (h->document->pairing == NULL || h->offset > first_line.length)
        return;
    begin_hover_item(h, first_line);
    ap_put_markdown(h->stream, h->document->pairing);
}

static void put_hover(lsp_server *server, ap_json_put *put, const hover_content *h, ap_view text)
{
    ap_json_put_begin_object(put, "result");
    ap_json_put_begin_object(put, "contents");
    ap_json_put_text(put, "kind", "markdown");
    ap_json_put_view(put, "value", text);
    ap_json_put_end_object(put);
    lsp_put_range(put, "range", lsp_find_range_of_span(h->index, server->encoding, h->span));
    ap_json_put_end_object(put);
}

static void answer_hover(lsp_server *server, const hover_content *h, ap_view text)
{
    ap_json_put *put = lsp_begin_answer(server);
    if (h->has_item)
        put_hover(server, put, h, text);
    else
        ap_json_put_null(put, "result");
    lsp_finish_and_send_message(server);
}

void lsp_answer_hover(lsp_server *server)
{
    lsp_place at;
    char *text = NULL;
    size_t size = 0;
    if (!lsp_get_position_of_request_and_index(server, &at))
        return;
    hover_content h = {
        .document = at.document, .index = at.index, .rules_page = server->rules_page, .offset = at.start
    };
    h.stream = ap_open_text_stream(&text, &size);
    if (h.stream != NULL && at.document->is_lintable) {
        put_hover_of_findings(&h);
        if (at.document->format != NULL)
            put_hover_of_field(&h, &server->arena);
        put_hover_of_companion(&h);
    }
    if (h.stream != NULL && ap_close_text_stream(h.stream, &text))
        answer_hover(server, &h, (ap_view){ (const uint8_t *)text, size }); /* else memory ran out */
    free(text);
}
