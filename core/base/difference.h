/* What differs between two texts, as one piece of the one and what takes its place. */
#ifndef AP_DIFFERENCE_H
#define AP_DIFFERENCE_H

#include "core/base/span.h"

/* Where a piece may begin and end: anywhere, between characters of UTF-8 (a CR LF is one), or between lines that end with
   LF. */
typedef enum ap_grain { AP_BY_BYTE, AP_BY_CHARACTER, AP_BY_LINE } ap_grain;

typedef struct ap_difference {
    ap_span span; /* of the text before */
    ap_view text; /* of the text after: what stands there */
} ap_difference;

/* The smallest such piece. Both are empty where the texts are equal. */
ap_difference ap_difference_of(ap_view before, ap_view after, ap_grain grain);

#endif
