/* Receives the fields of a file while a layout reads them. */
#ifndef AP_LISTENER_H
#define AP_LISTENER_H

#include "core/base/span.h"

typedef struct ap_io ap_io;

/* Meaning of a field in its format. */
typedef enum ap_field_role {
    AP_ROLE_NUMBER,
    AP_ROLE_MAGIC,
    AP_ROLE_VERSION,
    AP_ROLE_FLAG,
    AP_ROLE_COUNT,
    AP_ROLE_ENUM,
    AP_ROLE_INDEX,
    AP_ROLE_NAME,
} ap_field_role;

/* Type of a stored field. */
typedef enum ap_field_type {
    AP_TYPE_U8,
    AP_TYPE_I32,
    AP_TYPE_U64,
    AP_TYPE_F32,
    AP_TYPE_F64,
    AP_TYPE_BYTES,  /* a name */
    AP_TYPE_LENGTH, /* a 7-bit variable-length integer */
    AP_TYPE_TEXT,   /* a token of a text format */
} ap_field_type;

/* Consecutive entries of a list of a text format. */
typedef struct ap_consecutive_list_entries {
    const char *list;
    size_t index, count; /* index of the first entry in the list, and number of entries */
    ap_span
        span; /* from the end of the token before the first entry to the end of the last token; may have // comments */
} ap_consecutive_list_entries;

/* Receives each field right after it was read; io->path and io->field identify it. With a listener, every
   element of an array is read by its layout. */
typedef struct ap_listener {
    void (*field)(void *context, const ap_io *io, ap_field_type type, ap_field_role role);
    void *context;
    /* Receives all numbers of an array of a text format in one call, instead of a call of `field` for each number. `span` begins
       before the first token, and ends with the last; only blanks are between the tokens. NULL: use `field`. */
    void (*numbers)(
        void *context, const ap_io *io, const char *name, ap_span span, const float *values, size_t count);
    /* Receives entries of a list of a text format in one call, instead of a call of `field` for each field. Each entry is on a
       line of its own, and has as many tokens and the same fields as the entry that `field` received last. io->path is the path
       of the record with the list. NULL: use `field`. */
    void (*entries)(void *context, const ap_io *io, const ap_consecutive_list_entries *entries);
} ap_listener;

#endif
