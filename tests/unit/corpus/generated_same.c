/* A seed gives equal bytes with every compiler. The expected hashes come from a program built with gcc. A changed generator
   changes the hashes, a compiler must not. */
#include <criterion/criterion.h>

#include "tests/unit/support/generated_file.h"
#include "validators/registry.h"

enum { FILES = 20 };

typedef struct hash_of_generated_files {
    const char *format, *knobs;
    bool wild;
    uint64_t hash;
} hash_of_generated_files;

static const hash_of_generated_files hashes[] = {
    { "mrtk", NULL, false, UINT64_C(0x062d9f2f4ccd5acc) },
    { "mrtk", NULL, true, UINT64_C(0xa5184f35f55c4232) },
    { "memg", NULL, false, UINT64_C(0xccc0a7e428fc1fa2) },
    { "memg", "modes=1..12 vertices=8..40 timesteps=12..20", true, UINT64_C(0xf0b6b882577fa499) },
    { "md5anim", NULL, false, UINT64_C(0x8fec38a323b84a5b) },
    { "md5anim", NULL, true, UINT64_C(0x29bfc52be4bbcb41) },
    { "md5mesh", NULL, false, UINT64_C(0xe881d80f5d7d3ce9) },
    { "md5mesh", NULL, true, UINT64_C(0x6e2899f674353330) },
};

Test(generated_same, a_seed_gives_equal_bytes_everywhere)
{
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++) {
        generated_file file;
        uint64_t hash = FNV_BASIS;
        generated_init(&file, hashes[i].format, hashes[i].knobs);
        file.wild = hashes[i].wild;
        for (uint64_t number = 1; number <= FILES; number++) {
            cr_assert(generate_seeded(&file, 1, number));
            hash = buffer_hash(&file.companion, buffer_hash(&file.bytes, hash));
        }
        cr_expect_eq(hash, hashes[i].hash, "%s%s: files must not change, their hash is now 0x%016llx",
            hashes[i].format, hashes[i].wild ? ", wild" : "", (unsigned long long)hash);
        generated_free(&file);
    }
}

/* A file depends only on its seed and number, not on the files generated before. */
Test(generated_same, a_file_does_not_depend_on_earlier_files)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        generated_file file;
        generated_init(&file, formats[i]->name, NULL);
        cr_assert(generate_seeded(&file, 5, 3));
        const uint64_t third = buffer_hash(&file.bytes, FNV_BASIS);
        cr_assert(generate_seeded(&file, 5, 1));
        cr_assert_neq(buffer_hash(&file.bytes, FNV_BASIS), third);
        cr_assert(generate_seeded(&file, 6, 3));
        cr_assert_neq(buffer_hash(&file.bytes, FNV_BASIS), third);
        cr_assert(generate_seeded(&file, 5, 3));
        cr_assert_eq(buffer_hash(&file.bytes, FNV_BASIS), third);
        generated_free(&file);
    }
}

/* A file does not depend on whether its companion is written. */
Test(generated_same, a_file_does_not_depend_on_its_companion)
{
    for (uint64_t number = 1; number <= 2 * FILES; number++) {
        generated_file file;
        ap_choices choices;
        generated_init(&file, "memg", NULL);
        file.wild = number > FILES;
        cr_assert(generate_seeded(&file, 5, number));
        const uint64_t with = buffer_hash(&file.bytes, FNV_BASIS);
        empty_buffer_and_init_writer(&file.bytes, file.writer);
        ap_choices_from_seed(&choices, ap_make_item_seed(5, number));
        ap_generation_request make = { .choices = &choices,
            .ranges = file.ranges,
            .wild = file.wild,
            .arena = &file.arena,
            .writer = file.writer };
        cr_assert(file.generator->make(&make) && ap_writer_flush(file.writer));
        cr_assert_eq(buffer_hash(&file.bytes, FNV_BASIS), with);
        generated_free(&file);
    }
}
