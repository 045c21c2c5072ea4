/* Answers requests for the outline, which has sections, joints below their parents, and frames, and for the parts that fold. */
#include <string.h>

#include "cli/lsp/document/lsp_outline.h"
#include "cli/lsp/lsp_server.h"
#include "core/base/terminal_text.h"
#include "core/base/utf8.h"

enum {
    KIND_PROPERTY = 7,
    KIND_ARRAY = 18,
    KIND_OBJECT = 19,
    /* greatest depth of a nested joint (a joint without a parent has 0), because clients read nested symbols recursively */
    MOST_DEPTH = 20,
    MOST_NESTED = 4096, /* most entries of a section that are nested below their parents */
    FEW_ENTRIES = 100,  /* most entries of a section that are always listed one by one */
    /* most entries of a section that are listed in ranges of entries; of a longer section, only the ranges are shown */
    MOST_LISTED = 2000,
    MOST_RANGES = 500,
    NAME_BYTES = 128,
    VALUE_BYTES = 200,
};

/* Writes parts of an outline. */
typedef struct outline_writer {
    ap_json_put *put;
    const lsp_index *index;
    lsp_encoding encoding;
} outline_writer;

static lsp_range range_of_span(const outline_writer *w, ap_span span)
{
    return lsp_find_range_of_span(w->index, w->encoding, span);
}

static void begin_symbol(const outline_writer *w, const char *name, int kind, ap_span span, ap_span selected)
{
    ap_json_put *put = w->put;
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "name", name);
    ap_json_put_integer(put, "kind", kind);
    lsp_put_range(put, "range", range_of_span(w, span));
    lsp_put_range(put, "selectionRange", range_of_span(w, selected));
}

/* Copies the start of a name, with an escape for each character that is invisible or controls a terminal. */
static void escape_name(ap_view name, char text[NAME_BYTES])
{
    char escape[AP_ESCAPE_BYTES];
    size_t used = 0;
    for (size_t at = 0; at < name.size;) {
        const size_t whole = ap_utf8_character_length(name.bytes + at, name.size - at),
                     taken = whole == 0 ? 1 : whole;
        const bool escaped = whole > 0 && ap_printable_character_length(name.bytes + at, name.size - at) == 0;
        const size_t length = escaped ? ap_escape_character(name.bytes + at, taken, escape) : taken;
        if (used + length >= NAME_BYTES)
            break;
        memcpy(text + used, escaped ? escape : (const char *)name.bytes + at, length);
        used += length;
        at += taken;
    }
    text[used] = '\0';
}

static void write_entry_name(
    ap_view text, const lsp_outline_section *section, const lsp_outline_entry *entry, char name[NAME_BYTES])
{
    const ap_view inside =
        lsp_remove_quotes((ap_view){ text.bytes + entry->name.offset, entry->name.length });
    size_t blanks = 0;
    while (blanks < inside.size && (inside.bytes[blanks] == ' ' || inside.bytes[blanks] == '\t'))
        blanks++;
    if (blanks < inside.size)
        escape_name(inside, name);
    else /* "hierarchy[3]" for a name that is empty or blank, because clients do not show symbols without a name */
        snprintf(name, NAME_BYTES, "%s[%zu]", section->name, entry->index);
}

/* Writes an entry with its children. At depth MOST_DEPTH, leaves the children out. */
static void put_entry(
    const outline_writer *w, const lsp_outline_section *section, size_t index, unsigned depth)
{
    char name[NAME_BYTES];
    const lsp_outline_entry *entry = &section->entries[index];
    write_entry_name(w->index->text, section, entry, name);
    begin_symbol(w, name, KIND_OBJECT, entry->spans.whole, entry->spans.selected);
    if (entry->first_child != LSP_NO_ENTRY && depth < MOST_DEPTH) {
        ap_json_put_begin_array(w->put, "children");
        for (size_t i = entry->first_child; i != LSP_NO_ENTRY; i = section->entries[i].next)
            put_entry(w, section, i, depth + 1);
        ap_json_put_end_array(w->put);
    }
    ap_json_put_end_object(w->put);
}

/* Returns the number of ancestors of an entry, counted up to MOST_DEPTH + 1. */
static size_t depth_of(const lsp_outline_section *section, size_t index)
{
    size_t depth = 0;
    for (int32_t parent = section->entries[index].parent; parent >= 0 && depth <= MOST_DEPTH; depth++)
        parent = section->entries[parent].parent;
    return depth;
}

/* Writes entries with a depth of at most MOST_DEPTH inside of their parents, and the others below the section. */
static void put_entries_as_tree(const outline_writer *w, const lsp_outline_section *section)
{
    for (size_t i = 0; i < section->count; i++) {
        const size_t depth = depth_of(section, i);
        if (depth == 0 || depth > MOST_DEPTH)
            put_entry(w, section, i, depth == 0 ? 0 : MOST_DEPTH);
    }
}

static void put_entries_without_tree(
    const outline_writer *w, const lsp_outline_section *section, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        put_entry(w, section, i, MOST_DEPTH);
}

static void put_symbols_of_entry_ranges(const outline_writer *w, const lsp_outline_section *section)
{
    size_t step = FEW_ENTRIES;
    while (section->count / step > MOST_RANGES)
        step *= 10;
    for (size_t first = 0; first < section->count; first += step) {
        const size_t end = section->count - first < step ? section->count : first + step;
        const lsp_outline_entry *entries = section->entries;
        char name[NAME_BYTES];
        snprintf(
            name, sizeof name, "%s[%zu..%zu]", section->name, entries[first].index, entries[end - 1].index);
        begin_symbol(w, name, KIND_ARRAY,
            ap_span_from_to(entries[first].spans.whole, entries[end - 1].spans.whole),
            entries[first].spans.selected);
        if (section->count <= MOST_LISTED) {
            ap_json_put_begin_array(w->put, "children");
            put_entries_without_tree(w, section, first, end);
            ap_json_put_end_array(w->put);
        }
        ap_json_put_end_object(w->put);
    }
}

static void put_section(const outline_writer *w, const lsp_outline_section *section)
{
    char detail[NAME_BYTES];
    const bool is_field = section->value.length > 0;
    begin_symbol(w, section->name, is_field ? KIND_PROPERTY : KIND_ARRAY, section->spans.whole,
        section->spans.selected);
    if (is_field) {
        const size_t length = section->value.length < VALUE_BYTES ? section->value.length : VALUE_BYTES;
        ap_json_put_view(w->put, "detail", (ap_view){ w->index->text.bytes + section->value.offset, length });
    } else {
        snprintf(detail, sizeof detail, "%zu", section->count);
        ap_json_put_text(w->put, "detail", detail);
        ap_json_put_begin_array(w->put, "children");
        if (section->named > 0 && section->count <= MOST_NESTED)
            put_entries_as_tree(w, section);
        else if (section->count <= FEW_ENTRIES)
            put_entries_without_tree(w, section, 0, section->count);
        else
            put_symbols_of_entry_ranges(w, section);
        ap_json_put_end_array(w->put);
    }
    ap_json_put_end_object(w->put);
}

/* Answers a request about a document with an array, to which `put_part` adds the objects of each section. */
static void answer_with_sections(
    lsp_server *server, void (*put_part)(const outline_writer *w, const lsp_outline_section *section))
{
    lsp_document *document;
    const lsp_index *index = lsp_lint_and_index_document_of_request(server, &document);
    if (index == NULL)
        return;
    const lsp_outline_section *first = lsp_make_outline(index, &server->arena);
    if (server->arena.failed) {
        lsp_answer_with_error(server, LSP_INTERNAL_ERROR, "memory ran out for the outline of the file");
        return;
    }
    const outline_writer w = { lsp_begin_answer(server), index, server->encoding };
    ap_json_put_begin_array(w.put, "result");
    for (const lsp_outline_section *section = first; section != NULL; section = section->next)
        put_part(&w, section);
    ap_json_put_end_array(w.put);
    lsp_finish_and_send_message(server);
}

void lsp_answer_symbols(lsp_server *server)
{
    answer_with_sections(server, put_section);
}

static void put_folding_range_if_over_two_lines(const outline_writer *w, lsp_range range)
{
    if (range.end.line < range.start.line + 2)
        return; /* nothing is between the first line and the closing brace */
    ap_json_put_begin_object(w->put, NULL);
    ap_json_put_integer(w->put, "startLine", (int64_t)range.start.line);
    ap_json_put_integer(w->put, "endLine", (int64_t)range.end.line - 1); /* the closing brace stays visible */
    ap_json_put_end_object(w->put);
}

static void put_folding_ranges(const outline_writer *w, const lsp_outline_section *section)
{
    const lsp_range whole = range_of_span(w, section->spans.whole);
    /* if the first of several entries begins on the section's first line, the section is a series of blocks, such as frames */
    if (section->count < 2 || range_of_span(w, section->entries[0].spans.whole).start.line > whole.start.line)
        put_folding_range_if_over_two_lines(w, whole);
    for (size_t i = 0; section->count > 1 && i < section->count; i++)
        put_folding_range_if_over_two_lines(w, range_of_span(w, section->entries[i].spans.whole));
}

void lsp_answer_folding_ranges(lsp_server *server)
{
    answer_with_sections(server, put_folding_ranges);
}
