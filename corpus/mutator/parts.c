/* Lists the arrays of a file and the fields that hold indices. */
#include <stdio.h>
#include <string.h>

#include "corpus/mutator/parts_work.h"

enum { NAME_BYTES = 64 };

static bool is_count_name(const ap_corpus_format *format, const char *name)
{
    const ap_counted_array *const tables[] = { format->counted_arrays, format->optional_records };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (const ap_counted_array *row = tables[i]; row != NULL && row->array != NULL; row++) {
            if (row->count != NULL && strcmp(row->count, name) == 0)
                return true;
        }
    }
    return false;
}

static bool list_count_fields(ap_parts *parts)
{
    const ap_field_list *fields = &parts->file.fields;
    for (size_t i = 0; i < fields->count; i++) {
        const ap_listed_field *field = &fields->items[i];
        if (field->last.name == NULL || !is_count_name(parts->file.corpus_format, field->last.name))
            continue;
        const ap_listed_field **counts = ap_grow_array(
            parts->file.arena, parts->counts, parts->count_total, &parts->counts_room, sizeof *counts);
        if (counts == NULL)
            return false;
        parts->counts = counts;
        counts[parts->count_total++] = field;
    }
    return true;
}

static bool is_count_of_array(
    const ap_listed_field *count, const ap_listed_field *field, size_t steps, const char *name)
{
    return count != NULL && count->record_steps <= steps && strcmp(count->last.name, name) == 0
           && ap_have_same_path_steps(count, field, count->record_steps);
}

/* Returns the count field of an array. If several records around the array have a field `name`, returns that of the innermost. */
static const ap_listed_field *find_count(
    ap_parts *parts, const ap_listed_field *field, size_t steps, const char *name)
{
    const ap_listed_field *best = parts->last_found[steps];
    if (is_count_of_array(best, field, steps, name))
        return best;
    best = NULL;
    for (size_t i = 0; i < parts->count_total; i++) {
        const ap_listed_field *count = parts->counts[i];
        if (is_count_of_array(count, field, steps, name)
            && (best == NULL || count->record_steps > best->record_steps))
            best = count;
    }
    parts->last_found[steps] = best;
    return best;
}

/* Returns the array named `name` around a field. The array's count field must be in a record around the field, with a path of at
   most `steps` steps. Returns NULL if there is no such array. */
static ap_part_array *find_part_array(
    ap_parts *parts, const ap_listed_field *field, size_t steps, const char *name)
{
    const char *count_name = name == NULL ? NULL : ap_name_of_count_field(parts->file.corpus_format, name);
    const ap_listed_field *count = count_name == NULL ? NULL : find_count(parts, field, steps, count_name);
    for (size_t i = parts->array_count; count != NULL && i-- > 0;) {
        if (parts->arrays[i].count == count)
            return &parts->arrays[i];
    }
    return NULL;
}

ap_part_array *ap_find_optional_part_array(ap_parts *parts, const ap_listed_field *field)
{
    const ap_counted_array *row = parts->file.corpus_format->optional_records;
    const char *name = ap_path_step(field, 0).name;
    while (row != NULL && row->array != NULL && (name == NULL || strcmp(row->array, name) != 0))
        row++;
    for (size_t i = 0; row != NULL && row->array != NULL && i < parts->array_count; i++) {
        const ap_listed_field *count = parts->arrays[i].count;
        if (count == NULL ? row->count == NULL
                          : row->count != NULL && strcmp(count->last.name, row->count) == 0)
            return &parts->arrays[i];
    }
    return NULL;
}

ap_part_array *ap_find_part_array_at_step(ap_parts *parts, const ap_listed_field *field, size_t at)
{
    char inner[NAME_BYTES];
    const char *name =
        at == 0 || ap_path_step(field, at).name != NULL ? NULL : ap_path_step(field, at - 1).name;
    if (name == NULL && at >= 2 && parts->has_inner && ap_path_step(field, at).name == NULL
        && ap_path_step(field, at - 2).name != NULL) {
        snprintf(inner, sizeof inner, "%s[]", ap_path_step(field, at - 2).name);
        name = inner;
    }
    return find_part_array(parts, field, at == 0 ? 0 : at - 1, name);
}

static bool make_arrays(ap_parts *parts)
{
    parts->arrays = ap_alloc_array(parts->file.arena, parts->count_total + 1, sizeof *parts->arrays);
    const ap_counted_array *row = parts->file.corpus_format->optional_records;
    if (parts->arrays == NULL)
        return false;
    if (row != NULL && row->count == NULL)
        parts->array_count = 1; /* array 0 is for arrays without a count */
    size_t deepest = 0;
    for (size_t i = 0; i < parts->count_total; i++)
        deepest = parts->counts[i]->record_steps > deepest ? parts->counts[i]->record_steps : deepest;
    for (size_t steps = 0; steps <= deepest; steps++) {
        for (size_t i = 0; i < parts->count_total; i++) {
            if (parts->counts[i]->record_steps == steps)
                parts->arrays[parts->array_count++].count = parts->counts[i];
        }
    }
    return true;
}

static void extend_array_to_index(ap_part_array *array, size_t index)
{
    if (index >= array->size)
        array->size = index + 1;
}

static bool count_elements_and_allocate_marks(ap_parts *parts)
{
    const ap_field_list *fields = &parts->file.fields;
    for (size_t i = 0; i < fields->count; i++) {
        const ap_listed_field *field = &fields->items[i];
        ap_part_array *optional = ap_find_optional_part_array(parts, field);
        if (optional != NULL)
            extend_array_to_index(optional, optional->count == NULL ? ap_path_step(field, 1).index : 0);
        for (size_t at = 1; at < ap_count_path_steps(field); at++) {
            ap_part_array *array = ap_find_part_array_at_step(parts, field, at);
            if (array != NULL)
                extend_array_to_index(array, ap_path_step(field, at).index);
        }
    }
    for (size_t i = 0; i < parts->array_count; i++) {
        ap_part_array *array = &parts->arrays[i];
        array->removed = ap_alloc_array(parts->file.arena, array->size, sizeof *array->removed);
        array->remaining_before =
            ap_alloc_array(parts->file.arena, array->size + 1, sizeof *array->remaining_before);
        if (array->removed == NULL || array->remaining_before == NULL)
            return false;
    }
    return true;
}

/* Returns the entry of the format's index fields for this field; NULL if the field does not hold an index. */
static const ap_index_field *index_row_of_field(const ap_parts *parts, const ap_listed_field *field)
{
    const ap_index_field *row = parts->file.corpus_format->index_fields;
    const size_t steps = field->record_steps, at = field->last.name == NULL ? steps - 1 : steps - 2;
    if (row == NULL || steps < (field->last.name == NULL ? 1 : 2))
        return NULL;
    const char *array = field->record[at].name;
    for (; row->array != NULL && array != NULL; row++) {
        const bool same_field = row->field == NULL || field->last.name == NULL
                                    ? row->field == field->last.name
                                    : strcmp(row->field, field->last.name) == 0;
        if (same_field && strcmp(row->array, array) == 0)
            return row;
    }
    return NULL;
}

/* Returns the index, in the list of fields, of the field `name` in the record of field `at`; AP_NO_FIELD if the record has no
   such field, or if `name` is NULL. */
static size_t find_field_in_record(const ap_parts *parts, size_t at, const char *name)
{
    const ap_listed_field *items = parts->file.fields.items;
    const size_t end = parts->file.fields.count, steps = items[at].record_steps;
    size_t i = at;
    while (i > 0 && ap_have_same_path_steps(&items[i - 1], &items[at], steps))
        i--;
    for (; name != NULL && i < end && ap_have_same_path_steps(&items[i], &items[at], steps); i++) {
        if (items[i].last.name != NULL && strcmp(items[i].last.name, name) == 0)
            return i;
    }
    return AP_NO_FIELD;
}

static bool add_index_if_resolved(ap_parts *parts, size_t at, const ap_index_field *row)
{
    const ap_listed_field *field = &parts->file.fields.items[at];
    ap_part_index found = {
        .about = row, .field = at, .length = find_field_in_record(parts, at, row->length)
    };
    const size_t steps = ap_count_path_steps(field);
    for (size_t step = steps; step-- > 1 && found.own == NULL;) {
        found.own = ap_find_part_array_at_step(parts, field, step);
        found.element = ap_path_step(field, step).index;
    }
    if (found.own == NULL && (found.own = ap_find_optional_part_array(parts, field)) != NULL)
        found.element = found.own->count == NULL ? ap_path_step(field, 1).index : 0;
    found.target = find_part_array(parts, field, steps - 1, row->target);
    if (found.own == NULL || found.target == NULL || (row->length != NULL && found.length == AP_NO_FIELD))
        return true;
    ap_part_index *indices = ap_grow_array(
        parts->file.arena, parts->indices, parts->index_count, &parts->index_room, sizeof *indices);
    if (indices == NULL)
        return false;
    parts->indices = indices;
    indices[parts->index_count++] = found;
    return true;
}

/* Stores the parent of each element, for arrays with elements that refer to a parent in the same array. */
static bool store_parents(ap_parts *parts)
{
    for (size_t i = 0; i < parts->index_count; i++) {
        const ap_part_index *index = &parts->indices[i];
        ap_part_array *array = index->own;
        if (index->about->meaning != AP_INDEX_PARENT || array != index->target)
            continue;
        if (array->parents == NULL)
            array->parents = ap_alloc_array(parts->file.arena, array->size, sizeof *array->parents);
        if (array->parents == NULL)
            return false;
        array->parents[index->element] =
            (int32_t)ap_read_field_integer(&parts->file, &parts->file.fields.items[index->field]);
    }
    return true;
}

ap_parts *ap_list_parts(const ap_format *format, ap_view input, ap_arena *arena)
{
    ap_parts *parts = ap_alloc(arena, sizeof *parts);
    if (parts == NULL)
        return NULL;
    parts->file = (ap_mutation_state){ .format = format, .input = input, .arena = arena };
    if (!ap_begin_mutation(&parts->file))
        return NULL;
    for (const ap_counted_array *row = parts->file.corpus_format->counted_arrays; row->array != NULL; row++)
        parts->has_inner = parts->has_inner || strstr(row->array, "[]") != NULL;
    if (!list_count_fields(parts) || !make_arrays(parts) || !count_elements_and_allocate_marks(parts))
        return NULL;
    for (size_t i = 0; i < parts->file.fields.count; i++) {
        const ap_index_field *row = index_row_of_field(parts, &parts->file.fields.items[i]);
        if (row != NULL && !add_index_if_resolved(parts, i, row))
            return NULL;
    }
    return store_parents(parts) ? parts : NULL;
}

size_t ap_count_part_arrays(const ap_parts *parts)
{
    return parts->array_count;
}

size_t ap_count_part_elements(const ap_parts *parts, size_t array)
{
    return parts->arrays[array].size;
}
