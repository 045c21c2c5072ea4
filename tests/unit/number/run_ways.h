/* The ways in which a run of numbers is read. Which of the wide ones a program takes is said by the processor. */
#ifndef RUN_WAYS_H
#define RUN_WAYS_H

#include "core/number/number_run.h"
#include "core/number/number_run_avx2.h"
#include "core/number/number_run_avx512.h"

typedef enum run_way { RUN_CHOSEN, RUN_PLAIN, RUN_AVX2, RUN_AVX512, RUN_WAYS } run_way;

static inline bool run_has_way(run_way way)
{
    return way < RUN_AVX2 || (way == RUN_AVX2 ? ap_has_avx2_numbers() : ap_has_avx512_numbers());
}

static inline bool run_is_wide(run_way way)
{
    return way != RUN_PLAIN;
}

/* As ap_read_number_run. Only where run_has_way is true. */
static inline bool run_read(ap_number_run *run, uint8_t stop, run_way way)
{
    if (way < RUN_AVX2)
        return ap_read_number_run(run, stop, way == RUN_PLAIN);
    run->number_end = run->at;
    run->count = 0;
    return (way == RUN_AVX2 ? ap_read_numbers_avx2 : ap_read_numbers_avx512)(run, stop)
           && ap_read_plain_numbers(run, stop);
}

#endif
