/* Finds the lines and columns of findings in text. */
#ifndef AP_LINES_H
#define AP_LINES_H

#include "core/base/span.h"
#include "core/finding/finding.h"

/* A position in text that moves only forward. Initialise as { .line = 1 }. */
typedef struct ap_line_position {
    size_t at;               /* offset in the input */
    size_t line, line_start; /* number of the line, from 1, and offset of its first byte */
    size_t continued;        /* continuation bytes of UTF-8 before `at` in this line */
} ap_line_position;

/* Moves the cursor forward to an offset, or to the end of the input. */
void ap_line_position_advance(ap_line_position *cursor, ap_view input, size_t offset);

/* Sets *offset to the offset of a line and a column in bytes, both from 1. Returns false if the input has
   no such line, or if the line, including its end, is shorter. */
bool ap_offset_of_line_and_column(ap_view input, size_t line, size_t column, size_t *offset);

/* Fills in line and columns of all findings, kept and suppressed, in one pass over the input for each list, and of their related
   positions, unless memory runs out (arena->failed is then set). The lists must be in the order of offsets. Lines and columns
   start at 1; a line ends with LF, CR LF, or a CR alone. */
void ap_locate_findings(ap_findings *findings, ap_view input);

/* Fills in the start and end positions of all replacements, which may be in any order. Leaves them alone
   when out of memory (arena->failed is set). */
void ap_locate_replacement_starts_and_ends(const ap_findings *findings, ap_view input);

#endif
