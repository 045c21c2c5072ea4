#include "cli/lsp/lsp_rename.h"

#include <string.h>

#include "core/base/same_bytes.h"

/* Returns the joint that the field names; NULL if the field is not the name of a joint. */
static const lsp_joint *joint_of_name_field(const lsp_index *index, size_t index_in_fields)
{
    const lsp_field *field = &lsp_fields_of_index(index)[index_in_fields];
    const lsp_joint *joint = field->kind != LSP_ONE_FIELD || field->role != AP_ROLE_NAME
                                 ? NULL
                                 : lsp_record_as_joint(index, &lsp_records_of_index(index)[field->record]);
    return joint != NULL && joint->offset >= field->offset
                   && joint->offset - field->offset + (size_t)joint->length <= field->length
               ? joint
               : NULL;
}

static bool is_blank_in_line(uint8_t byte)
{
    return byte == ' ' || byte == '\t';
}

/* Returns the span of the name at the start of the line comment after `at`; of length 0 if the comment does not begin with the
   name. */
static ap_span find_name_at_start_of_comment(ap_view text, size_t at, size_t line_end, ap_view name)
{
    while (at < line_end && (is_blank_in_line(text.bytes[at]) || text.bytes[at] == ')'))
        at++;
    if (line_end - at < 2 || memcmp(text.bytes + at, "//", 2) != 0)
        return (ap_span){ 0, 0 };
    for (at += 2; at < line_end && is_blank_in_line(text.bytes[at]);)
        at++;
    const size_t end = at + name.size;
    if (end > line_end || memcmp(text.bytes + at, name.bytes, name.size) != 0
        || (end < line_end && !is_blank_in_line(text.bytes[end]) && text.bytes[end] != '('))
        return (ap_span){ 0, 0 };
    return (ap_span){ at, name.size };
}

/* Finds the parent of the joint with the name field `index_in_fields`, and the parent's name in the comment after the joint.
   Returns NULL if there is no such comment. */
static const lsp_joint *find_parent_in_comment(const lsp_index *index, size_t index_in_fields, ap_span *place)
{
    const lsp_field *fields = lsp_fields_of_index(index);
    const size_t line_end = ap_span_end(lsp_find_line_at(index->text, fields[index_in_fields].offset));
    const lsp_joint *parent = NULL;
    size_t end = 0;
    for (size_t i = index_in_fields; i < index->fields.count && fields[i].offset < line_end; i++) {
        lsp_element target;
        if (i > index_in_fields && joint_of_name_field(index, i) != NULL)
            return NULL; /* the comment is after another joint of the line */
        end = ap_span_end(lsp_span_of_field(&fields[i]));
        if (parent == NULL && fields[i].kind == LSP_ONE_FIELD && fields[i].role == AP_ROLE_INDEX
            && lsp_find_target_of_field(index, &fields[i], i, &target))
            parent = lsp_find_joint_of_element(index, &target);
    }
    if (parent == NULL || end > line_end)
        return NULL;
    *place = find_name_at_start_of_comment(index->text, end, line_end, lsp_name_of_joint(index, parent));
    return place->length == 0 ? NULL : parent;
}

static bool does_span_touch(ap_span span, size_t offset)
{
    return offset >= span.offset && offset <= ap_span_end(span);
}

static ap_span span_of_joint_name(const lsp_joint *joint)
{
    return (ap_span){ joint->offset, joint->length };
}

const lsp_joint *lsp_find_joint_named_or_referred_to_at(const lsp_index *index, size_t offset, ap_span *place)
{
    lsp_field field;
    lsp_element target;
    size_t index_in_fields;
    if (lsp_find_field_at(index, offset, true, &field, &index_in_fields)) {
        const lsp_joint *joint = joint_of_name_field(index, index_in_fields);
        *place = joint == NULL ? lsp_span_of_field(&field) : span_of_joint_name(joint);
        if (joint == NULL && field.role == AP_ROLE_INDEX
            && lsp_find_target_of_field(index, &field, index_in_fields, &target))
            joint = lsp_find_joint_of_element(index, &target);
        return joint;
    }
    for (size_t i = 0; i < index->fields.count; i++) {
        const lsp_joint *parent =
            joint_of_name_field(index, i) == NULL ? NULL : find_parent_in_comment(index, i, place);
        if (parent != NULL && does_span_touch(*place, offset))
            return parent;
    }
    return NULL;
}

size_t lsp_count_joints_with_name(const lsp_index *index, ap_view name)
{
    size_t count = 0;
    for (size_t i = 0; i < index->fields.count; i++) {
        const lsp_joint *joint = joint_of_name_field(index, i);
        count += joint != NULL && ap_same_bytes(lsp_name_of_joint(index, joint), name);
    }
    return count;
}

static void put_edit(
    const lsp_server *server, ap_json_put *put, const lsp_index *index, ap_span span, const char *text)
{
    ap_json_put_begin_object(put, NULL);
    lsp_put_range(put, "range", lsp_find_range_of_span(index, server->encoding, span));
    ap_json_put_text(put, "newText", text);
    ap_json_put_end_object(put);
}

void lsp_put_edits_of_joint_name(const lsp_server *server, ap_json_put *put, const char *key,
    const lsp_index *index, ap_view from, const char *to)
{
    ap_span place;
    ap_json_put_begin_array(put, key);
    for (size_t i = 0; i < index->fields.count; i++) {
        const lsp_joint *joint = joint_of_name_field(index, i);
        if (joint != NULL && ap_same_bytes(lsp_name_of_joint(index, joint), from))
            put_edit(server, put, index, span_of_joint_name(joint), to);
        const lsp_joint *parent = joint == NULL ? NULL : find_parent_in_comment(index, i, &place);
        if (parent != NULL && ap_same_bytes(lsp_name_of_joint(index, parent), from))
            put_edit(server, put, index, place, to);
    }
    ap_json_put_end_array(put);
}
