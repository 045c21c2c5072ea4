/* A line of a text file as a terminal can show it, with the place of a finding underlined. */
#ifndef AP_REPORT_SOURCE_H
#define AP_REPORT_SOURCE_H

#include "core/base/batch.h"
#include "core/finding/excerpt.h"

/* What of an excerpt fits into a number of columns: the place, and as much around it as there is room for. */
typedef struct ap_source_line {
    const ap_excerpt *excerpt;
    size_t first, end;          /* bytes of the excerpt that are shown */
    bool cut_before, cut_after; /* dots stand for the rest of the line */
    size_t before_columns;      /* in front of the place, with the dots */
    size_t place_columns;       /* under the place: at least 1 */
} ap_source_line;

/* Fits the excerpt of a line into `columns` (at least 16), with `span`, which begins in it, in sight. */
ap_source_line ap_source_fit(const ap_excerpt *excerpt, ap_span span, size_t columns);

/* Puts the line, without its end: characters as they are, a tab as four blanks, everything that a terminal
   could act on, hidden characters and bytes that are not UTF-8 as escapes (ap_escape_text). */
void ap_source_put(ap_batch *batch, const ap_source_line *line);

/* Puts the mark for the place: "^~~~", as wide as what it marks, without what is in front of it. */
void ap_source_put_mark(ap_batch *batch, const ap_source_line *line);

#endif
