/* Applies every defect to generated files, plausible and wild (--wild). The expected findings must be the findings of lint. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/unit/support/defect_run.h"
#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/test_sample.h"

enum { FILES = 6, LEAST_CHECKED = 4, LARGEST_BYTES = 1 << 19, NAME_BYTES = 32 };

/* Applies the defects of the format to generated files. Skips files larger than LARGEST_BYTES. */
static void check_defects_of_format(const char *format)
{
    generated_file file;
    size_t checked = 0;
    const size_t step = sample_step() > 1 ? 2 : 1; /* the program with sanitizers checks every second file */
    generated_init(&file, format, NULL);
    for (uint64_t seed = 0; seed < FILES; seed += step) {
        char name[NAME_BYTES];
        ap_choices choices;
        file.wild = seed % 3 == 2;
        snprintf(name, sizeof name, "%s %u", file.wild ? "wild" : "plausible", (unsigned)seed);
        ap_choices_from_seed(&choices, seed);
        cr_assert(generate_file(&file, &choices), "file %s must be generated", name);
        if (file.bytes.size > LARGEST_BYTES || file.companion.size > LARGEST_BYTES)
            continue;
        checked++;
        defect_base base = { .name = name, .file = buffer_view(&file.bytes) };
        if (file.companion_fits)
            base.companion = buffer_view(&file.companion);
        check_defects_on_base(file.generator->format, &base, seed);
    }
    cr_assert_geq(
        checked, LEAST_CHECKED / step, "only %zu of %zu files are small enough", checked, FILES / step);
    generated_free(&file);
}

Test(defect_on_generated, defects_of_mrtk_are_found_in_generated_files)
{
    check_defects_of_format("mrtk");
}

/* Rotations of this file change their sign in several places. Only the first sign flip is reported, so a defect that removed
   the first flip would move the finding to another key. */
Test(defect_on_generated, defects_of_mrtk_keep_the_first_sign_flip)
{
    generated_file file;
    generated_init(&file, "mrtk", NULL);
    file.wild = true;
    cr_assert(generate_seeded(&file, 1, 2), "the file must be generated");
    const defect_base base = { .name = "wild 1, 2", .file = buffer_view(&file.bytes) };
    for (uint64_t seed = 0; seed < 8; seed += sample_step())
        check_defects_on_base(file.generator->format, &base, seed);
    generated_free(&file);
}

Test(defect_on_generated, defects_of_memg_are_found_in_generated_files)
{
    check_defects_of_format("memg");
}
