/* Reads and writes two vectors, such as the position and the orientation of a joint. */
#ifndef AP_MD5_PAIR_H
#define AP_MD5_PAIR_H

#include "core/text/text_io.h"

/* Two vectors that a file stores together: the two corners of a box, or the position and the orientation of a
   joint. */
typedef struct ap_md5_vector_pair {
    ap_text_number first[3], second[3];
    ap_span first_span, second_span;
} ap_md5_vector_pair;

static inline bool ap_md5_vector_is_valid(const ap_text_number vector[3])
{
    return vector[0].valid && vector[1].valid && vector[2].valid;
}

/* Reads or writes "( x y z ) ( x y z )". `first` and `second` are the field names of the two vectors. Returns false after a
   token that does not fit, which was reported, or if a vector could not be written. */
bool ap_md5_read_or_write_vector_pair(
    ap_text *text, ap_md5_vector_pair *pair, const char *first, const char *second) AP_MUST_USE;

#endif
