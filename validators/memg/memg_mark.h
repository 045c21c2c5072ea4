/* What tells a mesh-ensemble motion from other files. */
#ifndef AP_MEMG_MARK_H
#define AP_MEMG_MARK_H

#include <stdbool.h>

#include "core/base/span.h"

/* The endian word, in either order; whether it is byte-swapped. */
bool ap_memg_has_endian(ap_view input);
bool ap_memg_is_swapped(ap_view input);

/* The mark: a right header, and sound groups to the exact end. */
bool ap_memg_is_marked(ap_view input);

/* Whether a file that begins with these bytes may be marked. */
bool ap_memg_may_be_marked(ap_view start);

/* A right header of sane counts, and a first transform that holds a rotation. */
bool ap_memg_looks_right(ap_view input);

#endif
