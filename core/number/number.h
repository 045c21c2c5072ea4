/* Decimal numbers in text, read exactly. */
#ifndef AP_NUMBER_H
#define AP_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

/* -?(0|[1-9][0-9]*) that an int32 holds. False otherwise; *value is untouched then. */
/*@ requires ap_readable(text) && \valid(value) && \separated(value, text.bytes + (0 .. text.size - 1));
    assigns *value;
    ensures !\result ==> *value == \old(*value); */
bool ap_parse_int32(ap_view text, int32_t *value);

typedef enum ap_number_fault {
    AP_NUMBER_FINE,
    AP_NUMBER_MALFORMED,    /* not of the form below */
    AP_NUMBER_OUT_OF_RANGE, /* infinite after rounding to float32 */
    AP_NUMBER_WRAPS,        /* digits alone, 2^32 or more: id Tech 4's reader has them modulo 2^32 */
} ap_number_fault;

typedef struct ap_number {
    ap_number_fault fault;
    bool exponent; /* written with an `e` */
    bool large;    /* 2^64 or more before the point, or an exponent outside -99 to 99 */
    float value;   /* the nearest float32, ties to even, bit-equal to strtof; 0 where there is none */
} ap_number;

/* -?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)? without a zero before another digit or of the `e`. Any
   number of digits, in linear time. */
/*@ requires ap_readable(text);
    assigns \nothing; */
ap_number ap_parse_float(ap_view text);

enum { AP_FAST_NUMBER_BYTES = 40 /* what ap_scan_float may look at */ };

/* Reads one plain number (sign, up to 7 digits, a point, up to 16 digits; no exponent) at *at and moves *at
   after it. At least AP_FAST_NUMBER_BYTES bytes must be readable there. False, with *at unmoved, for
   anything that it does not read exactly: then ap_parse_float decides. What follows the number is the
   caller's to judge. */
/*@ requires \valid(at) && \valid(value) && \valid_read(*at + (0 .. AP_FAST_NUMBER_BYTES - 1));
    requires \separated(at, value) && \separated(at, *at + (0 .. AP_FAST_NUMBER_BYTES - 1));
    requires \separated(value, *at + (0 .. AP_FAST_NUMBER_BYTES - 1));
    assigns *at, *value;
    ensures \result ==> \old(*at) < *at <= \old(*at) + AP_FAST_NUMBER_BYTES;
    ensures !\result ==> *at == \old(*at); */
bool ap_scan_float(const uint8_t **at, float *value);

#endif
