/* Removes one part of a file: a record, a whole list of records, or the bytes after the last field. */
#include "corpus/mutator/mutator_work.h"

/* Goes through the records that can be removed. Whole lists come before their elements, because removing large parts saves most;
   the last element of a list comes first, because the elements after a removed one may be numbered. */
typedef struct removable_record_cursor {
    const ap_field_list *fields;
    /* `steps`: length of the paths of the records that are visited now, which grows from 1; `at`: index of the field where the
       current record begins; the fields before it are visited next, backwards */
    size_t steps, at;
} removable_record_cursor;

static bool does_field_begin_record(const removable_record_cursor *c)
{
    const ap_listed_field *field = &c->fields->items[c->at];
    return ap_count_record_steps(field) >= c->steps
           && (c->at == 0 || !ap_have_same_path_steps(field - 1, field, c->steps));
}

static size_t most_record_steps(const ap_field_list *fields)
{
    size_t most = 0;
    for (size_t i = 0; i < fields->count; i++) {
        const size_t steps = ap_count_record_steps(&fields->items[i]);
        most = steps > most ? steps : most;
    }
    return most;
}

/* Moves to the next record that can be removed; returns false after the last. `longest_path` is the greatest length of a
   record's path. */
static bool next_removable_record(removable_record_cursor *c, size_t longest_path)
{
    for (; c->steps <= longest_path; c->steps++, c->at = c->fields->count) {
        while (c->at-- > 0) {
            if (does_field_begin_record(c))
                return true;
        }
    }
    return false;
}

static removable_record_cursor cursor_before_first_record(const ap_field_list *fields)
{
    return (removable_record_cursor){ .fields = fields, .steps = 1, .at = fields->count };
}

/* Returns the span after the last field, which is the last part to remove. */
static ap_span span_after_last_field(const ap_mutation_state *m)
{
    size_t end = 0;
    for (size_t i = 0; i < m->fields.count; i++) {
        const size_t after = ap_span_end(m->fields.items[i].span);
        end = after > end ? after : end;
    }
    return (ap_span){ end, m->input.size - end };
}

size_t ap_count_removable_parts(const ap_format *format, ap_view input, ap_arena *arena)
{
    ap_field_list fields;
    if (!ap_list_fields(format, input, NULL, arena, &fields, NULL))
        return 0;
    removable_record_cursor c = cursor_before_first_record(&fields);
    const size_t most = most_record_steps(&fields);
    size_t count = 1; /* 1 for the bytes after the last field */
    while (next_removable_record(&c, most))
        count++;
    return count;
}

static bool delete_removable_part(ap_mutation_state *m, size_t nth)
{
    const size_t most = most_record_steps(&m->fields);
    removable_record_cursor c = cursor_before_first_record(&m->fields);
    bool found = next_removable_record(&c, most);
    for (; found && nth > 0; nth--)
        found = next_removable_record(&c, most);
    if (!found && nth > 0)
        return false;
    if (!found)
        return ap_add_mutation_edit(m, span_after_last_field(m), (ap_view){ NULL, 0 });
    const ap_mutable_record r = ap_find_record_at(m->format->text, &m->fields, m->input, c.at, c.steps);
    return ap_delete_record(m, &r);
}

bool ap_remove_part(
    const ap_format *format, ap_view input, size_t nth, ap_arena *arena, uint8_t *out, size_t *size)
{
    ap_mutation_state m = { .format = format, .input = input, .arena = arena };
    const size_t room = *size;
    if (!ap_begin_mutation(&m) || !delete_removable_part(&m, nth))
        return false;
    *size = ap_assemble_mutated_file(&m, out, room);
    return *size < input.size;
}
