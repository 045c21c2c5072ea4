/* corpus/defect/field_list.h: a pattern finds exactly the fields with a matching path, in order, although the search does not
   compose paths that cannot match. */
#include <criterion/criterion.h>

#include "core/base/path_glob.h"
#include "corpus/defect/field_list.h"
#include "tests/unit/support/generated_file.h"

static const char *const patterns[] = { "*", "version", "version_major", "camera", "camera.*",
    "camera.*.key_count", "*.key_count", "*.keys[*].time", "*.keys[0].time", "*time", "*.position_x",
    "*ion_x", "*[*]", "*keys[1]", "*.keys", "groups[*].mean[0]", "groups", "groups[*]", "*.name",
    "transforms[*][0][0]", "transforms", "transforms[1]", "t*[0]", "has_gaze", "as_gaze", "key_count",
    ".key_count", "keys[0", "*]", "nothing", "*.nothing", "" };

/* Returns how many fields all patterns find together. */
static size_t check_patterns_and_count_found_fields(const ap_field_list *list)
{
    size_t found = 0;
    for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
        size_t from = 0;
        for (size_t i = 0; i < list->count; i++) {
            char path[AP_PATH_TEXT_BYTES];
            if (!ap_field_path_or_parent_matches(patterns[p], ap_put_field_path(&list->items[i], path)))
                continue;
            cr_assert_eq(ap_next_field(list, patterns[p], &from), &list->items[i], "%s must find %s next",
                patterns[p], path);
            found++;
        }
        cr_assert_null(ap_next_field(list, patterns[p], &from), "%s must find no more fields", patterns[p]);
    }
    return found;
}

static void check_generated_file(const char *name)
{
    static const ap_lint_options options;
    generated_file generated;
    ap_arena arena;
    ap_field_list list;
    ap_lint_result about;
    generated_init(&generated, name, NULL);
    cr_assert(generate_seeded(&generated, 3, 0));
    ap_arena_init(&arena, 0);
    cr_assert(ap_list_fields(
        generated.generator->format, buffer_view(&generated.bytes), &options, &arena, &list, &about));
    cr_assert_gt(check_patterns_and_count_found_fields(&list), 2 * list.count,
        "%s: the patterns must find twice as many fields as the file has", name);
    ap_arena_free(&arena);
    generated_free(&generated);
}

Test(field_patterns, patterns_find_fields_of_mrtk)
{
    check_generated_file("mrtk");
}

Test(field_patterns, patterns_find_fields_of_memg)
{
    check_generated_file("memg");
}
