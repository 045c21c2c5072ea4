/* Answers requests for the definition, the references and the highlights of the element at a position: of a joint, a vertex, a
   weight, a triangle, a frame or a mesh that the position is in or that the value there refers to, or of the list that a count
   belongs to. */
#include <string.h>

#include "cli/lsp/lsp_server.h"
#include "core/layout/io_joint.h"
#include "validators/field_at.h"

/* A field that belongs to the answer. */
typedef struct place {
    ap_span span;
    bool is_definition; /* the first field of the element; otherwise a value that refers to the element */
} place;

typedef struct element_search {
    size_t offset; /* of the position */
    bool known;    /* `element` is the path of the element */
    ap_field_path element;
    ap_arena *arena;
    place *places;
    size_t count, room;
    bool has_definition;
} element_search;

/* Removes parts from the end of the path until the last part is an element of a list. */
static void cut_path_to_element(ap_field_path *path, bool ends_in_field)
{
    path->depth -= ends_in_field && path->depth > 0;
    while (path->depth > 0 && path->parts[path->depth - 1].index == AP_NO_INDEX)
        path->depth--;
}

/* Sets *target to the path of the element or list that the value refers to. Returns false if it refers to none. */
static bool find_referenced_path(const ap_io *io, ap_role role, ap_field_path *target)
{
    return (role == AP_ROLE_INDEX || role == AP_ROLE_COUNT) && ap_find_reference_target(io, target);
}

static void find_element(void *context, const ap_io *io, ap_type type, ap_role role)
{
    element_search *search = context;
    const ap_span span = io->field.span;
    (void)type;
    /* editors put the position after the last character of a word, too */
    if (search->known || search->offset < span.offset || search->offset > ap_span_end(span))
        return;
    if (!find_referenced_path(io, role, &search->element)) {
        search->element = io->path;
        cut_path_to_element(&search->element, io->field.name == NULL);
    }
    search->known = search->element.depth > 0;
}

static bool are_parts_equal(const ap_field_path *path, const ap_field_path *element)
{
    bool equal = path->depth >= element->depth;
    for (size_t i = 0; equal && i < element->depth; i++) {
        const ap_field_path_part own = path->parts[i], wanted = element->parts[i];
        const bool any_index = i + 1 == element->depth && wanted.index == AP_NO_INDEX;
        equal = (own.index == wanted.index || any_index)
                && (own.name == wanted.name
                    || (own.name != NULL && wanted.name != NULL && strcmp(own.name, wanted.name) == 0));
    }
    return equal;
}

static void collect_place_of_element(void *context, const ap_io *io, ap_type type, ap_role role)
{
    element_search *search = context;
    ap_field_path target;
    (void)type;
    const bool defines = !search->has_definition && are_parts_equal(&io->path, &search->element);
    const bool refers =
        !defines && find_referenced_path(io, role, &target) && target.depth == search->element.depth
        && target.parts[target.depth - 1].index == search->element.parts[target.depth - 1].index
        && are_parts_equal(&target, &search->element);
    if (!defines && !refers)
        return;
    place *places =
        ap_grow_array(search->arena, search->places, search->count, &search->room, sizeof *places);
    if (places == NULL)
        return;
    search->places = places;
    search->places[search->count++] = (place){ io->field.span, defines };
    search->has_definition |= defines;
}

/* Finds the places of the element at the position of the request, in the order of the file. Returns false after answering with
   an error. */
static bool find_places_of_element(lsp_server *server, lsp_document **document, element_search *search)
{
    lsp_position position;
    lsp_cursor cursor;
    if (!lsp_get_document(server, document)
        || !lsp_get_position(server, lsp_find_member(server, server->params, "position", NULL), &position))
        return false;
    lsp_check_document(server, *document);
    const ap_view text = lsp_document_text(*document);
    const ap_format *format = (*document)->format;
    lsp_cursor_init(&cursor, text, server->encoding);
    *search = (element_search){ .offset = lsp_offset_at(&cursor, position), .arena = &server->arena };
    const ap_listener finds = { .field = find_element, .context = search };
    const ap_listener collects = { .field = collect_place_of_element, .context = search };
    const ap_lint_options *options = &(*document)->settings.reading.lint;
    if ((*document)->checked && format != NULL)
        (void)ap_pass_fields_to_listener(format, text, options, &finds, &server->arena);
    if (search->known)
        (void)ap_pass_fields_to_listener(format, text, options, &collects, &server->arena);
    if (server->arena.failed)
        lsp_answer_with_error(server, LSP_INTERNAL_ERROR, "memory ran out");
    return !server->arena.failed;
}

typedef enum answer_kind { DEFINITION, REFERENCES, HIGHLIGHTS } answer_kind;

static void put_places(lsp_server *server, ap_json_put *put, const lsp_document *document,
    const element_search *search, answer_kind kind, bool with_definition)
{
    enum { READS = 2, WRITES = 3 }; /* DocumentHighlightKind */
    lsp_cursor start, end;
    lsp_cursor_init(&start, lsp_document_text(document), server->encoding);
    end = start;
    ap_json_put_array(put, "result");
    for (size_t i = 0; i < search->count; i++) {
        const place *one = &search->places[i];
        if (one->is_definition ? !with_definition : kind == DEFINITION)
            continue;
        ap_json_put_object(put, NULL);
        if (kind == HIGHLIGHTS)
            ap_json_put_integer(put, "kind", one->is_definition ? WRITES : READS);
        else
            ap_json_put_text(put, "uri", document->uri);
        lsp_put_span(put, "range", &start, &end, one->span);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}

static void answer_places(lsp_server *server, answer_kind kind)
{
    lsp_document *document;
    element_search search;
    if (!find_places_of_element(server, &document, &search))
        return;
    const bool with_definition = kind != REFERENCES
                                 || lsp_is_json_true(server, lsp_find_member(server, server->params,
                                                                 "context", "includeDeclaration", NULL));
    ap_json_put *put = lsp_begin_answer(server);
    if (put == NULL)
        return;
    put_places(server, put, document, &search, kind, with_definition);
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
