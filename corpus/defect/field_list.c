#include "corpus/defect/field_list.h"

#include "core/base/path_glob.h"

enum { PATH_BLOCK = 32768, FIRST_ROOM = 8192, LEAST_FIELD_BYTES = 4 /* of most fields */ };

typedef struct lister {
    ap_arena *arena;
    ap_path_speller speller;
    ap_listed_field *items;
    size_t count, room; /* more are counted than there is room for, but not kept */
    const char *record; /* the path of the last field's; NULL: there was none */
    char *paths; /* where the next path goes: one after the other, since padding would cost a third more */
    size_t paths_left;
} lister;

/* A copy of the path that ends in NUL; NULL when memory has run out. */
static const char *keep_path(lister *l, const char *path, size_t length)
{
    if (l->paths_left <= length) {
        l->paths = ap_alloc_uncleared(l->arena, PATH_BLOCK);
        l->paths_left = l->paths == NULL ? 0 : PATH_BLOCK;
    }
    if (l->paths == NULL)
        return NULL;
    char *copy = memcpy(l->paths, path, length);
    copy[length] = '\0';
    l->paths += length + 1;
    l->paths_left -= length + 1;
    return copy;
}

/* Keeps the record's path, unless it is that of the field before. */
static bool take_record(lister *l, const ap_path *path)
{
    if (l->record == NULL || !ap_path_is_spelled(&l->speller, path)) {
        const size_t length = ap_path_spell(&l->speller, path, NULL);
        assert(length < sizeof l->speller.text - 1);
        l->record = keep_path(l, l->speller.text, length);
    }
    return l->record != NULL;
}

static void take_field(void *context, const ap_io *io, ap_type type, ap_role role)
{
    lister *l = context;
    const size_t at = l->count++;
    if (at >= l->room || l->arena->failed)
        return;
    if (!take_record(l, &io->path))
        return;
    l->items[at] = (ap_listed_field){ .span = io->field.span,
        .type = type,
        .role = role,
        .swap = io->swap,
        .set = io->set,
        .record = l->record,
        .name = io->field.name };
}

/* Reads the input once, with room for so many fields. */
static bool list_into(lister *l, size_t room, const ap_format *format, ap_view input,
    const ap_lint_options *options, ap_lint_result *about)
{
    const ap_listener taking = { .field = take_field, .context = l };
    ap_lint_options listening = *options;
    ap_findings *findings = ap_alloc(l->arena, sizeof *findings);
    l->items = ap_alloc_uncleared(l->arena, ap_memory_product(room, sizeof *l->items));
    l->room = room;
    l->count = 0;
    *about = (ap_lint_result){ .version = NULL };
    if (findings == NULL || l->items == NULL)
        return false;
    ap_findings_init(
        findings, l->arena, NULL, 1, 1); /* a reader that only counts may stop at the first error */
    listening.listener = &taking;
    format->lint(input, &listening, findings, about);
    return !l->arena->failed;
}

bool ap_list_fields(const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena,
    ap_field_list *list, ap_lint_result *about)
{
    lister l = { .arena = arena };
    const size_t guess = input.size / LEAST_FIELD_BYTES + 1;
    *list = (ap_field_list){ NULL, 0 };
    if (!list_into(&l, guess < FIRST_ROOM ? guess : FIRST_ROOM, format, input, options, about)
        || (l.count > l.room && !list_into(&l, l.count, format, input, options, about)))
        return false;
    *list = (ap_field_list){ l.items, l.count };
    return true;
}

static char *put(char *at, const char *end, const char *text)
{
    while (*text != '\0' && at < end)
        *at++ = *text++;
    return at;
}

const char *ap_field_path(const ap_listed_field *field, char path[AP_PATH_TEXT_BYTES])
{
    const char *const end = path + AP_PATH_TEXT_BYTES - 1;
    char *at = put(path, end, field->record);
    if (field->name != NULL) {
        at = put(at, end, at > path ? "." : "");
        at = put(at, end, field->name);
    }
    *at = '\0';
    return path;
}

/* By the first letter, before the path is put together. */
static bool may_match(const char *pattern, const ap_listed_field *field)
{
    const char *first = field->record[0] != '\0' ? field->record : field->name;
    return pattern[0] == '*' || pattern[0] == first[0];
}

const ap_listed_field *ap_next_field(const ap_field_list *list, const char *pattern, size_t *from)
{
    char path[AP_PATH_TEXT_BYTES];
    while (*from < list->count) {
        const ap_listed_field *field = &list->items[(*from)++];
        if (pattern == NULL
            || (may_match(pattern, field) && ap_path_matches(pattern, ap_field_path(field, path))))
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
