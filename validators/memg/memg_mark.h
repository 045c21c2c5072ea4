/* Recognises mesh-ensemble motion by its content. */
#ifndef AP_MEMG_MARK_H
#define AP_MEMG_MARK_H

#include <stdbool.h>

#include "core/base/span.h"

/* ap_memg_has_endian_word returns true if the input, of at least 4 bytes, begins with the endian word in either byte order;
   ap_memg_is_endian_word_swapped, if the input has the endian word, byte-swapped. */
bool ap_memg_has_endian_word(ap_view input);
bool ap_memg_is_endian_word_swapped(ap_view input);

/* Returns true if the file has the mark of the format: a valid header, and valid groups that end exactly at
   the end of the file. */
bool ap_memg_has_format_mark(ap_view input);

/* Returns true if a file that begins with these bytes may have the mark. */
bool ap_memg_may_have_format_mark(ap_view start);

/* Returns true if the header is valid with plausible counts, and the first transform has plausible numbers and holds a rotation
   or reflection. */
bool ap_memg_has_plausible_header_and_transform(ap_view input);

#endif
