/* Recognises mesh-ensemble motion by its content. */
#ifndef AP_MEMG_MARK_H
#define AP_MEMG_MARK_H

#include <stdbool.h>

#include "core/base/span.h"

/* ap_memg_has_endian_word returns true if the input, of at least 4 bytes, begins with the endian word in either byte order;
   ap_memg_is_endian_word_big_endian, if the input has the endian word in big-endian order. */
bool ap_memg_has_endian_word(ap_view input);
bool ap_memg_is_endian_word_big_endian(ap_view input);

/* Returns true if the file has a valid header, and valid groups that end exactly at the end of the file: such a file is certainly
   of the format. */
bool ap_memg_has_valid_header_and_structure(ap_view input);

/* Implements ap_format.may_be_marked: returns true if `start`, the first bytes of a file, holds a whole and valid header. */
bool ap_memg_begins_with_valid_header(ap_view start);

/* Returns true if the header is valid with plausible counts, and the first transform, read as float64 or as float32, has
   plausible numbers and holds a rotation or reflection. */
bool ap_memg_has_plausible_header_and_transform(ap_view input);

#endif
