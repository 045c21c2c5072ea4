#include "cli/lsp/lsp_outline.h"

#include <string.h>

#include "core/layout/io.h"
#include "core/number/number.h"
#include "validators/field_at.h"

typedef struct outliner {
    ap_view text;
    ap_arena *arena;
    lsp_section *first, *last;
} outliner;

static lsp_section *find_or_add_section(outliner *o, const char *name, bool is_field)
{
    lsp_section *last = o->last;
    if (last != NULL && !is_field && last->value.length == 0 && strcmp(last->name, name) == 0)
        return last;
    lsp_section *made = ap_alloc(o->arena, sizeof *made);
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

static lsp_entry *find_or_add_entry(outliner *o, lsp_section *section, size_t index)
{
    if (section->count > 0 && section->entries[section->count - 1].index == index)
        return &section->entries[section->count - 1];
    lsp_entry *entries =
        ap_grow_array(o->arena, section->entries, section->count, &section->room, sizeof *entries);
    if (entries == NULL)
        return NULL;
    section->entries = entries;
    lsp_entry *made = &section->entries[section->count++];
    *made = (lsp_entry){ .index = index, .parent = -1, .first_child = LSP_NO_ENTRY, .next = LSP_NO_ENTRY };
    return made;
}

static void extend_part_by_span(lsp_outline_part *part, ap_span span)
{
    if (part->selected.length == 0)
        part->span = part->selected = span;
    else
        part->span = ap_span_to(part->span, span);
}

/* Adds the field to the span of its entry. Also sets the entry's name or parent if the field is that. */
static void add_field(
    const outliner *o, lsp_section *section, lsp_entry *entry, const ap_io *io, ap_role role)
{
    const ap_span span = io->field.span;
    extend_part_by_span(&entry->part, span);
    if (io->path.depth != 1 || io->field.name == NULL)
        return;
    if (role == AP_ROLE_NAME && entry->name.length == 0) {
        entry->name = entry->part.selected = span;
        section->named++;
    }
    if (role == AP_ROLE_INDEX && strcmp(io->field.name, "parent") == 0)
        (void)ap_parse_int32((ap_view){ o->text.bytes + span.offset, span.length }, &entry->parent);
}

static void visit_field(void *context, const ap_io *io, ap_type type, ap_role role)
{
    outliner *o = context;
    const ap_field_path_part *top = &io->path.parts[0];
    const bool is_field = io->path.depth == 0;
    (void)type;
    if (o->arena->failed || io->field.span.length == 0)
        return;
    const char *name = is_field ? io->field.name : top->name;
    lsp_section *section = name == NULL ? NULL : find_or_add_section(o, name, is_field);
    if (section == NULL)
        return;
    extend_part_by_span(&section->part, io->field.span);
    if (is_field)
        section->value = io->field.span;
    lsp_entry *entry =
        is_field ? NULL : find_or_add_entry(o, section, top->index == AP_NO_INDEX ? 0 : top->index);
    if (entry != NULL)
        add_field(o, section, entry, io, role);
}

/* Returns the offset of the first word in the line that contains `at`; not less than `least`. */
static size_t line_start(ap_view text, size_t at, size_t least)
{
    size_t start = at;
    for (; at > least && text.bytes[at - 1] != '\n' && text.bytes[at - 1] != '\r'; at--) {
        if (text.bytes[at - 1] > ' ')
            start = at - 1;
    }
    return start;
}

/* Returns the start of the line with the opening brace of a section, between `least` and the section's first field,
   `field`. If no brace is found, returns the start of the field's line. */
static size_t line_of_opening_brace(ap_view text, size_t field, size_t least)
{
    for (size_t at = field; at > least; at--) {
        if (text.bytes[at - 1] == '{')
            return line_start(text, at - 1, least);
    }
    return line_start(text, field, least);
}

/* Returns the position after the next closing brace between `at` and `limit`, or `at` if no brace follows. */
static size_t end_of_closing_brace(ap_view text, size_t at, size_t limit)
{
    const uint8_t *brace = memchr(text.bytes + at, '}', limit - at);
    return brace == NULL ? at : (size_t)(brace - text.bytes) + 1;
}

static void set_span(lsp_outline_part *part, size_t start, size_t end)
{
    part->span = (ap_span){ start, end - start };
}

/* Extends entries to whole lines, and from the line of their opening brace to their closing brace if each entry has braces of
   its own, as blocks of a mesh have. The brace before the first entry may be that of the section. */
static void extend_entries_to_lines(ap_view text, lsp_section *section, size_t limit)
{
    size_t least = section->part.span.offset;
    bool own_braces = false;
    for (size_t i = 0; i < section->count; i++) {
        lsp_outline_part *part = &section->entries[i].part;
        const size_t next = i + 1 < section->count ? section->entries[i + 1].part.span.offset : limit;
        const bool begins_section = section->part.span.offset == part->span.offset;
        const bool closes =
            begins_section || (i > 0 && text.bytes[least - 1] == '}'); /* as the one before it */
        const size_t end = i + 1 < section->count || closes
                               ? end_of_closing_brace(text, ap_span_end(part->span), next)
                               : ap_span_end(part->span);
        const size_t line = line_start(text, part->span.offset, least);
        const size_t start = i == 0 ? line : line_of_opening_brace(text, part->span.offset, least);
        own_braces |= start < line;
        set_span(part, start, end);
        least = end;
    }
    if (own_braces)
        set_span(
            &section->entries[0].part, section->part.span.offset, ap_span_end(section->entries[0].part.span));
}

static void extend_section_to_lines(ap_view text, lsp_section *section, size_t least)
{
    const size_t limit = section->next == NULL ? text.size : section->next->part.span.offset;
    const ap_span own = section->part.span;
    if (section->value.length > 0) {
        set_span(&section->part, line_start(text, own.offset, least), ap_span_end(own));
        return;
    }
    set_span(&section->part, line_of_opening_brace(text, own.offset, least),
        end_of_closing_brace(text, ap_span_end(own), limit));
    extend_entries_to_lines(text, section, ap_span_end(section->part.span));
}

typedef struct outline_cursors {
    lsp_cursor starts, ends, selected;
} outline_cursors;

static void set_ranges_of_part(lsp_outline_part *part, outline_cursors *c)
{
    part->range.start = lsp_position_at(&c->starts, part->span.offset);
    part->range.end = lsp_position_at(&c->ends, ap_span_end(part->span));
    part->selection.start = lsp_position_at(&c->selected, part->selected.offset);
    part->selection.end = lsp_position_at(&c->selected, ap_span_end(part->selected));
}

static void set_all_positions(const outliner *o, lsp_encoding encoding)
{
    outline_cursors entries, sections;
    lsp_cursor_init(&entries.starts, o->text, encoding);
    entries.ends = entries.selected = entries.starts;
    sections = entries;
    for (lsp_section *section = o->first; section != NULL; section = section->next) {
        set_ranges_of_part(&section->part, &sections);
        for (size_t i = 0; i < section->count; i++)
            set_ranges_of_part(&section->entries[i].part, &entries);
    }
}

/* Links each entry to its parent. An entry that comes before its parent becomes a child of the section. */
static void link_children(lsp_section *section)
{
    for (size_t i = 0; i < section->count; i++) {
        lsp_entry *entry = &section->entries[i];
        if (entry->parent < 0 || (size_t)entry->parent >= i) {
            entry->parent = -1;
            continue;
        }
        lsp_entry *parent = &section->entries[entry->parent];
        if (parent->first_child == LSP_NO_ENTRY)
            parent->first_child = i;
        else
            section->entries[parent->last_child].next = i;
        parent->last_child = i;
    }
}

lsp_section *lsp_make_outline(const ap_format *format, ap_view text, const ap_lint_options *options,
    lsp_encoding encoding, ap_arena *arena)
{
    outliner o = { .text = text, .arena = arena };
    const ap_listener listener = { .field = visit_field, .context = &o };
    size_t least = 0;
    if (!ap_pass_fields_to_listener(format, text, options, &listener, arena))
        return NULL;
    for (lsp_section *section = o.first; section != NULL; section = section->next) {
        extend_section_to_lines(text, section, least);
        link_children(section);
        least = ap_span_end(section->part.span);
    }
    set_all_positions(&o, encoding);
    return arena->failed ? NULL : o.first;
}
