/* Walks over the fields of an index, and finds references and elements in it. */

#include "cli/lsp/document/lsp_index.h"
#include "core/number/number.h"

static const lsp_entry_run *run_of_index(const lsp_index *index, size_t number)
{
    return &((const lsp_entry_run *)index->runs.items)[number];
}

/* Returns the offset of the first byte at or after `at` that is neither a blank nor in a comment. */
static size_t skip_to_token(ap_view text, size_t at)
{
    while (at < text.size) {
        const size_t end = text.bytes[at] == '/' ? lsp_end_of_comment(text, at) : at;
        if (end == at && text.bytes[at] > ' ')
            break;
        at = end > at ? end : at + 1;
    }
    return at;
}

static bool is_one_byte_token(uint8_t byte)
{
    return byte == '(' || byte == ')' || byte == '{' || byte == '}' || byte == '"';
}

ap_span lsp_find_next_token(ap_view text, size_t at)
{
    const size_t start = skip_to_token(text, at);
    size_t end = start;
    if (start < text.size && is_one_byte_token(text.bytes[start]))
        return (ap_span){ start, 1 };
    while (end < text.size && text.bytes[end] > ' ' && !is_one_byte_token(text.bytes[end])
           && !(text.bytes[end] == '/' && lsp_end_of_comment(text, end) > end))
        end++;
    return (ap_span){ start, end - start };
}

/* Returns true if the next step is in the middle of the numbers or entries of an item of index->fields. */
static bool has_passed_first_field_of_item(const lsp_field_walk *walk)
{
    return walk->entry > 0 || walk->element > 0;
}

size_t lsp_end_of_previous_field(const lsp_field_walk *walk)
{
    if (has_passed_first_field_of_item(walk))
        return walk->at;
    return walk->next == 0
               ? 0
               : ap_span_end(lsp_span_of_field(&lsp_fields_of_index(walk->index)[walk->next - 1]));
}

static lsp_field_walk begin_walk_at_item(const lsp_index *index, size_t field)
{
    return (lsp_field_walk){ .index = index, .next = field };
}

lsp_field_walk lsp_begin_walk_at_field_ending_at_or_after(const lsp_index *index, size_t offset)
{
    /* the key of a field is its offset, its first member; the field before may end at the offset */
    size_t first = lsp_count_keys_up_to(&index->fields, sizeof(lsp_field), offset);
    const lsp_field *fields = lsp_fields_of_index(index);
    while (first > 0 && fields[first - 1].offset + (size_t)fields[first - 1].length >= offset)
        first--;
    lsp_field_walk walk = begin_walk_at_item(index, first);
    lsp_field_walk before = walk;
    lsp_field field;
    while (lsp_walk_to_next_field(&walk, &field) && field.offset + (size_t)field.length < offset)
        before = walk;
    return before;
}

static void set_span_of_field(lsp_field *field, ap_span span)
{
    field->offset = (uint32_t)span.offset;
    field->length = (uint32_t)span.length;
}

static void walk_to_next_number(lsp_field_walk *walk, lsp_field *field)
{
    const uint32_t count = field->element;
    const ap_span token =
        lsp_find_next_token(walk->index->text, walk->element == 0 ? field->offset : walk->at);
    set_span_of_field(field, token);
    walk->at = ap_span_end(token);
    field->kind = LSP_ONE_FIELD;
    field->element = walk->element++;
    if (walk->element == count) {
        walk->element = 0;
        walk->next++;
    }
}

/* Moves walk->at past the first `total` tokens of the entry, unless it is there already. Returns walk->at. */
static size_t pass_tokens_up_to_total_and_get_end(lsp_field_walk *walk, uint32_t total)
{
    for (; walk->tokens < total; walk->tokens++)
        walk->at = ap_span_end(lsp_find_next_token(walk->index->text, walk->at));
    return walk->at;
}

static void walk_to_next_field_of_entry(lsp_field_walk *walk, lsp_field *field)
{
    const lsp_field entries = *field;
    const lsp_entry_run *run = run_of_index(walk->index, entries.element);
    if (!has_passed_first_field_of_item(walk))
        walk->at = entries.offset;
    walk->index_in_fields = run->first_field + walk->element;
    *field = lsp_fields_of_index(walk->index)[walk->index_in_fields];
    set_span_of_field(field,
        lsp_find_next_token(walk->index->text, pass_tokens_up_to_total_and_get_end(walk, field->tokens)));
    walk->at = ap_span_end(lsp_span_of_field(field));
    walk->tokens++;
    field->record = entries.record + walk->entry * run->records + (field->record - run->first_record);
    walk->element++;
    if (walk->element < run->fields)
        return;
    (void)pass_tokens_up_to_total_and_get_end(walk, run->tokens);
    walk->element = walk->tokens = 0;
    walk->entry++;
    if (walk->entry == run->entries) {
        walk->entry = 0;
        walk->next++;
    }
}

bool lsp_walk_to_next_field(lsp_field_walk *walk, lsp_field *field)
{
    if (walk->next >= walk->index->fields.count)
        return false;
    *field = lsp_fields_of_index(walk->index)[walk->next];
    walk->index_in_fields = walk->next;
    if (field->kind == LSP_NUMBERS)
        walk_to_next_number(walk, field);
    else if (field->kind == LSP_ENTRIES)
        walk_to_next_field_of_entry(walk, field);
    else
        walk->next++;
    return true;
}

/* Returns the number of fields in item i of index->fields. */
static size_t count_fields_of_item(const lsp_index *index, size_t i)
{
    const lsp_field *field = &lsp_fields_of_index(index)[i];
    const lsp_entry_run *run = field->kind == LSP_ENTRIES ? run_of_index(index, field->element) : NULL;
    return run != NULL ? (size_t)run->entries * run->fields : field->kind == LSP_NUMBERS ? field->element : 1;
}

size_t lsp_count_fields(const lsp_index *index)
{
    size_t count = 0;
    for (size_t i = 0; i < index->fields.count; i++)
        count += count_fields_of_item(index, i);
    return count;
}

size_t lsp_count_fields_before(const lsp_index *index, size_t offset)
{
    const size_t items = lsp_count_keys_up_to(&index->fields, sizeof(lsp_field), offset);
    size_t count = 0;
    lsp_field field;
    for (size_t i = 0; i + 1 < items; i++)
        count += count_fields_of_item(index, i);
    lsp_field_walk walk = begin_walk_at_item(index, items == 0 ? 0 : items - 1);
    for (; lsp_walk_to_next_field(&walk, &field) && field.offset < offset;)
        count++;
    return count;
}

lsp_field_walk lsp_begin_walk_at_field_number(const lsp_index *index, size_t number)
{
    size_t i = 0, own;
    lsp_field field;
    for (; i < index->fields.count && (own = count_fields_of_item(index, i)) <= number; i++)
        number -= own;
    lsp_field_walk walk = begin_walk_at_item(index, i);
    while (number > 0 && lsp_walk_to_next_field(&walk, &field))
        number--;
    return walk;
}

/* Returns the reference of the field with this index; NULL if the field is not a reference. */
static const lsp_reference *find_reference(const lsp_index *index, size_t index_in_fields)
{
    const size_t count = lsp_count_keys_up_to(&index->references, sizeof(lsp_reference), index_in_fields);
    const lsp_reference *last =
        count == 0 ? NULL : &((const lsp_reference *)index->references.items)[count - 1];
    return last != NULL && last->field == index_in_fields ? last : NULL;
}

/* Returns the index to which a field of a run refers: its own value; LSP_NO_ELEMENT if that is not an index. If the field on
   which the run is modelled refers to a list (`target_index_of_model` is LSP_NO_INDEX), this field does too: returns
   LSP_NO_INDEX. */
static uint32_t target_index_of_run_field(
    const lsp_index *index, const lsp_field *field, uint32_t target_index_of_model)
{
    int32_t value;
    if (target_index_of_model == LSP_NO_INDEX)
        return LSP_NO_INDEX;
    return ap_parse_int32((ap_view){ index->text.bytes + field->offset, field->length }, &value) && value >= 0
               ? (uint32_t)value
               : LSP_NO_ELEMENT;
}

bool lsp_find_target_of_field(
    const lsp_index *index, const lsp_field *field, size_t index_in_fields, lsp_element *target)
{
    const lsp_reference *reference = find_reference(index, index_in_fields);
    if (reference == NULL)
        return false;
    *target = reference->target;
    if (field->offset != lsp_fields_of_index(index)[index_in_fields].offset)
        target->index = target_index_of_run_field(index, field, target->index);
    return target->index != LSP_NO_ELEMENT;
}

/* Returns true if values of the run can refer to the element. */
static bool may_run_refer_to(const lsp_index *index, const lsp_entry_run *run, lsp_element element)
{
    for (uint32_t i = 0; i < run->fields; i++) {
        const lsp_reference *reference = find_reference(index, run->first_field + i);
        if (reference == NULL || (reference->target.index == LSP_NO_INDEX) != (element.index == LSP_NO_INDEX))
            continue;
        element.index = reference->target.index;
        if (lsp_are_elements_equal(index, &reference->target, &element))
            return true;
    }
    return false;
}

void lsp_visit_references(const lsp_index *index, const lsp_element *element,
    void (*visit)(void *context, const lsp_field *field), void *context)
{
    const lsp_field *fields = lsp_fields_of_index(index);
    lsp_element target;
    lsp_field field;
    for (size_t i = 0; i < index->fields.count; i++) {
        if (fields[i].kind == LSP_NUMBERS
            || (fields[i].kind == LSP_ENTRIES
                && !may_run_refer_to(index, run_of_index(index, fields[i].element), *element)))
            continue;
        lsp_field_walk walk = begin_walk_at_item(index, i);
        while (walk.next == i && lsp_walk_to_next_field(&walk, &field)) {
            if (field.role != AP_ROLE_NUMBER
                && lsp_find_target_of_field(index, &field, walk.index_in_fields, &target)
                && lsp_are_elements_equal(index, &target, element))
                visit(context, &field);
        }
    }
}

/* Finds the first field of a record. Returns false if the record has none. */
static bool find_first_field_of_record(const lsp_index *index, uint32_t record, lsp_field *field)
{
    lsp_field_walk walk = begin_walk_at_item(index, lsp_records_of_index(index)[record].first_field);
    while (lsp_walk_to_next_field(&walk, field)) {
        if (field->record >= record)
            return true;
    }
    return false;
}

bool lsp_find_first_field_of_element(const lsp_index *index, const lsp_element *element, lsp_field *field)
{
    const lsp_record *record = lsp_find_record_of_element(index, element);
    const lsp_field *fields = lsp_fields_of_index(index);
    if (record != NULL)
        return find_first_field_of_record(index, (uint32_t)(record - lsp_records_of_index(index)), field);
    for (size_t i = 0; i < index->fields.count; i++) {
        *field = fields[i];
        const lsp_element own = { field->record,
            element->index == LSP_NO_INDEX ? LSP_NO_INDEX : field->element, field->name };
        if (field->kind == LSP_ONE_FIELD && field->element != LSP_NO_INDEX
            && lsp_are_elements_equal(index, &own, element))
            return true;
    }
    return false;
}
