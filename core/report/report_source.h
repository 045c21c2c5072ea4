/* Shows a line of a text file in a terminal, with the span of a finding underlined. */
#ifndef AP_REPORT_SOURCE_H
#define AP_REPORT_SOURCE_H

#include "core/base/batch.h"
#include "core/finding/excerpt.h"

/* The part of a source line that fits into a number of columns: the span of a finding, and as much of the line around the span as
   fits. */
typedef struct ap_source_line {
    const ap_excerpt *excerpt;
    size_t first, end;          /* range of the excerpt's bytes that are shown */
    bool cut_before, cut_after; /* true if dots replace the beginning, or the end, of the line */
    size_t before_columns;      /* columns of the text before the span, dots included */
    size_t mark_columns;        /* columns of the mark under the span: at least 1 */
} ap_source_line;

/* Fits the excerpt of a line into `columns` (at least 16), so that the beginning of `span` is shown. `span`
   begins in the excerpt. */
ap_source_line ap_fit_source_line(const ap_excerpt *excerpt, ap_span span, size_t columns);

/* Appends the line without its line end. A tab becomes four blanks. Control characters, hidden characters and
   bytes that are not UTF-8 become escapes (ap_escape_character); other characters are unchanged. */
void ap_put_source_line(ap_batch *batch, const ap_source_line *line);

/* Appends the mark under the span, "^~~~", as wide as the span, without the blanks before it. */
void ap_put_source_line_mark(ap_batch *batch, const ap_source_line *line);

#endif
