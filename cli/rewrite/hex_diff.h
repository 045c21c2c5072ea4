/* What changes in a binary file, as rows of bytes. */
#ifndef AP_HEX_DIFF_H
#define AP_HEX_DIFF_H

#include <stdio.h>

#include "core/base/span.h"

/* Prints the rows that differ, with `head` before them: rows of 16 bytes at their offsets, "-" before those of
   `before` and "+" before those of `after`. Where their sizes differ, what is between the bytes that both begin
   and end with. Of many rows, the first; the rest is counted. Nothing when they are equal. */
void cli_write_hex_diff(FILE *stream, ap_view before, ap_view after, const char *head);

#endif
