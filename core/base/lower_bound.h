/* Searches sorted arrays for the first element that is not less than a wanted one. */
#ifndef AP_LOWER_BOUND_H
#define AP_LOWER_BOUND_H

#include <stddef.h>

/* Returns the index of the first of `count` sorted items of `item_bytes` bytes for which compare(item, wanted) is not negative;
   `count` if compare is negative for all. */
static inline size_t ap_lower_bound(const void *items, size_t count, size_t item_bytes, const void *wanted,
    int (*compare)(const void *item, const void *wanted))
{
    size_t first = 0, end = count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (compare((const char *)items + middle * item_bytes, wanted) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

#endif
