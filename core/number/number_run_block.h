/* What the readers of runs by AVX2 and by AVX-512 have in common: a block of 64 bytes against the grammar, and
   where reading goes on after the last one. */
#ifndef AP_NUMBER_RUN_BLOCK_H
#define AP_NUMBER_RUN_BLOCK_H

#include "core/number/number.h"
#include "core/number/number_avx2.h"
#include "core/number/number_run.h"

/* How reading a block went. FULL: nothing of it was taken, it may hold more numbers than there is room
   for. */
typedef enum block_end { BLOCK_PASSED, BLOCK_STOPPED, BLOCK_FULL, BLOCK_ODD } block_end;

/* A block's bits on their way to its numbers. */
typedef struct run_block {
    kinds k; /* up to the stop */
    number_bounds found;
    uint64_t ends; /* the byte behind each number that ends here */
    size_t size;   /* bytes up to the stop, or all */
} run_block;

/* Looks at the block at run->at, whose kinds are known. `waiting` numbers are not counted in the run yet. */
INLINE block_end judge_block(
    const ap_number_run *run, uint8_t stop, size_t waiting, carries *carried, run_block *b)
{
    const uint8_t *block = run->input.bytes + run->at;
    const uint64_t other = ~(b->k.digit | b->k.point | b->k.minus | b->k.blank);
    const size_t place = (size_t)_tzcnt_u64(other);
    uint64_t lf = UINT64_MAX;
    if (other != 0) {
        if (block[place] != stop)
            return BLOCK_ODD;
        cut(&b->k, _bzhi_u64(UINT64_MAX, (uint32_t)place));
    }
    const uint64_t number = b->k.digit | b->k.point | b->k.minus;
    b->ends = ~number & behind(number, carried->number);
    b->size = place;
    if ((size_t)_mm_popcnt_u64(b->ends) > run->room - run->count - waiting)
        return BLOCK_FULL;
    if ((b->k.cr | carried->cr) != 0)
        lf = bits_equal(block, '\n');
    if (faults(&b->k, lf, carried, &b->found) != 0)
        return BLOCK_ODD;
    return other != 0 ? BLOCK_STOPPED : BLOCK_PASSED;
}

/* The numbers of a block that was judged have been taken. */
INLINE void leave_block(ap_number_run *run, const run_block *b)
{
    if (b->ends != 0)
        run->number_end = run->at + 63 - (size_t)__builtin_clzll(b->ends);
    run->at += b->size;
}

/* Where a run may begin: the bytes before it are looked at, as a number's sign among others. */
INLINE bool may_begin(const ap_number_run *run)
{
    return run->at >= DIGITS && run->input.bytes[run->at - 1] != '-';
}

/* Where reading goes on after the blocks: at a number that they cut, whose first byte after the sign is
   `first` (NULL: none), or at a minus at their end, or at a CR, which LF may follow. */
INLINE size_t resume_at(const ap_number_run *run, const carries *c, const uint8_t *first)
{
    if (first != NULL)
        return (size_t)(first - run->input.bytes) - (first[-1] == '-');
    return run->at - (c->minus | c->cr);
}

/* A number of more than DIGITS bytes, from its first byte after the sign. */
INLINE bool scan_long(const uint8_t *first, const uint8_t *end, float *value)
{
    const uint8_t *at = first - (first[-1] == '-');
    return ap_scan_float(&at, value) && at == end;
}

#endif
