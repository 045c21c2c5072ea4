#include "corpus/cases/sha256.h"

#include <string.h>

#include "core/base/bytes.h"

enum { BLOCK_BYTES = 64, WORDS = 8, ROUNDS = 64, READ_AT_ONCE = 64 * 1024 };

/* First 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[ROUNDS] = { 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b,
    0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74,
    0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3,
    0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354,
    0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3,
    0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa,
    0xa4506ceb, 0xbef9a3f7, 0xc67178f2 };

static uint32_t rotate_right(uint32_t word, unsigned bits)
{
    return word >> bits | word << (32 - bits);
}

static void expand_block(const uint8_t *block, uint32_t words[ROUNDS])
{
    for (size_t i = 0; i < 16; i++)
        words[i] = ap_load_u32(block + 4 * i, true);
    for (size_t i = 16; i < ROUNDS; i++) {
        const uint32_t a = words[i - 15], b = words[i - 2];
        words[i] = words[i - 16] + (rotate_right(a, 7) ^ rotate_right(a, 18) ^ a >> 3) + words[i - 7]
                   + (rotate_right(b, 17) ^ rotate_right(b, 19) ^ b >> 10);
    }
}

/* Computes one round. Of the eight state words, only d and h change. For the next round, the caller passes the words shifted by
   one place, so that no word is copied; after eight rounds each word is in its first place again. */
static inline void mix_round(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f,
    uint32_t g, uint32_t *h, uint32_t word)
{
    const uint32_t chosen = (e & f) ^ (~e & g);
    const uint32_t most = (a & b) ^ (a & c) ^ (b & c);
    const uint32_t next =
        *h + (rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25)) + chosen + word;
    *d += next;
    *h = next + (rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22)) + most;
}

static void mix_block(uint32_t s[WORDS], const uint8_t *block)
{
    uint32_t w[ROUNDS];
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
    expand_block(block, w);
    for (size_t i = 0; i < ROUNDS; i += WORDS) {
        const uint32_t *k = constants + i;
        mix_round(a, b, c, &d, e, f, g, &h, w[i] + k[0]);
        mix_round(h, a, b, &c, d, e, f, &g, w[i + 1] + k[1]);
        mix_round(g, h, a, &b, c, d, e, &f, w[i + 2] + k[2]);
        mix_round(f, g, h, &a, b, c, d, &e, w[i + 3] + k[3]);
        mix_round(e, f, g, &h, a, b, c, &d, w[i + 4] + k[4]);
        mix_round(d, e, f, &g, h, a, b, &c, w[i + 5] + k[5]);
        mix_round(c, d, e, &f, g, h, a, &b, w[i + 6] + k[6]);
        mix_round(b, c, d, &e, f, g, h, &a, w[i + 7] + k[7]);
    }
    const uint32_t after[WORDS] = { a, b, c, d, e, f, g, h };
    for (size_t i = 0; i < WORDS; i++)
        s[i] += after[i];
}

static void mix_blocks(uint32_t state[WORDS], const uint8_t *blocks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mix_block(state, blocks + i * BLOCK_BYTES);
}

typedef struct sha256_state {
    uint32_t state[WORDS];
    uint8_t block[BLOCK_BYTES];
    size_t used; /* bytes of the block that are filled */
    uint64_t size;
} sha256_state;

static void init_sha256_state(sha256_state *hash)
{
    /* First 32 bits of the fractional parts of the square roots of the first 8 primes. */
    *hash = (sha256_state){ .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                                0x1f83d9ab, 0x5be0cd19 } };
}

/* Copies bytes into the block; hashes the block when it is full. Returns the number of bytes copied. */
static size_t fill_block(sha256_state *hash, const uint8_t *bytes, size_t size)
{
    const size_t left = BLOCK_BYTES - hash->used, now = size < left ? size : left;
    memcpy(hash->block + hash->used, bytes, now);
    hash->used += now;
    if (hash->used == BLOCK_BYTES) {
        mix_blocks(hash->state, hash->block, 1);
        hash->used = 0;
    }
    return now;
}

/* Hashes bytes. Complete blocks are hashed in place, without a copy. */
static void hash_bytes(sha256_state *hash, const uint8_t *bytes, size_t size)
{
    if (size == 0) /* in an empty view, bytes.bytes may be NULL */
        return;
    hash->size += size;
    const size_t begun = hash->used > 0 ? fill_block(hash, bytes, size) : 0;
    const size_t blocks = (size - begun) / BLOCK_BYTES, end = begun + blocks * BLOCK_BYTES;
    mix_blocks(hash->state, bytes + begun, blocks);
    if (end < size)
        (void)fill_block(hash, bytes + end, size - end);
}

/* Pads the last block with a set bit, zeros and the size in bits, and writes the hash as text. */
static void write_sha256_text(sha256_state *hash, char text[AP_SHA256_TEXT])
{
    static const uint8_t filling[BLOCK_BYTES] = { 0x80 };
    static const char digits[] = "0123456789abcdef";
    const uint64_t bits = 8 * hash->size;
    uint8_t ending[sizeof bits];
    ap_store_u64(ending, bits, true);
    hash_bytes(hash, filling,
        (hash->used < BLOCK_BYTES - sizeof bits ? 1U : 2U) * BLOCK_BYTES - sizeof bits - hash->used);
    hash_bytes(hash, ending, sizeof ending);
    for (size_t i = 0; i < AP_SHA256_TEXT - 1; i++)
        text[i] = digits[hash->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    text[AP_SHA256_TEXT - 1] = '\0';
}

bool ap_has_sha256(ap_view bytes, const char *text)
{
    char own[AP_SHA256_TEXT];
    ap_compute_sha256(bytes, own);
    return strcmp(own, text) == 0;
}

void ap_compute_sha256(ap_view bytes, char text[AP_SHA256_TEXT])
{
    sha256_state hash;
    init_sha256_state(&hash);
    hash_bytes(&hash, bytes.bytes, bytes.size);
    write_sha256_text(&hash, text);
}

bool ap_compute_sha256_of_stream(FILE *stream, char text[AP_SHA256_TEXT])
{
    sha256_state hash;
    uint8_t bytes[READ_AT_ONCE];
    size_t count;
    init_sha256_state(&hash);
    while ((count = fread(bytes, 1, sizeof bytes, stream)) > 0)
        hash_bytes(&hash, bytes, count);
    write_sha256_text(&hash, text);
    return !ferror(stream);
}
