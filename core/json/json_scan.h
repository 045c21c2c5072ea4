/* Finds the ends of JSON strings and numbers, and decodes strings. */
#ifndef AP_JSON_SCAN_H
#define AP_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"

/* Returns the offset after the closing quote of the string with its opening quote at `at`, and sets
   *reason to NULL. If the string is invalid, sets *reason, and returns the offset of the faulty byte. With
   `loose`, accepts invalid UTF-8 and escapes of half a surrogate pair. */
size_t ap_json_string_end_or_fault(ap_view text, size_t at, bool loose, const char **reason);

/* Returns the end of the number at `at` like ap_json_string_end_or_fault. */
size_t ap_json_number_end_or_fault(ap_view text, size_t at, const char **reason);

/* Decodes the valid string with its opening quote at `at`. `bytes` needs room for as many bytes as the
   text between the quotes. Half of a surrogate pair becomes U+FFFD. Returns the number of decoded bytes. */
size_t ap_json_decode_string_bytes(ap_view text, size_t at, uint8_t *bytes);

/* Returns true if the valid string with its opening quote at `at` decodes to `bytes`. */
bool ap_json_string_decodes_to(ap_view text, size_t at, ap_view bytes);

#endif
