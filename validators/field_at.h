/* Finds the field of a file that holds a byte offset or has a path, by reading the file with a listener. */
#ifndef AP_FIELD_AT_H
#define AP_FIELD_AT_H

#include "core/base/arena.h"
#include "core/base/span.h"
#include "core/finding/joint_path.h"
#include "validators/format.h"

enum { AP_FIELD_AT_PATH_BYTES = 256, AP_FIELD_ABOUT_BYTES = 384 };

/* A field that was searched by a byte of the input or by its path. */
typedef struct ap_field_at {
    bool known;   /* false: no field that was read holds the byte or has the path */
    ap_span span; /* position of the field in the input */
    char path[AP_FIELD_AT_PATH_BYTES];
    /* the path as ap_write_path_with_joint writes it: with the name of the joint if it has one */
    char shown[AP_SHOWN_PATH_BYTES];
    char about
        [AP_FIELD_ABOUT_BYTES]; /* `joint 5, "hips"` if the value is the index of a joint with a name; otherwise empty */
} ap_field_at;

/* Reads the input again, without companions, and calls the listener for each field. The findings of this
   reading are discarded. The list of findings keeps one finding, because a reader may stop at the first error
   if its list keeps none. Returns false when out of memory. */
bool ap_pass_fields_to_listener(const ap_format *format, ap_view input, const ap_lint_options *options,
    const struct ap_listener *listener, ap_arena *arena);

/* Finds the field of `input` that holds the byte at `offset`. A broken file is read up to its first fatal
   error. The arena provides memory; when out of memory, the result may be unknown. */
ap_field_at ap_find_field_at(
    const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena, size_t offset);

/* Returns a description of a field that was found: from ap_format.describe, in `text`, or else field->about.
   Returns NULL if both are missing. */
const char *ap_find_field_description(const ap_format *format, ap_view input, const ap_field_at *field,
    ap_arena *arena, char text[AP_FIELD_ABOUT_BYTES]);

/* Finds the field of `input` with this path, as ap_find_field_at does for an offset. */
ap_field_at ap_find_field_by_path(const ap_format *format, ap_view input, const ap_lint_options *options,
    ap_arena *arena, const char *path);

#endif
