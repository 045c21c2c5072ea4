/* Which field of a file a byte belongs to, or a path means: a listener over the format's own layouts. */
#ifndef AP_FIELD_AT_H
#define AP_FIELD_AT_H

#include "core/base/arena.h"
#include "core/base/span.h"
#include "validators/format.h"

enum { AP_FIELD_AT_PATH_BYTES = 256 };

typedef struct ap_field_at {
    bool known;   /* false: no field that was read holds the byte */
    ap_span span; /* of the field */
    char path[AP_FIELD_AT_PATH_BYTES];
} ap_field_at;

/* Reads the input once more, without companions, and tells the listener of each field. Of the findings one is kept: a reader
   that only counts them may stop at the first error. False: memory has run out. */
bool ap_report_fields(const ap_format *format, ap_view input, const ap_lint_options *options,
    const struct ap_listener *listener, ap_arena *arena);

/* The field of `input` that holds the byte at `offset`. The file may be broken: it is read up to its fault.
   Memory comes from the arena; when it runs out, the field is perhaps not known. */
ap_field_at ap_find_field_at(
    const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena, size_t offset);

/* The same for the field with that path. */
ap_field_at ap_find_field_of(const ap_format *format, ap_view input, const ap_lint_options *options,
    ap_arena *arena, const char *path);

#endif
