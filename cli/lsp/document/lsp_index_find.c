/* Finds fields, elements, joints and positions in the index of a document. */
#include <string.h>

#include "cli/lsp/document/lsp_index.h"

enum { MOST_TRIES = 64 /* most joints that are compared with an element */ };

size_t lsp_count_keys_up_to(const lsp_list *list, size_t stride, size_t limit)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        uint32_t key;
        memcpy(&key, (const char *)list->items + middle * stride, sizeof key);
        if (key <= limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns a cursor at the start of the line with this number; of the last line if the text has no such line. */
static lsp_cursor cursor_at_line_or_last(const lsp_index *index, lsp_encoding encoding, uint64_t line)
{
    lsp_cursor cursor;
    const uint32_t *lines = index->lines.items;
    lsp_cursor_init(&cursor, index->text, encoding);
    cursor.line = line < index->lines.count ? line : index->lines.count - 1;
    cursor.line_start = cursor.at = lines[cursor.line];
    return cursor;
}

lsp_cursor lsp_cursor_at_line_of_offset(const lsp_index *index, lsp_encoding encoding, size_t offset)
{
    return cursor_at_line_or_last(
        index, encoding, lsp_count_keys_up_to(&index->lines, sizeof(uint32_t), offset) - 1);
}

size_t lsp_find_offset_of_position(const lsp_index *index, lsp_encoding encoding, lsp_position position)
{
    lsp_cursor cursor = cursor_at_line_or_last(index, encoding, position.line);
    return lsp_offset_at(&cursor, position);
}

lsp_range lsp_find_range_of_span(const lsp_index *index, lsp_encoding encoding, ap_span span)
{
    lsp_cursor start = lsp_cursor_at_line_of_offset(index, encoding, span.offset),
               end = lsp_cursor_at_line_of_offset(index, encoding, ap_span_end(span));
    return (lsp_range){ lsp_position_at(&start, span.offset), lsp_position_at(&end, ap_span_end(span)) };
}

bool lsp_find_field_at(
    const lsp_index *index, size_t offset, bool or_ends, lsp_field *field, size_t *index_in_fields)
{
    lsp_field_walk walk = lsp_begin_walk_at_field_ending_at_or_after(index, offset);
    while (lsp_walk_to_next_field(&walk, field) && field->offset <= offset) {
        *index_in_fields = walk.index_in_fields;
        if (or_ends || field->offset + (size_t)field->length > offset)
            return true;
    }
    return false;
}

const char *lsp_split_off_field_name_or_null(
    const lsp_index *index, const lsp_field *field, ap_field_path *path_before)
{
    const lsp_record *records = lsp_records_of_index(index);
    ap_field_path_part parts[AP_PATH_DEPTH];
    size_t depth = 0;
    for (uint32_t record = field->record; record != 0; record = records[record].parent) {
        const uint32_t own = records[record].index;
        parts[depth++] = (ap_field_path_part){ index->names[records[record].name],
            own == LSP_NO_INDEX ? AP_NO_INDEX : own };
    }
    path_before->depth = depth;
    for (size_t i = 0; i < depth; i++)
        path_before->parts[i] = parts[depth - 1 - i];
    if (field->element == LSP_NO_INDEX)
        return index->names[field->name];
    path_before->parts[path_before->depth++] =
        (ap_field_path_part){ index->names[field->name], field->element };
    return NULL;
}

/* Returns true if both records have the same path. A record that is read in parts has several numbers. */
static bool are_records_equal(const lsp_index *index, uint32_t one, uint32_t other)
{
    const lsp_record *records = lsp_records_of_index(index);
    while (one != other) {
        if (one == 0 || other == 0 || records[one].name != records[other].name
            || records[one].index != records[other].index)
            return false;
        one = records[one].parent;
        other = records[other].parent;
    }
    return true;
}

const lsp_record *lsp_find_record_of_element(const lsp_index *index, const lsp_element *element)
{
    const lsp_record *records = lsp_records_of_index(index);
    for (size_t i = 1; i < index->records.count; i++) {
        if (records[i].name == element->name
            && (element->index == LSP_NO_INDEX || records[i].index == element->index)
            && are_records_equal(index, records[i].parent, element->parent))
            return &records[i];
    }
    return NULL;
}

bool lsp_are_elements_equal(const lsp_index *index, const lsp_element *one, const lsp_element *other)
{
    return one->name == other->name && one->index == other->index
           && are_records_equal(index, one->parent, other->parent);
}

const lsp_joint *lsp_record_as_joint(const lsp_index *index, const lsp_record *record)
{
    const size_t number = (size_t)(record - lsp_records_of_index(index));
    const size_t count = lsp_count_keys_up_to(&index->joints, sizeof(lsp_joint), number);
    const lsp_joint *last = count == 0 ? NULL : &((const lsp_joint *)index->joints.items)[count - 1];
    return last != NULL && last->record == number ? last : NULL;
}

const lsp_joint *lsp_find_joint_of_element(const lsp_index *index, const lsp_element *element)
{
    const lsp_joint *joints = index->joints.items;
    const lsp_record *records = lsp_records_of_index(index);
    const size_t count = index->joints.count;
    /* joint n is number n of the list, or an earlier one if joints before it have no name */
    size_t at = element->index < count ? element->index + (size_t)1 : count;
    for (unsigned tries = 0; tries < MOST_TRIES && at > 0; tries++) {
        const lsp_joint *joint = &joints[--at];
        const lsp_record *own = &records[joint->record];
        if (own->index == element->index && own->name == element->name && own->parent == element->parent)
            return joint;
    }
    return NULL;
}

ap_view lsp_name_of_joint(const lsp_index *index, const lsp_joint *joint)
{
    return joint == NULL ? (ap_view){ NULL, 0 }
                         : (ap_view){ index->text.bytes + joint->offset, joint->length };
}

const lsp_column *lsp_find_column_of_field(const lsp_index *index, const lsp_field *field)
{
    const bool has_column = field->element < index->columns.count && field->name == index->column_name
                            && lsp_records_of_index(index)[field->record].parent == 0;
    return has_column ? &((const lsp_column *)index->columns.items)[field->element] : NULL;
}

const lsp_joint *lsp_find_joint_of_outermost_record(const lsp_index *index, uint32_t record)
{
    const lsp_record *records = lsp_records_of_index(index);
    while (records[record].parent != 0)
        record = records[record].parent;
    return lsp_record_as_joint(index, &records[record]);
}
