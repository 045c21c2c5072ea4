#include "core/json/json_bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEX = 16 };

bool ap_json_bits_of_string(const char *text, ap_field_type type, uint64_t *bits)
{
    const bool narrow = type == AP_TYPE_F32;
    const char *hex = text;
    char *end;
    if (strcmp(text, "inf") == 0 || strcmp(text, "-inf") == 0) {
        const double infinity = text[0] == '-' ? -(double)INFINITY : (double)INFINITY;
        *bits = narrow ? ap_bits_of_float((float)infinity) : ap_bits_of_double(infinity);
        return type != AP_TYPE_U64;
    }
    if (type != AP_TYPE_U64) {
        if (strncmp(text, "nan (", 5) != 0)
            return false;
        hex = text + 5;
    }
    if (strncmp(hex, "0x", 2) != 0 || strspn(hex + 2, "0123456789abcdef") != (narrow ? 8U : 16U))
        return false;
    *bits = strtoull(hex, &end, HEX);
    if (type == AP_TYPE_U64)
        return *end == '\0';
    return strcmp(end, ")") == 0
           && (narrow ? isnan(ap_float_of_bits((uint32_t)*bits)) : isnan(ap_double_of_bits(*bits)));
}
