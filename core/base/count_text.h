/* Counts and sizes as people write them. */
#ifndef AP_COUNT_TEXT_H
#define AP_COUNT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A decimal number without sign. False, and nothing stored, where the text is anything else. */
bool ap_read_count(const char *text, size_t *count);

/* The same with one of the suffixes K, M, G, T (times 1024, 1024², …). */
bool ap_read_bytes(const char *text, size_t *bytes);

#endif
