#include "core/number/median.h"

#include <stdint.h>

#include "core/base/bytes.h"

/* Returns bits that have, as unsigned integers, the order of the numbers. */
static uint64_t sortable_bits(double number)
{
    const uint64_t bits = ap_bits_of_double(number), sign = UINT64_C(1) << 63;
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

/* Moves the numbers of a range in which `bit` is clear before the numbers in which it is set. Returns the index after the moved
   numbers. */
static size_t split_at_bit(double *numbers, size_t first, size_t end, int bit)
{
    size_t split = first;
    for (size_t i = first; i < end; i++) {
        const double number = numbers[i];
        if ((sortable_bits(number) >> bit & 1) != 0)
            continue;
        numbers[i] = numbers[split];
        numbers[split++] = number;
    }
    return split;
}

/* Returns the highest bit in which numbers of a range differ; -1 if all are equal. */
static int highest_difference(const double *numbers, size_t first, size_t end)
{
    const uint64_t one = sortable_bits(numbers[first]);
    uint64_t different = 0;
    for (size_t i = first; i < end; i++)
        different |= sortable_bits(numbers[i]) ^ one;
    return different == 0 ? -1 : 63 - __builtin_clzll(different);
}

/* This quickselect splits the numbers by one bit in each round, and each round takes a lower bit: it needs at most 64 rounds for
   any numbers. */
double ap_lower_median(double *numbers, size_t count)
{
    const size_t wanted = (count - 1) / 2;
    size_t first = 0, end = count;
    for (int bit = highest_difference(numbers, first, end); bit >= 0;
         bit = highest_difference(numbers, first, end)) {
        const size_t split = split_at_bit(numbers, first, end, bit);
        if (wanted < split)
            end = split;
        else
            first = split;
    }
    return numbers[wanted];
}
