/* Builds files byte by byte for tests, and records the offset of each field by its path. Uses no layout of the library: the
   builders of each format state the published pages independently. */
#ifndef FILE_BUILD_H
#define FILE_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"
#include "tests/unit/support/at_end.h"

enum { FIELD_PATH_BYTES = 56 };

typedef enum field_kind {
    FIELD_SCALAR, /* one field of fixed size */
    FIELD_ELEMENT, /* an element of an array, or the bytes of a name: if cut off, the count before it is at fault */
    FIELD_PREFIX, /* the length of a string, of variable size */
    FIELD_SPAN    /* the bytes of several fields */
} field_kind;

/* A field of a built file, and the number of bytes that must follow the field. */
typedef struct build_field {
    char path[FIELD_PATH_BYTES];
    size_t offset, length;
    field_kind kind;
    size_t bytes_needed_after; /* bytes that must follow this field; 0: no requirement */
    size_t field_at_fault; /* index of the field at fault if fewer than `bytes_needed_after` bytes follow */
} build_field;

typedef struct file_build {
    uint8_t *bytes;
    size_t size, room;
    build_field *fields; /* in file order; a FIELD_SPAN follows the fields that it contains */
    size_t field_count, field_room;
    size_t last_set; /* index of the last field that set_u8 to set_f64 overwrote */
    bool big_endian;
    bool in_array;                      /* true if the next fields are array elements */
    char path_prefix[FIELD_PATH_BYTES]; /* prefix of the next paths */
} file_build;

void file_build_begin(file_build *file);
void file_build_free(file_build *file);
ap_view file_build_view(const file_build *file);

/* Sets the prefix of the paths of the next fields, formatted as by printf; "" for the root. */
void file_build_set_path_prefix(file_build *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* add_u8 to add_bytes_field append a field, with numbers in the byte order of the file. If `name` is NULL, the prefix is the
   path. */
void add_u8(file_build *file, const char *name, uint8_t value);
void add_i32(file_build *file, const char *name, int32_t value);
void add_u64(file_build *file, const char *name, uint64_t value);
void add_f32(file_build *file, const char *name, float value);
void add_f64(file_build *file, const char *name, double value);
void add_bytes_field(file_build *file, const char *name, const void *bytes, size_t count, field_kind kind);

/* Requires `bytes` bytes after the last field. If they are missing, the field `fields_back_to_fault` positions before the last
   one is at fault (0: the last field itself). */
void require_bytes_after_last_field(file_build *file, size_t bytes, size_t fields_back_to_fault);

/* Adds a FIELD_SPAN from `offset` to the current end of the file. */
void add_span_field(file_build *file, const char *name, size_t offset);

/* Returns the field with that path. Fails the test if the path is unknown. */
const build_field *field_with_path(const file_build *file, const char *path);
size_t offset_of_field(const file_build *file, const char *path);

/* set_u8 to set_f64 overwrite the value of the field with that path. They fail the test if the field has another size. Setting
   fields in the order of the file takes linear time. */
void set_u8(file_build *file, const char *path, uint8_t value);
void set_u32(file_build *file, const char *path, uint32_t value);
void set_i32(file_build *file, const char *path, int32_t value);
void set_u64(file_build *file, const char *path, uint64_t value);
void set_f32(file_build *file, const char *path, float value);
void set_f64(file_build *file, const char *path, double value);

/* Truncates the file to `size` bytes. The list of fields does not change. */
void file_build_truncate(file_build *file, size_t size);

/* Appends bytes that belong to no field. */
void file_build_append(file_build *file, const void *bytes, size_t count);

/* Replaces `removed` bytes at `offset` by `count` bytes, and moves the fields after them. */
void file_build_splice(file_build *file, size_t offset, size_t removed, const void *bytes, size_t count);

#endif
