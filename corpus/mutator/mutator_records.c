/* Mutations of records (keys, curves, groups, joints, frames) and of whole lists of records. */
#include <string.h>

#include "corpus/mutator/mutator_work.h"

static size_t line_start(ap_view text, size_t at)
{
    while (at > 0 && text.bytes[at - 1] != '\n')
        at--;
    return at;
}

static size_t end_of_line_with_newline(ap_view text, size_t at)
{
    while (at < text.size && text.bytes[at] != '\n')
        at++;
    return at + (at < text.size);
}

/* Widens a record's span to whole lines. If a block opens on the first line, and only blanks are between the record and a closing
   brace, the span ends with the line of that brace. */
static void widen_to_lines(const ap_field_list *list, ap_view text, ap_mutable_record *r)
{
    const size_t next = r->first + r->count;
    size_t start = line_start(text, r->span.offset);
    size_t end = end_of_line_with_newline(text, r->span.offset + r->span.length);
    const size_t limit = next < list->count ? line_start(text, list->items[next].span.offset) : text.size;
    const bool opens = memchr(text.bytes + start, '{', end_of_line_with_newline(text, start) - start) != NULL;
    for (size_t at = end; opens && at < limit; at++) {
        if (text.bytes[at] == '}') {
            end = end_of_line_with_newline(text, at);
            break;
        }
        if (text.bytes[at] > ' ')
            break;
    }
    r->span = (ap_span){ start, end > start ? end - start : 0 };
}

ap_mutable_record ap_find_record_at(
    bool text, const ap_field_list *list, ap_view file, size_t at, size_t steps)
{
    const ap_listed_field *field = &list->items[at];
    ap_mutable_record r = { .first = at, .count = 1, .steps = steps };
    while (r.first > 0 && ap_have_same_path_steps(&list->items[r.first - 1], field, steps))
        r.first--;
    size_t end = at + 1;
    while (end < list->count && ap_have_same_path_steps(&list->items[end], field, steps))
        end++;
    r.count = end - r.first;
    r.span = ap_span_from_to(list->items[r.first].span, list->items[end - 1].span);
    if (text)
        widen_to_lines(list, file, &r);
    return r;
}

static ap_mutable_record record_at_field(const ap_mutation_state *m, size_t at, size_t steps)
{
    return ap_find_record_at(m->format->text, &m->fields, m->input, at, steps);
}

size_t ap_count_record_steps(const ap_listed_field *field)
{
    const size_t steps = ap_count_path_steps(field);
    const bool is_line = field->type == AP_TYPE_TEXT && field->record_steps == 0;
    return is_line || field->last.name == NULL ? steps : steps - 1;
}

/* Half of the time, widens the span of a list to the lines before and after the list, if the two lines hold
   the braces of the list. */
static void widen_to_braces_at_random(ap_mutation_state *m, ap_mutable_record *r)
{
    const ap_view text = m->input;
    const size_t end = ap_span_end(r->span), start = r->span.offset;
    if (start == 0 || end == text.size || ap_choose_one_in(m->choices, 2))
        return;
    const size_t before = line_start(text, start - 1), after = end_of_line_with_newline(text, end);
    if (memchr(text.bytes + before, '{', start - before) != NULL
        && memchr(text.bytes + end, '}', after - end) != NULL)
        r->span = (ap_span){ before, after - before };
}

static bool pick_record(ap_mutation_state *m, ap_mutable_record *r)
{
    const size_t attempts = 8;
    for (size_t i = 0; i < attempts && m->fields.count > 0; i++) {
        const size_t at = ap_choose_below(m->choices, m->fields.count);
        const size_t most = ap_count_record_steps(&m->fields.items[at]);
        if (most == 0)
            continue;
        *r = record_at_field(m, at, 1 + ap_choose_below(m->choices, most));
        if (m->format->text && r->steps == 1)
            widen_to_braces_at_random(m, r);
        return r->span.length > 0;
    }
    return false;
}

static ap_view bytes_of_span(const ap_mutation_state *m, ap_span span)
{
    return (ap_view){ m->input.bytes + span.offset, span.length };
}

/* Returns the index, in the record's path, of the step that names the array: the record is an element of this array, or the whole
   array. */
static size_t index_of_step_with_array_name(const ap_mutation_state *m, const ap_mutable_record *r)
{
    const ap_listed_field *field = &m->fields.items[r->first];
    const bool is_array_element = ap_path_step(field, r->steps - 1).name == NULL;
    return is_array_element && r->steps >= 2 ? r->steps - 2 : r->steps - 1;
}

static bool is_array_element(const ap_mutation_state *m, const ap_mutable_record *r)
{
    return ap_path_step(&m->fields.items[r->first], r->steps - 1).name == NULL;
}

/* Returns the count field of an array: a field named `count` before the array, in the record that holds the array. `at` is the
   index of the step that names the array. Returns NULL if not found. */
static const ap_listed_field *find_count(
    const ap_mutation_state *m, size_t first, size_t at, const char *count)
{
    const ap_listed_field *field = &m->fields.items[first];
    for (size_t i = first; i-- > 0;) {
        const ap_listed_field *before = &m->fields.items[i];
        if (before->last.name != NULL && before->record_steps == at && strcmp(before->last.name, count) == 0
            && ap_have_same_path_steps(before, field, at))
            return before;
    }
    return NULL;
}

const char *ap_name_of_count_field(const ap_corpus_format *corpus_format, const char *array)
{
    const ap_counted_array *counted = corpus_format->counted_arrays;
    while (counted->array != NULL && (array == NULL || strcmp(array, counted->array) != 0))
        counted++;
    return counted->count;
}

/* Returns the name of the count field of the record's array (the record is an element, or the whole array);
   NULL if the format has no such count. */
static const char *count_of_record(const ap_mutation_state *m, const ap_mutable_record *r)
{
    return ap_name_of_count_field(
        m->corpus_format, ap_path_step(&m->fields.items[r->first], index_of_step_with_array_name(m, r)).name);
}

/* Calls `change` for the elements with the same index in all other arrays that share the count field. */
static bool change_parallel_elements(ap_mutation_state *m, const ap_mutable_record *r, const char *count,
    bool (*change)(ap_mutation_state *m, const ap_mutable_record *r))
{
    const ap_listed_field *field = &m->fields.items[r->first];
    const size_t at = index_of_step_with_array_name(m, r);
    const size_t index = ap_path_step(field, r->steps - 1).index;
    for (size_t i = 0; i < m->fields.count; i++) {
        const ap_listed_field *other = &m->fields.items[i];
        if (ap_count_path_steps(other) < r->steps || !ap_have_same_path_steps(other, field, at))
            continue;
        const char *name = ap_path_step(other, at).name;
        const ap_field_path_step element = ap_path_step(other, at + 1);
        if (element.name != NULL || element.index != index || ap_have_same_path_steps(other, field, r->steps))
            continue;
        const char *of_other = ap_name_of_count_field(m->corpus_format, name);
        if (of_other == NULL || strcmp(of_other, count) != 0)
            continue;
        const ap_mutable_record parallel = record_at_field(m, i, r->steps);
        if (!change(m, &parallel))
            return false;
        i = parallel.first + parallel.count - 1;
    }
    return true;
}

/* Adds `more` to the count of the record's array. If the record is the whole array, sets the count to 0. */
static bool repair_count_if_any(ap_mutation_state *m, const ap_mutable_record *r, int64_t more)
{
    const size_t at = index_of_step_with_array_name(m, r);
    const char *name = count_of_record(m, r);
    const ap_listed_field *count = name == NULL ? NULL : find_count(m, r->first, at, name);
    if (count == NULL)
        return true;
    return ap_set_field_integer(
        m, count, is_array_element(m, r) ? ap_read_field_integer(m, count) + more : 0);
}

/* Half of the time, corrects the count of a changed list. Half of those times, also calls `change` for the other lists
   that share the count. */
static bool repair_count_and_lists_at_random(ap_mutation_state *m, const ap_mutable_record *r, int64_t more,
    bool (*change)(ap_mutation_state *m, const ap_mutable_record *r))
{
    const char *count = count_of_record(m, r);
    if (count == NULL || ap_choose_one_in(m->choices, 2))
        return true;
    if (is_array_element(m, r) && ap_choose_one_in(m->choices, 2)
        && !change_parallel_elements(m, r, count, change))
        return false;
    return repair_count_if_any(m, r, more);
}

static bool insert_copies_of_record(ap_mutation_state *m, const ap_mutable_record *r)
{
    const size_t length = r->span.length, most = 16384; /* most: bytes that repeated copies may add */
    uint8_t *bytes =
        m->copies > 1 && m->copies > most / length ? NULL : ap_alloc_array(m->arena, m->copies, length);
    if (bytes == NULL)
        return false;
    for (size_t i = 0; i < m->copies; i++)
        memcpy(bytes + i * length, m->input.bytes + r->span.offset, length);
    return ap_add_mutation_edit(
        m, (ap_span){ ap_span_end(r->span), 0 }, (ap_view){ bytes, m->copies * length });
}

static bool delete_record(ap_mutation_state *m, const ap_mutable_record *r)
{
    return ap_add_mutation_edit(m, r->span, (ap_view){ NULL, 0 });
}

bool ap_delete_record(ap_mutation_state *m, const ap_mutable_record *r)
{
    const char *count = count_of_record(m, r);
    return delete_record(m, r)
           && (count == NULL || !is_array_element(m, r)
               || change_parallel_elements(m, r, count, delete_record))
           && repair_count_if_any(m, r, -1);
}

/* Repeats a record: usually once, sometimes many times, because the fast path reads long lists in another way. */
bool ap_mutate_duplicate(ap_mutation_state *m)
{
    const size_t large = 4096; /* bytes that the copies take, at most, after the first copy */
    ap_mutable_record r;
    if (!pick_record(m, &r))
        return false;
    m->copies = 1;
    if (ap_choose_one_in(m->choices, 6))
        m->copies += ap_choose_below(m->choices, 1 + large / r.span.length);
    return insert_copies_of_record(m, &r)
           && (!is_array_element(m, &r)
               || repair_count_and_lists_at_random(m, &r, (int64_t)m->copies, insert_copies_of_record));
}

bool ap_mutate_delete(ap_mutation_state *m)
{
    ap_mutable_record r;
    return pick_record(m, &r) && delete_record(m, &r)
           && repair_count_and_lists_at_random(m, &r, -1, delete_record);
}

static bool spans_overlap(ap_span a, ap_span b)
{
    return a.offset < ap_span_end(b) && b.offset < ap_span_end(a);
}

/* Swaps two records that do not overlap: often neighbours in a list, otherwise any two. */
bool ap_mutate_reorder(ap_mutation_state *m)
{
    ap_mutable_record a, b;
    if (!pick_record(m, &a))
        return false;
    const size_t next = a.first + a.count;
    if (next < m->fields.count && ap_choose_one_in(m->choices, 2)
        && ap_count_path_steps(&m->fields.items[next]) >= a.steps)
        b = record_at_field(m, next, a.steps);
    else if (!pick_record(m, &b))
        return false;
    return !spans_overlap(a.span, b.span) && ap_add_mutation_edit(m, a.span, bytes_of_span(m, b.span))
           && ap_add_mutation_edit(m, b.span, bytes_of_span(m, a.span));
}

/* Replaces a field by one of the other file that has the same role, type and byte order. */
static bool splice_field(ap_mutation_state *m, const ap_field_list *from)
{
    const ap_listed_field *field = &m->fields.items[ap_choose_below(m->choices, m->fields.count)];
    const size_t start = ap_choose_below(m->choices, from->count);
    for (size_t i = 0; i < from->count; i++) {
        const ap_listed_field *like = &from->items[(start + i) % from->count];
        if (like->role == field->role && like->type == field->type && like->swap == field->swap)
            return ap_add_mutation_edit(
                m, field->span, (ap_view){ m->other.bytes + like->span.offset, like->span.length });
    }
    return false;
}

/* Inserts a record of the other file after a record of the same kind in the input, or replaces the record of
   the input. */
static bool insert_or_replace_record(ap_mutation_state *m, const ap_field_list *from)
{
    ap_mutable_record r;
    if (!pick_record(m, &r))
        return false;
    const size_t start = ap_choose_below(m->choices, from->count);
    for (size_t i = 0; i < from->count; i++) {
        const size_t at = (start + i) % from->count;
        if (!ap_have_same_path_names(&m->fields.items[r.first], &from->items[at], r.steps))
            continue;
        const ap_mutable_record other = ap_find_record_at(m->format->text, from, m->other, at, r.steps);
        const ap_view bytes = { m->other.bytes + other.span.offset, other.span.length };
        if (ap_choose_one_in(m->choices, 2))
            return ap_add_mutation_edit(m, r.span, bytes);
        return ap_add_mutation_edit(m, (ap_span){ ap_span_end(r.span), 0 }, bytes)
               && (!is_array_element(m, &r) || ap_choose_one_in(m->choices, 2)
                   || repair_count_if_any(m, &r, 1));
    }
    return false;
}

bool ap_mutate_splice(ap_mutation_state *m)
{
    ap_field_list from;
    if (m->other.bytes == NULL || m->fields.count == 0
        || !ap_list_fields(m->format, m->other, NULL, m->arena, &from, NULL) || from.count == 0)
        return false;
    return ap_choose_one_in(m->choices, 3) ? splice_field(m, &from) : insert_or_replace_record(m, &from);
}
