#include "validators/memg/memg_blocks.h"

#include <math.h>

#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_scene.h"
#include "validators/memg/memg_spikes.h"

/* The loops of the inlined functions have no branch and no early exit, so that compilers vectorise them; `swap` is a constant in
   each inlined copy. */
#define AP_INLINED static inline __attribute__((always_inline))

enum {
    CHUNK_TRANSFORMS = 64, /* number of transforms after which the loop may return false */
    PART_TRANSFORMS =
        1024 /* number of transforms that are checked by one rule after another, while they stay in the cache */
};

/* Returns a value with bit 63 set if one of the `count` numbers is NaN or infinite: adding to a number with all exponent bits set
   carries into bit 63. */
AP_INLINED uint64_t top_bit_set_if_any_nonfinite(const uint8_t *bytes, size_t count, bool swap)
{
    const uint64_t lowest_exponent_bit = UINT64_C(1) << 52;
    uint64_t carry = 0;
    for (size_t i = 0; i < count; i++)
        carry |=
            (ap_load_u64(bytes + AP_MEMG_NUMBER_BYTES * i, swap) & AP_F64_EXPONENT) + lowest_exponent_bit;
    return carry;
}

/* Fast path of ap_memg_check_number. */
bool ap_memg_are_numbers_clean(const ap_block_of_array *block, const void *record)
{
    (void)record;
    uint64_t carry = block->swap ? top_bit_set_if_any_nonfinite(block->bytes, block->count, true)
                                 : top_bit_set_if_any_nonfinite(block->bytes, block->count, false);
    return carry >> 63 == 0;
}

AP_INLINED double larger_of(double a, double b)
{
    return a > b ? a : b;
}

AP_INLINED double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Computes |R R^T - I|, which is symmetric, as the largest of six of its nine elements. If a product off the
   diagonal overflows to NaN, a product on the diagonal is infinite. The rows begin 4 numbers apart. */
AP_INLINED double deviation_from_orthonormal(const double *rows)
{
    const double *a = rows;
    const double *b = rows + 4;
    const double *c = rows + 8;
    double most = fabs(dot(a, a) - 1);
    most = larger_of(fabs(dot(b, b) - 1), most);
    most = larger_of(fabs(dot(c, c) - 1), most);
    most = larger_of(fabs(dot(a, b)), most);
    most = larger_of(fabs(dot(a, c)), most);
    return larger_of(fabs(dot(b, c)), most);
}

AP_INLINED double determinant_of(const double *rows)
{
    const double *a = rows;
    const double *b = rows + 4;
    const double *c = rows + 8;
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
           + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

AP_INLINED void load_transform(const uint8_t *entries, double *rows, bool swap)
{
    for (size_t i = 0; i < AP_MEMG_TRANSFORM_ENTRIES; i++)
        rows[i] = ap_load_f64(entries + AP_MEMG_NUMBER_BYTES * i, swap);
}

ap_memg_rotation_measurement ap_memg_measure_rotation(const uint8_t *entries, bool swap)
{
    double rows[AP_MEMG_TRANSFORM_ENTRIES];
    ap_memg_rotation_measurement rotation = { .finite = true };
    load_transform(entries, rows, swap);
    for (size_t i = 0; i < AP_MEMG_TRANSFORM_ENTRIES; i++) {
        if (i % 4 != 3 && !isfinite(rows[i]))
            rotation.finite = false;
    }
    rotation.deviation = deviation_from_orthonormal(rows);
    rotation.determinant = determinant_of(rows);
    return rotation;
}

bool ap_memg_is_rotation_or_reflection(const double values[AP_MEMG_TRANSFORM_ENTRIES], size_t row_entries)
{
    for (size_t a = 0; a < 3; a++) {
        for (size_t b = 0; b < 3; b++) {
            double sum = 0;
            for (size_t i = 0; i < 3; i++)
                sum += values[a * row_entries + i] * values[b * row_entries + i];
            if (!(fabs(sum - (a == b)) <= AP_MEMG_ORTHONORMAL_WITHIN))
                return false;
        }
    }
    return true;
}

bool ap_memg_do_first_nine_hold_rotation(const uint8_t *entries, bool swap)
{
    double values[AP_MEMG_TRANSFORM_ENTRIES];
    load_transform(entries, values, swap);
    for (size_t i = 0; i < AP_MEMG_TRANSFORM_ENTRIES; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return ap_memg_is_rotation_or_reflection(values, 3);
}

/* Returns true if all numbers of the transforms are finite, and all rotations are orthonormal and not reflections. Numbers are
   tested by products with 0: a product is 0, or NaN if the number is not finite. The nine numbers of a rotation are tested
   through the sum of their squares; if the sum overflows, the deviation from orthonormal is too large anyway. */
AP_INLINED bool are_transforms_of_chunk_clean(const uint8_t *bytes, size_t transforms, bool swap)
{
    double rows[AP_MEMG_TRANSFORM_ENTRIES];
    double deviation = 0, least = 1, zero = 0;
    for (size_t i = 0; i < transforms; i++) {
        load_transform(bytes + AP_MEMG_TRANSFORM_BYTES * i, rows, swap);
        const double determinant = determinant_of(rows);
        const double squares = dot(rows, rows) + dot(rows + 4, rows + 4) + dot(rows + 8, rows + 8);
        deviation = larger_of(deviation_from_orthonormal(rows), deviation);
        least = determinant < least ? determinant : least;
        zero += 0 * rows[3] + 0 * rows[7] + 0 * rows[11] + 0 * squares;
    }
    return deviation <= AP_MEMG_ORTHONORMAL_WITHIN && least >= 0 && zero == 0;
}

static bool are_transforms_clean(const uint8_t *bytes, size_t transforms, bool swap)
{
    while (transforms > 0) {
        size_t chunk = transforms < CHUNK_TRANSFORMS ? transforms : CHUNK_TRANSFORMS;
        if (!(swap ? are_transforms_of_chunk_clean(bytes, chunk, true)
                   : are_transforms_of_chunk_clean(bytes, chunk, false)))
            return false;
        bytes += chunk * AP_MEMG_TRANSFORM_BYTES;
        transforms -= chunk;
    }
    return true;
}

/* Fast path of ap_memg_check_number and ap_memg_check_transform. */
bool ap_memg_are_transforms_clean(const ap_block_of_array *block, const void *record)
{
    (void)record;
    return are_transforms_clean(block->bytes, block->count, block->swap);
}

/* Fast path of ap_memg_check_number, ap_memg_check_transform and ap_memg_record_possible_spikes. */
bool ap_memg_are_timesteps_clean(const ap_block_of_array *block, const void *motion)
{
    const ap_memg_motion *of = motion;
    const size_t frame_count = (size_t)of->frame_count;
    const size_t chunk = frame_count < PART_TRANSFORMS ? PART_TRANSFORMS / frame_count : 1;
    ap_memg_timesteps part = {
        .bytes = block->bytes, .before = block->before, .frame_count = frame_count, .swap = block->swap
    };
    for (size_t done = 0; done < block->count; done += part.count) {
        part.count = chunk < block->count - done ? chunk : block->count - done;
        if (!are_transforms_clean(part.bytes, part.count * frame_count, block->swap)
            || !ap_memg_are_free_of_spikes(&part))
            return false;
        part.bytes += part.count * frame_count * AP_MEMG_TRANSFORM_BYTES;
        part.before += part.count;
    }
    return true;
}

/* Returns a value with bit 31 set if one of the entries is below 1 or above `most`: the difference to that limit is then
   negative. */
AP_INLINED uint32_t top_bit_set_if_any_out_of_range(
    const uint8_t *bytes, size_t count, uint32_t most, bool swap)
{
    uint32_t sign = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t entry = ap_load_u32(bytes + AP_MEMG_MAPPING_BYTES * i, swap);
        sign |= (entry - 1) | (most - entry);
    }
    return sign;
}

/* Fast path of ap_memg_check_mapping_entry. */
bool ap_memg_is_mapping_clean(const ap_block_of_array *block, const void *cursor)
{
    const ap_memg_cursor *of = cursor;
    const uint32_t most = (uint32_t)ap_memg_largest_mapping_entry(&of->state->scene);
    uint32_t sign = block->swap ? top_bit_set_if_any_out_of_range(block->bytes, block->count, most, true)
                                : top_bit_set_if_any_out_of_range(block->bytes, block->count, most, false);
    return sign >> 31 == 0;
}
