/* The part of core/number/number_run.h that reads 64 bytes at once. */
#ifndef AP_NUMBER_RUN_AVX2_H
#define AP_NUMBER_RUN_AVX2_H

#include "core/number/number_run.h"

/* Whether this processor has AVX2 and the instructions that the readers of numbers use beside it. */
bool ap_has_avx2_numbers(void);

/* Reads numbers as far as it can: run->at is then where a number begins, or at anything that
   it cannot read, from where ap_read_plain_numbers goes on. False: the whole run needs a slow walk. Only where
   ap_has_avx2_numbers is true. */
bool ap_read_numbers_avx2(ap_number_run *run);

#endif
