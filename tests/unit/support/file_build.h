/* Writes files byte by byte for tests, and keeps where each field is, by its path. Knows nothing of the
   library's layouts: together with the builders of each format it says a second time what the pages say. */
#ifndef FILE_BUILD_H
#define FILE_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"

enum { FIELD_PATH_BYTES = 56 };

typedef enum field_kind {
    FIELD_SCALAR,  /* of fixed size, by itself */
    FIELD_ELEMENT, /* of an array, or the bytes of a name: cut off, the count before it is at fault */
    FIELD_PREFIX,  /* the length of a string, of variable size */
    FIELD_SPAN     /* several fields together */
} field_kind;

/* A field, and what is asked when it has been read: whether so many bytes are left behind it. */
typedef struct build_field {
    char path[FIELD_PATH_BYTES];
    size_t offset, length;
    field_kind kind;
    size_t needs;  /* bytes after this field; 0: nothing is asked */
    size_t blames; /* the number of the field that is at fault when they are not there */
} build_field;

typedef struct file_build {
    uint8_t *bytes;
    size_t size, room;
    build_field *fields; /* in file order, FIELD_SPAN apart */
    size_t field_count, field_room;
    bool big_endian;
    bool in_array;                /* what is put now belongs to an array */
    char scope[FIELD_PATH_BYTES]; /* precedes each path */
} file_build;

void build_begin(file_build *file);
void build_free(file_build *file);
ap_view build_view(const file_build *file);

/* The path of what follows begins with this text, printed as by printf; "" for the root. */
void build_scope(file_build *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A field at the end of the file; name NULL: the scope is its path. Numbers in the file's byte order. */
void put_u8(file_build *file, const char *name, uint8_t value);
void put_u32(file_build *file, const char *name, uint32_t value);
void put_i32(file_build *file, const char *name, int32_t value);
void put_u64(file_build *file, const char *name, uint64_t value);
void put_f32(file_build *file, const char *name, float value);
void put_f64(file_build *file, const char *name, double value);
void put_bytes(file_build *file, const char *name, const void *bytes, size_t count, field_kind kind);

/* The field put last needs so many bytes after it; the field put `back` fields before it is at fault where
   they are not there (0: itself). */
void put_needs(file_build *file, size_t bytes, size_t back);

/* Names the bytes from `offset` on to the end of the file so far. */
void put_span(file_build *file, const char *name, size_t offset);

/* The field of that path; a path that there is not fails the test. */
const build_field *field_of(const file_build *file, const char *path);
size_t offset_of(const file_build *file, const char *path);

/* Changes bytes that are there. */
void set_u8(file_build *file, const char *path, uint8_t value);
void set_u32(file_build *file, const char *path, uint32_t value);
void set_i32(file_build *file, const char *path, int32_t value);
void set_u64(file_build *file, const char *path, uint64_t value);
void set_f32(file_build *file, const char *path, float value);
void set_f64(file_build *file, const char *path, double value);

/* Ends the file at that byte. The fields stay as they were. */
void build_cut(file_build *file, size_t size);

/* Bytes at the end of the file that are no field. */
void build_append(file_build *file, const void *bytes, size_t count);

/* Puts `count` bytes where `removed` bytes from `offset` on stood; fields after them move. */
void build_splice(file_build *file, size_t offset, size_t removed, const void *bytes, size_t count);

#endif
