/* Places in an input, and arithmetic on sizes that cannot wrap.

   A place is inside an input that is in memory, so that it is a size_t. What a file says of itself, a count
   times the bytes of an element, may be more than any memory and is a uint64_t, on every machine. */
#ifndef AP_SPAN_H
#define AP_SPAN_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `length` bytes from byte `offset` of the input on; length 0 is a place between two bytes. */
typedef struct ap_span {
    size_t offset;
    size_t length;
} ap_span;

/* Bytes that another owns, which stay where they are; they carry no terminator. */
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

/* From the first byte of one to the last of another. */
/*@ requires first.offset <= last.offset + last.length <= SIZE_MAX;
    assigns \nothing;
    ensures \result.offset == first.offset && \result.offset + \result.length == last.offset + last.length; */
static inline ap_span ap_span_to(ap_span first, ap_span last)
{
    return (ap_span){ first.offset, ap_span_end(last) - first.offset };
}

/* `a * b`, or UINT64_MAX where that does not fit: good enough to be compared with what is left. */
/*@ assigns \nothing;
    ensures \result == \min(a * b, UINT64_MAX); */
static inline uint64_t ap_product(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* The same of what is to be memory, or SIZE_MAX where that does not fit, which nothing allocates. */
/*@ assigns \nothing;
    ensures \result == \min(a * b, SIZE_MAX); */
static inline size_t ap_memory_product(size_t a, size_t b)
{
    size_t product;
    return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

/* `a + b` of the same kind, or SIZE_MAX where that does not fit. */
/*@ assigns \nothing;
    ensures \result == \min(a + b, SIZE_MAX); */
static inline size_t ap_memory_sum(size_t a, size_t b)
{
    size_t sum;
    return __builtin_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}

#endif
