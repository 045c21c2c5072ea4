#include "corpus/defect/field_list.h"

#include "core/base/path_glob.h"

enum { FIRST_ROOM = 8192, USUAL_FIELD_BYTES = 4 /* most fields have 4 bytes */ };

typedef struct field_lister {
    ap_arena *arena;
    ap_listed_field *items;
    /* number of fields read, and number of fields that the list has room for; `count` may be greater than `room` */
    size_t count, room;
    const ap_listed_record *record; /* record of the previous field; NULL before the first */
} field_lister;

/* Returns true if the path is that of the record. Compares the last parts first, since paths of neighbouring fields differ at
   their end. */
static bool is_same_record(const ap_listed_record *record, const ap_field_path *path)
{
    if (record->depth != path->depth)
        return false;
    for (size_t i = path->depth; i > 0; i--) {
        const ap_field_path_part *one = &record->parts[i - 1], *other = &path->parts[i - 1];
        if (one->name != other->name || one->index != other->index)
            return false;
    }
    return true;
}

/* Copies the record's path, unless it is the record of the previous field. */
static bool copy_record_path(field_lister *l, const ap_field_path *path)
{
    if (l->record != NULL && is_same_record(l->record, path))
        return true;
    const size_t bytes = path->depth * sizeof *path->parts;
    ap_listed_record *record = ap_alloc_uncleared(l->arena, sizeof *record + bytes);
    l->record = record;
    if (record == NULL)
        return false;
    record->depth = path->depth;
    memcpy(record->parts, path->parts, bytes);
    return true;
}

static void append_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    field_lister *l = context;
    const size_t at = l->count++;
    if (at >= l->room || l->arena->failed)
        return;
    if (!copy_record_path(l, &io->path))
        return;
    l->items[at] = (ap_listed_field){ .span = io->field.span,
        .type = type,
        .role = role,
        .swap = io->swap,
        .set = io->set,
        .record = l->record,
        .name = io->field.name };
}

/* Reads the input once and lists at most `room` fields. */
static bool list_fields_up_to(field_lister *l, size_t room, const ap_format *format, ap_view input,
    const ap_lint_options *options, ap_lint_result *about)
{
    const ap_listener listener = { .field = append_field, .context = l };
    ap_lint_options listening = *options;
    ap_findings *findings = ap_alloc(l->arena, sizeof *findings);
    l->items = ap_alloc_uncleared(l->arena, ap_saturating_size_product(room, sizeof *l->items));
    l->room = room;
    l->count = 0;
    *about = (ap_lint_result){ .version = NULL };
    if (findings == NULL || l->items == NULL)
        return false;
    ap_findings_init(
        findings, l->arena, NULL, 1, 1); /* one finding at most: reading may stop at the first error */
    listening.listener = &listener;
    format->lint(input, &listening, findings, about);
    return !l->arena->failed;
}

bool ap_list_fields(const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena,
    ap_field_list *list, ap_lint_result *about)
{
    field_lister l = { .arena = arena };
    const size_t guess = input.size / USUAL_FIELD_BYTES + 1;
    *list = (ap_field_list){ NULL, 0 };
    if (!list_fields_up_to(&l, guess < FIRST_ROOM ? guess : FIRST_ROOM, format, input, options, about)
        || (l.count > l.room && !list_fields_up_to(&l, l.count, format, input, options, about)))
        return false;
    *list = (ap_field_list){ l.items, l.count };
    return true;
}

const char *ap_put_record_path(const ap_listed_field *field, char path[AP_PATH_TEXT_BYTES])
{
    ap_snprint_path_parts(field->record->parts, field->record->depth, NULL, path, AP_PATH_TEXT_BYTES);
    return path;
}

const char *ap_put_field_path(const ap_listed_field *field, char path[AP_PATH_TEXT_BYTES])
{
    ap_snprint_path_parts(field->record->parts, field->record->depth, field->name, path, AP_PATH_TEXT_BYTES);
    return path;
}

/* Text with which a name in a matching path must end: the end of the pattern after its last special character. A pattern also
   matches if it matches a parent of the path, so the name need not be the last. */
typedef struct last_part_of_pattern {
    const char *text;
    size_t length;                    /* 0: any name matches */
    const ap_listed_record *compared; /* the last record that was compared */
    bool record_matches;              /* true if a name in the path of `compared` ends with `text` */
} last_part_of_pattern;

static last_part_of_pattern find_last_part(const char *pattern)
{
    const char *const end = pattern + strlen(pattern);
    const char *text = end;
    while (text > pattern && strchr("*.[]", text[-1]) == NULL)
        text--;
    return (last_part_of_pattern){ .text = text, .length = (size_t)(end - text) };
}

static bool ends_with_wanted_text(const last_part_of_pattern *wanted, const char *name)
{
    const size_t length = name == NULL ? 0 : strlen(name);
    return length >= wanted->length
           && memcmp(name + length - wanted->length, wanted->text, wanted->length) == 0;
}

/* Returns false if the path cannot match the pattern, because none of its names ends with the wanted text. This is faster than
   building the path. May return true for a path that does not match. */
static bool may_path_match(last_part_of_pattern *wanted, const ap_listed_field *field)
{
    if (wanted->length == 0 || ends_with_wanted_text(wanted, field->name))
        return true;
    if (wanted->compared != field->record) {
        wanted->compared = field->record;
        wanted->record_matches = false;
        for (size_t i = 0; i < field->record->depth; i++)
            wanted->record_matches =
                wanted->record_matches || ends_with_wanted_text(wanted, field->record->parts[i].name);
    }
    return wanted->record_matches;
}

const ap_listed_field *ap_next_field(const ap_field_list *list, const char *pattern, size_t *from)
{
    char path[AP_PATH_TEXT_BYTES];
    last_part_of_pattern wanted = find_last_part(pattern == NULL ? "" : pattern);
    while (*from < list->count) {
        const ap_listed_field *field = &list->items[(*from)++];
        if (pattern == NULL
            || (may_path_match(&wanted, field)
                && ap_field_path_or_parent_matches(pattern, ap_put_field_path(field, path))))
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
