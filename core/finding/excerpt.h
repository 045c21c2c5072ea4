/* The bytes around a finding, copied while the input can be read, for reports that show them. */
#ifndef AP_EXCERPT_H
#define AP_EXCERPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"
#include "core/finding/finding.h"

enum { AP_EXCERPT_ROW = 16 /* bytes that a line of hex digits shows */, AP_EXCERPT_ROWS = 2 };

typedef struct ap_excerpt {
    const uint8_t *bytes;
    size_t count;
    size_t offset;              /* of the first byte, in the input */
    bool cut_before, cut_after; /* in text: the line goes on there */
} ap_excerpt;

/* One excerpt for each finding that was kept, in the order of the list, in the arena: of text, the line that the
   finding points into, cut to a window around the place and without its ending; of anything else, the rows of
   AP_EXCERPT_ROW bytes, at most AP_EXCERPT_ROWS, that hold the finding's first bytes. Related places get theirs, too.
   NULL when memory has run out (arena->failed is set): no related place has one, then. */
ap_excerpt *ap_excerpts(const ap_findings *findings, ap_view input, bool text, ap_arena *arena);

#endif
