/* Numbers of one block of 64 bytes after another, some of which begin in a block and end in the next. For
   number_run_avx2.c. */
#ifndef AP_NUMBER_BLOCKS_AVX2_H
#define AP_NUMBER_BLOCKS_AVX2_H

#include "core/number/number_run_block.h"

/* What has been seen so far, between one block and the next. */
typedef struct avx2_state {
    carries carried;
    const uint8_t *first, *point; /* of a number that began in an earlier block; NULL: none */
    batch waiting;                /* the last numbers of the run */
} avx2_state;

/* A number of more than DIGITS bytes. What waits is converted before it. */
AVX2 static bool take_long(ap_number_run *run, avx2_state *state, const uint8_t *first, const uint8_t *end)
{
    const size_t count = state->waiting.count;
    if (!flush(&state->waiting, run->values + run->count))
        return false;
    run->count += count;
    return scan_long(first, end, &run->values[run->count++]);
}

/* The same inside a block; *count numbers of it wait. */
INLINE bool take_long_behind(
    ap_number_run *run, avx2_state *state, size_t *count, const uint8_t *first, const uint8_t *end)
{
    state->waiting.count = *count;
    const bool fine = take_long(run, state, first, end);
    *count = state->waiting.count;
    return fine;
}

/* The number that began before a block, when it ends there. Takes its bits away. */
INLINE bool end_pending(
    ap_number_run *run, avx2_state *state, const uint8_t *block, uint64_t *points, uint64_t *ends)
{
    const uint8_t *first = state->first, *end = block + _tzcnt_u64(*ends);
    const uint64_t before = _bzhi_u64(*points, (uint32_t)(end - block));
    const uint8_t *point = before != 0 ? block + _tzcnt_u64(before) : state->point;
    *points ^= before;
    *ends = _blsr_u64(*ends);
    state->first = state->point = NULL;
    if (end - first > DIGITS)
        return take_long(run, state, first, end);
    if (point == NULL && end - first > INT_DIGITS)
        return false;
    take(&state->waiting, state->waiting.count++, end, (size_t)(end - first),
        point == NULL ? 0 : (size_t)(end - point), first[-1] == '-');
    return true;
}

/* The numbers that end in a block. False when one of them is not read exactly here. */
INLINE bool take_block(ap_number_run *run, avx2_state *state, uint64_t firsts, uint64_t points, uint64_t ends)
{
    const uint8_t *block = run->input.bytes + run->at;
    bool fine = true;
    if (state->first != NULL && ends != 0)
        fine = end_pending(run, state, block, &points, &ends);
    size_t count =
        state->waiting.count; /* what is stored in the batch could be it, for all the compiler knows */
    const uint64_t bounds = points | ends;
    for (; ends != 0; ends = _blsr_u64(ends), firsts = _blsr_u64(firsts)) {
        const uint64_t end = _tzcnt_u64(ends), first = _tzcnt_u64(firsts), size = end - first;
        const uint64_t whole = _tzcnt_u64(bounds >> first); /* bytes, to a point or to the end */
        if (__builtin_expect(whole > INT_DIGITS, 0))
            fine &= whole != size;
        if (__builtin_expect(size <= DIGITS, 1))
            take(&state->waiting, count++, block + end, size, size - whole,
                block[(ptrdiff_t)first - 1] == '-');
        else
            fine &= take_long_behind(run, state, &count, block + first, block + end);
    }
    state->waiting.count = count;
    if (firsts != 0) {
        const uint64_t first = _tzcnt_u64(firsts), behind_first = points >> first;
        state->first = block + first;
        if (behind_first != 0)
            state->point = block + first + _tzcnt_u64(behind_first);
    }
    return fine;
}

/* Converts what waits, and counts it. Where there is no room, nothing waits, and `values` may be NULL. */
INLINE bool settle(ap_number_run *run, avx2_state *state)
{
    const size_t count = state->waiting.count;
    if (count == 0)
        return true;
    const bool fine = flush(&state->waiting, run->values + run->count);
    run->count += count;
    return fine;
}

#endif
