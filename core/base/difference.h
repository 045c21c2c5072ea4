/* Compares two texts, and returns the difference as one span of the old text and its replacement in the
   new one. */
#ifndef AP_DIFFERENCE_H
#define AP_DIFFERENCE_H

#include "core/base/span.h"

/* The borders at which a difference may begin and end: any byte, borders of UTF-8 characters (a CR LF counts
   as one), or starts of lines (a line ends with LF). */
typedef enum ap_difference_grain { AP_BY_BYTE, AP_BY_CHARACTER, AP_BY_LINE } ap_difference_grain;

/* The smallest replacement that turns an old text into a new text. */
typedef struct ap_difference {
    ap_span span; /* position of the replaced bytes in the old text */
    ap_view text; /* the bytes that replace the span; points into the new text */
} ap_difference;

/* Returns the smallest difference between the texts. Span and text are empty if the texts are equal. */
ap_difference ap_find_difference(ap_view before, ap_view after, ap_difference_grain grain);

#endif
