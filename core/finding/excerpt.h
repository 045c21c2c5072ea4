/* Copies the bytes around each finding while the input is loaded, for reports that show these bytes. */
#ifndef AP_EXCERPT_H
#define AP_EXCERPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"
#include "core/finding/finding.h"

enum { AP_EXCERPT_ROW = 16 /* bytes in a row of hex digits */, AP_EXCERPT_ROWS = 2 };

/* Bytes of the input around a finding, for reports. */
typedef struct ap_excerpt {
    const uint8_t *bytes;
    size_t count;
    size_t offset;              /* offset of the first byte in the input */
    bool cut_before, cut_after; /* true if the line goes on before or after the excerpt; only in text */
} ap_excerpt;

/* Returns one excerpt for each kept finding, in the order of the list, allocated in the arena. In text, an
   excerpt is the line of the finding without its ending, cut to a window around the finding's first byte. In binary
   input, it is the rows of AP_EXCERPT_ROW bytes with the finding's first bytes, at most AP_EXCERPT_ROWS
   rows. Also fills in the excerpts of related positions. Returns NULL when out of memory (arena->failed is
   set); related positions then have no excerpts. */
ap_excerpt *ap_make_excerpts(const ap_findings *findings, ap_view input, bool text, ap_arena *arena);

#endif
