#include "core/layout/io.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/finding/message.h"
#include "core/layout/count_search.h"
#include "core/layout/io_joint.h"
#include "core/layout/prefetch.h"

enum {
    VALUE_TEXT_BYTES = 640, /* a list of the values that a policy allows takes up to 512 bytes */
    PATH_TEXT_BYTES = 256,
    SUBJECT_BYTES = AP_SHOWN_PATH_BYTES, /* the quoted name of a joint takes up to 262 bytes */
    WORDS_BYTES = 256, /* enough for most messages; longer messages are formatted in the arena */
    HINT_BYTES = PATH_TEXT_BYTES + 256,
    /* an array is checked in blocks: if a block must then be read element by element, it is still in the cache */
    BLOCK_ELEMENTS = 1024
};

void ap_io_init(ap_io *io, ap_view input, ap_findings *findings_or_null, ap_arena *arena,
    const ap_structure_rules *structure)
{
    *io = (ap_io){ .input = input, .findings = findings_or_null, .arena = arena, .structure = structure };
}

void ap_io_init_writer(ap_io *io, ap_writer *writer, bool views_swapped)
{
    *io = (ap_io){ .writer = writer, .views_swapped = views_swapped };
}

static const char *value_text(ap_arena *arena, ap_value value)
{
    char text[VALUE_TEXT_BYTES];
    const size_t length = ap_value_text(value, text, sizeof text);
    return ap_arena_copy_text(arena, text, length);
}

/* Formats a message. Returns `format` itself if it has no conversions; otherwise the text is in `room`, or
   in the arena if `room` is too small or vsnprintf fails. Returns NULL when out of memory. */
__attribute__((format(printf, 3, 0))) static const char *format_message(
    ap_arena *arena, char room[WORDS_BYTES], const char *format, va_list arguments)
{
    if (strchr(format, '%') == NULL)
        return format;
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(room, WORDS_BYTES, format, again);
    va_end(again);
    return (size_t)length < WORDS_BYTES ? room : ap_arena_format(arena, format, arguments);
}

/* Writes the value as text to `room` and returns a view of the text; a view of NULL for AP_VALUE_NONE. */
static ap_view view_of_value_text_or_null(ap_value value, char room[VALUE_TEXT_BYTES])
{
    if (value.kind == AP_VALUE_NONE)
        return (ap_view){ NULL, 0 };
    const size_t length = ap_value_text(value, room, VALUE_TEXT_BYTES);
    return (ap_view){ (const uint8_t *)room, length };
}

__attribute__((format(printf, 6, 0))) static void describe_finding(ap_io *io, ap_finding *finding,
    const char *name, ap_value expected, ap_value found, const char *format, va_list arguments)
{
    char path[PATH_TEXT_BYTES], wanted[VALUE_TEXT_BYTES], read[VALUE_TEXT_BYTES], room[WORDS_BYTES];
    char subject[SUBJECT_BYTES], joint_name[AP_JOINT_TEXT_BYTES];
    ap_arena *arena = io->findings->arena;
    const size_t length = ap_snprint_field_path(&io->path, name, path, sizeof path);
    size_t named = io->subject == NULL ? 0 : io->subject(io, name, subject, sizeof subject);
    const ap_joint_and_component_text joint = ap_joint_texts_of_path(io, &io->path, false, joint_name);
    assert(length < sizeof path && named < sizeof subject);
    if (named == 0 && joint_name[0] != '\0')
        named = ap_write_path_with_joint(path, joint, subject);
    const ap_finding_values values = { .path = { (const uint8_t *)path, length },
        .expected = view_of_value_text_or_null(expected, wanted),
        .found = view_of_value_text_or_null(found, read),
        .joint = joint,
        .subject = { (const uint8_t *)subject, named } };
    const char *words = format_message(arena, room, format, arguments);
    if (words != NULL)
        ap_finding_set_texts(arena, finding, &values, words);
}

void ap_add_finding(
    ap_io *io, const ap_rule *rule, ap_value expected, ap_value found, const char *format, ...)
{
    const ap_span at = io->field.span;
    ap_finding *finding = ap_is_structure_only(io) ? NULL : ap_findings_add(io->findings, rule, at);
    if (finding != NULL) {
        va_list arguments;
        va_start(arguments, format);
        describe_finding(io, finding, io->field.name, expected, found, format, arguments);
        va_end(arguments);
    }
}

void ap_add_finding_at(ap_io *io, const ap_rule *rule, ap_span span, const char *name, ap_value expected,
    ap_value found, const char *format, ...)
{
    ap_finding *finding = ap_is_structure_only(io) ? NULL : ap_findings_add(io->findings, rule, span);
    if (finding != NULL) {
        va_list arguments;
        va_start(arguments, format);
        describe_finding(io, finding, name, expected, found, format, arguments);
        va_end(arguments);
    }
}

void ap_add_related_place(ap_io *io, ap_span span, const char *label)
{
    if (io->findings != NULL)
        ap_findings_add_related(io->findings, span, label);
}

bool ap_take_bytes(ap_io *io, const char *name, size_t bytes, const uint8_t **at)
{
    size_t left = ap_bytes_left(io);
    io->field = (ap_field){ name, { io->at, bytes } };
    if (bytes > left) {
        io->field.span.length = left;
        ap_add_finding(io, io->structure->truncated, ap_byte_count(bytes), ap_byte_count(left),
            " needs %zu %s, %zu %s left", bytes, bytes == 1 ? "byte" : "bytes", left,
            left == 1 ? "is" : "are");
        return false;
    }
    *at = ap_peek_bytes_that_are_left(io, bytes);
    io->at += bytes;
    return true;
}

bool ap_put_bits(ap_io *io, uint64_t bits, size_t size)
{
    ap_writer *writer = io->writer;
    if (writer->failed || AP_WRITER_BYTES - writer->used < AP_NUMBER_ROOM) {
        uint8_t bytes[AP_NUMBER_ROOM];
        ap_store_number_padded_to_8(bytes, bits, size, io->swap);
        return ap_write(writer, bytes, size);
    }
    ap_store_number_padded_to_8(writer->buffer + writer->used, bits, size, io->swap);
    writer->used += size;
    return true;
}

bool ap_put_stored_or_filled_field(
    ap_io *io, const char *name, ap_field_type type, ap_field_role role, uint64_t *bits, size_t size)
{
    const ap_filler *filler = io->filler;
    if (filler != NULL && !filler->number(filler->context, io, name, type, role, bits))
        return false;
    return ap_put_bits(io, *bits, size);
}

bool ap_refuse_filled_value(const ap_io *io, const char *name, const char *message)
{
    io->filler->refuse(io->filler->context, io, name, message);
    return false;
}

bool ap_check_filled_length(ap_io *io, const char *name, size_t count)
{
    const ap_filler *filler = io->filler;
    return filler->length(filler->context, io, name, count) == count
               ? true
               : ap_refuse_filled_value(io, name, "has another number of elements than its count says");
}

bool ap_value_set_contains(const ap_value_set *set, int32_t value)
{
    if (set->bits > 0)
        return ((uint32_t)value & ~set->bits) == 0;
    return value >= set->least && value <= set->greatest;
}

bool ap_enum(ap_io *io, const char *name, int32_t *value, const ap_value_set *set)
{
    io->set = set;
    bool complete = ap_i32(io, name, value, AP_ROLE_ENUM);
    io->set = NULL;
    if (!complete)
        return false;
    if (ap_is_structure_only(io))
        return true;
    if (!ap_value_set_contains(set, *value))
        ap_add_finding(io, set->outside, ap_text_value(set->members), ap_integer(*value), ":");
    else if (set->combined != NULL && (*value & (*value - 1)) != 0)
        ap_add_finding(io, set->combined, ap_value_with_prefix("one of", ap_text_value(set->members)),
            ap_integer(*value), ": these values cannot be combined");
    return true;
}

/* Writes "with 3 the file can be read to its end", with the texts `words` and `but` before it. */
static void write_inferred_count(
    ap_count_inferred_if_known inferred, const char *words, const char *but, char *text, size_t size)
{
    const char *which = inferred.which == NULL ? "" : inferred.which;
    snprintf(text, size, "%s%swith %s%s%d the file can be read to its end", words, but, which,
        inferred.which == NULL ? "" : " ", (int)inferred.value);
}

/* Returns the value to expect in a finding about a wrong count. */
static ap_value expected_count(ap_count_inferred_if_known inferred)
{
    return inferred.which == NULL ? ap_integer(inferred.value)
                                  : ap_value_with_prefix(inferred.which, ap_integer(inferred.value));
}

void ap_complete_wrong_count_finding(ap_io *io)
{
    ap_finding *finding = io->wrong_count;
    if (finding == NULL)
        return;
    char hint[HINT_BYTES];
    ap_arena *arena = io->findings->arena;
    const bool negative = finding->rule == io->structure->count_negative;
    const ap_count_inferred_if_known inferred = io->structure->infer(io, finding->span.offset);
    if (!inferred.known)
        return;
    write_inferred_count(
        inferred, negative ? "; " : finding->message, negative ? "" : ", but ", hint, sizeof hint);
    const char *message = ap_compose_finding_message(arena, finding, hint);
    const char *expected = value_text(arena, expected_count(inferred));
    if (message == NULL || expected == NULL)
        return;
    finding->message = message;
    finding->expected = expected;
}

/* Stores the finding added last as that about a wrong count, which ap_complete_wrong_count_finding completes. Returns false. */
static bool remember_latest_as_wrong_count_and_fail(ap_io *io)
{
    io->wrong_count = io->structure->infer == NULL ? NULL : io->findings->latest;
    return false;
}

static bool report_count_below_0_and_fail(ap_io *io, int32_t count)
{
    ap_add_finding(io, io->structure->count_negative, ap_value_with_prefix("at least", ap_integer(0)),
        ap_integer(count), ":");
    return remember_latest_as_wrong_count_and_fail(io);
}

static bool report_excess_count_and_fail(
    ap_io *io, int32_t count, const char *need, uint64_t needed, uint64_t most)
{
    ap_add_finding(io, io->structure->count_exceeds_file, ap_value_with_prefix("at most", ap_size(most)),
        ap_integer(count), "; %s %s%" PRIu64 " %s, %zu %s left", need,
        needed == UINT64_MAX ? "more than " : "", needed, needed == 1 ? "byte" : "bytes", ap_bytes_left(io),
        ap_bytes_left(io) == 1 ? "is" : "are");
    return remember_latest_as_wrong_count_and_fail(io);
}

bool ap_count(ap_io *io, const char *name, int32_t *count, size_t element_bytes)
{
    if (!ap_i32(io, name, count, AP_ROLE_COUNT))
        return false;
    if (ap_is_writing(io))
        return true;
    if (io->search != NULL && io->field.span.offset == io->search->count_at)
        *count = io->search->count;
    if (*count < 0)
        return ap_is_structure_only(io) ? false : report_count_below_0_and_fail(io, *count);
    if (element_bytes > 0 && (size_t)*count > ap_bytes_left(io) / element_bytes)
        return ap_is_structure_only(io) ? false
                                        : report_excess_count_and_fail(io, *count, "that needs",
                                            ap_saturating_product((uint64_t)*count, element_bytes),
                                            ap_bytes_left(io) / element_bytes);
    return true;
}

bool ap_check_product_of_counts(
    ap_io *io, ap_field rows, int32_t row_count, int32_t column_count, size_t element_bytes, uint64_t *count)
{
    *count = (uint64_t)row_count * (uint64_t)column_count;
    if (ap_is_writing(io) || *count <= ap_bytes_left(io) / element_bytes)
        return true;
    if (ap_is_structure_only(io))
        return false;
    char product[64];
    snprintf(product, sizeof product, "%d x %d need", (int)row_count, (int)column_count);
    io->field = rows;
    return report_excess_count_and_fail(io, row_count, product, ap_saturating_product(*count, element_bytes),
        ap_bytes_left(io) / ap_saturating_product((uint64_t)column_count, element_bytes));
}

static bool read_elements(
    ap_io *io, const char *name, size_t first, size_t count, const ap_element *element, void *record)
{
    for (size_t i = first; i < first + count; i++) {
        ap_enter_element(io, name, i);
        bool complete = element->layout(io, record);
        ap_leave_record(io);
        if (!complete)
            return false;
    }
    return true;
}

/* Writes the numbers of a view, and swaps their bytes if io writes the other byte order. */
static bool write_view(ap_io *io, const ap_element *element, ap_view view)
{
    if (io->swap == io->views_swapped || element->number_bytes == 1)
        return ap_write(io->writer, view.bytes, view.size);
    return ap_write_swapped(io->writer, view, element->number_bytes);
}

size_t ap_count_leading_clean_elements(
    const ap_element *element, const ap_block_of_array *all, size_t first, size_t end, const void *record)
{
    size_t at = first;
    while (at < end) {
        const size_t left = end - at;
        const ap_block_of_array block = { .bytes = all->bytes + at * element->bytes,
            .count = left < BLOCK_ELEMENTS ? left : BLOCK_ELEMENTS,
            .before = at,
            .swap = all->swap };
        if (!element->is_clean(&block, record))
            break;
        at += block.count;
    }
    return at - first;
}

/* Skips the leading elements of an array that are without findings according to the prefetch. Returns the number of skipped
   elements. */
static size_t skip_elements_clean_in_prefetch(
    ap_io *io, size_t count, const ap_element *element, const void *record)
{
    if (io->prefetch == NULL)
        return 0;
    const ap_block_of_array all = { .bytes = io->input.bytes + io->at, .count = count, .swap = io->swap };
    const size_t clean = io->prefetch->count_clean(io->prefetch->context, element, &all, record);
    io->at += clean * element->bytes;
    return clean;
}

bool ap_array(
    ap_io *io, const char *name, size_t count, const ap_element *element, void *record, ap_view *view)
{
    const size_t bytes = ap_saturating_size_product(count, element->bytes);
    if (ap_is_filling(io))
        return ap_check_filled_length(io, name, count) && read_elements(io, name, 0, count, element, record);
    if (ap_is_writing(io))
        return write_view(io, element, *view);
    assert(bytes <= ap_bytes_left(io));
    *view = (ap_view){ io->input.bytes + io->at, bytes };
    if ((ap_is_structure_only(io) && io->listener == NULL) || bytes == 0) {
        io->at += bytes;
        //@ split io->at;
        return true;
    }
    for (size_t done = skip_elements_clean_in_prefetch(io, count, element, record); done < count;) {
        ap_block_of_array block = { .bytes = io->input.bytes + io->at, .before = done, .swap = io->swap };
        block.count = count - done < BLOCK_ELEMENTS ? count - done : BLOCK_ELEMENTS;
        if (io->listener == NULL && element->is_clean != NULL && element->is_clean(&block, record))
            io->at += block.count * element->bytes;
        else if (!read_elements(io, name, done, block.count, element, record))
            return false;
        done += block.count;
    }
    return true;
}

static bool fill_name(ap_io *io, const char *name, size_t count, ap_view *view)
{
    const ap_filler *filler = io->filler;
    if (!filler->bytes(filler->context, io, name, AP_TYPE_BYTES, count, view))
        return false;
    return view->size == count
               ? true
               : ap_refuse_filled_value(io, name, "has a different length than the count before it says");
}

bool ap_name_that_fits(ap_io *io, const char *name, size_t count, ap_view *view)
{
    if (ap_is_filling(io) && !fill_name(io, name, count, view))
        return false;
    if (ap_is_writing(io))
        return ap_write(io->writer, view->bytes, view->size);
    assert(count <= ap_bytes_left(io));
    io->field = (ap_field){ name, { io->at, count } };
    *view = (ap_view){ io->input.bytes + io->at, count };
    io->at += count;
    return ap_pass_field_return_true(io, AP_TYPE_BYTES, AP_ROLE_NAME);
}

void ap_report_trailing_bytes(ap_io *io)
{
    size_t left = ap_bytes_left(io);
    if (left == 0)
        return;
    assert(io->path.depth == 0);
    const ap_value expected = ap_text_value("the end of the file"), found = ap_byte_count(left);
    ap_add_finding_at(io, io->structure->trailing_bytes, (ap_span){ io->at, left }, NULL, expected, found,
        "%zu %s the last field, where the file must end", left, left == 1 ? "byte follows" : "bytes follow");
}
