/* Prints the difference of two binary files as rows of bytes. */
#ifndef AP_HEX_DIFF_H
#define AP_HEX_DIFF_H

#include <stdio.h>

#include "core/base/span.h"

/* Prints `head`, then the rows of 16 bytes that differ, with their offsets: "-" before rows of `before`, "+" before
   rows of `after`. If the sizes differ, prints instead the bytes between the common start and the common end. Of a
   large difference, prints only the first rows, and the number of rows left out. Prints nothing if the bytes are
   equal. */
void cli_write_hex_diff(FILE *stream, ap_view before, ap_view after, const char *head);

#endif
