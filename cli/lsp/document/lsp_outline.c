#include "cli/lsp/document/lsp_outline.h"

#include <string.h>

#include "core/number/number.h"

typedef struct outline_builder {
    const lsp_index *index;
    ap_view text;
    ap_arena *arena;
    lsp_outline_section *first, *last;
} outline_builder;

static lsp_outline_section *last_section_if_same_or_new(outline_builder *o, const char *name, bool is_field)
{
    lsp_outline_section *last = o->last;
    if (last != NULL && !is_field && last->value.length == 0 && strcmp(last->name, name) == 0)
        return last;
    lsp_outline_section *made = ap_alloc(o->arena, sizeof *made);
    if (made == NULL)
        return NULL;
    made->name = name;
    if (last == NULL)
        o->first = made;
    else
        last->next = made;
    o->last = made;
    return made;
}

static lsp_outline_entry *last_entry_if_same_or_new(
    outline_builder *o, lsp_outline_section *section, size_t index)
{
    if (section->count > 0 && section->entries[section->count - 1].index == index)
        return &section->entries[section->count - 1];
    lsp_outline_entry *entries =
        ap_grow_array(o->arena, section->entries, section->count, &section->room, sizeof *entries);
    if (entries == NULL)
        return NULL;
    section->entries = entries;
    lsp_outline_entry *made = &section->entries[section->count++];
    *made = (lsp_outline_entry){
        .index = index, .parent = -1, .first_child = LSP_NO_ENTRY, .next = LSP_NO_ENTRY
    };
    return made;
}

static void extend_whole_span(lsp_outline_spans *spans, ap_span span)
{
    if (spans->selected.length == 0)
        spans->whole = spans->selected = span;
    else
        spans->whole = ap_span_from_to(spans->whole, span);
}

/* Adds the field to the span of its entry. Also sets the entry's name or parent if the field is that. `is_own`: the field is in
   the record of the entry itself, not in a record inside it. */
static void add_field_to_entry(const outline_builder *o, lsp_outline_section *section,
    lsp_outline_entry *entry, const lsp_field *field, bool is_own)
{
    const ap_span span = lsp_span_of_field(field);
    extend_whole_span(&entry->spans, span);
    if (!is_own || field->element != LSP_NO_INDEX)
        return;
    if (field->role == AP_ROLE_NAME && entry->name.length == 0) {
        entry->name = entry->spans.selected = span;
        section->named++;
    }
    if (field->role == AP_ROLE_INDEX && strcmp(o->index->names[field->name], "parent") == 0)
        (void)ap_parse_int32((ap_view){ o->text.bytes + span.offset, span.length }, &entry->parent);
}

/* Adds a field to the outline: a single field, or numbers or entries that are inside of one entry of the outline. */
static void add_field_to_outline(outline_builder *o, const lsp_field *field)
{
    const lsp_record *records = lsp_records_of_index(o->index);
    uint32_t top = field->record;
    while (records[top].parent != 0)
        top = records[top].parent;
    const bool in_root = top == 0, is_field = in_root && field->element == LSP_NO_INDEX;
    const char *name = o->index->names[in_root ? field->name : records[top].name];
    const uint32_t index = in_root ? field->element : records[top].index;
    lsp_outline_section *section = name == NULL ? NULL : last_section_if_same_or_new(o, name, is_field);
    if (section == NULL)
        return;
    extend_whole_span(&section->spans, lsp_span_of_field(field));
    if (is_field)
        section->value = lsp_span_of_field(field);
    lsp_outline_entry *entry =
        is_field ? NULL : last_entry_if_same_or_new(o, section, index == LSP_NO_INDEX ? 0 : index);
    if (entry != NULL)
        add_field_to_entry(o, section, entry, field, top != 0 && field->record == top);
}

/* Returns the offset of the first word in the line that contains `at`; not less than `least`. */
static size_t find_first_word_of_line(ap_view text, size_t at, size_t least)
{
    size_t start = at;
    for (; at > least && text.bytes[at - 1] != '\n' && text.bytes[at - 1] != '\r'; at--) {
        if (text.bytes[at - 1] > ' ')
            start = at - 1;
    }
    return start;
}

/* Returns the offset of the first word in the line with the last opening brace between `least` and `field`, the first field of a
   section or entry. If no brace is found, returns that of the field's line. */
static size_t find_first_word_of_brace_line(ap_view text, size_t field, size_t least)
{
    for (size_t at = field; at > least; at--) {
        if (text.bytes[at - 1] == '{')
            return find_first_word_of_line(text, at - 1, least);
    }
    return find_first_word_of_line(text, field, least);
}

/* Returns the position after the next closing brace between `at` and `limit`, or `at` if no brace follows. */
static size_t end_of_closing_brace(ap_view text, size_t at, size_t limit)
{
    const uint8_t *brace = memchr(text.bytes + at, '}', limit - at);
    return brace == NULL ? at : (size_t)(brace - text.bytes) + 1;
}

static void set_whole_span(lsp_outline_spans *spans, size_t start, size_t end)
{
    spans->whole = (ap_span){ start, end - start };
}

/* Extends entries to the first word of their line, and from the line of their opening brace to their closing brace if each entry
   has braces of its own, as blocks of a mesh have. The brace before the first entry may be that of the section. */
static void extend_entries_to_lines(ap_view text, lsp_outline_section *section, size_t limit)
{
    size_t least = section->spans.whole.offset;
    bool own_braces = false;
    for (size_t i = 0; i < section->count; i++) {
        lsp_outline_spans *spans = &section->entries[i].spans;
        const size_t next = i + 1 < section->count ? section->entries[i + 1].spans.whole.offset : limit;
        const bool begins_section = section->spans.whole.offset == spans->whole.offset;
        const bool closes =
            begins_section || (i > 0 && text.bytes[least - 1] == '}'); /* the entry before ended so */
        const size_t end = i + 1 < section->count || closes
                               ? end_of_closing_brace(text, ap_span_end(spans->whole), next)
                               : ap_span_end(spans->whole);
        const size_t line = find_first_word_of_line(text, spans->whole.offset, least);
        const size_t start = i == 0 ? line : find_first_word_of_brace_line(text, spans->whole.offset, least);
        own_braces |= start < line;
        set_whole_span(spans, start, end);
        least = end;
    }
    if (own_braces)
        set_whole_span(&section->entries[0].spans, section->spans.whole.offset,
            ap_span_end(section->entries[0].spans.whole));
}

static void extend_section_to_lines(ap_view text, lsp_outline_section *section, size_t least)
{
    const size_t limit = section->next == NULL ? text.size : section->next->spans.whole.offset;
    const ap_span own = section->spans.whole;
    if (section->value.length > 0) {
        set_whole_span(&section->spans, find_first_word_of_line(text, own.offset, least), ap_span_end(own));
        return;
    }
    set_whole_span(&section->spans, find_first_word_of_brace_line(text, own.offset, least),
        end_of_closing_brace(text, ap_span_end(own), limit));
    extend_entries_to_lines(text, section, ap_span_end(section->spans.whole));
}

/* Links each entry with its parent. An entry that comes before its parent becomes a child of the section. */
static void link_parents_to_their_children(lsp_outline_section *section)
{
    for (size_t i = 0; i < section->count; i++) {
        lsp_outline_entry *entry = &section->entries[i];
        if (entry->parent < 0 || (size_t)entry->parent >= i) {
            entry->parent = -1;
            continue;
        }
        lsp_outline_entry *parent = &section->entries[entry->parent];
        if (parent->first_child == LSP_NO_ENTRY)
            parent->first_child = i;
        else
            section->entries[parent->last_child].next = i;
        parent->last_child = i;
    }
}

/* Adds item `number` of index->fields to the outline. An item may be a run of many alike entries (LSP_ENTRIES): of a run outside
   of all records, adds each field of each entry; adds a run inside a record as one field. */
static void add_item_to_outline(outline_builder *o, size_t number)
{
    lsp_field field = lsp_fields_of_index(o->index)[number];
    if (field.kind != LSP_ENTRIES || lsp_records_of_index(o->index)[field.record].parent != 0) {
        add_field_to_outline(o, &field);
        return;
    }
    lsp_field_walk walk = { .index = o->index, .next = number };
    while (walk.next == number && lsp_walk_to_next_field(&walk, &field))
        add_field_to_outline(o, &field);
}

lsp_outline_section *lsp_make_outline(const lsp_index *index, ap_arena *arena)
{
    outline_builder o = { .index = index, .text = index->text, .arena = arena };
    size_t least = 0;
    for (size_t i = 0; i < index->fields.count && !arena->failed; i++)
        add_item_to_outline(&o, i);
    if (arena->failed)
        return NULL;
    for (lsp_outline_section *section = o.first; section != NULL; section = section->next) {
        extend_section_to_lines(o.text, section, least);
        link_parents_to_their_children(section);
        least = ap_span_end(section->spans.whole);
    }
    return o.first;
}
