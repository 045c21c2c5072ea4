#include "corpus/defect/field_list.h"

#include <string.h>

#include "core/base/path_glob.h"

enum { MOST_STEPS = 2 * AP_PATH_DEPTH + 1, COUNTED_BYTES = 1 << 20 };

typedef struct field_lister {
    ap_arena *arena;
    ap_listed_field *items;
    ap_field_list list; /* the list to return; `items` has its fields */
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
    ap_listed_field *items = ap_grow_array(l->arena, l->items, l->list.count, &l->room, sizeof *items);
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
    const ap_listed_field *before = l->list.count > 0 ? &l->items[l->list.count - 1] : NULL;
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

static void append_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    field_lister *l = context;
    ap_field_path_step steps[MOST_STEPS];
    const size_t count = copy_path_steps(io, steps);
    if (count == 0 || !make_room(l))
        return;
    const ap_field_path_step *record = reuse_or_copy_steps(l, steps, count - 1);
    if (record == NULL)
        return;
    l->items[l->list.count++] = (ap_listed_field){ .span = io->field.span,
        .type = type,
        .role = role,
        .swap = io->swap,
        .set = io->set,
        .record = record,
        .record_steps = (uint8_t)(count - 1),
        .last = steps[count - 1] };
    l->list.count_of_role[role]++;
}

/* Reads the input, and passes its fields to the lister. */
static bool read_fields(field_lister *l, void (*take)(void *, const ap_io *, ap_field_type, ap_field_role),
    const ap_format *format, ap_view input, const ap_lint_options *options, ap_lint_result *about)
{
    const ap_listener listener = { .field = take, .context = l };
    ap_lint_options listening = { .listener = NULL };
    ap_findings *findings = ap_alloc(l->arena, sizeof *findings);
    if (findings == NULL)
        return false;
    if (options != NULL)
        listening = *options;
    listening.listener = &listener;
    listening.companions = NULL; /* reading companions would add findings */
    /* one finding at most: reading may stop at the first error */
    ap_findings_init(findings, l->arena, NULL, 1, 1);
    *about = (ap_lint_result){ .version = NULL };
    format->lint(input, &listening, findings, about);
    return !l->arena->failed;
}

bool ap_list_fields(const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena,
    ap_field_list *list, ap_lint_result *about)
{
    field_lister l = { .arena = arena };
    ap_lint_result unused;
    about = about == NULL ? &unused : about;
    *list = (ap_field_list){ .items = NULL };
    if (input.size >= COUNTED_BYTES) { /* below COUNTED_BYTES, counting the fields first takes longer than
                                          growing the list */
        if (!read_fields(&l, count_field, format, input, options, about))
            return false;
        l.items = ap_alloc_array(arena, l.room, sizeof *l.items);
        if (l.items == NULL)
            return false;
    }
    if (!read_fields(&l, append_field, format, input, options, about))
        return false;
    *list = l.list;
    list->items = l.items;
    return true;
}

size_t ap_count_path_steps(const ap_listed_field *field)
{
    return field->record_steps + 1;
}

ap_field_path_step ap_path_step(const ap_listed_field *field, size_t at)
{
    return at < field->record_steps ? field->record[at] : field->last;
}

bool ap_have_same_path_steps(const ap_listed_field *one, const ap_listed_field *other, size_t steps)
{
    if (ap_count_path_steps(one) < steps || ap_count_path_steps(other) < steps)
        return false;
    size_t at = one->record == other->record ? one->record_steps : 0;
    while (at < steps && is_same_step(ap_path_step(one, at), ap_path_step(other, at)))
        at++;
    return at >= steps;
}

bool ap_have_same_path_names(const ap_listed_field *one, const ap_listed_field *other, size_t steps)
{
    if (ap_count_path_steps(one) < steps || ap_count_path_steps(other) < steps)
        return false;
    for (size_t at = 0; at < steps; at++) {
        if (!is_same_name(ap_path_step(one, at).name, ap_path_step(other, at).name))
            return false;
    }
    return true;
}

/* Paths as text */

/* Writes the first `steps` steps of the field's path. */
static const char *put_path_steps(const ap_listed_field *field, size_t steps, char path[AP_PATH_TEXT_BYTES])
{
    ap_field_path_part parts[MOST_STEPS];
    for (size_t i = 0; i < steps; i++) {
        const ap_field_path_step step = ap_path_step(field, i);
        parts[i] = (ap_field_path_part){ step.name, step.name == NULL ? step.index : AP_NO_INDEX };
    }
    ap_snprint_path_parts(parts, steps, NULL, path, AP_PATH_TEXT_BYTES);
    return path;
}

const char *ap_put_record_path(const ap_listed_field *field, char path[AP_PATH_TEXT_BYTES])
{
    return put_path_steps(field, field->record_steps, path);
}

const char *ap_put_field_path(const ap_listed_field *field, char path[AP_PATH_TEXT_BYTES])
{
    return put_path_steps(field, ap_count_path_steps(field), path);
}

const ap_listed_field *ap_next_field(const ap_field_list *list, const char *pattern, size_t *from)
{
    char path[AP_PATH_TEXT_BYTES];
    while (*from < list->count) {
        const ap_listed_field *field = &list->items[(*from)++];
        if (pattern == NULL || ap_field_path_or_parent_matches(pattern, ap_put_field_path(field, path)))
            return field;
    }
    return NULL;
}

const ap_listed_field *ap_pick_field(const ap_field_list *list, const char *pattern, ap_choices *choices)
{
    const ap_listed_field *picked = NULL;
    const ap_listed_field *field;
    size_t matches = 0;
    for (size_t at = 0; (field = ap_next_field(list, pattern, &at)) != NULL;) {
        if (ap_choose_below(choices, ++matches) == 0) /* keeps each match with equal probability */
            picked = field;
    }
    return picked;
}
