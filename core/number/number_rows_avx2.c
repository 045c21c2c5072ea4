/* Lines of two vectors by AVX2: the numbers as number_run_avx2.c has them, and each parenthesis against what
   must be before it. */
#include "core/number/number_rows_avx2.h"

#if defined(__x86_64__)

#include "core/number/number_blocks_avx2.h"

enum { MARKS = 4 /* of a line: ( ) ( ) */ };

typedef struct row_state {
    avx2_state numbers;
    uint64_t mark;   /* 1: the last byte of the block before is a parenthesis; or 0 */
    size_t marks;    /* passed */
    size_t line_end; /* after the last parenthesis of a whole line */
    bool new_line;   /* a line ended since the last parenthesis */
} row_state;

/* How many numbers are before a mark. */
INLINE size_t numbers_before(size_t mark)
{
    return mark / MARKS * AP_ROW_NUMBERS + (mark % MARKS + 1) / 2 * (AP_ROW_NUMBERS / 2);
}

/* A block's parentheses. `ends` are those of numbers, `before` is how many ended in earlier blocks. False
   when one of them does not belong where it is. */
INLINE bool pass_marks(
    row_state *state, size_t at, uint64_t open, uint64_t close, uint64_t lf, uint64_t ends, size_t before)
{
    bool fits = true;
    for (uint64_t marks = open | close; marks != 0; marks = _blsr_u64(marks)) {
        const size_t place = (size_t)_tzcnt_u64(marks), mark = state->marks++;
        const uint64_t lines = _bzhi_u64(lf, (uint32_t)place);
        const size_t numbers = before + (size_t)_mm_popcnt_u64(_bzhi_u64(ends, (uint32_t)place));
        fits &= (close >> place & 1) == mark % 2;
        fits &= numbers == numbers_before(mark);
        fits &= (state->new_line | (lines != 0)) == (mark % MARKS == 0);
        lf ^= lines;
        state->new_line = false;
        if (mark % MARKS == MARKS - 1)
            state->line_end = at + place + 1;
    }
    state->new_line |= lf != 0;
    return fits;
}

/* Whether one of the block's parentheses touches the end of a number, or what follows it: `solid` are
   bytes that are no blanks. */
INLINE bool touches(row_state *state, uint64_t marks, uint64_t ends, uint64_t solid)
{
    const uint64_t touching = (marks & ends) | (solid & behind(marks, state->mark));
    state->mark = marks >> 63;
    return touching != 0;
}

/* The block at run->at. */
INLINE block_end read_block(ap_number_run *run, row_state *state)
{
    const uint8_t *block = run->input.bytes + run->at;
    kinds k = sort_bytes(block, &blanks);
    uint64_t open = bits_equal(block, '('), close = bits_equal(block, ')'), lf = bits_equal(block, '\n');
    number_bounds found;
    const uint64_t solid = ~k.blank, other = solid & ~(k.digit | k.point | k.minus | open | close);
    if (other != 0) {
        const uint64_t kept = ~other & (other - 1);
        cut(&k, kept);
        open &= kept;
        close &= kept;
    }
    const uint64_t number = k.digit | k.point | k.minus;
    const uint64_t ends = ~number & behind(number, state->numbers.carried.number);
    const size_t before = run->count + state->numbers.waiting.count;
    if ((size_t)_mm_popcnt_u64(ends) > run->room - before)
        return BLOCK_FULL;
    if (touches(state, open | close, ends, solid)
        || !pass_marks(state, run->at, open, close, lf, ends, before)
        || faults(&k, lf, &state->numbers.carried, &found) != 0
        || !take_block(run, &state->numbers, found.firsts, k.point, ends)
        || (state->numbers.waiting.count > WAITING - BLOCK && !settle(run, &state->numbers)))
        return BLOCK_ODD;
    run->at += BLOCK;
    return other != 0 ? BLOCK_STOPPED : BLOCK_PASSED;
}

/* Whether nothing touches the parenthesis that ends at byte `at`: no block after it need have been read. */
static bool stands_alone(const ap_number_run *run, size_t at)
{
    return at < run->input.size && (uint8_t)(run->input.bytes[at] - 1) < 0x20;
}

AVX2 bool ap_read_rows_avx2(ap_number_run *run)
{
    row_state state; /* its batch is filled before it is looked at */
    const size_t start = run->at;
    block_end end = BLOCK_PASSED;
    state.numbers.carried = (carries){ .number = 0 };
    state.numbers.first = state.numbers.point = NULL;
    state.numbers.waiting.count = 0;
    state.mark = 0;
    state.marks = 0;
    state.line_end = start;
    state.new_line = false;
    run->count = 0;
    while (end == BLOCK_PASSED && run->at >= DIGITS && run->input.size - run->at >= BLOCK)
        end = read_block(run, &state);
    const bool fine = end != BLOCK_ODD && stands_alone(run, state.line_end) && settle(run, &state.numbers);
    run->count = fine ? state.marks / MARKS * AP_ROW_NUMBERS : 0;
    run->at = run->number_end = fine ? state.line_end : start;
    return end == BLOCK_FULL && run->count > 0;
}

#else

bool ap_read_rows_avx2(ap_number_run *run)
{
    run->count = 0;
    return false;
}

#endif
