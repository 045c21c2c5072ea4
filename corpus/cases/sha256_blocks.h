/* What SHA-256 does with whole blocks: in C, and by the instructions that processors have for it. */
#ifndef AP_SHA256_BLOCKS_H
#define AP_SHA256_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AP_SHA256_BLOCK_BYTES = 64, AP_SHA256_WORDS = 8, AP_SHA256_ROUNDS = 64 };

extern const uint32_t ap_sha256_constants[AP_SHA256_ROUNDS];

/* Mixes `count` blocks into the state. */
typedef void ap_sha256_mix(uint32_t state[AP_SHA256_WORDS], const uint8_t *blocks, size_t count);

ap_sha256_mix ap_sha256_mix_plain;

/* Only where ap_has_sha256 is true. */
ap_sha256_mix ap_sha256_mix_x86;

/* Whether this processor has the instructions. */
bool ap_has_sha256(void);

#endif
