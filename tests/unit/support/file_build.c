#include "tests/unit/support/file_build.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"

void file_build_begin(file_build *file)
{
    *file = (file_build){ .bytes = NULL };
}

void file_build_free(file_build *file)
{
    free(file->bytes);
    free(file->fields);
    file_build_begin(file);
}

ap_view file_build_view(const file_build *file)
{
    return (ap_view){ file->bytes, file->size };
}

void file_build_set_path_prefix(file_build *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(file->path_prefix, sizeof file->path_prefix, format, arguments);
    va_end(arguments);
    cr_assert(length >= 0 && (size_t)length < sizeof file->path_prefix);
}

void file_build_append(file_build *file, const void *bytes, size_t count)
{
    while (file->room - file->size < count) {
        file->room = file->room == 0 ? 4096 : 2 * file->room;
        file->bytes = realloc(file->bytes, file->room);
        cr_assert_not_null(file->bytes);
    }
    if (count > 0)
        memcpy(file->bytes + file->size, bytes, count);
    file->size += count;
}

static build_field *add_field(file_build *file, const char *name, size_t offset, field_kind kind)
{
    if (file->field_count == file->field_room) {
        file->field_room = file->field_room == 0 ? 128 : 2 * file->field_room;
        file->fields = realloc(file->fields, file->field_room * sizeof *file->fields);
        cr_assert_not_null(file->fields);
    }
    build_field *field = &file->fields[file->field_count];
    *field = (build_field){ .offset = offset, .length = file->size - offset, .kind = kind };
    field->field_at_fault = file->field_count++;
    const char *dot = name != NULL && file->path_prefix[0] != '\0' ? "." : "";
    int length =
        snprintf(field->path, sizeof field->path, "%s%s%s", file->path_prefix, dot, name != NULL ? name : "");
    cr_assert(length >= 0 && (size_t)length < sizeof field->path);
    return field;
}

void add_bytes_field(file_build *file, const char *name, const void *bytes, size_t count, field_kind kind)
{
    const size_t offset = file->size;
    file_build_append(file, bytes, count);
    add_field(file, name, offset, kind);
}

static field_kind kind_inside_or_outside_array(const file_build *file)
{
    return file->in_array ? FIELD_ELEMENT : FIELD_SCALAR;
}

/* Stores the number in the byte order of the file. */
static void store_number(const file_build *file, uint64_t value, size_t count, uint8_t *bytes)
{
    for (size_t i = 0; i < count; i++)
        bytes[file->big_endian ? count - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

static void put_number(file_build *file, const char *name, uint64_t value, size_t count)
{
    uint8_t bytes[8];
    store_number(file, value, count, bytes);
    add_bytes_field(file, name, bytes, count, kind_inside_or_outside_array(file));
}

void add_u8(file_build *file, const char *name, uint8_t value)
{
    put_number(file, name, value, 1);
}

void add_i32(file_build *file, const char *name, int32_t value)
{
    put_number(file, name, (uint32_t)value, 4);
}

void add_u64(file_build *file, const char *name, uint64_t value)
{
    put_number(file, name, value, 8);
}

void add_f32(file_build *file, const char *name, float value)
{
    put_number(file, name, ap_bits_of_float(value), 4);
}

void add_f64(file_build *file, const char *name, double value)
{
    put_number(file, name, ap_bits_of_double(value), 8);
}

void require_bytes_after_last_field(file_build *file, size_t bytes, size_t fields_back_to_fault)
{
    build_field *field = &file->fields[file->field_count - 1];
    field->bytes_needed_after = bytes;
    field->field_at_fault = file->field_count - 1 - fields_back_to_fault;
}

void add_span_field(file_build *file, const char *name, size_t offset)
{
    add_field(file, name, offset, FIELD_SPAN);
}

/* Returns the index of the field with that path. The search begins at field `search_start`, and goes on at
   field 0 after the last one. Fails the test if the path is unknown. */
static size_t index_of_field_with_path(const file_build *file, const char *path, size_t search_start)
{
    for (size_t i = 0; i < file->field_count; i++) {
        const size_t at =
            search_start + i < file->field_count ? search_start + i : search_start + i - file->field_count;
        if (strcmp(file->fields[at].path, path) == 0)
            return at;
    }
    cr_assert_fail("the built file has no field '%s'", path);
    return 0;
}

const build_field *field_with_path(const file_build *file, const char *path)
{
    return &file->fields[index_of_field_with_path(file, path, 0)];
}

size_t offset_of_field(const file_build *file, const char *path)
{
    return field_with_path(file, path)->offset;
}

static void set_number(file_build *file, const char *path, uint64_t value, size_t count)
{
    file->last_set = index_of_field_with_path(file, path, file->last_set);
    const build_field *field = &file->fields[file->last_set];
    cr_assert(field->length == count, "field %s has %zu bytes, not %zu", path, field->length, count);
    store_number(file, value, count, file->bytes + field->offset);
}

void set_u8(file_build *file, const char *path, uint8_t value)
{
    set_number(file, path, value, 1);
}

void set_u32(file_build *file, const char *path, uint32_t value)
{
    set_number(file, path, value, 4);
}

void set_i32(file_build *file, const char *path, int32_t value)
{
    set_number(file, path, (uint32_t)value, 4);
}

void set_u64(file_build *file, const char *path, uint64_t value)
{
    set_number(file, path, value, 8);
}

void set_f32(file_build *file, const char *path, float value)
{
    set_number(file, path, ap_bits_of_float(value), 4);
}

void set_f64(file_build *file, const char *path, double value)
{
    set_number(file, path, ap_bits_of_double(value), 8);
}

void file_build_truncate(file_build *file, size_t size)
{
    cr_assert(size <= file->size);
    file->size = size;
}

void file_build_splice(file_build *file, size_t offset, size_t removed, const void *bytes, size_t count)
{
    cr_assert(offset <= file->size && removed <= file->size - offset);
    const size_t tail_offset = offset + removed;
    const size_t tail_bytes = file->size - tail_offset;
    uint8_t *tail = malloc(tail_bytes + 1);
    cr_assert_not_null(tail);
    memcpy(tail, file->bytes + tail_offset, tail_bytes);
    file->size = offset;
    file_build_append(file, bytes, count);
    file_build_append(file, tail, tail_bytes);
    free(tail);
    for (size_t i = 0; i < file->field_count; i++) {
        build_field *field = &file->fields[i];
        if (field->offset >= tail_offset)
            field->offset = field->offset + count - removed;
        else if (field->offset == offset && removed == field->length)
            field->length = count;
    }
}
