/* Reads a file, writes it again and compares both, which proves that the reader and the writer of a format
   agree. */
#ifndef AP_REWRITE_H
#define AP_REWRITE_H

#include "core/base/arena.h"
#include "validators/field_at.h"
#include "validators/format.h"

typedef enum ap_rewrite_result {
    AP_REWRITE_SAME,
    AP_REWRITE_DIFFERS,
    AP_REWRITE_FAILED /* the input has an error, or memory ran out (arena->failed) */
} ap_rewrite_result;

enum { AP_REWRITE_SHOWN_BYTES = 8 };

/* One side of a difference: the file as read, or the output as written. */
typedef struct ap_rewrite_side {
    ap_field_at field;                     /* the field with the first differing byte or value */
    uint8_t shown[AP_REWRITE_SHOWN_BYTES]; /* the first bytes of the field */
    size_t shown_bytes;
} ap_rewrite_side;

/* Result of writing a file again and comparing the bytes. */
typedef struct ap_rewrite {
    /* bytes written, if the result is AP_REWRITE_SAME; for a text format the size of its canonical form */
    size_t written;
    /* offset of the first byte that differs, is missing or is extra; if values of a text differ, offset of the
       first such value in the input */
    size_t at;
    ap_rewrite_side read, wrote;
} ap_rewrite;

/* Checks an input without errors, of a format that can be written. A binary format must write the input's bytes again; the
   output is copied only if it differs, up to a little after the difference. Of a text format, the canonical form must have the
   same values as the input, and writing the canonical form again must give equal bytes. The arena holds a copy of the canonical
   form unless the input is, or begins with, the canonical form. */
ap_rewrite_result ap_rewrite_and_compare(const ap_format *format, ap_view input,
    const ap_lint_options *options, ap_arena *arena, ap_rewrite *result);

#endif
