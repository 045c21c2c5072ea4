/* Lists of fields: a pattern finds the fields whose paths it matches, all of them and in order, however few paths are
   put together for it. */
#include <criterion/criterion.h>

#include "core/base/path_glob.h"
#include "corpus/defect/field_list.h"
#include "tests/unit/support/made_file.h"

static const char *const patterns[] = { "*", "version", "version_major", "camera", "camera.*",
    "camera.*.key_count", "*.key_count", "*.keys[*].time", "*.keys[0].time", "*time", "*.position_x",
    "*ion_x", "*[*]", "*keys[1]", "*.keys", "groups[*].mean[0]", "groups", "groups[*]", "*.name",
    "transforms[*][0][0]", "transforms", "transforms[1]", "t*[0]", "has_gaze", "as_gaze", "key_count",
    ".key_count", "keys[0", "*]", "nothing", "*.nothing", "" };

/* How many fields are found by all patterns. */
static size_t check_patterns(const ap_field_list *list)
{
    size_t found = 0;
    for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
        size_t from = 0;
        for (size_t i = 0; i < list->count; i++) {
            char path[AP_PATH_TEXT_BYTES];
            if (!ap_field_path_matches(patterns[p], ap_put_field_path(&list->items[i], path)))
                continue;
            cr_assert_eq(
                ap_next_field(list, patterns[p], &from), &list->items[i], "%s: %s", patterns[p], path);
            found++;
        }
        cr_assert_null(ap_next_field(list, patterns[p], &from), "%s: one too many", patterns[p]);
    }
    return found;
}

static void check_made(const char *name)
{
    static const ap_lint_options options;
    made_file made;
    ap_arena arena;
    ap_field_list list;
    ap_lint_result about;
    made_init(&made, name, NULL);
    cr_assert(make_seeded(&made, 3, 0));
    ap_arena_init(&arena, 0);
    cr_assert(
        ap_list_fields(made.generator->format, pile_view(&made.bytes), &options, &arena, &list, &about));
    cr_assert_gt(check_patterns(&list), 2 * list.count, "%s: the patterns find next to nothing", name);
    ap_arena_free(&arena);
    made_free(&made);
}

Test(field_patterns, of_mrtk)
{
    check_made("mrtk");
}

Test(field_patterns, of_memg)
{
    check_made("memg");
}
