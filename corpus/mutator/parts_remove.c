/* Removes parts of a file, and changes counts and indices to fit. */
#include <stdlib.h>
#include <string.h>

#include "corpus/mutator/parts_work.h"

/* The edits that remove parts of a file, and change counts and indices to fit. */
typedef struct removal_edits {
    const ap_parts *parts;
    ap_arena *arena;
    ap_edit *edits;
    size_t count, room;
    bool no_memory;
} removal_edits;

static int64_t integer_of_field(const ap_parts *parts, size_t field)
{
    return ap_read_field_integer(&parts->file, &parts->file.fields.items[field]);
}

static size_t bit_count(uint32_t bits)
{
    size_t count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* Returns how many consecutive elements the index field refers to, from its index on. */
static size_t count_referenced_elements(const ap_parts *parts, const ap_part_index *index)
{
    const int64_t length = index->length == AP_NO_FIELD ? 0 : integer_of_field(parts, index->length);
    if (index->about->meaning == AP_INDEX_FLAGS)
        return bit_count((uint32_t)length);
    return length < 0 ? 0 : (size_t)length;
}

static bool mark_elements_removed(ap_part_array *array, int64_t first, size_t count)
{
    bool changed = false;
    for (size_t i = 0; first >= 0 && i < count && (size_t)first + i < array->size; i++) {
        changed = changed || !array->removed[(size_t)first + i];
        array->removed[(size_t)first + i] = true;
    }
    return changed;
}

/* Marks as removed the elements that belong to removed elements, and the elements that need a removed element. Returns true if an
   element was not marked before. */
static bool mark_dependents_removed(const ap_parts *parts)
{
    bool changed = false;
    for (size_t i = 0; i < parts->index_count; i++) {
        const ap_part_index *index = &parts->indices[i];
        const bool is_removed = index->own->removed[index->element];
        const int64_t value = integer_of_field(parts, index->field);
        const ap_index_meaning meaning = index->about->meaning;
        if (meaning == AP_INDEX_NEEDED && !is_removed && value >= 0 && (size_t)value < index->target->size
            && index->target->removed[value])
            changed = mark_elements_removed(index->own, (int64_t)index->element, 1) || changed;
        if ((meaning == AP_INDEX_FIRST || meaning == AP_INDEX_FLAGS) && is_removed)
            changed = mark_elements_removed(index->target, value, count_referenced_elements(parts, index))
                      || changed;
    }
    return changed;
}

static void mark_all_removed_elements(const ap_parts *parts, const ap_removed_elements *part)
{
    for (size_t i = 0; i < parts->array_count; i++)
        memset(parts->arrays[i].removed, 0, parts->arrays[i].size * sizeof *parts->arrays[i].removed);
    (void)mark_elements_removed(&parts->arrays[part->array], (int64_t)part->first, part->count);
    while (!part->keeps_dependents && mark_dependents_removed(parts))
        ;
    for (size_t i = 0; i < parts->array_count; i++) {
        ap_part_array *one = &parts->arrays[i];
        for (size_t k = 0; k < one->size; k++)
            one->remaining_before[k + 1] = one->remaining_before[k] + !one->removed[k];
    }
}

static void add_edit(removal_edits *r, ap_span span, ap_view bytes)
{
    ap_edit *edits = ap_grow_array(r->arena, r->edits, r->count, &r->room, sizeof *edits);
    if (edits == NULL) {
        r->no_memory = true;
        return;
    }
    r->edits = edits;
    edits[r->count++] = (ap_edit){ span, bytes };
}

static void set_integer(removal_edits *r, size_t at, int64_t value)
{
    const ap_listed_field *field = &r->parts->file.fields.items[at];
    if (value == integer_of_field(r->parts, at))
        return;
    const ap_view spelled = ap_make_field_integer_bytes(field, value, r->arena);
    r->no_memory = r->no_memory || spelled.bytes == NULL;
    add_edit(r, field->span, spelled);
}

/* Returns the new index of the element with this index. An index beyond the end of the array keeps its distance from the
   end. */
static int64_t index_after_removal(const ap_part_array *array, int64_t index)
{
    if (index < 0)
        return index;
    return (size_t)index < array->size
               ? (int64_t)array->remaining_before[index]
               : index - (int64_t)(array->size - array->remaining_before[array->size]);
}

/* Returns the new index of the nearest ancestor, from `parent` on, that is not removed. If all ancestors are removed, returns -1
   for an element that has a parent in its own array, and 0 for an element of another array. */
static int64_t parent_after_removal(const ap_part_index *index, int64_t parent)
{
    const ap_part_array *array = index->target;
    for (size_t i = 0; i < array->size && parent >= 0 && (size_t)parent < array->size
                       && array->parents != NULL && array->removed[parent];
         i++)
        parent = array->parents[parent];
    const bool is_lost =
        parent < 0 ? index->own != array : (size_t)parent < array->size && array->removed[parent];
    return is_lost ? 0 : index_after_removal(array, parent);
}

static void update_index_range(removal_edits *r, const ap_part_index *index)
{
    const int64_t first = integer_of_field(r->parts, index->field);
    const bool by_bits = index->about->meaning == AP_INDEX_FLAGS;
    const int64_t bits = integer_of_field(r->parts, index->length);
    int64_t kept = 0;
    size_t at = first < 0 ? index->target->size : (size_t)first;
    for (size_t i = 0; by_bits && i < 32; i++) {
        if ((bits >> i & 1) != 0 && !(at < index->target->size && index->target->removed[at]))
            kept |= INT64_C(1) << i;
        at += (size_t)(bits >> i & 1);
    }
    for (size_t i = 0, count = count_referenced_elements(r->parts, index); !by_bits && i < count; i++, at++)
        kept += !(at < index->target->size && index->target->removed[at]);
    set_integer(r, index->field, index_after_removal(index->target, first));
    set_integer(r, index->length, by_bits ? (int64_t)(int32_t)kept : kept);
}

static void update_index(removal_edits *r, const ap_part_index *index)
{
    const int64_t value = integer_of_field(r->parts, index->field);
    switch (index->about->meaning) {
    case AP_INDEX_OWN:
        if (value == (int64_t)index->element)
            set_integer(r, index->field, index_after_removal(index->own, value));
        break;
    case AP_INDEX_PARENT:
        set_integer(r, index->field, parent_after_removal(index, value));
        break;
    case AP_INDEX_NEEDED:
        set_integer(r, index->field, index_after_removal(index->target, value));
        break;
    case AP_INDEX_FIRST:
    case AP_INDEX_FLAGS:
        update_index_range(r, index);
        break;
    }
}

static size_t skip_blanks(ap_view text, size_t at)
{
    while (at < text.size && text.bytes[at] <= ' ')
        at++;
    return at;
}

/* Widens the span of whole lines to the brace that opens before them and the brace that closes after them, such as the braces of
   a mesh. */
static void widen_to_block(ap_view text, ap_span *span)
{
    size_t start = span->offset;
    while (start > 0 && text.bytes[start - 1] <= ' ')
        start--;
    const size_t end = skip_blanks(text, ap_span_end(*span));
    if (start == 0 || end == text.size || text.bytes[start - 1] != '{' || text.bytes[end] != '}')
        return;
    while (start > 0 && text.bytes[start - 1] != '\n')
        start--;
    *span = (ap_span){ start, end + 1 - start };
}

/* Returns the span of the record that begins at field `at`, and sets *next to the index of the field after it. In a text format,
   the span is whole lines, unless the lines have other fields too. */
static ap_span record_span(const ap_parts *parts, size_t at, size_t steps, size_t *next)
{
    const ap_field_list *fields = &parts->file.fields;
    const ap_view input = parts->file.input;
    const bool text = parts->file.format->text;
    const ap_mutable_record r = ap_find_record_at(text, fields, input, at, steps);
    const ap_listed_field *items = fields->items;
    ap_span span = r.span, exact = ap_span_from_to(items[r.first].span, items[r.first + r.count - 1].span);
    *next = r.first + r.count;
    if (!text)
        return span;
    const bool shared = (r.first > 0 && ap_span_end(items[r.first - 1].span) > span.offset)
                        || (*next < fields->count && items[*next].span.offset < ap_span_end(span));
    if (shared)
        return (ap_span){ exact.offset, skip_blanks(input, ap_span_end(exact)) - exact.offset };
    const uint8_t *line_end = memchr(input.bytes + exact.offset, '\n', exact.length);
    if (line_end != NULL
        && memchr(input.bytes + span.offset, '{', (size_t)(line_end - input.bytes) - span.offset) == NULL)
        widen_to_block(input, &span);
    return span;
}

/* If the field is removed, returns how many steps the path of the outermost removed record around it has; 0 if the field remains.
   */
static size_t count_steps_of_removed_record(ap_parts *parts, const ap_listed_field *field)
{
    const ap_part_array *optional = ap_find_optional_part_array(parts, field);
    if (optional != NULL && optional->removed[optional->count == NULL ? ap_path_step(field, 1).index : 0])
        return optional->count == NULL ? 2 : 1;
    for (size_t at = 1; at < ap_count_path_steps(field); at++) {
        const ap_part_array *array = ap_find_part_array_at_step(parts, field, at);
        if (array != NULL && array->removed[ap_path_step(field, at).index])
            return at + 1;
    }
    return 0;
}

static int compare_edit_offsets(const void *one, const void *other)
{
    const size_t a = ((const ap_edit *)one)->span.offset, b = ((const ap_edit *)other)->span.offset;
    return (a > b) - (a < b);
}

static void delete_records(removal_edits *r, ap_parts *parts)
{
    for (size_t i = 0; i < parts->file.fields.count && !r->no_memory;) {
        const size_t steps = count_steps_of_removed_record(parts, &parts->file.fields.items[i]);
        size_t next = i + 1;
        if (steps > 0)
            add_edit(r, record_span(parts, i, steps, &next), (ap_view){ NULL, 0 });
        i = next;
    }
}

size_t ap_write_without_elements(
    ap_parts *parts, const ap_removed_elements *part, ap_arena *arena, uint8_t *out, size_t room)
{
    removal_edits r = { .parts = parts, .arena = arena };
    mark_all_removed_elements(parts, part);
    delete_records(&r, parts);
    for (size_t i = 0; i < parts->array_count && !r.no_memory; i++) {
        const ap_part_array *one = &parts->arrays[i];
        if (one->count == NULL)
            continue;
        const size_t field = (size_t)(one->count - parts->file.fields.items);
        const size_t removed = one->size - one->remaining_before[one->size];
        set_integer(&r, field, integer_of_field(parts, field) - (int64_t)removed);
    }
    for (size_t i = 0; i < parts->index_count && !r.no_memory; i++) {
        if (!parts->indices[i].own->removed[parts->indices[i].element])
            update_index(&r, &parts->indices[i]);
    }
    if (r.no_memory)
        return 0;
    if (r.count > 1)
        qsort(r.edits, r.count, sizeof *r.edits, compare_edit_offsets);
    return ap_assemble_edited_file(parts->file.input, r.edits, r.count, out, room);
}
