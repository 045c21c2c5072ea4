/* Answers requests for inlay hints: the joints of the numbers of a frame, after each row, and the joint of a weight, after its
   number. */
#include <string.h>

#include "cli/lsp/lsp_server.h"
#include "core/base/append_text.h"

enum {
    MOST_HINTS = 2000,  /* most hints of an answer */
    MOST_JOINTS = 3,    /* most joints that the hint of a row names */
    ALL_COMPONENTS = 6, /* the hint does not list the components of a joint that has all of them in the row */
    NAME_BYTES = 48,    /* a longer name is cut */
    LABEL_BYTES = 400
};

typedef struct hint_writer {
    lsp_server *server;
    const lsp_index *index;
    ap_json_put *put;
    size_t count;
    size_t end_of_row; /* offset of the end of the last number of the row; 0: no row has begun */
    size_t joints;     /* number of joints in the row */
    size_t components; /* number of components of the last joint in the row */
    const lsp_column *last;
    char label[LABEL_BYTES], names_of_components[LABEL_BYTES];
} hint_writer;

/* Returns the start of a name that a label has room for, and that ends after a whole character. */
static ap_view get_name_cut_for_label(const lsp_index *index, size_t offset, size_t length)
{
    const uint8_t *bytes = index->text.bytes + offset;
    size_t cut = length < NAME_BYTES ? length : NAME_BYTES;
    while (cut > 0 && cut < length && (bytes[cut] & 0xC0) == 0x80)
        cut--;
    return (ap_view){ bytes, cut };
}

static void put_hint(hint_writer *w, size_t offset, const char *label)
{
    const lsp_range place = lsp_find_range_of_span(w->index, w->server->encoding, (ap_span){ offset, 0 });
    w->count++;
    ap_json_put_begin_object(w->put, NULL);
    lsp_put_position(w->put, "position", place.start);
    ap_json_put_text(w->put, "label", label);
    ap_json_put_boolean(w->put, "paddingLeft", true);
    ap_json_put_end_object(w->put);
}

/* Ends the last joint of the row: adds its components to the label, unless the row has all six or the label does not name the
   joint. */
static void add_components_to_label(hint_writer *w)
{
    if (w->components > 0 && w->components < ALL_COMPONENTS && w->joints <= MOST_JOINTS)
        ap_append_text(w->label, sizeof w->label, "%s", w->names_of_components);
    w->components = 0;
    w->names_of_components[0] = '\0';
}

static void end_row_and_put_hint(hint_writer *w)
{
    add_components_to_label(w);
    if (w->joints > MOST_JOINTS)
        ap_append_text(w->label, sizeof w->label, ", and %zu more", w->joints - MOST_JOINTS);
    if (w->joints > 0 && w->label[0] != '\0')
        put_hint(w, w->end_of_row, w->label);
    w->label[0] = '\0';
    w->joints = w->end_of_row = 0;
    w->last = NULL;
}

static void add_to_row_of_its_line(hint_writer *w, const lsp_field *field, const lsp_column *column)
{
    const uint8_t *bytes = w->index->text.bytes;
    const bool same_row =
        w->end_of_row > 0 && memchr(bytes + w->end_of_row, '\n', field->offset - w->end_of_row) == NULL;
    if (!same_row)
        end_row_and_put_hint(w);
    if (w->last == NULL || w->last->offset != column->offset) {
        add_components_to_label(w);
        const ap_view name = get_name_cut_for_label(w->index, column->offset, column->length);
        if (w->joints++ < MOST_JOINTS)
            ap_append_text(w->label, sizeof w->label, "%s%.*s", w->joints > 1 ? ", " : "", (int)name.size,
                (const char *)name.bytes);
    }
    if (w->components++ < ALL_COMPONENTS)
        ap_append_text(w->names_of_components, sizeof w->names_of_components, " %s", column->component);
    w->last = column;
    w->end_of_row = field->offset + (size_t)field->length;
}

/* Returns the joint that the field refers to; NULL if it refers to none, or is itself part of a joint. */
static const lsp_joint *find_joint_of_weight(
    const lsp_index *index, const lsp_field *field, size_t index_in_fields)
{
    lsp_element target;
    if (field->role != AP_ROLE_INDEX || !lsp_find_target_of_field(index, field, index_in_fields, &target)
        || target.parent != 0 || lsp_find_joint_of_outermost_record(index, field->record) != NULL)
        return NULL;
    return lsp_find_joint_of_element(index, &target);
}

static void put_hints(hint_writer *w, size_t start, size_t end)
{
    lsp_field field;
    lsp_field_walk walk = lsp_begin_walk_at_field_ending_at_or_after(w->index, start);
    while (w->count < MOST_HINTS && lsp_walk_to_next_field(&walk, &field) && field.offset < end) {
        const lsp_column *column = lsp_find_column_of_field(w->index, &field);
        const lsp_joint *joint = find_joint_of_weight(w->index, &field, walk.index_in_fields);
        if (column != NULL) {
            add_to_row_of_its_line(w, &field, column);
            continue;
        }
        end_row_and_put_hint(w);
        if (joint == NULL)
            continue;
        const ap_view name = get_name_cut_for_label(w->index, joint->offset, joint->length);
        ap_append_text(w->label, sizeof w->label, "%.*s", (int)name.size, (const char *)name.bytes);
        put_hint(w, field.offset + (size_t)field.length, w->label);
        w->label[0] = '\0';
    }
    end_row_and_put_hint(w);
}

void lsp_answer_inlay_hints(lsp_server *server)
{
    lsp_place place;
    hint_writer *writer = ap_alloc(&server->arena, sizeof *writer);
    if (writer == NULL || !lsp_get_range_of_request_and_index(server, &place))
        return;
    writer->server = server;
    writer->index = place.index;
    writer->put = lsp_begin_answer(server);
    ap_json_put_begin_array(writer->put, "result");
    if (place.document->is_lintable)
        put_hints(writer, place.start, place.end);
    ap_json_put_end_array(writer->put);
    lsp_finish_and_send_message(server);
}
