/* Runs of numbers by AVX2. What is the same for most numbers is done here; anything else ends the run or
   leaves it to ap_read_plain_numbers. Lint of 51 MB of .md5anim takes half the time that it takes without this file. */
#include "core/number/number_run_avx2.h"

#if defined(__x86_64__)

#include "core/number/number.h"
#include "core/number/number_avx2.h"

/* How reading a window went. LAST: ap_read_plain_numbers goes on from run->at. */
typedef enum window_end { WINDOW_PASSED, WINDOW_LAST, WINDOW_ODD } window_end;

bool ap_has_avx2_numbers(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
           && __builtin_cpu_supports("popcnt");
}

/* Converts what waits, and counts it. False when one of the numbers is not exact for sure. If there is no room, nothing
   waits, and `values` may be NULL. */
INLINE bool settle(ap_number_run *run, batch *waiting)
{
    const size_t count = waiting->count;
    if (count == 0)
        return true;
    const bool fine = flush(waiting, run->values + run->count);
    run->count += count;
    return fine;
}

/* A number of more than DIGITS bytes, from its first byte after the sign. What waits is converted before it. */
AVX2 static bool take_long(ap_number_run *run, batch *waiting, const uint8_t *first, const uint8_t *end)
{
    const uint8_t *at = first - (first[-1] == '-');
    return settle(run, waiting) && ap_scan_float(&at, &run->values[run->count++]) && at == end;
}

/* Takes the numbers of a window. False when one of them is not read exactly here. */
INLINE bool take_numbers(
    ap_number_run *run, batch *waiting, const uint8_t *at, uint64_t firsts, uint64_t points, uint64_t ends)
{
    const uint64_t bounds = points | ends;
    size_t count = waiting->count; /* what is stored in the batch could be it, for all the compiler knows */
    bool fine = true;
    for (; ends != 0; ends = _blsr_u64(ends), firsts = _blsr_u64(firsts)) {
        const uint64_t end = _tzcnt_u64(ends), first = _tzcnt_u64(firsts), size = end - first;
        const uint64_t whole = _tzcnt_u64(bounds >> first); /* bytes, to a point or to the end */
        if (__builtin_expect(whole > INT_DIGITS, 0))
            fine &= whole != size;
        if (__builtin_expect(size <= DIGITS, 1)) {
            take(waiting, count++, at + end, size, size - whole, at[(ptrdiff_t)first - 1] == '-');
        } else {
            waiting->count = count;
            fine &= take_long(run, waiting, at + first, at + end);
            count = 0;
        }
    }
    waiting->count = count;
    return fine;
}

/* The window at run->at: up to what no number has and no blank is, or after the last blank. A CR at its end is left to the next
   one, where LF is seen. */
INLINE window_end read_window(ap_number_run *run, batch *waiting)
{
    const uint8_t *at = run->input.bytes + run->at;
    kinds k = sort_bytes(at, run->commas ? &blanks_and_commas : &blanks);
    const uint64_t other = ~(k.digit | k.point | k.minus | k.blank), last = k.blank & ~k.cr;
    if (other == 0 && last == 0)
        return WINDOW_LAST;
    const size_t size = other == 0 ? 64 - (size_t)__builtin_clzll(last) : _tzcnt_u64(other);
    cut(&k, _bzhi_u64(UINT64_MAX, (uint32_t)size));
    const uint64_t number = k.digit | k.point | k.minus, ends = ~number & number << 1;
    if ((size_t)_mm_popcnt_u64(ends) > run->room - run->count - waiting->count)
        return WINDOW_LAST;
    if (faults(&k, k.cr == 0 ? UINT64_MAX : bits_equal(at, '\n')) != 0
        || !take_numbers(run, waiting, at, first_bytes(&k), k.point, ends)
        || (waiting->count > WAITING - BLOCK && !settle(run, waiting)))
        return WINDOW_ODD;
    if (ends != 0)
        run->number_end = run->at + 63 - (size_t)__builtin_clzll(ends);
    run->at += size;
    return other == 0 ? WINDOW_PASSED : WINDOW_LAST;
}

AVX2 bool ap_read_numbers_avx2(ap_number_run *run)
{
    batch waiting; /* is filled before it is looked at */
    window_end end = WINDOW_PASSED;
    if (run->at < DIGITS || run->input.bytes[run->at - 1] == '-') /* bytes before a number are looked at */
        return true;
    waiting.count = 0;
    while (end == WINDOW_PASSED && run->input.size - run->at >= BLOCK)
        end = read_window(run, &waiting);
    return end != WINDOW_ODD && settle(run, &waiting);
}

#else

bool ap_has_avx2_numbers(void)
{
    return false;
}

bool ap_read_numbers_avx2(ap_number_run *run)
{
    (void)run;
    return true;
}

#endif
