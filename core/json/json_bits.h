/* Numbers that JSON has not, as strings. */
#ifndef AP_JSON_BITS_H
#define AP_JSON_BITS_H

#include "core/layout/io.h"

/* The bits of what ap_piece_text makes of a number that JSON has not: "inf", "-inf", "nan (0x7fc00001)", and the magic
   "0x6a8faf6e0f9e42c6". The type is AP_TYPE_F32, AP_TYPE_F64 or AP_TYPE_U64. False where it is none of these. */
bool ap_json_bits_of_string(const char *text, ap_type type, uint64_t *bits);

#endif
