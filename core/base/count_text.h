/* Reads counts and sizes that users write, such as "100" and "2G". */
#ifndef AP_COUNT_TEXT_H
#define AP_COUNT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Reads a decimal number without sign. Returns false, and leaves *count alone, if the text is anything
   else or the number exceeds SIZE_MAX. */
bool ap_parse_count(const char *text, size_t *count);

/* Reads a number of bytes as ap_parse_count does, with an optional suffix K, M, G or T (times 1024, 1024²,
   …). SIZE_MAX itself is refused, too. */
bool ap_parse_byte_count(const char *text, size_t *bytes);

#endif
