/* The part of core/number/number_run.h that reads 64 bytes at once by AVX-512. */
#ifndef AP_NUMBER_RUN_AVX512_H
#define AP_NUMBER_RUN_AVX512_H

#include "core/number/number_run.h"

/* Whether this processor has what ap_read_numbers_avx512 needs. */
bool ap_has_avx512_numbers(void);

/* As ap_read_numbers_avx2. Only where ap_has_avx512_numbers is true. */
bool ap_read_numbers_avx512(ap_number_run *run, uint8_t stop);

#endif
