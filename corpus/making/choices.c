#include "corpus/making/choices.h"

#include <assert.h>
#include <string.h>

/* splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators". */
static uint64_t mix(uint64_t bits)
{
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

static const uint64_t GOLDEN_RATIO = UINT64_C(0x9e3779b97f4a7c15);

void ap_chance_seed(ap_chance *chance, uint64_t seed)
{
    *chance = (ap_chance){ .state = seed };
}

void ap_chance_bytes(ap_chance *chance, ap_view bytes)
{
    *chance = (ap_chance){ .from_bytes = true, .bytes = bytes };
}

/* The next `count` bytes as a number; zeros behind the last one. */
static uint64_t take(ap_chance *chance, size_t count)
{
    uint64_t bits = 0;
    const size_t taken = count < chance->bytes.size ? count : chance->bytes.size;
    for (size_t i = 0; i < taken; i++)
        bits |= (uint64_t)chance->bytes.bytes[i] << (8 * i);
    chance->bytes = (ap_view){ taken > 0 ? chance->bytes.bytes + taken : chance->bytes.bytes,
        chance->bytes.size - taken };
    return bits;
}

uint64_t ap_chance_bits(ap_chance *chance)
{
    if (chance->from_bytes)
        return take(chance, sizeof chance->state);
    chance->state += GOLDEN_RATIO;
    return mix(chance->state);
}

/* How many bytes tell `choices` choices apart: a fuzzer's bytes are not to be wasted. */
static size_t bytes_for(uint64_t choices)
{
    size_t bytes = 0;
    for (uint64_t last = choices - 1; last > 0; last >>= 8)
        bytes++;
    return bytes;
}

int64_t ap_chance_between(ap_chance *chance, int64_t least, int64_t greatest)
{
    assert(least <= greatest);
    const uint64_t choices = (uint64_t)greatest - (uint64_t)least + 1;
    if (choices == 0) /* all there are */
        return (int64_t)ap_chance_bits(chance);
    const uint64_t bits = chance->from_bytes ? take(chance, bytes_for(choices)) : ap_chance_bits(chance);
    return (int64_t)((uint64_t)least + bits % choices);
}

size_t ap_chance_below(ap_chance *chance, size_t count)
{
    assert(count > 0 && count <= INT64_MAX);
    return (size_t)ap_chance_between(chance, 0, (int64_t)count - 1);
}

bool ap_chance_one_in(ap_chance *chance, size_t times)
{
    return ap_chance_below(chance, times) == times - 1;
}

double ap_chance_real(ap_chance *chance, double least, double greatest)
{
    const double steps = 4294967295.0;
    const double step = (double)ap_chance_between(chance, 0, UINT32_MAX);
    return least + (greatest - least) * (step / steps);
}

uint64_t ap_chance_split(uint64_t seed, uint64_t index)
{
    return mix(mix(seed + GOLDEN_RATIO) ^ mix(index * GOLDEN_RATIO + 1));
}
