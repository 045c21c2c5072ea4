#include "corpus/memg/memg_group_bytes.h"
#include "corpus/memg/memg_page.h"

#include <string.h>

enum {
    AXES = 3,
    MOST_ADDED_BYTES = 64 * 1024 * 1024,
};

void ap_memg_put_count(uint8_t *at, size_t count)
{
    ap_store_u32(at, (uint32_t)count, false);
}

void ap_memg_put_numbers(uint8_t *at, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++, at += MEMG_NUMBER_BYTES)
        ap_store_u64(at, ap_bits_of_double(numbers[i]), false);
}

/* Writes a matrix with all values 2; returns the address after its last byte. */
static uint8_t *put_matrix_of_twos(uint8_t *at, size_t rows, size_t columns)
{
    const double two = 2;
    ap_memg_put_count(at, rows);
    ap_memg_put_count(at + MEMG_COUNT_BYTES, columns);
    at += 2 * MEMG_COUNT_BYTES;
    for (size_t i = 0; i < rows * columns; i++, at += MEMG_NUMBER_BYTES)
        ap_memg_put_numbers(at, &two, 1);
    return at;
}

void *ap_memg_allocate_up_to_limit(ap_damage *damage, size_t size)
{
    return size <= MOST_ADDED_BYTES ? ap_alloc(damage->arena, size) : NULL;
}

uint8_t *ap_memg_make_matrix_bytes(
    ap_damage *damage, size_t rows, size_t modes, size_t timesteps, size_t *size)
{
    *size = 4 * MEMG_COUNT_BYTES + MEMG_NUMBER_BYTES * modes * (rows + timesteps);
    uint8_t *bytes = ap_memg_allocate_up_to_limit(damage, *size);
    if (bytes != NULL)
        put_matrix_of_twos(put_matrix_of_twos(bytes, rows, modes), modes, timesteps);
    return bytes;
}

uint8_t *ap_memg_make_group_bytes_after_name(
    const ap_memg_candidates *candidates, size_t vertices, size_t parent, size_t modes, size_t *size)
{
    ap_damage *damage = candidates->damage;
    const size_t mean = AXES * MEMG_NUMBER_BYTES * vertices;
    const size_t head = MEMG_COUNT_BYTES * (vertices + 2) + mean;
    size_t matrices;
    const uint8_t *bytes_of_matrices =
        ap_memg_make_matrix_bytes(damage, AXES * vertices, modes, candidates->timesteps, &matrices);
    *size = head + matrices;
    uint8_t *bytes = ap_memg_allocate_up_to_limit(damage, *size); /* zeros, so that the mean is already 0 */
    if (bytes == NULL || bytes_of_matrices == NULL)
        return NULL;
    ap_memg_put_count(bytes, vertices);
    for (size_t i = 1; i <= vertices; i++)
        ap_memg_put_count(bytes + MEMG_COUNT_BYTES * i, vertices + 1 - i);
    ap_memg_put_count(bytes + head - MEMG_COUNT_BYTES, parent);
    memcpy(bytes + head, bytes_of_matrices, matrices);
    return bytes;
}
