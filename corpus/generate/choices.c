#include "corpus/generate/choices.h"

#include <assert.h>
#include <string.h>

/* splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators". */
static uint64_t mix_bits(uint64_t bits)
{
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

static const uint64_t GOLDEN_RATIO = UINT64_C(0x9e3779b97f4a7c15);

void ap_choices_from_seed(ap_choices *choices, uint64_t seed)
{
    *choices = (ap_choices){ .state = seed };
}

void ap_choices_from_bytes(ap_choices *choices, ap_view bytes)
{
    *choices = (ap_choices){ .from_bytes = true, .bytes = bytes };
}

/* Takes the next `count` bytes as a little-endian number; missing bytes are 0. */
static uint64_t take_bytes(ap_choices *choices, size_t count)
{
    uint64_t bits = 0;
    const size_t taken = count < choices->bytes.size ? count : choices->bytes.size;
    for (size_t i = 0; i < taken; i++)
        bits |= (uint64_t)choices->bytes.bytes[i] << (8 * i);
    choices->bytes = (ap_view){ taken > 0 ? choices->bytes.bytes + taken : choices->bytes.bytes,
        choices->bytes.size - taken };
    return bits;
}

uint64_t ap_choose_bits(ap_choices *choices)
{
    if (choices->from_bytes)
        return take_bytes(choices, sizeof choices->state);
    choices->state += GOLDEN_RATIO;
    return mix_bits(choices->state);
}

/* Returns how many bytes a choice among `ways` values takes: no more than needed, so that the bytes of a fuzzer suffice for many
   choices. */
static size_t bytes_to_choose_among(uint64_t ways)
{
    size_t bytes = 0;
    for (uint64_t last = ways - 1; last > 0; last >>= 8)
        bytes++;
    return bytes;
}

int64_t ap_choose_between(ap_choices *choices, int64_t least, int64_t greatest)
{
    assert(least <= greatest);
    const uint64_t ways = (uint64_t)greatest - (uint64_t)least + 1;
    if (ways == 0) /* 2^64 ways: every 64-bit number is possible */
        return (int64_t)ap_choose_bits(choices);
    const uint64_t bits =
        choices->from_bytes ? take_bytes(choices, bytes_to_choose_among(ways)) : ap_choose_bits(choices);
    return (int64_t)((uint64_t)least + bits % ways);
}

size_t ap_choose_below(ap_choices *choices, size_t count)
{
    assert(count > 0 && (uint64_t)count <= INT64_MAX);
    return (size_t)ap_choose_between(choices, 0, (int64_t)count - 1);
}

bool ap_choose_one_in(ap_choices *choices, size_t times)
{
    return ap_choose_below(choices, times) == times - 1;
}

double ap_choose_real(ap_choices *choices, double least, double greatest)
{
    const double steps = 4294967295.0;
    const double step = (double)ap_choose_between(choices, 0, UINT32_MAX);
    return least + (greatest - least) * (step / steps);
}

uint64_t ap_make_item_seed(uint64_t seed, uint64_t index)
{
    return mix_bits(mix_bits(seed + GOLDEN_RATIO) ^ mix_bits(index * GOLDEN_RATIO + 1));
}
