/* Parses decimal integers and float32 in text exactly. */
#ifndef AP_NUMBER_H
#define AP_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

/* Parses -?(0|[1-9][0-9]*). Returns false, and leaves *value unchanged, for any other text and for a number
   outside int32. */
/*@ requires ap_readable(text) && \valid(value) && \separated(value, text.bytes + (0 .. text.size - 1));
    assigns *value;
    ensures !\result ==> *value == \old(*value); */
bool ap_parse_int32(ap_view text, int32_t *value);

typedef enum ap_number_fault {
    AP_NUMBER_FINE,
    AP_NUMBER_MALFORMED,    /* the text has another form than ap_parse_float reads */
    AP_NUMBER_OUT_OF_RANGE, /* the number rounds to an infinite float32 */
    AP_NUMBER_WRAPS, /* an integer without point or exponent, 2^32 or more: id Tech 4's reader takes it modulo 2^32 */
} ap_number_fault;

typedef struct ap_number {
    ap_number_fault fault;
    bool has_exponent;
    bool large; /* true if the part before the point is 2^64 or more, or the exponent is outside -99 to 99 */
    float
        value; /* nearest float32, ties to even, identical to the result of strtof; 0 if malformed or out of range */
} ap_number;

/* Parses -?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?. If the digits before the point begin with 0, no other digit and no `e`
   may follow this 0: 00, 01 and 0e1 are malformed. Takes any number of digits, in linear time. */
/*@ requires ap_readable(text);
    assigns \nothing; */
ap_number ap_parse_float(ap_view text);

enum { AP_FAST_NUMBER_BYTES = 40 /* most bytes that ap_scan_float reads, whatever the bytes are */ };

/* Reads one plain number (a minus or none, up to 7 digits, then a point and up to 16 digits or neither; no exponent) at *at and
   moves *at to its end. At least AP_FAST_NUMBER_BYTES bytes must be readable there. Returns false and leaves *at unchanged for
   any number that it does not read exactly; use ap_parse_float for such numbers. The caller checks the byte after the number. */
/*@ requires \valid(at) && \valid(value) && \valid_read(*at + (0 .. AP_FAST_NUMBER_BYTES - 1));
    requires \separated(at, value) && \separated(at, *at + (0 .. AP_FAST_NUMBER_BYTES - 1));
    requires \separated(value, *at + (0 .. AP_FAST_NUMBER_BYTES - 1));
    assigns *at, *value;
    ensures \result ==> \old(*at) < *at <= \old(*at) + AP_FAST_NUMBER_BYTES;
    ensures !\result ==> *at == \old(*at); */
bool ap_scan_float(const uint8_t **at, float *value);

#endif
