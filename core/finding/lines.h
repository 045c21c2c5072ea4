/* Lines and columns of findings in text. */
#ifndef AP_LINES_H
#define AP_LINES_H

#include "core/base/span.h"
#include "core/finding/finding.h"

/* A place in an input that only goes forward; begins as { .line = 1 }. */
typedef struct ap_line_cursor {
    size_t at;               /* offset in the input */
    size_t line, line_start; /* the line's number from 1, and the offset of its first byte */
    size_t continued;        /* bytes of this line that continue a character */
} ap_line_cursor;

/* Moves the cursor forward to an offset, or to the end of the input. */
void ap_line_go_to(ap_line_cursor *cursor, ap_view input, size_t offset);

/* Sets *offset to the place of a line and a column in bytes, both from 1. Returns false if the input has no such line,
   or the line, with its end, fewer bytes. */
bool ap_offset_of_line(ap_view input, size_t line, size_t column, size_t *offset);

/* Fills in the line and the column (both from 1, the column in bytes) of all findings, and of those that comments
   silence. Each list must be in the order of its offsets; it takes one pass over the input. A line ends with LF, CR
   LF, or a CR alone. */
void ap_locate(ap_findings *findings, ap_view input);

/* Fills in where the replacements of findings begin and end, which are in any order; not at all when memory has run out
   (arena->failed is set). */
void ap_locate_replacements(const ap_findings *findings, ap_view input);

#endif
