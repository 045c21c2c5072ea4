/* Reads a file, writes it, and compares: the proof that a format's writer and its reader agree. */
#ifndef AP_REWRITE_H
#define AP_REWRITE_H

#include "core/base/arena.h"
#include "validators/field_at.h"
#include "validators/format.h"

typedef enum ap_rewrite_result {
    AP_REWRITE_SAME,
    AP_REWRITE_DIFFERS,
    AP_REWRITE_FAILED /* the file has an error after all, or memory has run out (arena->failed) */
} ap_rewrite_result;

enum { AP_REWRITE_SHOWN_BYTES = 8 };

/* One side of a difference. */
typedef struct ap_rewrite_side {
    ap_field_at field;                     /* that holds the first byte in which the sides differ */
    uint8_t shown[AP_REWRITE_SHOWN_BYTES]; /* the field's first bytes */
    size_t shown_bytes;
} ap_rewrite_side;

typedef struct ap_rewrite {
    size_t written; /* bytes; of a text format, of its canonical form */
    size_t at;      /* of a difference: the first byte that is another, missing or too many */
    ap_rewrite_side read, wrote;
} ap_rewrite;

/* For an input without errors, of a format that can be written. A binary format must give the input's bytes
   again; nothing of it is copied unless they differ. The canonical form of a text format is kept in the
   arena, unless the input is in that form or begins so, and must be its own canonical form. */
ap_rewrite_result ap_rewrite_check(const ap_format *format, ap_view input, const ap_lint_options *options,
    ap_arena *arena, ap_rewrite *result);

#endif
