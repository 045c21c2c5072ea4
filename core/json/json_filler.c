#include "core/json/json_filler.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/same_bytes.h"
#include "core/json/json_bits.h"
#include "core/layout/io_joint.h"
#include "core/number/number_run.h"

enum { PATH_BYTES = 256, JOINT_BYTES = 128 /* a message with the name of a joint */ };

/* Stores the first fault only: later faults may be its consequences. Returns false. */
static bool set_fault(ap_json_filler *filler, const char *path, const char *message)
{
    if (filler->fault[0] == '\0')
        snprintf(filler->fault, sizeof filler->fault, "%s%s%s", path, path[0] == '\0' ? "" : ": ", message);
    return false;
}

static bool set_fault_at(ap_json_filler *filler, const ap_io *io, const char *name, const char *message)
{
    char path[PATH_BYTES];
    ap_snprint_field_path(&io->path, name, path, sizeof path);
    return set_fault(filler, path, message);
}

static void refuse_field(void *context, const ap_io *io, const char *name, const char *message)
{
    set_fault_at(context, io, name, message);
}

/* Returns the value of a member of an object, or AP_JSON_MISSING. Tries the member found last and the member after it before it
   searches the object. */
static ap_json_ref go_to_member(ap_json_filler *filler, size_t level, ap_json_ref object, const char *name)
{
    const ap_json_document *json = &filler->document;
    ap_json_search_start *cursor = &filler->members[level];
    if (cursor->container == object) {
        if (ap_json_string_equals(json, cursor->at, name))
            return cursor->at + 1;
        const ap_json_ref next = ap_json_next_entry(json, object, cursor->at + 1);
        if (ap_json_string_equals(json, next, name)) {
            cursor->at = next;
            return next + 1;
        }
    }
    const ap_json_ref value = ap_json_find_member(json, object, name);
    if (value != AP_JSON_MISSING)
        *cursor = (ap_json_search_start){ .container = object, .at = value - 1 };
    return value;
}

static ap_json_ref go_to_element(ap_json_filler *filler, size_t level, ap_json_ref array, size_t index)
{
    const ap_json_document *json = &filler->document;
    ap_json_search_start *cursor = &filler->elements[level];
    if (ap_json_kind_of(json, array) != AP_JSON_ARRAY)
        return AP_JSON_MISSING;
    if (cursor->container != array || index < cursor->index)
        *cursor = (ap_json_search_start){ .container = array, .at = ap_json_first_entry(json, array) };
    for (; cursor->index < index && cursor->at != AP_JSON_MISSING; cursor->index++)
        cursor->at = ap_json_next_entry(json, array, cursor->at);
    return cursor->at;
}

/* Returns the record at a path. Does not repeat the search of the leading steps that it shares with the record found last. */
static ap_json_ref go_to_record(ap_json_filler *filler, const ap_field_path *path)
{
    ap_json_ref at = filler->fields;
    size_t i = 0;
    for (; i < path->depth && i < filler->step_count; i++) {
        const ap_json_path_step *step = &filler->steps[i];
        if (step->part.name != path->parts[i].name || step->part.index != path->parts[i].index)
            break;
        at = step->at;
    }
    /* The next element of the array is the usual request: the search then begins in this array. */
    ap_json_ref array = AP_JSON_MISSING;
    if (i < path->depth && i < filler->step_count && path->parts[i].index != AP_NO_INDEX
        && filler->steps[i].part.name == path->parts[i].name)
        array = filler->steps[i].array;
    for (; i < path->depth && at != AP_JSON_MISSING; i++, array = AP_JSON_MISSING) {
        const ap_field_path_part *part = &path->parts[i];
        if (array != AP_JSON_MISSING)
            at = array;
        else if (part->name != NULL)
            at = go_to_member(filler, i, at, part->name);
        array = part->index == AP_NO_INDEX ? AP_JSON_MISSING : at;
        if (part->index != AP_NO_INDEX)
            at = go_to_element(filler, i, at, part->index);
        filler->steps[i] = (ap_json_path_step){ *part, array, at };
    }
    filler->step_count = i;
    return at;
}

/* Sets the fault and returns false if the field belongs to a joint with a name, and the joint's record has a member `joint` that
   is not this name. Checks a record only once if fields of no other record come between. */
static bool check_joint_member_once(ap_json_filler *filler, const ap_io *io)
{
    char message[JOINT_BYTES], path[PATH_BYTES];
    const ap_view joint = ap_joint_of_path(io, &io->path).name;
    const ap_json_ref element = filler->steps[0].at;
    ap_view given;
    if (joint.size == 0 || element == filler->joint)
        return true;
    filler->joint = element;
    const ap_json_ref member = ap_json_find_member(&filler->document, element, "joint");
    if (ap_json_kind_of(&filler->document, member) <= AP_JSON_NULL)
        return true;
    ap_json_mark_used(&filler->document, member);
    if (ap_json_decode_string(&filler->document, member, filler->arena, &given)
        && ap_same_bytes(given, joint))
        return true;
    const ap_field_path record = { { io->path.parts[0] }, 1 };
    ap_snprint_field_path(&record, "joint", path, sizeof path);
    snprintf(
        message, sizeof message, "must be \"%.*s\", or absent", (int)joint.size, (const char *)joint.bytes);
    return set_fault(filler, path, message);
}

static ap_json_ref find_value(ap_json_filler *filler, const ap_io *io, const char *name)
{
    const ap_json_ref record = go_to_record(filler, &io->path);
    if (record != AP_JSON_MISSING && !check_joint_member_once(filler, io))
        return AP_JSON_MISSING;
    return name == NULL || record == AP_JSON_MISSING ? record
                                                     : go_to_member(filler, io->path.depth, record, name);
}

/* Returns true if the value is absent, null, or already used. */
static bool is_null_absent_or_used(const ap_json_filler *filler, ap_json_ref value)
{
    return ap_json_kind_of(&filler->document, value) <= AP_JSON_NULL
           || filler->document.entries[value].used != 0;
}

static bool read_integer_bits(ap_json_filler *filler, ap_json_ref value, ap_field_type type, uint64_t *bits)
{
    int64_t integer;
    const bool is_byte = type == AP_TYPE_U8;
    if (!ap_json_read_integer(&filler->document, value, &integer) || integer < (is_byte ? 0 : INT32_MIN)
        || integer > (is_byte ? UINT8_MAX : INT32_MAX))
        return false;
    *bits = (uint32_t)(int32_t)integer;
    return true;
}

static bool read_text_bits(ap_json_filler *filler, ap_json_ref value, ap_field_type type, uint64_t *bits)
{
    ap_view text;
    return ap_json_decode_string(&filler->document, value, filler->arena, &text)
           && ap_json_bits_of_string((const char *)text.bytes, type, bits);
}

static bool read_real_bits(ap_json_filler *filler, ap_json_ref value, ap_field_type type, uint64_t *bits)
{
    double real;
    if (ap_json_kind_of(&filler->document, value) == AP_JSON_STRING)
        return read_text_bits(filler, value, type, bits);
    if (!ap_json_read_real(&filler->document, value, filler->arena, &real))
        return false;
    *bits = type == AP_TYPE_F32 ? ap_bits_of_float((float)real) : ap_bits_of_double(real);
    return type != AP_TYPE_F32 || isfinite((float)real);
}

static bool read_bits(ap_json_filler *filler, ap_json_ref value, ap_field_type type, uint64_t *bits)
{
    switch (type) {
    case AP_TYPE_U8:
    case AP_TYPE_I32:
        return read_integer_bits(filler, value, type, bits);
    case AP_TYPE_U64:
        return read_text_bits(filler, value, type, bits);
    default:
        return read_real_bits(filler, value, type, bits);
    }
}

static const char *needed_value_text(ap_field_type type)
{
    switch (type) {
    case AP_TYPE_U8:
        return "an integer from 0 to 255 is needed";
    case AP_TYPE_I32:
        return "an integer of 32 bits is needed";
    case AP_TYPE_U64:
        return "a string such as \"0x6a8faf6e0f9e42c6\" is needed";
    case AP_TYPE_F32:
        return "a number in the range of float32 is needed, or \"inf\", \"-inf\" or \"nan (0x7fc00000)\"";
    default:
        return "a number in the range of float64 is needed, or \"inf\", \"-inf\" or \"nan "
               "(0x7ff8000000000000)\"";
    }
}

static bool fill_number(
    void *context, const ap_io *io, const char *name, ap_field_type type, ap_field_role role, uint64_t *bits)
{
    ap_json_filler *filler = context;
    (void)role;
    const ap_json_ref value = find_value(filler, io, name);
    if (is_null_absent_or_used(filler, value))
        return set_fault_at(filler, io, name, "is missing");
    if (!read_bits(filler, value, type, bits))
        return set_fault_at(filler, io, name, needed_value_text(type));
    if (type != AP_TYPE_TEXT)
        ap_json_mark_used(&filler->document, value);
    return true;
}

/* Reads an element of an array as float32. Returns false if the element is not a finite number in the range of float32. */
static bool read_finite_float(ap_json_filler *filler, ap_json_ref value, float *number)
{
    uint64_t bits;
    if (ap_json_kind_of(&filler->document, value) != AP_JSON_NUMBER
        || !read_real_bits(filler, value, AP_TYPE_F32, &bits))
        return false;
    *number = ap_float_of_bits((uint32_t)bits);
    return true;
}

/* Reads the first `count` numbers of an array. Returns false if it is shorter, or if an element is not a plain decimal number. */
static bool read_plain_array(const ap_json_document *json, ap_json_ref array, size_t count, float *values)
{
    ap_number_run run = { .input = json->text,
        .at = json->entries[array].at + 1,
        .values = values,
        .room = count,
        .commas = true };
    return ap_read_number_run(&run, ']', false) && run.count >= count;
}

/* Implements ap_filler.numbers. Returns false if there is no such array, if it was used before or is shorter, or if one of the
   first `count` elements is not a finite float32. */
static bool try_fill_numbers(void *context, const ap_io *io, const char *name, size_t count, float *values)
{
    ap_json_filler *filler = context;
    const ap_json_document *json = &filler->document;
    const ap_json_ref array = find_value(filler, io, name);
    if (ap_json_kind_of(json, array) != AP_JSON_ARRAY || json->entries[array].used != 0)
        return false;
    if (!read_plain_array(json, array, count, values)) {
        ap_json_ref at = ap_json_first_entry(json, array);
        for (size_t i = 0; i < count; i++, at = ap_json_next_entry(json, array, at)) {
            if (!read_finite_float(filler, at, &values[i]))
                return false;
        }
    }
    ap_json_mark_used(&filler->document, array);
    return true;
}

/* Returns the bytes of a name, which the document has as a string, or as {"bytes": "digits in base 16"}. Returns NULL bytes for
   any other value, or when out of memory. */
static ap_view bytes_of_name_or_null(const ap_json_filler *filler, ap_json_ref name)
{
    ap_view bytes = { NULL, 0 };
    const ap_json_ref hex = ap_json_find_member(&filler->document, name, "bytes");
    if (hex != AP_JSON_MISSING)
        return ap_json_decode_hex(&filler->document, hex, filler->arena);
    return ap_json_decode_string(&filler->document, name, filler->arena, &bytes) ? bytes
                                                                                 : (ap_view){ NULL, 0 };
}

/* Returns the shortest encoding of a name's length (7 bits per byte). Returns NULL bytes when out of
   memory. */
static ap_view shortest_length_bytes(const ap_json_filler *filler, ap_json_ref name)
{
    size_t rest = bytes_of_name_or_null(filler, name).size;
    uint8_t *bytes = ap_alloc(filler->arena, sizeof rest + 2);
    size_t count = 0;
    if (filler->arena->failed)
        return (ap_view){ NULL, 0 };
    do {
        bytes[count] = (uint8_t)((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
        count++;
        rest >>= 7;
    } while (rest > 0);
    return (ap_view){ bytes, count };
}

/* Sets *bytes to the encoding of a name's length: the record's member name_prefix, or the shortest encoding if it is absent. */
static bool fill_name_length(ap_json_filler *filler, const ap_io *io, const char *name, ap_view *bytes)
{
    const ap_json_ref value = find_value(filler, io, name);
    const ap_json_ref prefix = find_value(filler, io, "name_prefix");
    if (prefix == AP_JSON_MISSING) {
        *bytes = shortest_length_bytes(filler, value);
        return bytes->bytes != NULL;
    }
    *bytes = ap_json_decode_hex(&filler->document, prefix, filler->arena);
    ap_json_mark_used(&filler->document, prefix);
    if (bytes->bytes == NULL)
        return set_fault_at(filler, io, "name_prefix", "hexadecimal digits are needed");
    return true;
}

static bool fill_name(
    void *context, const ap_io *io, const char *name, ap_field_type type, size_t counted, ap_view *bytes)
{
    ap_json_filler *filler = context;
    (void)counted;
    const ap_json_document *json = &filler->document;
    if (type == AP_TYPE_LENGTH)
        return fill_name_length(filler, io, name, bytes);
    const ap_json_ref value = find_value(filler, io, name);
    if (is_null_absent_or_used(filler, value))
        return set_fault_at(filler, io, name, "is missing");
    const ap_json_kind hex = ap_json_kind_of(json, ap_json_find_member(json, value, "bytes"));
    if (ap_json_kind_of(json, value) != AP_JSON_STRING
        && !(hex == AP_JSON_STRING && ap_json_count_children(json, value) == 1))
        return set_fault_at(filler, io, name, "a string is needed, or {\"bytes\": hexadecimal digits}");
    *bytes = bytes_of_name_or_null(filler, value);
    if (bytes->bytes == NULL)
        return set_fault_at(filler, io, name, "hexadecimal digits are needed, two per byte");
    ap_json_mark_used(&filler->document, value);
    return true;
}

static size_t count_elements_of_field(void *context, const ap_io *io, const char *name, size_t counted)
{
    ap_json_filler *filler = context;
    (void)counted;
    const ap_json_ref value = find_value(filler, io, name);
    const ap_json_kind kind = ap_json_kind_of(&filler->document, value);
    if (kind == AP_JSON_ARRAY)
        return ap_json_count_children(&filler->document, value);
    return kind == AP_JSON_STRING || kind == AP_JSON_OBJECT ? 1 : 0;
}

/* Returns a string of the document with a terminator, or NULL if the value is not a string or when out of memory. */
static const char *copy_string(ap_json_filler *filler, ap_json_ref value)
{
    ap_view text;
    return ap_json_decode_string(&filler->document, value, filler->arena, &text) ? (const char *)text.bytes
                                                                                 : NULL;
}

static bool read_document_members(ap_json_filler *filler)
{
    const ap_json_document *json = &filler->document;
    const ap_json_ref variant = ap_json_find_member(json, 0, "layout");
    filler->fields = ap_json_find_member(json, 0, "fields");
    filler->format = copy_string(filler, ap_json_find_member(json, 0, "format"));
    filler->variant = copy_string(filler, variant);
    if (filler->arena->failed)
        return false;
    if (ap_json_kind_of(json, 0) != AP_JSON_OBJECT)
        return set_fault(filler, "", "the document is not an object");
    if (ap_json_count_children(json, 0) > 2 + (size_t)(variant != AP_JSON_MISSING))
        return set_fault(
            filler, "", "the document may have only the members format, layout and fields, each once");
    if (filler->format == NULL)
        return set_fault(filler, "format", "a string is needed");
    if (ap_json_kind_of(json, variant) > AP_JSON_NULL && filler->variant == NULL)
        return set_fault(filler, "layout", "a string or null is needed");
    if (ap_json_kind_of(json, filler->fields) != AP_JSON_OBJECT)
        return set_fault(filler, "fields", "an object is needed");
    return true;
}

bool ap_json_filler_open(ap_json_filler *filler, ap_view text, ap_arena *arena)
{
    *filler = (ap_json_filler){ .filler = { fill_number, fill_name, count_elements_of_field, refuse_field,
                                    filler, try_fill_numbers },
        .arena = arena };
    for (size_t i = 0; i <= AP_PATH_DEPTH; i++)
        filler->members[i].container = AP_JSON_MISSING;
    for (size_t i = 0; i < AP_PATH_DEPTH; i++)
        filler->elements[i].container = AP_JSON_MISSING;
    return ap_json_read(&filler->document, text, arena, filler->fault) && read_document_members(filler);
}

static bool report_unused_member(ap_json_filler *filler, ap_json_ref name)
{
    char text[AP_JSON_FAULT_BYTES], message[AP_JSON_FAULT_BYTES];
    ap_view key = { NULL, 0 };
    if (name != AP_JSON_MISSING && !ap_json_decode_string(&filler->document, name, filler->arena, &key))
        return false;
    ap_quote(key, text, sizeof text);
    snprintf(message, sizeof message, "%.200s is not a field of this file, or occurs twice", text);
    return set_fault(filler, "", message);
}

bool ap_json_filler_check_all_used(ap_json_filler *filler)
{
    const ap_json_document *json = &filler->document;
    ap_json_ref last_name = AP_JSON_MISSING;
    for (ap_json_ref at = filler->fields + 1; at < json->entries[filler->fields].next; at++) {
        const ap_json_kind kind = ap_json_kind_of(json, at);
        if (json->entries[at].name != 0)
            last_name = at;
        else if (kind > AP_JSON_NULL && kind < AP_JSON_ARRAY && json->entries[at].used == 0)
            return report_unused_member(filler, last_name);
    }
    return true;
}
