/* Changes how a binary format stores its values. */
#include <string.h>

#include "corpus/equivalent/equivalent_work.h"
#include "validators/memg/memg_write.h"
#include "validators/mrtk/mrtk_convert.h"
#include "validators/mrtk/mrtk_write.h"

bool ap_equivalent_swap_byte_order(ap_equivalent_work *work)
{
    ap_collector *to = ap_new_collector(work->arena);
    const ap_memg_order order = ap_memg_wanted_matrix_order(work->options);
    const ap_memg_form form = { .endianness = AP_MEMG_BIG, .from = order, .to = order };
    return to != NULL && ap_memg_write_in_form(work->input, &form, work->arena, &to->writer)
           && ap_equivalent_take_written_file(work, to);
}

static const ap_mrtk_animation *read_recording(const ap_equivalent_work *work, ap_view bytes)
{
    return ap_mrtk_read(bytes, ap_mrtk_variant_wanted(work->options), work->arena);
}

/* Returns true if the changed file is read with the version and the layout that it was written with. Some short files can be
   read in both layouts. */
static bool is_file_read_as_written(const ap_equivalent_work *work, int32_t minor, ap_mrtk_variant variant)
{
    const ap_mrtk_animation *again = read_recording(work, work->whole);
    return again != NULL && again->minor == minor && again->variant == variant;
}

static bool convert_recording(
    ap_equivalent_work *work, const ap_mrtk_animation *from, int32_t minor, ap_mrtk_variant variant)
{
    ap_mrtk_losses_and_additions losses = { 0 };
    ap_mrtk_animation *to = ap_mrtk_convert(from, minor, variant, work->arena, &losses);
    if (to == NULL || ap_mrtk_has_losses_or_additions(&losses))
        return false;
    ap_collector *output = ap_new_collector(work->arena);
    return output != NULL && ap_mrtk_write(to, &output->writer)
           && ap_equivalent_take_written_file(work, output) && is_file_read_as_written(work, minor, variant);
}

bool ap_equivalent_change_layout(ap_equivalent_work *work)
{
    const ap_mrtk_animation *from = read_recording(work, work->input);
    if (from == NULL)
        return false;
    return convert_recording(
        work, from, from->minor, from->variant == AP_MRTK_PUBLISHED ? AP_MRTK_WRITER : AP_MRTK_PUBLISHED);
}

bool ap_equivalent_change_version(ap_equivalent_work *work)
{
    const ap_mrtk_animation *from = read_recording(work, work->input);
    return from != NULL && convert_recording(work, from, ap_mrtk_other_minor(from->minor), from->variant);
}

/* Adds a zero byte to each length that is not the longest yet. A length has seven bits per byte; the highest bit says that
   another byte follows. */
bool ap_equivalent_lengthen_prefix(ap_equivalent_work *work)
{
    for (size_t i = 0; i < work->fields.count; i++) {
        const ap_listed_field *field = &work->fields.items[i];
        if (field->type != AP_TYPE_LENGTH || field->span.length == AP_LENGTH_BYTES)
            continue;
        const size_t last = ap_span_end(field->span) - 1;
        const uint8_t bytes[] = { work->input.bytes[last] | 0x80, 0 };
        if (!ap_equivalent_replace_by_text(work, (ap_span){ last, 1 }, (const char *)bytes, sizeof bytes))
            return false;
    }
    return work->edit_count > 0;
}

enum { MOST_RECORDS = 256 /* a limit, since each name is compared with all others */ };

/* The records of an array, with their names. */
typedef struct named_records {
    ap_span spans[MOST_RECORDS];
    ap_view names[MOST_RECORDS];
    size_t count;
} named_records;

/* Lists the elements of a top-level array. Returns false if there are fewer than two or too many, if two have the same name, or
   if one has an empty name: compare matches elements by name. */
static bool list_uniquely_named_records(
    const ap_equivalent_work *work, const char *array, named_records *found)
{
    for (size_t i = 0; i < work->fields.count; i++) {
        const ap_listed_field *field = &work->fields.items[i];
        const ap_field_path_step first = ap_path_step(field, 0);
        if (field->record_steps < 2 || first.name == NULL || strcmp(first.name, array) != 0)
            continue;
        const size_t index = ap_path_step(field, 1).index;
        if (index >= MOST_RECORDS)
            return false;
        if (index == found->count)
            found->spans[found->count++] = field->span;
        found->spans[index].length = ap_span_end(field->span) - found->spans[index].offset;
        if (field->type == AP_TYPE_BYTES)
            found->names[index] = ap_equivalent_field_bytes(work, field);
    }
    for (size_t i = 0; i < found->count; i++) {
        if (found->names[i].size == 0)
            return false;
        for (size_t k = 0; k < i; k++) {
            if (found->names[i].size == found->names[k].size
                && memcmp(found->names[i].bytes, found->names[k].bytes, found->names[i].size) == 0)
                return false;
        }
    }
    return found->count > 1;
}

static bool reorder_records(ap_equivalent_work *work, const char *array)
{
    named_records found = { .count = 0 };
    if (!list_uniquely_named_records(work, array, &found))
        return false;
    const size_t *order = ap_equivalent_choose_other_order(work, found.count);
    for (size_t i = 0; i < found.count && order != NULL; i++) {
        const ap_span from = found.spans[order[i]];
        if (order[i] != i
            && !ap_equivalent_replace_bytes(
                work, found.spans[i], (ap_view){ work->input.bytes + from.offset, from.length }))
            return false;
    }
    return order != NULL;
}

bool ap_equivalent_reorder_groups(ap_equivalent_work *work)
{
    return reorder_records(work, "groups");
}

bool ap_equivalent_reorder_markers(ap_equivalent_work *work)
{
    return reorder_records(work, "markers");
}
