/* SHA-256 against published hashes. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/cases/sha256.h"

enum { LONGEST = 300, MILLION = 1000000 };

static void expect_sha256(const void *bytes, size_t size, const char *wanted)
{
    char text[AP_SHA256_TEXT];
    ap_compute_sha256((ap_view){ bytes, size }, text);
    cr_assert(strcmp(text, wanted) == 0, "%zu bytes: got hash %s, expected %s", size, text, wanted);
}

/* Examples of FIPS 180-4. */
Test(sha256, published_examples_have_their_hash)
{
    static const char *const texts[][2] = {
        { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
        { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
        { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
        { "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
          "mnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_sha256(texts[i][0], strlen(texts[i][0]), texts[i][1]);
    expect_sha256(NULL, 0, texts[0][1]);
    char *many = malloc(MILLION);
    cr_assert_not_null(many);
    memset(many, 'a', MILLION);
    expect_sha256(many, MILLION, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(many);
}

/* The hash of the hashes of all lengths equals that of another implementation. The bytes end at the end of their memory, so that
   a sanitizer reports reads past the end. */
Test(sha256, all_lengths_have_their_hash)
{
    static char texts[(LONGEST + 1) * (AP_SHA256_TEXT - 1) + 1];
    for (size_t size = 0; size <= LONGEST; size++) {
        uint8_t *bytes = malloc(size + (size == 0));
        cr_assert_not_null(bytes);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)(7 * i + size);
        ap_compute_sha256((ap_view){ bytes, size }, texts + size * (AP_SHA256_TEXT - 1));
        free(bytes);
    }
    expect_sha256(
        texts, sizeof texts - 1, "94bc81110d562891b0adac6bac4837f28ae9118c192446b6ac4414fdf4c6e629");
}

/* A stream is read in parts that may end inside a block. */
Test(sha256, a_stream_has_the_hash_of_its_bytes)
{
    static uint8_t bytes[3 * 64 * 1024 + 17];
    char text[AP_SHA256_TEXT], streamed[AP_SHA256_TEXT];
    for (size_t size = 1; size <= sizeof bytes; size = 3 * size + 1) {
        memset(bytes, (int)(size & 255), size);
        FILE *stream = fmemopen(bytes, size, "r");
        cr_assert_not_null(stream);
        cr_assert(ap_compute_sha256_of_stream(stream, streamed));
        fclose(stream);
        ap_compute_sha256((ap_view){ bytes, size }, text);
        cr_assert_str_eq(text, streamed);
    }
}
