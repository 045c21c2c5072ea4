/* Each path of a field in the broken files of a corpus is also one in the valid files. cli/config/field_paths.c relies on that,
   because it reads only the valid files. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/finding/fingerprint.h"
#include "corpus/cases/case_make.h"
#include "tests/unit/support/test_sample.h"
#include "validators/field_at.h"
#include "validators/registry.h"

enum { MOST_PATHS = 512 };

/* The paths of the fields in the valid files of one format, with 0 as each index. */
typedef struct paths_of_valid_files {
    const ap_planned_case *planned; /* the current case; the cases of valid files come first */
    uint64_t hashes[MOST_PATHS];
    size_t count;
} paths_of_valid_files;

/* Adds the path of a field of a valid file. Fails the test if a file with a defect has a path that was not added. */
static void add_path_or_fail_if_file_has_defect(
    void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    paths_of_valid_files *paths = context;
    char text[AP_PATH_TEXT_BYTES];
    ap_field_path path = io->path;
    (void)type;
    (void)role;
    for (size_t i = 0; i < path.depth; i++)
        path.parts[i].index = path.parts[i].index == AP_NO_INDEX ? AP_NO_INDEX : 0;
    ap_snprint_field_path(&path, io->field.name, text, sizeof text);
    const uint64_t hash = ap_hash_text(AP_HASH_START, text);
    for (size_t i = 0; i < paths->count; i++) {
        if (paths->hashes[i] == hash)
            return;
    }
    cr_assert_null(paths->planned->defect, "%s: no valid file has the field %s", paths->planned->name, text);
    cr_assert_lt(paths->count, MOST_PATHS);
    paths->hashes[paths->count++] = hash;
}

/* Each path in a file with a defect, also in a near miss, must be a path in some valid file of the format. */
Test(case_fields, broken_files_have_the_paths_of_valid_files)
{
    static const ap_lint_options options = { .listener = NULL };
    size_t formats, broken = 0, read = 0;
    const ap_format *const *all = ap_formats(&formats);
    ap_case_generator cases;
    ap_arena scratch;
    ap_arena_init(&scratch, 0);
    ap_case_generator_init(&cases, 0, 0);
    for (size_t i = 0; i < formats; i++) {
        ap_case_plan plan;
        ap_planned_case planned;
        ap_generated_case made;
        paths_of_valid_files paths = { .planned = &planned };
        const ap_listener listener = { .field = add_path_or_fail_if_file_has_defect, .context = &paths };
        ap_case_plan_init(&plan, all[i], true);
        for (ap_case_plan_next_or_begin_round(&plan, &planned); planned.round == 0;
             ap_case_plan_next_or_begin_round(&plan, &planned)) {
            if (planned.defect != NULL && broken++ % sample_step() != 0)
                continue;
            const bool is_made = ap_generate_case(&cases, &planned, &made) == AP_CASE_MADE;
            cr_expect(is_made, "%s must be generated", planned.name);
            ap_arena_reset(&scratch);
            cr_assert(
                !is_made || ap_pass_fields_to_listener(all[i], made.file, &options, &listener, &scratch));
            read += is_made && planned.defect != NULL;
        }
    }
    cr_expect_gt(read, 500 / sample_step());
    ap_case_generator_free(&cases);
    ap_arena_free(&scratch);
}
