/* Every defect on files that were made, tame and wild: what they know is what is found. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/unit/support/defect_run.h"
#include "tests/unit/support/made_file.h"
#include "tests/unit/support/test_sample.h"

enum { MADE_FILES = 6, LEAST_WHOLE = 4, MADE_BYTES = 1 << 19, NAME_BYTES = 32 };

/* Files that are larger are left out. */
static void check_made(const char *format)
{
    made_file made;
    size_t whole = 0;
    const size_t step = test_each() > 1 ? 2 : 1; /* of both kinds, sanitized */
    made_init(&made, format, NULL);
    for (uint64_t seed = 0; seed < MADE_FILES; seed += step) {
        char name[NAME_BYTES];
        ap_choices choices;
        made.wild = seed % 3 == 2;
        snprintf(name, sizeof name, "%s %u", made.wild ? "wild" : "tame", (unsigned)seed);
        ap_choices_seed(&choices, seed);
        cr_assert(make_file(&made, &choices), "%s", name);
        if (made.bytes.size > MADE_BYTES || made.companion.size > MADE_BYTES)
            continue;
        whole++;
        defect_base base = { .name = name, .file = pile_view(&made.bytes) };
        if (made.companion_fits)
            base.companion = pile_view(&made.companion);
        check_defects_on(made.generator->format, &base, seed);
    }
    cr_assert_geq(whole, LEAST_WHOLE / step, "%zu of %zu files fit", whole, MADE_FILES / step);
    made_free(&made);
}

Test(defect_made, mrtk)
{
    check_made("mrtk");
}

Test(defect_made, memg)
{
    check_made("memg");
}
