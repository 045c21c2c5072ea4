/* Reads numbers that JSON cannot represent, which documents hold as strings. */
#ifndef AP_JSON_BITS_H
#define AP_JSON_BITS_H

#include "core/layout/io.h"

/* Reads the string that ap_segment_text writes for a number that JSON cannot represent: "inf", "-inf", "nan
   (0x7fc00001)", or the 64-bit magic number "0x6a8faf6e0f9e42c6". `type` is AP_TYPE_F32, AP_TYPE_F64 or
   AP_TYPE_U64. Returns false if the string has another form. */
bool ap_json_bits_of_string(const char *text, ap_field_type type, uint64_t *bits);

#endif
