/* Completes names between quotes: of joints, shaders and other things that a format names. */
#include <stdlib.h>
#include <string.h>

#include "cli/lsp/lsp_completion.h"
#include "core/base/utf8.h"
#include "core/layout/io_joint.h"
#include "validators/field_at.h"
#include "validators/recognize.h"

enum { ORDER_BYTES = 24 };

/* A name of a text. */
typedef struct found_name {
    ap_view name; /* in the arena of the server */
    size_t order; /* number of names that were found before this one */
    bool used;    /* the document has the name already, so it is not offered */
} found_name;

/* A search for the field at a position, then for names of the same kind. */
typedef struct name_search {
    ap_arena *arena;
    size_t at; /* offset of the field, to find out its kind */
    bool known;
    bool of_joints;          /* the field is the name of a joint */
    const char *list, *name; /* otherwise: the list that the field is in, and the field's name */
    bool from_own_document;  /* names that are found now are used: joints of the document itself */
    size_t skipped; /* offset of the name that is being typed, which is not collected; SIZE_MAX: none */
    found_name *items;
    size_t count, room;
} name_search;

static const char *list_of_path(const ap_field_path *path)
{
    return path->depth == 0 ? "" : path->parts[path->depth - 1].name;
}

static bool is_name_of_joint(const ap_io *io)
{
    return io->path.depth == 1 && ap_joint_of_path(io, &io->path).name.size > 0;
}

/* Ignore numbers and entries, which have no names, so that a text is read fast. */
static void ignore_numbers(
    void *context, const ap_io *io, const char *name, ap_span span, const float *values, size_t count)
{
    (void)context, (void)io, (void)name, (void)span, (void)values, (void)count;
}

static void ignore_entries(void *context, const ap_io *io, const ap_consecutive_list_entries *entries)
{
    (void)context, (void)io, (void)entries;
}

static ap_listener make_name_listener(
    name_search *search, void (*field)(void *, const ap_io *, ap_field_type, ap_field_role))
{
    return (ap_listener){
        .field = field, .context = search, .numbers = ignore_numbers, .entries = ignore_entries
    };
}

static void note_kind_of_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    name_search *search = context;
    (void)type;
    if (io->field.span.offset != search->at || role != AP_ROLE_NAME || io->path.depth == 0
        || io->field.name == NULL)
        return;
    search->known = true;
    search->of_joints = is_name_of_joint(io);
    search->list = list_of_path(&io->path);
    search->name = io->field.name;
}

/* Finds the kind of the name between the quotes, by reading the text before the name and a name of one letter. Returns false if
   the format has no name there, or when out of memory. */
static bool find_kind_of_name(const lsp_completion *c, name_search *search, size_t quote)
{
    static const char rest[] = "x\"";
    const size_t before = quote + 1;
    const ap_listener finds = make_name_listener(search, note_kind_of_field);
    uint8_t *bytes = ap_alloc_uncleared(search->arena, before + sizeof rest);
    if (bytes == NULL)
        return false;
    memcpy(bytes, c->text.bytes, before);
    memcpy(bytes + before, rest, sizeof rest);
    search->at = quote;
    (void)ap_pass_fields_to_listener(c->document->format, (ap_view){ bytes, before + sizeof rest - 1 },
        &c->document->settings.reading.lint, &finds, search->arena);
    return search->known;
}

static ap_view view_of_name(const ap_io *io)
{
    const ap_span span = io->field.span;
    return lsp_remove_quotes((ap_view){ io->input.bytes + span.offset, span.length });
}

static void collect_name(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    name_search *search = context;
    (void)type;
    if (role != AP_ROLE_NAME || io->field.name == NULL || io->field.span.offset == search->skipped)
        return;
    const bool wanted = search->of_joints ? is_name_of_joint(io)
                                          : io->path.depth > 0 && strcmp(io->field.name, search->name) == 0
                                                && strcmp(list_of_path(&io->path), search->list) == 0;
    const ap_view name = view_of_name(io);
    if (!wanted || name.size == 0 || ap_utf8_valid_prefix_length(name) < name.size)
        return;
    found_name *items =
        ap_grow_array(search->arena, search->items, search->count, &search->room, sizeof *items);
    const char *copy =
        items == NULL ? NULL : ap_arena_copy_text(search->arena, (const char *)name.bytes, name.size);
    if (copy == NULL)
        return;
    search->items = items;
    items[search->count] =
        (found_name){ { (const uint8_t *)copy, name.size }, search->count, search->from_own_document };
    search->count++;
}

static void collect_names(name_search *search, const lsp_document *document)
{
    const ap_listener collects = make_name_listener(search, collect_name);
    if (document->format != NULL && document->format->text)
        (void)ap_pass_fields_to_listener(document->format, lsp_document_text(document),
            &document->settings.reading.lint, &collects, search->arena);
}

/* Arguments of collecting names from the companion under its guard. */
typedef struct companion_arguments {
    name_search *search;
    const char *path;
    ap_view text;
} companion_arguments;

static void collect_companion_names(void *context)
{
    const companion_arguments *a = context;
    const ap_format *format = ap_recognize_named(a->path, a->text);
    const ap_lint_options options = { .companions = NULL };
    const ap_listener collects = make_name_listener(a->search, collect_name);
    if (format != NULL && format->text)
        (void)ap_pass_fields_to_listener(format, a->text, &options, &collects, a->search->arena);
}

/* Collects the names of the document's companion. Returns true if it has some. */
static bool collect_any_names_of_companion(const lsp_completion *c, name_search *search)
{
    lsp_companions *companions = &c->server->companions;
    const size_t before = search->count;
    (void)lsp_find_companion_and_lint_options(companions, c->document);
    const cli_companion_pairing *pair = &companions->paired.at.pairs[CLI_FOUND_MAIN];
    const char *path = lsp_path_of_found_companion(companions);
    companion_arguments a = { search, path, pair->input.view };
    if (path == NULL || !pair->is_used
        || cli_text_pairing_run_guarded_or_fail(&companions->paired, collect_companion_names, &a) != AP_OK)
        search->count = before;
    return search->count > before;
}

/* Compares the bytes of the names. Of two equal names, a used name comes first, then the name that was found earlier. */
static int compare_names(const void *one, const void *other)
{
    const found_name *a = one, *b = other;
    const size_t bytes = a->name.size < b->name.size ? a->name.size : b->name.size;
    const int by_bytes = memcmp(a->name.bytes, b->name.bytes, bytes);
    if (by_bytes != 0)
        return by_bytes;
    if (a->name.size != b->name.size)
        return a->name.size < b->name.size ? -1 : 1;
    return a->used != b->used ? (a->used ? -1 : 1) : (a->order > b->order) - (a->order < b->order);
}

static int compare_orders(const void *one, const void *other)
{
    const found_name *a = one, *b = other;
    return (a->order > b->order) - (a->order < b->order);
}

static bool are_names_equal(const found_name *one, const found_name *other)
{
    return one->name.size == other->name.size
           && memcmp(one->name.bytes, other->name.bytes, one->name.size) == 0;
}

/* Removes used names and repetitions, and sorts the others in the order in which they were found. */
static void drop_used_and_repeated_names(name_search *search)
{
    size_t kept = 0;
    if (search->count == 0)
        return;
    qsort(search->items, search->count, sizeof *search->items, compare_names);
    for (size_t i = 0; i < search->count; i++) {
        const bool repeats = i > 0 && are_names_equal(&search->items[i], &search->items[i - 1]);
        search->items[i].used |= repeats; /* also marks what repeats a used name */
    }
    for (size_t i = 0; i < search->count; i++) {
        if (!search->items[i].used)
            search->items[kept++] = search->items[i];
    }
    search->count = kept;
    if (kept > 0)
        qsort(search->items, kept, sizeof *search->items, compare_orders);
}

/* Writes the names as items that replace what is between the quotes. If the line has no closing quote, the items add it, and
   replace what is before the position only. */
static void put_names(lsp_completion *c, const name_search *search, size_t quote)
{
    size_t end = c->offset;
    while (end < ap_span_end(c->line) && c->text.bytes[end] != '"')
        end++;
    const bool closed = end < ap_span_end(c->line);
    lsp_set_completed_span(c, (ap_span){ quote + 1, (closed ? end : c->offset) - quote - 1 });
    for (size_t i = 0; i < search->count; i++) {
        char order[ORDER_BYTES];
        const ap_view name = search->items[i].name;
        uint8_t *ended = ap_alloc_uncleared(search->arena, name.size + 1);
        if (ended == NULL)
            return;
        memcpy(ended, name.bytes, name.size);
        ended[name.size] = '"';
        snprintf(order, sizeof order, "%06zu", i);
        lsp_put_completion_item(
            c, &(lsp_completion_item){ .kind = search->of_joints ? LSP_ITEM_REFERENCE : LSP_ITEM_FIELD,
                   .label = name,
                   .new_text = { ended, name.size + !closed },
                   .order = order });
    }
}

void lsp_complete_name(lsp_completion *c, size_t quote)
{
    name_search search = { .arena = &c->server->arena, .skipped = SIZE_MAX };
    if (!find_kind_of_name(c, &search, quote))
        return;
    search.from_own_document = search.of_joints;
    search.skipped = quote;
    collect_names(&search, c->document);
    search.from_own_document = false;
    search.skipped = SIZE_MAX;
    if (!search.of_joints || !collect_any_names_of_companion(c, &search)) {
        for (const lsp_document *d = c->server->documents.first; d != NULL && !c->cancelled; d = d->next) {
            if (d != c->document)
                collect_names(&search, d);
            c->cancelled = lsp_is_cancelled(c->server);
        }
    }
    drop_used_and_repeated_names(&search);
    put_names(c, &search, quote);
}
