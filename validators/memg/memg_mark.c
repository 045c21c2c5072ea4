#include "validators/memg/memg_mark.h"

#include <math.h>
#include <string.h>

#include "core/base/bytes.h"
#include "validators/memg/memg.h"
#include "validators/memg/memg_blocks.h"
#include "validators/memg/other_layouts/memg_other.h"

enum { MOST_RATE = 1000, MOST_FRAMES = 4096, MOST_TIMESTEPS = 1 << 20, COUNT = AP_MEMG_COUNT_BYTES };

/* The counts of a header, read in the byte order that its endian word gives: `swap` is true for big-endian. */
typedef struct counts_of_header {
    bool swap;
    int32_t frames, timesteps;
} counts_of_header;

bool ap_memg_has_endian_word(ap_view input)
{
    return ap_load_i32(input.bytes, false) == AP_MEMG_ENDIAN || ap_memg_is_endian_word_big_endian(input);
}

bool ap_memg_is_endian_word_big_endian(ap_view input)
{
    return input.size >= COUNT && ap_load_i32(input.bytes, false) == AP_MEMG_ENDIAN_SWAPPED;
}

/* Reads the endian word, a framerate from 1 to 1000 (an integer or a float32), and counts of at least 1.
   Returns false if one of them is not valid. */
static bool read_header_if_valid(ap_view input, counts_of_header *h)
{
    if (input.size < AP_MEMG_HEADER_BYTES || !ap_memg_has_endian_word(input))
        return false;
    h->swap = ap_memg_is_endian_word_big_endian(input);
    const uint32_t rate = ap_load_u32(input.bytes + COUNT, h->swap);
    h->frames = ap_load_i32(input.bytes + 2 * COUNT, h->swap);
    h->timesteps = ap_load_i32(input.bytes + 3 * COUNT, h->swap);
    const bool sane = (rate >= 1 && rate <= MOST_RATE)
                      || (rate >= AP_MEMG_LEAST_FLOAT_RATE && rate <= AP_MEMG_MOST_FLOAT_RATE);
    return sane && h->frames >= 1 && h->timesteps >= 1;
}

bool ap_memg_begins_with_valid_header(ap_view start)
{
    counts_of_header h;
    return read_header_if_valid(start, &h);
}

bool ap_memg_has_valid_header_and_structure(ap_view input)
{
    counts_of_header h;
    return read_header_if_valid(input, &h) && ap_memg_has_valid_structure(input);
}

/* Checks of the first transform */

static bool is_plausible(double value)
{
    const double size = fabs(value);
    return value == 0 || (size >= 1e-30 && size <= 1e6);
}

/* Returns true if all numbers of the first transform, read with `number_bytes` each (8: float64, 4: float32), are plausible, and
   the transform has a rotation or reflection, either in rows of four numbers or in its first nine numbers. */
static bool holds_rotation_or_reflection(ap_view input, bool swap, size_t number_bytes)
{
    double values[AP_MEMG_TRANSFORM_ENTRIES];
    if (input.size < AP_MEMG_HEADER_BYTES + AP_MEMG_TRANSFORM_ENTRIES * number_bytes)
        return false;
    for (size_t i = 0; i < AP_MEMG_TRANSFORM_ENTRIES; i++) {
        const uint8_t *at = input.bytes + AP_MEMG_HEADER_BYTES + i * number_bytes;
        values[i] = number_bytes == sizeof(float) ? (double)ap_load_f32(at, swap) : ap_load_f64(at, swap);
        if (!is_plausible(values[i]))
            return false;
    }
    return ap_memg_is_rotation_or_reflection(values, 4) || ap_memg_is_rotation_or_reflection(values, 3);
}

bool ap_memg_has_plausible_header_and_transform(ap_view input)
{
    counts_of_header h;
    return read_header_if_valid(input, &h) && h.frames <= MOST_FRAMES && h.timesteps <= MOST_TIMESTEPS
           && (holds_rotation_or_reflection(input, h.swap, sizeof(double))
               || holds_rotation_or_reflection(input, h.swap, sizeof(float)));
}
