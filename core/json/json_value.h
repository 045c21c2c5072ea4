/* Writes the values of fields as JSON, to a batch or a writer. */
#ifndef AP_JSON_VALUE_H
#define AP_JSON_VALUE_H

#include "core/base/batch.h"
#include "core/files/writer.h"
#include "core/layout/field_map.h"

/* Options for the escapes in a string. With 0, the form of reports, every character except printable ASCII
   becomes \uXXXX with lower-case digits, and quote and backslash get a backslash. */
typedef enum ap_json_escapes {
    AP_JSON_SHORT_ESCAPES =
        1, /* \b \t \n \f \r for these characters, \uXXXX with upper-case digits for others; DEL unescaped */
    AP_JSON_IN_HTML = 2,  /* < as \u003c: the text may be inside <script> in an HTML page */
    AP_JSON_NO_LINKS = 4, /* a backslash before "](": readers of SARIF take it for a link */
} ap_json_escapes;

/* Adds bytes as a JSON string in ASCII; invalid UTF-8 becomes U+FFFD. `escapes`: a sum of ap_json_escapes. */
void ap_batch_json_string(ap_batch *batch, ap_view view, unsigned escapes);

/* Adds text as a part of a JSON string; the caller adds the quotes. */
void ap_batch_json_string_part(ap_batch *batch, const char *text, unsigned escapes);

/* Adds bytes as lower-case digits in base 16, without quotes. */
void ap_batch_hex_unquoted(ap_batch *batch, ap_view bytes);

/* Write a string in quotes, bytes as digits in base 16, and the value of a field. Errors are reported by the writer. */
void ap_write_json_string(ap_writer *writer, ap_view view);
void ap_write_hex_unquoted(ap_writer *writer, ap_view bytes);
void ap_write_json_value(ap_writer *writer, const ap_segment *segment);

#endif
