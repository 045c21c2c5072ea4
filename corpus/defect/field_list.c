#include "corpus/defect/field_list.h"

#include "core/base/path_glob.h"

enum { LONGEST_PATH = 256, PATH_BLOCK = 32768 };

typedef struct lister {
    ap_arena *arena;
    ap_listed_field *items;
    size_t count, room;
    char *paths; /* where the next path goes: one after the other, since padding would cost a third more */
    size_t paths_left;
} lister;

static void count_field(void *context, const ap_io *io, ap_type type, ap_role role)
{
    lister *l = context;
    (void)io, (void)type, (void)role;
    l->room++;
}

/* A copy of the path that ends in NUL; NULL when memory has run out. */
static const char *keep_path(lister *l, const char *path, size_t length)
{
    if (l->paths_left <= length) {
        l->paths = ap_alloc(l->arena, PATH_BLOCK);
        l->paths_left = l->paths == NULL ? 0 : PATH_BLOCK;
    }
    if (l->paths == NULL)
        return NULL;
    char *copy = memcpy(l->paths, path, length); /* the block is zeroed */
    l->paths += length + 1;
    l->paths_left -= length + 1;
    return copy;
}

static void take_field(void *context, const ap_io *io, ap_type type, ap_role role)
{
    lister *l = context;
    char path[LONGEST_PATH];
    if (l->count == l->room || l->arena->failed)
        return;
    const size_t length = ap_path_text(&io->path, io->field.name, path, sizeof path);
    assert(length < sizeof path);
    const char *copy = keep_path(l, path, length);
    if (copy == NULL)
        return;
    l->items[l->count++] = (ap_listed_field){
        .span = io->field.span, .type = type, .role = role, .swap = io->swap, .set = io->set, .path = copy
    };
}

/* Reads the input once for the listener. */
static bool read_with(const ap_format *format, ap_view input, const ap_lint_options *options,
    const ap_listener *listener, ap_arena *arena, ap_lint_result *about)
{
    ap_lint_options listening = *options;
    ap_findings *findings = ap_alloc(arena, sizeof *findings);
    *about = (ap_lint_result){ .version = NULL };
    if (findings == NULL)
        return false;
    ap_findings_init(findings, arena, NULL, 1, 1); /* a reader that only counts may stop at the first error */
    listening.listener = listener;
    format->lint(input, &listening, findings, about);
    return !arena->failed;
}

bool ap_list_fields(const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena,
    ap_field_list *list, ap_lint_result *about)
{
    lister l = { .arena = arena };
    const ap_listener counting = { .field = count_field, .context = &l },
                      taking = { .field = take_field, .context = &l };
    *list = (ap_field_list){ NULL, 0 };
    if (!read_with(format, input, options, &counting, arena, about))
        return false;
    l.items = ap_alloc_array(arena, l.room, sizeof *l.items);
    if (l.items == NULL || !read_with(format, input, options, &taking, arena, about))
        return false;
    *list = (ap_field_list){ l.items, l.count };
    return true;
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

const ap_listed_field *ap_pick_field(const ap_field_list *list, const char *pattern, ap_choices *choices)
{
    const ap_listed_field *picked = NULL;
    const ap_listed_field *field;
    size_t matches = 0;
    for (size_t at = 0; (field = ap_next_field(list, pattern, &at)) != NULL;) {
        if (ap_choose_below(choices, ++matches) == 0) /* each as likely as the others */
            picked = field;
    }
    return picked;
}
