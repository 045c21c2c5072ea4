/* Reads runs of numbers 64 bytes at a time: the AVX2 implementation of core/number/number_run.h. */
#ifndef AP_NUMBER_RUN_AVX2_H
#define AP_NUMBER_RUN_AVX2_H

#include "core/number/number_run.h"

/* Returns true if the processor has AVX2 and the other instructions that the number readers use. */
bool ap_can_use_avx2(void);

/* Reads numbers as far as possible. run->at is then at the beginning of a number or at a byte that this
   function cannot read; ap_read_plain_numbers continues from there. Returns false if the run must be read
   token by token. Call it only if ap_can_use_avx2 is true. */
bool ap_read_numbers_avx2(ap_number_run *run);

#endif
