#include "corpus/field_list.h"

#include "core/path_glob.h"

enum { LONGEST_PATH = 256, FIRST_ROOM = 1024 };

typedef struct lister {
    ap_arena *arena;
    ap_listed_field *items;
    size_t count, room;
} lister;

/* The arena gives nothing back: what is outgrown is as large as what is in use, at most. */
static bool make_room(lister *l)
{
    if (l->count < l->room)
        return true;
    const size_t room = l->room == 0 ? FIRST_ROOM : 2 * l->room;
    ap_listed_field *items = ap_alloc_array(l->arena, room, sizeof *items);
    if (items == NULL)
        return false;
    if (l->count > 0)
        memcpy(items, l->items, l->count * sizeof *items);
    l->items = items;
    l->room = room;
    return true;
}

static void take_field(void *context, const ap_io *io, ap_type type, ap_role role)
{
    lister *l = context;
    char path[LONGEST_PATH];
    if (!make_room(l))
        return;
    const size_t length = ap_path_text(&io->path, io->field.name, path, sizeof path);
    assert(length < sizeof path);
    const char *copy = ap_arena_text(l->arena, path, length);
    if (copy == NULL)
        return;
    l->items[l->count++] = (ap_listed_field){
        .span = io->field.span, .type = type, .role = role, .swap = io->swap, .set = io->set, .path = copy
    };
}

bool ap_list_fields(const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena,
    ap_field_list *list, ap_lint_result *about)
{
    lister l = { .arena = arena };
    const ap_listener listener = { take_field, &l };
    ap_lint_options listening = *options;
    ap_findings *findings = ap_alloc(arena, sizeof *findings);
    *about = (ap_lint_result){ .version = NULL };
    if (findings == NULL)
        return false;
    ap_findings_init(findings, arena, NULL, 1, 1); /* a reader that only counts may stop at the first error */
    listening.listener = &listener;
    format->lint(input, &listening, findings, about);
    *list = (ap_field_list){ l.items, l.count };
    return !arena->failed;
}

const ap_listed_field *ap_next_field(const ap_field_list *list, const char *pattern, size_t *from)
{
    while (*from < list->count) {
        const ap_listed_field *field = &list->items[(*from)++];
        if (ap_path_matches(pattern, field->path))
            return field;
    }
    return NULL;
}

const ap_listed_field *ap_pick_field(const ap_field_list *list, const char *pattern, ap_chance *chance)
{
    const ap_listed_field *picked = NULL;
    const ap_listed_field *field;
    size_t matches = 0;
    for (size_t at = 0; (field = ap_next_field(list, pattern, &at)) != NULL;) {
        if (ap_chance_below(chance, ++matches) == 0) /* each as likely as the others */
            picked = field;
    }
    return picked;
}
