/* Numbers, indices and references as an `.obj` spells them. Nothing here depends on the locale. */
#ifndef AP_OBJ_NUMBER_H
#define AP_OBJ_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

/* Whether the word is a decimal number (optional sign, digits with an optional point, optional exponent)
   that a double can hold as a finite one. Too small a number is 0, and fine. */
bool ap_obj_is_number(ap_view word);

typedef struct ap_obj_index {
    size_t at, bytes; /* where it is in its word, sign included */
    bool negative;
    uint64_t magnitude; /* 2^60 stands for all that is larger */
} ap_obj_index;

enum { AP_OBJ_VERTEX, AP_OBJ_TEXTURE, AP_OBJ_NORMAL, AP_OBJ_KINDS };

/* A reference of a face: `v`, `v/vt`, `v//vn` or `v/vt/vn`. */
typedef struct ap_obj_reference {
    ap_obj_index indices[AP_OBJ_KINDS];
    unsigned form; /* a bit a kind that is there: which of the four it is */
} ap_obj_reference;

/* False when the word is not one of the four forms, an index being an optional sign and digits. */
bool ap_obj_read_reference(ap_view word, ap_obj_reference *reference);

#endif
