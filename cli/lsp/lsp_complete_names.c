/* Completes names between quotes: of joints, shaders and other things that a format names. */
#include <search.h>
#include <string.h>

#include "cli/lsp/lsp_completion.h"
#include "core/base/utf8.h"
#include "core/layout/io_joint.h"
#include "validators/field_at.h"
#include "validators/recognize.h"

enum { ORDER_BYTES = 24 };

/* A name of a text, in the arena of the server. */
typedef struct found_name {
    ap_view name;
    struct found_name *next; /* the name that was found next and is offered */
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
    void *found;    /* tree of the names that were found, made by tsearch */
    found_name *first, **end; /* names to offer; `end` is the place of the pointer to the next one */
    size_t count; /* names that were found, also the used ones and repetitions, which are not offered */
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

static int compare_names(const void *one, const void *other)
{
    const ap_view a = ((const found_name *)one)->name, b = ((const found_name *)other)->name;
    return a.size != b.size ? (a.size < b.size ? -1 : 1) : memcmp(a.bytes, b.bytes, a.size);
}

/* Counts a name, and adds it unless it was found before. */
static void add_name(name_search *search, ap_view name)
{
    search->count++;
    if (tfind(&(found_name){ .name = name }, &search->found, compare_names) != NULL)
        return;
    found_name *made = ap_alloc(search->arena, sizeof *made);
    const char *copy =
        made == NULL ? NULL : ap_arena_copy_text(search->arena, (const char *)name.bytes, name.size);
    if (copy == NULL)
        return;
    made->name = (ap_view){ (const uint8_t *)copy, name.size };
    search->arena->failed |= tsearch(made, &search->found, compare_names) == NULL;
    if (search->from_own_document)
        return;
    *search->end = made;
    search->end = &made->next;
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
    if (wanted && name.size > 0 && ap_utf8_valid_prefix_length(name) == name.size)
        add_name(search, name);
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
    return path != NULL && pair->is_used
           && cli_text_pairing_run_guarded_or_fail(&companions->paired, collect_companion_names, &a) == AP_OK
           && search->count > before;
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
    size_t i = 0;
    for (const found_name *at = search->first; at != NULL; at = at->next, i++) {
        char order[ORDER_BYTES];
        const ap_view name = at->name;
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

/* The names are in an arena, so a tree does not free them. */
static void keep_name(void *name)
{
    (void)name;
}

void lsp_complete_name(lsp_completion *c, size_t quote)
{
    name_search search = { .arena = &c->server->arena, .skipped = SIZE_MAX };
    search.end = &search.first;
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
    put_names(c, &search, quote);
    tdestroy(search.found, keep_name);
}
