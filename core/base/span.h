/* Spans of an input, and arithmetic on sizes that saturates instead of wrapping.
   An offset in an input is a size_t, since the input is in memory. A size that a file declares, such as a
   count times the bytes of an element, may exceed any memory and is a uint64_t on every machine. */
#ifndef AP_SPAN_H
#define AP_SPAN_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `length` bytes of the input from byte `offset`; length 0 is the position between two bytes */
typedef struct ap_span {
    size_t offset;
    size_t length;
} ap_span;

/* Bytes owned by another object, at a fixed address, without terminator. */
typedef struct ap_view {
    const uint8_t *bytes;
    size_t size;
} ap_view;

/* For contracts: no machine addresses 2^56 bytes. */
//@ predicate ap_readable(ap_view view) = \valid_read(view.bytes + (0 .. view.size - 1)) && view.size <= 1 << 56;

/*@ requires span.offset + span.length <= SIZE_MAX;
    assigns \nothing;
    ensures \result == span.offset + span.length; */
static inline size_t ap_span_end(ap_span span)
{
    return span.offset + span.length;
}

/* Returns the span from the first byte of `first` to the last byte of `last`. */
/*@ requires first.offset <= last.offset + last.length <= SIZE_MAX;
    assigns \nothing;
    ensures \result.offset == first.offset && \result.offset + \result.length == last.offset + last.length; */
static inline ap_span ap_span_from_to(ap_span first, ap_span last)
{
    return (ap_span){ first.offset, ap_span_end(last) - first.offset };
}

/* Returns `a * b`, or UINT64_MAX on overflow, which is more than the bytes of any input. */
/*@ assigns \nothing;
    ensures \result == \min(a * b, UINT64_MAX); */
static inline uint64_t ap_saturating_product(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* Returns `a * b`, or SIZE_MAX on overflow, a size that no allocator grants. */
/*@ assigns \nothing;
    ensures \result == \min(a * b, SIZE_MAX); */
static inline size_t ap_saturating_size_product(size_t a, size_t b)
{
    size_t product;
    return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

/* Returns `a + b`, or SIZE_MAX on overflow, a size that no allocator grants. */
/*@ assigns \nothing;
    ensures \result == \min(a + b, SIZE_MAX); */
static inline size_t ap_saturating_size_sum(size_t a, size_t b)
{
    size_t sum;
    return __builtin_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}

#endif
