/* The values of fields as JSON, on a stream. */
#ifndef AP_JSON_VALUE_H
#define AP_JSON_VALUE_H

#include <stdio.h>

#include "core/layout/field_map.h"

/* Bytes as a JSON string in ASCII; those that are no UTF-8 become U+FFFD. */
void ap_put_json_string(FILE *stream, ap_view view);

/* Bytes as lower-case digits in base 16, without quotes. */
void ap_put_json_hex(FILE *stream, ap_view bytes);

/* A field's value: numbers in the fewest digits that read back; infinities and NaNs (with their bits) and
   magic numbers as strings, as ap_piece_text has them; names and tokens as strings. */
void ap_put_json_value(FILE *stream, const ap_piece *piece);

#endif
