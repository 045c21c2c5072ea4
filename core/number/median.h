/* Finds the median of numbers in linear time. */
#ifndef AP_MEDIAN_H
#define AP_MEDIAN_H

#include <stddef.h>

/* Returns the lower median of `count` numbers, at least one and none of them NaN: number (count - 1) / 2, counted from 0, of the
   sorted numbers. Changes the order of the numbers, and allocates no memory. */
double ap_lower_median(double *numbers, size_t count);

#endif
