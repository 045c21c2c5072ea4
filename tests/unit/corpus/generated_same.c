/* Issue 4: the same bytes for the same seed, with every compiler: these are sums of what gcc made. Whoever
   changes a maker changes them, too, and says so; a compiler must not. */
#include <criterion/criterion.h>

#include "tests/unit/support/made_file.h"
#include "validators/registry.h"

enum { FILES = 20 };

typedef struct sum {
    const char *format, *knobs;
    bool wild;
    uint64_t hash;
} sum;

static const sum sums[] = {
    { "mrtk", NULL, false, UINT64_C(0xc0003b78b3ffddbb) },
    { "mrtk", NULL, true, UINT64_C(0xdc634a6f4b1b9be5) },
    { "memg", NULL, false, UINT64_C(0x5a138d9a1f854f45) },
    { "memg", "modes=1..12 vertices=8..40 timesteps=12..20", true, UINT64_C(0x1efa7518bcea85f1) },
    { "md5anim", NULL, false, UINT64_C(0xe774c5c0dd257a22) },
    { "md5anim", NULL, true, UINT64_C(0x9ca3d41341c54d66) },
    { "md5mesh", NULL, false, UINT64_C(0xe881d80f5d7d3ce9) },
    { "md5mesh", NULL, true, UINT64_C(0x6e2899f674353330) },
};

Test(generated_same, sums)
{
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        made_file made;
        uint64_t hash = FNV_BASIS;
        made_init(&made, sums[i].format, sums[i].knobs);
        made.wild = sums[i].wild;
        for (uint64_t number = 1; number <= FILES; number++) {
            cr_assert(make_seeded(&made, 1, number));
            hash = pile_hash(&made.companion, pile_hash(&made.bytes, hash));
        }
        cr_expect_eq(hash, sums[i].hash, "%s%s: 0x%016llx", sums[i].format, sums[i].wild ? ", wild" : "",
            (unsigned long long)hash);
        made_free(&made);
    }
}

/* A file depends on its number and the seed, and on nothing that was made before. */
Test(generated_same, each_alone)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        made_file made;
        made_init(&made, formats[i]->name, NULL);
        cr_assert(make_seeded(&made, 5, 3));
        const uint64_t third = pile_hash(&made.bytes, FNV_BASIS);
        cr_assert(make_seeded(&made, 5, 1));
        cr_assert_neq(pile_hash(&made.bytes, FNV_BASIS), third);
        cr_assert(make_seeded(&made, 6, 3));
        cr_assert_neq(pile_hash(&made.bytes, FNV_BASIS), third);
        cr_assert(make_seeded(&made, 5, 3));
        cr_assert_eq(pile_hash(&made.bytes, FNV_BASIS), third);
        made_free(&made);
    }
}

/* Whether a companion is wanted does not change the file. */
Test(generated_same, with_and_without_companion)
{
    for (uint64_t number = 1; number <= 2 * FILES; number++) {
        made_file made;
        ap_choices choices;
        made_init(&made, "memg", NULL);
        made.wild = number > FILES;
        cr_assert(make_seeded(&made, 5, number));
        const uint64_t with = pile_hash(&made.bytes, FNV_BASIS);
        pile_writer(&made.bytes, made.writer);
        ap_choices_seed(&choices, ap_choices_split(5, number));
        ap_make make = { .choices = &choices,
            .ranges = made.ranges,
            .wild = made.wild,
            .arena = &made.arena,
            .writer = made.writer };
        cr_assert(made.generator->make(&make) && ap_writer_finish(made.writer));
        cr_assert_eq(pile_hash(&made.bytes, FNV_BASIS), with);
        made_free(&made);
    }
}
