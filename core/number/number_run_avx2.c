/* Runs of numbers by AVX2. What is the same for most numbers is done here; anything else ends the run or
   leaves it to ap_read_plain_numbers. */
#include "core/number/number_run_avx2.h"

#if defined(__x86_64__)

#include "core/number/number_blocks_avx2.h"

bool ap_has_avx2_numbers(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
           && __builtin_cpu_supports("popcnt");
}

/* The block at run->at. */
INLINE block_end read_block(ap_number_run *run, uint8_t stop, avx2_state *state)
{
    run_block b = { .k = sort_bytes(run->input.bytes + run->at, run->commas ? &blanks_and_commas : &blanks) };
    const block_end end = judge_block(run, stop, state->waiting.count, &state->carried, &b);
    if (end == BLOCK_ODD || end == BLOCK_FULL)
        return end;
    if (!take_block(run, state, b.found.firsts, b.k.point, b.ends)
        || (state->waiting.count > WAITING - BLOCK && !settle(run, state)))
        return BLOCK_ODD;
    leave_block(run, &b);
    return end;
}

AVX2 bool ap_read_numbers_avx2(ap_number_run *run, uint8_t stop)
{
    avx2_state state; /* its batch is filled before it is looked at */
    block_end end = BLOCK_PASSED;
    state.carried = (carries){ .number = 0 };
    state.first = state.point = NULL;
    state.waiting.count = 0;
    if (!may_begin(run))
        return true;
    while (end == BLOCK_PASSED && run->input.size - run->at >= BLOCK)
        end = read_block(run, stop, &state);
    if (end == BLOCK_PASSED || end == BLOCK_FULL)
        run->at = resume_at(run, &state.carried, state.carried.number != 0 ? state.first : NULL);
    return end != BLOCK_ODD && settle(run, &state);
}

#else

bool ap_has_avx2_numbers(void)
{
    return false;
}

bool ap_read_numbers_avx2(ap_number_run *run, uint8_t stop)
{
    (void)run;
    (void)stop;
    return true;
}

#endif
