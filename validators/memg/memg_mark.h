/* Recognises mesh-ensemble motion by its content. */
#ifndef AP_MEMG_MARK_H
#define AP_MEMG_MARK_H

#include <stdbool.h>

#include "core/base/span.h"

/* Test for the endian word in either byte order, and for the byte-swapped endian word. */
bool ap_memg_has_endian(ap_view input);
bool ap_memg_is_swapped(ap_view input);

/* Returns true if the file has the mark of the format: a valid header, and valid groups up to the exact
   end. */
bool ap_memg_is_marked(ap_view input);

/* Returns true if a file that begins with these bytes may have the mark. */
bool ap_memg_may_be_marked(ap_view start);

/* Returns true if the header is valid with plausible counts, and the first transform holds a rotation. */
bool ap_memg_is_plausible(ap_view input);

#endif
