/* Helpers for comparing two text files: equality of values, and the path of the first difference. */
#ifndef AP_MD5_SAME_H
#define AP_MD5_SAME_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/same_bytes.h"
#include "validators/format.h"

/* Writes the path of a difference. Always returns false, so that a comparison can return the result. */
__attribute__((format(printf, 2, 3))) static inline bool ap_md5_put_difference_path(
    char *path, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path, AP_SAME_PATH_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

/* Returns true if both texts are equal, or both are missing. A missing text has bytes == NULL, and differs
   from an empty text. */
static inline bool ap_md5_is_same_text_or_both_missing(ap_view one, ap_view other)
{
    return (one.bytes == NULL) == (other.bytes == NULL) && ap_same_bytes(one, other);
}

static inline bool ap_md5_is_same_float(float one, float other)
{
    return ap_bits_of_float(one) == ap_bits_of_float(other);
}

/* Returns true if both vectors have the same bits; otherwise writes the path of the first number that differs. */
static inline bool ap_md5_are_vectors_equal(
    char *path, const char *list, size_t index, const char *name, const float one[3], const float other[3])
{
    for (size_t axis = 0; axis < 3; axis++) {
        if (!ap_md5_is_same_float(one[axis], other[axis]))
            return ap_md5_put_difference_path(path, "%s[%zu].%s.%c", list, index, name, "xyz"[axis]);
    }
    return true;
}

#endif
