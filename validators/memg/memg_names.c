#include "validators/memg/memg_names.h"
#include "core/base/same_bytes.h"

#include <assert.h>
#include <string.h>

enum { FIRST_CAPACITY = 64, TAG_SHIFT = 48 };

#define ENTRY_MASK ((UINT64_C(1) << TAG_SHIFT) - 1)

/* Returns the two halves of the 128-bit product, combined by exclusive or. */
static uint64_t fold_hash(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ const unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    const uint64_t low = (uint64_t)(uint32_t)a * (uint32_t)b, middle = (a >> 32) * (uint32_t)b;
    const uint64_t carried = (low >> 32) + (uint32_t)middle + (uint64_t)(uint32_t)a * (b >> 32);
    return (a * b) ^ ((a >> 32) * (b >> 32) + (middle >> 32) + (carried >> 32));
#endif
}

void ap_name_table_init(ap_name_table *names, ap_arena *arena, const void *owner,
    ap_view (*name_of)(const void *owner, size_t entry))
{
    *names = (ap_name_table){ .arena = arena, .owner = owner, .name_of = name_of };
    names->seeds[0] = fold_hash((uintptr_t)arena, UINT64_C(0x9e3779b97f4a7c15));
    names->seeds[1] = fold_hash((uintptr_t)names, UINT64_C(0xd6e8feb86659fd93));
}

/* Returns the seeded hash of a name. The seeds affect the time that crafted names take, but no result. */
static uint64_t hash_of(const ap_name_table *names, ap_view name)
{
    uint64_t hash = fold_hash(names->seeds[0] ^ name.size, UINT64_C(0xa0761d6478bd642f));
    uint64_t word;
    size_t at = 0;
    for (; name.size - at >= sizeof word; at += sizeof word) {
        memcpy(&word, name.bytes + at, sizeof word);
        hash = fold_hash(hash ^ names->seeds[0], word ^ names->seeds[1]);
    }
    word = 0;
    if (at < name.size)
        memcpy(&word, name.bytes + at, name.size - at);
    hash = fold_hash(hash ^ names->seeds[0], word ^ names->seeds[1]);
    return fold_hash(hash ^ names->seeds[1], UINT64_C(0xe7037ed1a0b428db));
}

/* Returns the slot with the name, or the free slot for it. The table always has a free slot. */
static size_t slot_of(const ap_name_table *names, ap_view name, uint64_t hash)
{
    const uint64_t tag = hash >> TAG_SHIFT;
    const size_t mask = names->capacity - 1;
    size_t slot = (size_t)hash & mask;
    for (;; slot = (slot + 1) & mask) {
        const uint64_t held = names->slots[slot];
        if (held == 0)
            return slot;
        if (held >> TAG_SHIFT == tag
            && ap_same_bytes(names->name_of(names->owner, (size_t)(held & ENTRY_MASK)), name))
            return slot;
    }
}

/* Returns the free slot for a name that is not in the set. */
static size_t free_slot(const ap_name_table *names, uint64_t hash)
{
    const size_t mask = names->capacity - 1;
    size_t slot = (size_t)hash & mask;
    while (names->slots[slot] != 0)
        slot = (slot + 1) & mask;
    return slot;
}

static bool grow_slots(ap_name_table *names)
{
    ap_name_table larger = *names;
    larger.capacity = names->capacity == 0 ? FIRST_CAPACITY : names->capacity * 2;
    larger.slots = ap_alloc_array(names->arena, larger.capacity, sizeof *larger.slots);
    if (larger.slots == NULL)
        return false;
    for (size_t i = 0; i < names->capacity; i++) {
        const uint64_t held = names->slots[i];
        if (held == 0)
            continue;
        uint64_t hash = hash_of(names, names->name_of(names->owner, (size_t)(held & ENTRY_MASK)));
        larger.slots[free_slot(&larger, hash)] = held;
    }
    *names = larger;
    return true;
}

size_t ap_name_table_entry_or_0(const ap_name_table *names, ap_view name)
{
    if (names->capacity == 0)
        return 0;
    return (size_t)(names->slots[slot_of(names, name, hash_of(names, name))] & ENTRY_MASK);
}

bool ap_name_table_add_or_find(ap_name_table *names, ap_view name, size_t entry, size_t *earlier)
{
    assert(entry > 0 && (uint64_t)entry <= ENTRY_MASK);
    if (names->count >= names->capacity / 4 * 3 && !grow_slots(names))
        return false;
    const uint64_t hash = hash_of(names, name);
    const size_t slot = slot_of(names, name, hash);
    *earlier = (size_t)(names->slots[slot] & ENTRY_MASK);
    if (*earlier != 0)
        return true;
    names->slots[slot] = entry | (hash >> TAG_SHIFT) << TAG_SHIFT;
    names->count++;
    return true;
}
