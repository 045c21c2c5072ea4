#include "corpus/cases/sha256.h"

#include <string.h>

#include "core/base/bytes.h"
#include "corpus/cases/sha256_blocks.h"

enum { BLOCK_BYTES = AP_SHA256_BLOCK_BYTES, READ_AT_ONCE = 64 * 1024 };

typedef struct sha256 {
    ap_sha256_mix *mix;
    uint32_t state[AP_SHA256_WORDS];
    uint8_t block[BLOCK_BYTES];
    size_t used; /* bytes of the block */
    uint64_t size;
} sha256;

static void begin(sha256 *hash, bool plain)
{
    /* The first 32 bits of the fractions of the square roots of the first 8 primes. */
    *hash = (sha256){ .mix = plain || !ap_has_sha256() ? ap_sha256_mix_plain : ap_sha256_mix_x86,
        .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
            0x5be0cd19 } };
}

/* Fills the block that was begun; how many bytes that took. */
static size_t fill_block(sha256 *hash, const uint8_t *bytes, size_t size)
{
    const size_t left = BLOCK_BYTES - hash->used, now = size < left ? size : left;
    memcpy(hash->block + hash->used, bytes, now);
    hash->used += now;
    if (hash->used == BLOCK_BYTES) {
        hash->mix(hash->state, hash->block, 1);
        hash->used = 0;
    }
    return now;
}

/* Whole blocks are mixed where they are. */
static void add(sha256 *hash, const uint8_t *bytes, size_t size)
{
    if (size == 0) /* an empty view may show nothing at all */
        return;
    hash->size += size;
    const size_t begun = hash->used > 0 ? fill_block(hash, bytes, size) : 0;
    const size_t blocks = (size - begun) / BLOCK_BYTES, end = begun + blocks * BLOCK_BYTES;
    hash->mix(hash->state, bytes + begun, blocks);
    if (end < size)
        (void)fill_block(hash, bytes + end, size - end);
}

/* A set bit, zeros, and the size in bits end the last block. */
static void finish(sha256 *hash, char text[AP_SHA256_TEXT])
{
    static const uint8_t filling[BLOCK_BYTES] = { 0x80 };
    static const char digits[] = "0123456789abcdef";
    const uint64_t bits = 8 * hash->size;
    uint8_t ending[sizeof bits];
    ap_store_u64(ending, bits, true);
    add(hash, filling,
        (hash->used < BLOCK_BYTES - sizeof bits ? 1U : 2U) * BLOCK_BYTES - sizeof bits - hash->used);
    add(hash, ending, sizeof ending);
    for (size_t i = 0; i < AP_SHA256_TEXT - 1; i++)
        text[i] = digits[hash->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    text[AP_SHA256_TEXT - 1] = '\0';
}

static void hash_view(ap_view bytes, bool plain, char text[AP_SHA256_TEXT])
{
    sha256 hash;
    begin(&hash, plain);
    add(&hash, bytes.bytes, bytes.size);
    finish(&hash, text);
}

void ap_sha256_text(ap_view bytes, char text[AP_SHA256_TEXT])
{
    hash_view(bytes, false, text);
}

void ap_sha256_text_plain(ap_view bytes, char text[AP_SHA256_TEXT])
{
    hash_view(bytes, true, text);
}

bool ap_sha256_stream(FILE *stream, char text[AP_SHA256_TEXT])
{
    sha256 hash;
    uint8_t bytes[READ_AT_ONCE];
    size_t count;
    begin(&hash, false);
    while ((count = fread(bytes, 1, sizeof bytes, stream)) > 0)
        add(&hash, bytes, count);
    finish(&hash, text);
    return !ferror(stream);
}
