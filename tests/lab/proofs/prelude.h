/* Contracts of compiler functions, and of C functions without a contract in Frama-C. docs/evidence/proofs.md lists them as
   trusted. make prove includes this file before each source. */
#ifndef AP_PRELUDE_H
#define AP_PRELUDE_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

//@ assigns \nothing;
uint32_t __builtin_bswap32(uint32_t value);
//@ assigns \nothing;
uint64_t __builtin_bswap64(uint64_t value);

#ifdef AP_PROVE_TYPED
/*@ requires \valid(to);
    assigns *to;
    ensures *to == (uint64_t)(a * b);
    ensures \result <==> a * b > UINT64_MAX;
    ensures !\result ==> *to == a * b; */
bool ap_prove_mul_overflow(uint64_t a, uint64_t b, uint64_t *to);

/*@ requires \valid(to);
    assigns *to;
    ensures *to == (uint64_t)(a + b);
    ensures \result <==> a + b > UINT64_MAX;
    ensures !\result ==> *to == a + b; */
bool ap_prove_add_overflow(uint64_t a, uint64_t b, uint64_t *to);
#else /* implemented in tests/lab/proofs/any_file.h */
bool ap_prove_mul_overflow(uint64_t a, uint64_t b, uint64_t *to);
bool ap_prove_add_overflow(uint64_t a, uint64_t b, uint64_t *to);
#endif

/*@ requires \valid(to + (0 .. size - 1)) && \valid_read(from + (0 .. size - 1));
    requires \separated(to + (0 .. size - 1), from + (0 .. size - 1));
    assigns to[0 .. size - 1] \from from[0 .. size - 1]; */
void ap_prove_copy(uint8_t *to, const uint8_t *from, size_t size);

/* Functions of locales, which have no contract in Frama-C. */
//@ assigns \nothing;
locale_t newlocale(int mask, const char *name, locale_t base);
//@ assigns \nothing;
void freelocale(locale_t locale);
/*@ requires \valid_read(text) && end == \null;
    assigns \nothing; */
float strtof_l(const char *text, char **end, locale_t locale);

#define __builtin_mul_overflow ap_prove_mul_overflow
#define __builtin_add_overflow ap_prove_add_overflow

/*@ requires \valid_read(bytes + (0 .. size - 1)) && \valid_read(wanted + (0 .. length - 1));
    assigns \result \from bytes, bytes[0 .. size - 1], wanted[0 .. length - 1];
    ensures \result == \null || (\exists integer at; 0 <= at <= size - length && \result == bytes + at); */
const uint8_t *ap_prove_find(const uint8_t *bytes, size_t size, const char *wanted, size_t length);

#ifdef AP_PROVE_TYPED /* the typed memory model of WP needs functions with contracts for bytes */
#define memcpy(to, from, size)              ap_prove_copy(to, from, size)
#define memmem(bytes, size, wanted, length) ap_prove_find(bytes, size, wanted, length)
#endif

#endif
