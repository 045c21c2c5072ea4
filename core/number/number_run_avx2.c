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

/* Where reading goes on after the blocks: at a number that they cut, or at a CR at their end, which LF may
   follow. */
static size_t resume_at(const ap_number_run *run, const avx2_state *state)
{
    const carries *c = &state->carried;
    if (c->number != 0 && state->first != NULL)
        return (size_t)(state->first - run->input.bytes) - (state->first[-1] == '-');
    return run->at - (c->minus | c->cr);
}

/* The block at run->at. */
INLINE block_end read_block(ap_number_run *run, uint8_t stop, avx2_state *state)
{
    const uint8_t *block = run->input.bytes + run->at;
    kinds k = sort_bytes(block, run->commas ? &blanks_and_commas : &blanks);
    const uint64_t other = ~(k.digit | k.point | k.minus | k.blank);
    const size_t place = (size_t)_tzcnt_u64(other);
    uint64_t firsts, lf = UINT64_MAX;
    if (other != 0) {
        if (block[place] != stop)
            return BLOCK_ODD;
        cut(&k, _bzhi_u64(UINT64_MAX, (uint32_t)place));
    }
    const uint64_t number = k.digit | k.point | k.minus;
    const uint64_t ends = ~number & behind(number, state->carried.number);
    if ((size_t)_mm_popcnt_u64(ends) > run->room - run->count - state->waiting.count)
        return BLOCK_FULL;
    if ((k.cr | state->carried.cr) != 0)
        lf = bits_equal(block, '\n');
    if (faults(&k, lf, &state->carried, &firsts) != 0 || !take_block(run, state, firsts, k.point, ends)
        || (state->waiting.count > WAITING - BLOCK && !settle(run, state)))
        return BLOCK_ODD;
    if (ends != 0)
        run->number_end = run->at + 63 - (size_t)__builtin_clzll(ends);
    run->at += other != 0 ? place : BLOCK;
    return other != 0 ? BLOCK_STOPPED : BLOCK_PASSED;
}

AVX2 bool ap_read_numbers_avx2(ap_number_run *run, uint8_t stop)
{
    avx2_state state; /* its batch is filled before it is looked at */
    block_end end = BLOCK_PASSED;
    state.carried = (carries){ .number = 0 };
    state.first = state.point = NULL;
    state.waiting.count = 0;
    if (run->at < DIGITS || run->input.bytes[run->at - 1] == '-') /* is looked at as a number's sign */
        return true;
    while (end == BLOCK_PASSED && run->input.size - run->at >= BLOCK)
        end = read_block(run, stop, &state);
    if (end == BLOCK_PASSED || end == BLOCK_FULL)
        run->at = resume_at(run, &state);
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
