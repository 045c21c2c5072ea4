/* Reads numbers in their common spellings. A number in another spelling is left to ap_read_plain_numbers, or makes the caller
   read the whole run token by token. This file halves the time of linting 51 MB of .md5anim. */
#include "core/number/number_run_avx2.h"

#if defined(__x86_64__)

#include "core/number/number.h"
#include "core/number/number_avx2.h"

/* The result of reading a window. After WINDOW_PASSED, the next window follows. After WINDOW_LAST, ap_read_plain_numbers
   continues at run->at. After WINDOW_UNUSUAL, the run must be read token by token. */
typedef enum window_end { WINDOW_PASSED, WINDOW_LAST, WINDOW_UNUSUAL } window_end;

bool ap_can_use_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
           && __builtin_cpu_supports("popcnt");
}

/* Converts the waiting numbers and adds them to run->count. Returns false if a result may not be the nearest float32. If
   run->room is 0, the batch is always empty, and run->values may be NULL. */
INLINE bool convert_waiting(ap_number_run *run, digit_batch *waiting)
{
    const size_t count = waiting->count;
    if (count == 0)
        return true;
    const bool fine = convert_batch(waiting, run->values + run->count);
    run->count += count;
    return fine;
}

/* Reads a number of more than DIGITS bytes; `first` is its first byte after the sign. First converts the numbers that wait in the
   batch. */
AVX2 static bool add_long_number(
    ap_number_run *run, digit_batch *waiting, const uint8_t *first, const uint8_t *end)
{
    const uint8_t *at = first - (first[-1] == '-');
    return convert_waiting(run, waiting) && ap_scan_float(&at, &run->values[run->count++]) && at == end;
}

/* Adds the numbers of a window to the batch. Returns false if a number must be read by a slower function. */
INLINE bool add_window_numbers(ap_number_run *run, digit_batch *waiting, const uint8_t *at, uint64_t firsts,
    uint64_t points, uint64_t ends)
{
    const uint64_t bounds = points | ends;
    /* a local copy of waiting->count, since the compiler must assume that each store to the batch changes the member */
    size_t count = waiting->count;
    bool fine = true;
    for (; ends != 0; ends = _blsr_u64(ends), firsts = _blsr_u64(firsts)) {
        const uint64_t end = _tzcnt_u64(ends), first = _tzcnt_u64(firsts), size = end - first;
        /* bytes from the first digit to the point, or to the end if there is no point */
        const uint64_t whole = _tzcnt_u64(bounds >> first);
        if (__builtin_expect(whole > INT_DIGITS, 0))
            fine &= whole != size;
        if (__builtin_expect(size <= DIGITS, 1)) {
            add_to_batch(waiting, count++, at + end, size, size - whole, at[(ptrdiff_t)first - 1] == '-');
        } else {
            waiting->count = count;
            fine &= add_long_number(run, waiting, at + first, at + end);
            count = 0;
        }
    }
    waiting->count = count;
    return fine;
}

/* Reads the window at run->at: up to the first byte that is neither a blank nor part of a number; without such a byte, up to the
   last blank. A CR at the end of the window is left to the next window, which includes the LF. */
INLINE window_end read_window(ap_number_run *run, digit_batch *waiting)
{
    const uint8_t *at = run->input.bytes + run->at;
    byte_classes k = classify_bytes(at, run->commas ? &blanks_and_commas : &blanks);
    const uint64_t other = ~(k.digit | k.point | k.minus | k.blank), last = k.blank & ~k.cr;
    if (other == 0 && last == 0)
        return WINDOW_LAST;
    const size_t size = other == 0 ? 64 - (size_t)__builtin_clzll(last) : _tzcnt_u64(other);
    clear_other_bits(&k, _bzhi_u64(UINT64_MAX, (uint32_t)size));
    const uint64_t number = k.digit | k.point | k.minus, ends = ~number & number << 1;
    if ((size_t)_mm_popcnt_u64(ends) > run->room - run->count - waiting->count)
        return WINDOW_LAST;
    if (mask_of_faults(&k, k.cr == 0 ? UINT64_MAX : mask_of_equal_bytes(at, '\n')) != 0
        || !add_window_numbers(run, waiting, at, first_bytes_of_numbers(&k), k.point, ends)
        || (waiting->count > WAITING - BLOCK && !convert_waiting(run, waiting)))
        return WINDOW_UNUSUAL;
    if (ends != 0)
        run->number_end = run->at + 63 - (size_t)__builtin_clzll(ends);
    run->at += size;
    return other == 0 ? WINDOW_PASSED : WINDOW_LAST;
}

AVX2 bool ap_read_numbers_avx2(ap_number_run *run)
{
    digit_batch waiting; /* not initialised, to save time: entries are written before they are read */
    window_end end = WINDOW_PASSED;
    /* converting a number reads the DIGITS bytes before the number's end */
    if (run->at < DIGITS || run->input.bytes[run->at - 1] == '-')
        return true;
    waiting.count = 0;
    while (end == WINDOW_PASSED && run->input.size - run->at >= BLOCK)
        end = read_window(run, &waiting);
    return end != WINDOW_UNUSUAL && convert_waiting(run, &waiting);
}

#else

bool ap_can_use_avx2(void)
{
    return false;
}

bool ap_read_numbers_avx2(ap_number_run *run)
{
    (void)run;
    return true;
}

#endif
