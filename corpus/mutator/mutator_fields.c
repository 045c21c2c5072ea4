#include "corpus/mutator/mutator_fields.h"

#include <string.h>

#include "validators/field_at.h"

enum { MOST_STEPS = 2 * AP_PATH_DEPTH + 1, COUNTED_BYTES = 1 << 20 };

typedef struct field_lister {
    ap_arena *arena;
    ap_mutable_field *items;
    ap_mutable_field_list list; /* the list to return; `items` has its fields */
    size_t room;
} field_lister;

static void count_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    field_lister *l = context;
    (void)io, (void)type, (void)role;
    l->room++;
}

/* Makes room for one more field. The arena does not free the smaller arrays that were used before; together they take at most as
   much memory as the current array. */
static bool make_room(field_lister *l)
{
    ap_mutable_field *items = ap_grow_array(l->arena, l->items, l->list.count, &l->room, sizeof *items);
    if (items == NULL)
        return false;
    l->items = items;
    return true;
}

static size_t copy_path_steps(const ap_io *io, ap_field_path_step steps[MOST_STEPS])
{
    size_t count = 0;
    for (size_t i = 0; i < io->path.depth; i++) {
        const ap_field_path_part part = io->path.parts[i];
        if (part.name != NULL)
            steps[count++] = (ap_field_path_step){ part.name, 0 };
        if (part.index != AP_NO_INDEX)
            steps[count++] = (ap_field_path_step){ NULL, part.index };
    }
    if (io->field.name != NULL)
        steps[count++] = (ap_field_path_step){ io->field.name, 0 };
    return count;
}

/* Returns true if the names are equal. Names are string literals of the layouts, and equal literals may have different addresses.
   */
static bool is_same_name(const char *one, const char *other)
{
    return one == other || (one != NULL && other != NULL && strcmp(one, other) == 0);
}

static bool is_same_step(ap_field_path_step one, ap_field_path_step other)
{
    return one.index == other.index && is_same_name(one.name, other.name);
}

/* Returns the steps of the previous field if they equal these steps, so that fields share them; otherwise returns a copy in the
   arena. */
static const ap_field_path_step *reuse_or_copy_steps(
    field_lister *l, const ap_field_path_step *steps, size_t count)
{
    const ap_mutable_field *before = l->list.count > 0 ? &l->items[l->list.count - 1] : NULL;
    size_t same = 0;
    while (before != NULL && same < count && before->record_steps == count
           && is_same_step(before->record[same], steps[same]))
        same++;
    if (before != NULL && before->record_steps == count && same == count)
        return before->record;
    ap_field_path_step *copy = ap_alloc_array(l->arena, count, sizeof *copy);
    if (copy != NULL && count > 0)
        memcpy(copy, steps, count * sizeof *copy);
    return copy;
}

static void add_mutable_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    field_lister *l = context;
    ap_field_path_step steps[MOST_STEPS];
    const size_t count = copy_path_steps(io, steps);
    if (count == 0 || !make_room(l))
        return;
    const ap_field_path_step *record = reuse_or_copy_steps(l, steps, count - 1);
    if (record == NULL)
        return;
    l->items[l->list.count++] = (ap_mutable_field){ .span = io->field.span,
        .type = type,
        .role = role,
        .swap = io->swap,
        .set = io->set,
        .record = record,
        .record_steps = (uint8_t)(count - 1),
        .last = steps[count - 1] };
    l->list.count_of_role[role]++;
}

bool ap_list_mutable_fields(
    const ap_format *format, ap_view input, ap_arena *arena, ap_mutable_field_list *list)
{
    field_lister l = { .arena = arena };
    const ap_lint_options plain = { .listener = NULL };
    const ap_listener counting = { .field = count_field, .context = &l },
                      taking = { .field = add_mutable_field, .context = &l };
    if (input.size >= COUNTED_BYTES) { /* below COUNTED_BYTES, counting the fields first takes longer than
                                          growing the list */
        if (!ap_pass_fields_to_listener(format, input, &plain, &counting, arena))
            return false;
        l.items = ap_alloc_array(arena, l.room, sizeof *l.items);
        if (l.items == NULL)
            return false;
    }
    if (!ap_pass_fields_to_listener(format, input, &plain, &taking, arena))
        return false;
    *list = l.list;
    list->items = l.items;
    return true;
}

size_t ap_count_path_steps(const ap_mutable_field *field)
{
    return field->record_steps + 1;
}

ap_field_path_step ap_path_step(const ap_mutable_field *field, size_t at)
{
    return at < field->record_steps ? field->record[at] : field->last;
}

bool ap_have_same_path_steps(const ap_mutable_field *one, const ap_mutable_field *other, size_t steps)
{
    if (ap_count_path_steps(one) < steps || ap_count_path_steps(other) < steps)
        return false;
    size_t at = one->record == other->record ? one->record_steps : 0;
    while (at < steps && is_same_step(ap_path_step(one, at), ap_path_step(other, at)))
        at++;
    return at >= steps;
}

bool ap_have_same_path_names(const ap_mutable_field *one, const ap_mutable_field *other, size_t steps)
{
    if (ap_count_path_steps(one) < steps || ap_count_path_steps(other) < steps)
        return false;
    for (size_t at = 0; at < steps; at++) {
        if (!is_same_name(ap_path_step(one, at).name, ap_path_step(other, at).name))
            return false;
    }
    return true;
}
