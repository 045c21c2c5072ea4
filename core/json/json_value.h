/* The values of fields as JSON, in a batch or on a writer. */
#ifndef AP_JSON_VALUE_H
#define AP_JSON_VALUE_H

#include "core/base/batch.h"
#include "core/files/writer.h"
#include "core/layout/field_map.h"

/* How characters of a string are escaped; 0 is the form of reports: a number in lower-case digits for all but
   the quote, the backslash and printable ASCII. */
typedef enum ap_json_escapes {
    AP_JSON_SHORT_ESCAPES = 1, /* \n and its like, other numbers in upper-case digits, DEL as it is */
    AP_JSON_IN_HTML = 2,       /* < by its number: the text may be in a page's <script> */
    AP_JSON_NO_LINKS = 4, /* a backslash before ] where ( follows: what reads SARIF makes a link of these */
} ap_json_escapes;

/* Bytes as a JSON string in ASCII; those that are not UTF-8 become U+FFFD. `escapes`: a sum of ap_json_escapes. */
void ap_batch_json_string(ap_batch *batch, ap_view view, unsigned escapes);

/* Text as part of a JSON string whose quotes the caller puts. */
void ap_batch_json_part(ap_batch *batch, const char *text, unsigned escapes);

/* Bytes as lower-case digits in base 16, without quotes. */
void ap_batch_json_hex(ap_batch *batch, ap_view bytes);

/* A number's text, without a terminator: in the fewest digits that read back; infinities and NaNs (with their bits) and
   magic numbers as strings, as ap_piece_text has them. Returns its length; 0 for a name or a token, which is a string. */
size_t ap_json_number_text(const ap_piece *piece, char text[AP_PIECE_TEXT_BYTES]);

/* A string in quotes, digits in base 16, and the value of a field, on a writer, which keeps whether it failed. */
void ap_write_json_string(ap_writer *writer, ap_view view);
void ap_write_json_hex(ap_writer *writer, ap_view bytes);
void ap_write_json_value(ap_writer *writer, const ap_piece *piece);

#endif
