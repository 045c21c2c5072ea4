#include "cli/lsp/document/lsp_index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/layout/io_joint.h"
#include "validators/field_at.h"

enum {
    LEAST_ROOM = 64,   /* items */
    NAME_SLOT_BITS = 8 /* few of the about 30 addresses of names share a slot */
};

struct lsp_index_maker {
    lsp_index *index;
    size_t most_bytes;
    ap_field_path path; /* path of the record of the last field */
    /* the records of its parts: indices into lsp_index.records; records[0] is the file */
    uint32_t records[AP_PATH_DEPTH + 1];
    size_t end;          /* offset of the end of the last field */
    lsp_entry_run model; /* the last run; entries 0: none */
    /* by a hash of a name's address: index of the name that was looked up last */
    uint8_t slots[1 << NAME_SLOT_BITS];
    bool failed;
};

/* Adds an item to the list, without setting its bytes. Returns NULL when out of memory, or if the index would exceed
   most_bytes. */
static void *add_uncleared_item(lsp_index_maker *m, lsp_list *list, size_t size)
{
    if (list->count == list->room) {
        const size_t room = list->room < LEAST_ROOM ? LEAST_ROOM : list->room + list->room / 2;
        const size_t added = (room - list->room) * size;
        void *items = m->index->bytes + added > m->most_bytes ? NULL : reallocarray(list->items, room, size);
        m->failed |= items == NULL;
        if (items == NULL)
            return NULL;
        m->index->bytes += added;
        list->items = items;
        list->room = room;
    }
    return (char *)list->items + list->count++ * size;
}

/* Returns the index of the name in lsp_index.names, and adds the name if it is new. Layouts may use several addresses for equal
   names. Returns 0 for NULL, or if the names have no more room. */
static uint8_t find_or_add_name(lsp_index_maker *m, const char *name)
{
    lsp_index *index = m->index;
    uint8_t *slot = &m->slots[(uint64_t)(uintptr_t)name * 0x9E3779B97F4A7C15U >> (64 - NAME_SLOT_BITS)];
    size_t i = 1;
    if (name == NULL || index->names[*slot] == name)
        return name == NULL ? 0 : *slot;
    while (i < index->name_count && strcmp(index->names[i], name) != 0)
        i++;
    if (i == LSP_FIELD_NAMES_ROOM) {
        m->failed = true;
        return 0;
    }
    if (i == index->name_count)
        index->names[index->name_count++] = name;
    *slot = (uint8_t)i;
    return *slot;
}

/* Converts an index of a path to 32 bits: AP_NO_ELEMENT to LSP_NO_ELEMENT, and AP_NO_INDEX and indices that do not fit to
   LSP_NO_INDEX. */
static uint32_t index_to_32_bits(size_t index)
{
    return index < LSP_NO_ELEMENT ? (uint32_t)index : index == AP_NO_ELEMENT ? LSP_NO_ELEMENT : LSP_NO_INDEX;
}

/* Returns the span of the bytes of `name` in the text; an empty span if they are not in the memory of the text. */
static ap_span span_of_name_in_text(const lsp_index_maker *m, ap_view name)
{
    const uintptr_t text = (uintptr_t)m->index->text.bytes, at = (uintptr_t)name.bytes;
    if (name.size == 0 || at < text || at - text > m->index->text.size - name.size)
        return (ap_span){ 0, 0 };
    return (ap_span){ at - text, name.size };
}

/* Adds the record as a joint, if the record with this path is a joint and the format knows its name. */
static void add_named_joint(lsp_index_maker *m, const ap_io *io, const ap_field_path *path, uint32_t record)
{
    const ap_span name = span_of_name_in_text(m, ap_joint_of_path(io, path).name);
    lsp_joint *joint = name.length == 0 ? NULL : add_uncleared_item(m, &m->index->joints, sizeof *joint);
    if (joint != NULL)
        *joint = (lsp_joint){ record, (uint32_t)name.offset, (uint32_t)name.length };
}

/* Sets m->path to the first `depth` parts of the path of io, and adds records for the parts that have changed. */
static void add_records_of_changed_parts(lsp_index_maker *m, const ap_io *io, size_t depth)
{
    const ap_field_path_part *parts = io->path.parts;
    ap_field_path *path = &m->path;
    size_t same = 0;
    while (same < depth && same < path->depth && path->parts[same].index == parts[same].index
           && path->parts[same].name == parts[same].name)
        same++;
    path->depth = same;
    while (path->depth < depth) {
        const ap_field_path_part part = parts[path->depth];
        const uint8_t name = find_or_add_name(m, part.name);
        lsp_record *record = add_uncleared_item(m, &m->index->records, sizeof *record);
        if (record == NULL)
            return;
        *record = (lsp_record){ m->records[path->depth], index_to_32_bits(part.index),
            (uint32_t)m->index->fields.count, name };
        path->parts[path->depth++] = part;
        m->records[path->depth] = (uint32_t)m->index->records.count - 1;
        if (path->depth == 1)
            add_named_joint(m, io, path, m->records[1]);
    }
}

static void add_reference(lsp_index_maker *m, const ap_io *io)
{
    ap_field_path target;
    if (!ap_find_reference_target(io, &target) || target.depth == 0)
        return;
    const size_t depth = target.depth - 1; /* the field is inside the record that has the target, too */
    const ap_field_path_part last = target.parts[depth];
    const uint8_t name = find_or_add_name(m, last.name);
    lsp_reference *reference =
        depth > m->path.depth ? NULL : add_uncleared_item(m, &m->index->references, sizeof *reference);
    if (reference != NULL)
        *reference = (lsp_reference){ (uint32_t)m->index->fields.count - 1,
            { m->records[depth], index_to_32_bits(last.index), name } };
}

/* Adds a field. A field before the end of the last one, and an empty field, are left out, because fields are found by their
   order. Returns NULL if the field is left out, or when out of memory. */
static lsp_field *add_field_if_after_last(
    lsp_index_maker *m, const ap_io *io, ap_span span, size_t record_depth)
{
    if (m->failed || span.length == 0 || span.offset < m->end)
        return NULL;
    add_records_of_changed_parts(m, io, record_depth);
    lsp_field *field = m->failed ? NULL : add_uncleared_item(m, &m->index->fields, sizeof *field);
    if (field == NULL)
        return NULL;
    m->end = ap_span_end(span);
    *field = (lsp_field){ .offset = (uint32_t)span.offset,
        .length = (uint32_t)span.length,
        .record = m->records[record_depth],
        .element = LSP_NO_INDEX };
    return field;
}

/* Adds the columns of an array up to before end_column, if the format knows them and no other array has columns. The array is
   in the record of the last field. */
static void add_columns_of_array_up_to(
    lsp_index_maker *m, const ap_io *io, const char *array, uint8_t name_index, size_t end_column)
{
    lsp_list *columns = &m->index->columns;
    if (m->path.depth != 1 || end_column <= columns->count
        || (columns->count > 0 && m->index->column_name != name_index))
        return;
    ap_field_path path = m->path;
    for (path.parts[path.depth++].name = array; columns->count < end_column;) {
        path.parts[1].index = columns->count;
        const ap_joint_and_component joint = ap_joint_of_path(io, &path);
        lsp_column *column = joint.component == NULL ? NULL : add_uncleared_item(m, columns, sizeof *column);
        if (column == NULL)
            return;
        const ap_span place = span_of_name_in_text(m, joint.name);
        *column = (lsp_column){ joint.component, (uint32_t)place.offset, (uint32_t)place.length };
        m->index->column_name = name_index;
    }
}

static void visit_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    lsp_index_maker *m = context;
    const bool in_array = io->field.name == NULL && io->path.depth > 0;
    const size_t depth = io->path.depth - in_array;
    const ap_field_path_part own =
        in_array ? io->path.parts[depth] : (ap_field_path_part){ io->field.name, AP_NO_INDEX };
    lsp_field *field = add_field_if_after_last(m, io, io->field.span, depth);
    (void)type;
    if (field == NULL)
        return;
    field->name = find_or_add_name(m, own.name);
    field->element = index_to_32_bits(own.index);
    field->role = (uint8_t)role;
    if (in_array && role == AP_ROLE_NUMBER)
        add_columns_of_array_up_to(m, io, own.name, field->name, own.index + 1);
    if (role == AP_ROLE_INDEX || role == AP_ROLE_COUNT)
        add_reference(m, io);
}

/* Returns the part of the span from its first token on. */
static ap_span without_blanks_and_comments_before(const lsp_index_maker *m, ap_span span)
{
    const size_t first = lsp_find_next_token(m->index->text, span.offset).offset;
    return (ap_span){ first, ap_span_end(span) - first };
}

static void visit_numbers(
    void *context, const ap_io *io, const char *name, ap_span span, const float *values, size_t count)
{
    lsp_index_maker *m = context;
    (void)values;
    if (count == 0)
        return;
    lsp_field *field =
        add_field_if_after_last(m, io, without_blanks_and_comments_before(m, span), io->path.depth);
    if (field == NULL)
        return;
    field->name = find_or_add_name(m, name);
    field->element = (uint32_t)count;
    field->role = AP_ROLE_NUMBER;
    field->kind = LSP_NUMBERS;
    add_columns_of_array_up_to(m, io, name, field->name, count);
}

static size_t count_tokens(ap_view text, size_t at, size_t end)
{
    size_t count = 0;
    for (ap_span token; (token = lsp_find_next_token(text, at)).length > 0 && token.offset < end; count++)
        at = ap_span_end(token);
    return count;
}

/* Makes the entry before the run, which was added last, the model of the entries in the run. Counts the tokens of an entry
   in the first entry of the run, because tokens of the model may have no blank between them. */
static void make_last_entry_model_of_run(lsp_index_maker *m, uint32_t entry_record, ap_span run)
{
    const ap_view text = m->index->text;
    lsp_field *fields = m->index->fields.items;
    const uint32_t first = lsp_records_of_index(m->index)[entry_record].first_field;
    const size_t count = m->index->fields.count - first;
    const ap_span line = lsp_find_next_token(text, run.offset);
    const uint8_t *line_end = memchr(text.bytes + line.offset, '\n', ap_span_end(run) - line.offset);
    const size_t tokens = count_tokens(
        text, line.offset, line_end == NULL ? ap_span_end(run) : (size_t)(line_end - text.bytes));
    size_t after = 0, next = run.offset;
    for (size_t i = count; i > 0; i--) {
        lsp_field *field = &fields[first + i - 1];
        after += count_tokens(text, ap_span_end(lsp_span_of_field(field)), next) + 1;
        next = field->offset;
        assert(after <= tokens && tokens - after <= UINT8_MAX);
        field->tokens = (uint8_t)(tokens - after);
    }
    m->model = (lsp_entry_run){ .first_record = entry_record,
        .records = (uint32_t)(m->index->records.count - entry_record),
        .first_field = first,
        .fields = (uint32_t)count,
        .tokens = (uint32_t)tokens };
}

/* Adds the records of an entry of a run: copies of those of the model. */
static void add_records_of_entry(lsp_index_maker *m, const ap_io *io, const lsp_entry_run *run,
    const ap_consecutive_list_entries *entries, size_t entry)
{
    const uint32_t first = (uint32_t)m->index->records.count;
    for (uint32_t i = 0; i < run->records; i++) {
        lsp_record *record = add_uncleared_item(m, &m->index->records, sizeof *record);
        if (record == NULL)
            return;
        *record = lsp_records_of_index(m->index)[run->first_record + i];
        record->first_field = (uint32_t)m->index->fields.count - 1;
        if (i > 0)
            record->parent = first + (record->parent - run->first_record);
        else
            record->index = index_to_32_bits(entries->index + entry);
    }
    if (io->path.depth > 0)
        return;
    ap_field_path path = { .depth = 1, .parts = { { entries->list, entries->index + entry } } };
    add_named_joint(m, io, &path, first);
}

static void visit_entries(void *context, const ap_io *io, const ap_consecutive_list_entries *entries)
{
    lsp_index_maker *m = context;
    const size_t depth = io->path.depth;
    if (m->failed || m->path.depth <= depth || strcmp(m->path.parts[depth].name, entries->list) != 0)
        return;
    const uint32_t record = m->records[depth + 1];
    if (m->model.entries == 0 || m->model.first_record != record)
        make_last_entry_model_of_run(m, record, entries->span);
    m->model.entries = (uint32_t)entries->count;
    lsp_entry_run *run = add_uncleared_item(m, &m->index->runs, sizeof *run);
    lsp_field *field = run == NULL ? NULL : add_uncleared_item(m, &m->index->fields, sizeof *field);
    if (field == NULL)
        return;
    *run = m->model;
    const ap_span span = without_blanks_and_comments_before(m, entries->span);
    *field = (lsp_field){ .offset = (uint32_t)span.offset,
        .length = (uint32_t)span.length,
        .record = (uint32_t)m->index->records.count,
        .element = (uint32_t)m->index->runs.count - 1,
        .kind = LSP_ENTRIES };
    m->end = ap_span_end(span);
    for (size_t i = 0; i < entries->count && !m->failed; i++)
        add_records_of_entry(m, io, &m->model, entries, i);
}

/* Adds the start of each line to the index. */
static void add_line_starts(lsp_index_maker *m)
{
    lsp_cursor cursor;
    lsp_cursor_init(&cursor, m->index->text, LSP_UTF8);
    do {
        uint32_t *start = add_uncleared_item(m, &m->index->lines, sizeof *start);
        if (start == NULL)
            return;
        *start = (uint32_t)cursor.line_start;
    } while (lsp_move_to_next_line(&cursor, cursor.text.size));
}

lsp_index_maker *lsp_index_begin(ap_view text, size_t most_bytes)
{
    lsp_index_maker *m = calloc(1, sizeof *m);
    lsp_index *index = m == NULL ? NULL : calloc(1, sizeof *index);
    if (index == NULL) {
        free(m);
        return NULL;
    }
    *m = (lsp_index_maker){ .index = index, .most_bytes = most_bytes };
    *index = (lsp_index){ .text = text, .name_count = 1, .bytes = sizeof *index };
    lsp_record *file = add_uncleared_item(m, &index->records, sizeof *file);
    if (file != NULL)
        *file = (lsp_record){ .index = LSP_NO_INDEX };
    add_line_starts(m);
    return m;
}

ap_listener lsp_index_listener(lsp_index_maker *maker)
{
    return (ap_listener){
        .field = visit_field, .context = maker, .numbers = visit_numbers, .entries = visit_entries
    };
}

lsp_index *lsp_index_end(lsp_index_maker *maker, bool complete)
{
    if (maker == NULL)
        return NULL;
    lsp_index *index = maker->index;
    if (!complete || maker->failed) {
        lsp_index_free(index);
        index = NULL;
    }
    free(maker);
    return index;
}

lsp_index *lsp_index_create(
    const ap_format *format, ap_view text, const ap_lint_options *options, size_t most_bytes, ap_arena *arena)
{
    lsp_index_maker *maker = lsp_index_begin(text, most_bytes);
    if (maker == NULL)
        return NULL;
    const ap_listener listener = lsp_index_listener(maker);
    const bool complete = maker->failed || format == NULL
                          || ap_pass_fields_to_listener(format, text, options, &listener, arena);
    return lsp_index_end(maker, complete);
}

void lsp_index_free(lsp_index *index)
{
    if (index == NULL)
        return;
    free(index->fields.items);
    free(index->records.items);
    free(index->references.items);
    free(index->joints.items);
    free(index->runs.items);
    free(index->lines.items);
    free(index->columns.items);
    free(index);
}
