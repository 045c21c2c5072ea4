/* Reads numbers, indices and face references of an `.obj`, independent of the locale. */
#ifndef AP_OBJ_NUMBER_H
#define AP_OBJ_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

/* Returns true if the word is a decimal number (optional sign, digits with an optional point, optional
   exponent) and finite as a double. A number too small for a double is valid and means 0. */
bool ap_obj_is_number(ap_view word);

/* Returns the value of a word for which ap_obj_is_number returns true. Digits after the 40th are not used. */
double ap_obj_parse_number(ap_view word);

typedef struct ap_obj_index {
    size_t at, bytes; /* offset and length in the word, including the sign */
    bool negative;
    uint64_t magnitude; /* values from 10 x 2^56 on are stored as 2^60 */
} ap_obj_index;

enum { AP_OBJ_VERTEX, AP_OBJ_TEXTURE, AP_OBJ_NORMAL, AP_OBJ_KINDS };

/* A reference of a face: `v`, `v/vt`, `v//vn` or `v/vt/vn`. */
typedef struct ap_obj_reference {
    ap_obj_index indices[AP_OBJ_KINDS];
    unsigned form; /* bit i is set if an index of kind i is present */
} ap_obj_reference;

/* Reads a reference. Returns false if the word has none of the forms `v`, `v/vt`, `v//vn` and `v/vt/vn`. An
   index is an optional sign and digits. */
bool ap_obj_read_reference(ap_view word, ap_obj_reference *reference);

#endif
