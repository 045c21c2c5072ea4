/* The spelling of JSON's strings and numbers: where they end, and what they say. */
#ifndef AP_JSON_SCAN_H
#define AP_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"

/* The end of the string whose first quote is at `at`: one past its last quote. NULL reason when it is whole,
   otherwise the result is the byte at fault. `loose`: bytes that are not UTF-8, and escapes of one half of a
   surrogate pair, are no fault. */
size_t ap_json_string_end(ap_view text, size_t at, bool loose, const char **reason);

/* The end of the number at `at`, in the same way. */
size_t ap_json_number_end(ap_view text, size_t at, const char **reason);

/* Decodes the string whose first quote is at `at`, and which is whole, into `bytes`, which has room for as
   many bytes as its text has. Half of a surrogate pair becomes U+FFFD. Returns how many bytes it is. */
size_t ap_json_decode(ap_view text, size_t at, uint8_t *bytes);

/* Whether that string, of any length, decodes to these bytes. */
bool ap_json_decodes_to(ap_view text, size_t at, ap_view bytes);

#endif
