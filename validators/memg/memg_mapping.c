#include "validators/memg/memg_mapping.h"

#include "validators/memg/memg.h"
#include "validators/memg/memg_table.h"

enum { WORD_BITS = 64 };

#define SEEN UINT32_C(0x80000000) /* a flag in the top bit of a sorted value: entries are below 2^31 */

static size_t entry_count(ap_view mapping)
{
    return mapping.size / AP_MEMG_MAPPING_BYTES;
}

/* Returns entry `i` of the mapping, or 0 if the entry is below 1 or above `most`. */
static uint32_t entry_or_0_if_out_of_range(ap_view mapping, size_t i, bool swap, int32_t most)
{
    int32_t entry = ap_load_i32(mapping.bytes + AP_MEMG_MAPPING_BYTES * i, swap);
    return entry >= 1 && entry <= most ? (uint32_t)entry : 0;
}

/* Allocates no memory. The loop has no branch, so that compilers vectorise it. */
bool ap_memg_is_increasing(ap_view mapping, bool swap)
{
    const size_t count = entry_count(mapping);
    uint32_t falls = 0;
    for (size_t i = 1; i < count; i++) {
        const uint8_t *at = mapping.bytes + AP_MEMG_MAPPING_BYTES * i;
        falls |= ap_load_i32(at - AP_MEMG_MAPPING_BYTES, swap) >= ap_load_i32(at, swap);
    }
    return falls == 0;
}

void *ap_memg_dirty_scratch(ap_io *io, ap_memg_scratch *scratch, size_t bytes)
{
    if (scratch->memory != NULL && bytes <= scratch->bytes)
        return scratch->memory;
    const size_t doubled = ap_saturating_size_product(scratch->bytes, 2);
    const size_t room = bytes > doubled ? bytes : doubled;
    void *memory = ap_alloc(io->arena, room);
    if (memory != NULL)
        *scratch = (ap_memg_scratch){ memory, room };
    return memory;
}

void *ap_memg_zeroed_scratch(ap_io *io, ap_memg_scratch *scratch, size_t bytes)
{
    void *memory = ap_memg_dirty_scratch(io, scratch, bytes);
    return memory == NULL ? NULL : memset(memory, 0, bytes);
}

static void report_duplicate(ap_io *io, ap_view mapping, size_t i, uint32_t entry)
{
    const size_t start = (size_t)(mapping.bytes - io->input.bytes);
    ap_enter_element(io, "mapping", i);
    ap_add_finding_at(io, AP_MEMG_RULE(MAPPING_DUPLICATE),
        (ap_span){ start + AP_MEMG_MAPPING_BYTES * i, AP_MEMG_MAPPING_BYTES }, NULL, ap_no_value(),
        ap_integer(entry), "; an earlier entry of the group is the same vertex");
    ap_leave_record(io);
}

/* Reports duplicates, using one bit per vertex, which the first entry with the vertex sets. `greatest` is the
   largest valid entry. Returns false when out of memory. */
static bool report_duplicates_with_bit_set(
    ap_io *io, ap_memg_scratch *scratch, ap_view mapping, int32_t most, uint32_t greatest)
{
    const size_t words = greatest / WORD_BITS + 1;
    uint64_t *seen = ap_memg_zeroed_scratch(io, scratch, words * sizeof *seen);
    if (seen == NULL)
        return false;
    for (size_t i = 0; i < entry_count(mapping); i++) {
        const uint32_t entry = entry_or_0_if_out_of_range(mapping, i, io->swap, most);
        const uint64_t bit = UINT64_C(1) << entry % WORD_BITS;
        if (entry == 0)
            continue;
        if ((seen[entry / WORD_BITS] & bit) != 0)
            report_duplicate(io, mapping, i, entry);
        seen[entry / WORD_BITS] |= bit;
    }
    return true;
}

/* Restores the heap order after the value at the root changed. */
static void sift_down(uint32_t *values, size_t root, size_t count)
{
    const uint32_t value = values[root];
    for (size_t child = 2 * root + 1; child < count; root = child, child = 2 * root + 1) {
        child += child + 1 < count && values[child + 1] > values[child];
        if (values[child] <= value)
            break;
        values[root] = values[child];
    }
    values[root] = value;
}

/* Sorts in place with a heap, since qsort may allocate memory and take quadratic time. */
static void sort_entries(uint32_t *values, size_t count)
{
    for (size_t root = count / 2; root-- > 0;)
        sift_down(values, root, count);
    for (size_t end = count; end-- > 1;) {
        const uint32_t last = values[end];
        values[end] = values[0];
        values[0] = last;
        sift_down(values, 0, end);
    }
}

/* Keeps one copy of each value that occurs more than once in sorted values; returns the number of kept
   values. */
static size_t keep_repeated_values(uint32_t *values, size_t count)
{
    size_t kept = 0;
    for (size_t i = 1; i < count; i++) {
        if (values[i] == values[i - 1] && (kept == 0 || values[kept - 1] != values[i]))
            values[kept++] = values[i];
    }
    return kept;
}

/* Returns the index of `value` among sorted values, whether its SEEN flag is set or not; `count` if the value is
   missing. */
static size_t index_of_value(const uint32_t *values, size_t count, uint32_t value)
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((values[middle] & ~SEEN) < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && (values[low] & ~SEEN) == value ? low : count;
}

/* Reports duplicates by sorting a copy of the mapping. Used if the vertices of the group are so widely spread
   that bits would take more memory. Returns false when out of memory. */
static bool report_duplicates_by_sorting(ap_io *io, ap_memg_scratch *scratch, ap_view mapping, int32_t most)
{
    size_t count = 0;
    uint32_t *values = ap_memg_zeroed_scratch(io, scratch, mapping.size);
    if (values == NULL)
        return false;
    for (size_t i = 0; i < entry_count(mapping); i++) {
        const uint32_t entry = entry_or_0_if_out_of_range(mapping, i, io->swap, most);
        if (entry != 0)
            values[count++] = entry;
    }
    sort_entries(values, count);
    count = keep_repeated_values(values, count);
    for (size_t i = 0; count > 0 && i < entry_count(mapping); i++) {
        const uint32_t entry = entry_or_0_if_out_of_range(mapping, i, io->swap, most);
        const size_t place = index_of_value(values, count, entry);
        if (place == count)
            continue;
        if ((values[place] & SEEN) != 0)
            report_duplicate(io, mapping, i, entry);
        values[place] |= SEEN;
    }
    return true;
}

static uint32_t greatest_entry(ap_view mapping, bool swap, int32_t most)
{
    uint32_t greatest = 0;
    for (size_t i = 0; i < entry_count(mapping); i++) {
        const uint32_t entry = entry_or_0_if_out_of_range(mapping, i, swap, most);
        greatest = entry > greatest ? entry : greatest;
    }
    return greatest;
}

bool ap_memg_check_duplicates(ap_io *io, ap_memg_scratch *scratch, ap_view mapping, int32_t most)
{
    const uint32_t greatest = greatest_entry(mapping, io->swap, most);
    const size_t bits_in_4_bytes = 32;
    if (greatest <= bits_in_4_bytes * entry_count(mapping))
        return report_duplicates_with_bit_set(io, scratch, mapping, most, greatest);
    return report_duplicates_by_sorting(io, scratch, mapping, most);
}
