/* Answers requests for the definition, the references and the highlights of the element at a position: of a joint, a vertex, a
   weight, a triangle, a frame or a mesh that the position is in or that the value there refers to, or of the list that a count
   belongs to. */
#include "cli/lsp/lsp_server.h"

/* Sets *element to the element that the field at the offset refers to, or else is in. Returns false if no field is at the offset,
   or if the field is in no element. */
static bool find_element_referred_to_or_around(const lsp_index *index, size_t offset, lsp_element *element)
{
    const lsp_record *records = lsp_records_of_index(index);
    lsp_field field;
    size_t index_in_fields;
    /* editors put the position after the last character of a word, too */
    if (!lsp_find_field_at(index, offset, true, &field, &index_in_fields))
        return false;
    if (lsp_find_target_of_field(index, &field, index_in_fields, element))
        return true;
    uint32_t record = field.record;
    while (record != 0 && records[record].index == LSP_NO_INDEX)
        record = records[record].parent;
    *element = (lsp_element){ records[record].parent, records[record].index, records[record].name };
    return record != 0;
}

typedef enum answer_kind { DEFINITION, REFERENCES, HIGHLIGHTS } answer_kind;

typedef struct places_answer {
    const lsp_server *server;
    const lsp_document *document;
    const lsp_index *index;
    answer_kind kind;
    ap_json_put *put;
    bool definition_is_due; /* the definition must still be written */
    lsp_field definition;
} places_answer;

static void put_place(const places_answer *a, const lsp_field *field, bool is_definition)
{
    enum { READS = 2, WRITES = 3 }; /* DocumentHighlightKind */
    const ap_span span = lsp_span_of_field(field);
    ap_json_put_begin_object(a->put, NULL);
    if (a->kind == HIGHLIGHTS)
        ap_json_put_integer(a->put, "kind", is_definition ? WRITES : READS);
    else
        ap_json_put_text(a->put, "uri", a->document->uri);
    lsp_put_range(a->put, "range", lsp_find_range_of_span(a->index, a->server->encoding, span));
    ap_json_put_end_object(a->put);
}

static void put_reference_after_due_definition(void *context, const lsp_field *field)
{
    places_answer *a = context;
    if (a->definition_is_due && a->definition.offset <= field->offset) {
        put_place(a, &a->definition, true);
        a->definition_is_due = false;
    }
    if (field->offset != a->definition.offset)
        put_place(a, field, false);
}

/* Writes the first field of the element if `with_definition` and, unless a->kind is DEFINITION, the values that refer to the
   element, in the order of the file. */
static void put_places_of_element(places_answer *a, const lsp_element *element, bool with_definition)
{
    const bool known = lsp_find_first_field_of_element(a->index, element, &a->definition);
    a->definition_is_due = known && with_definition;
    if (!known)
        a->definition.offset = UINT32_MAX;
    if (a->kind != DEFINITION)
        lsp_visit_references(a->index, element, put_reference_after_due_definition, a);
    if (a->definition_is_due)
        put_place(a, &a->definition, true);
}

static void answer_places(lsp_server *server, answer_kind kind)
{
    lsp_place at;
    lsp_element element;
    if (!lsp_get_position_of_request_and_index(server, &at))
        return;
    const bool known = find_element_referred_to_or_around(at.index, at.start, &element);
    const bool with_definition = kind != REFERENCES
                                 || lsp_is_json_true(server, lsp_find_member(server, server->params,
                                                                 "context", "includeDeclaration", NULL));
    places_answer answer = { .server = server,
        .document = at.document,
        .index = at.index,
        .kind = kind,
        .put = lsp_begin_answer(server) };
    ap_json_put_begin_array(answer.put, "result");
    if (known)
        put_places_of_element(&answer, &element, with_definition);
    ap_json_put_end_array(answer.put);
    lsp_finish_and_send_message(server);
}

void lsp_answer_definition(lsp_server *server)
{
    answer_places(server, DEFINITION);
}

void lsp_answer_references(lsp_server *server)
{
    answer_places(server, REFERENCES);
}

void lsp_answer_highlights(lsp_server *server)
{
    answer_places(server, HIGHLIGHTS);
}
