/* Places in an input, and arithmetic on sizes that cannot wrap. */
#ifndef AP_SPAN_H
#define AP_SPAN_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static_assert(sizeof(size_t) >= 8, "offsets in files over 4 GiB need a 64-bit size_t");

/* `length` bytes from byte `offset` of the input on; length 0 is a place between two bytes. */
typedef struct ap_span {
    size_t offset;
    size_t length;
} ap_span;

/* Bytes that belong to somebody else and stay where they are; they carry no terminator. */
typedef struct ap_view {
    const uint8_t *bytes;
    size_t size;
} ap_view;

static inline size_t ap_span_end(ap_span span)
{
    return span.offset + span.length;
}

/* From the first byte of one to the last of another. */
static inline ap_span ap_span_to(ap_span first, ap_span last)
{
    return (ap_span){ first.offset, ap_span_end(last) - first.offset };
}

/* `a * b`, or SIZE_MAX where that does not fit: good enough to be compared with what is left. */
static inline size_t ap_product(size_t a, size_t b)
{
    size_t product;
    return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

/* `a + b`, or SIZE_MAX where that does not fit. */
static inline size_t ap_sum(size_t a, size_t b)
{
    size_t sum;
    return __builtin_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}

#endif
