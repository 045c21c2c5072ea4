/* Tests the limits on the work of memg/matrix-order, memg/vertex-unmapped and memg/obj-scale in hostile files: above the limit
   a check is skipped and counted as skipped. A file that reaches a limit has 50 MB, so the tests begin with most of the limit
   spent. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/layout/io.h"
#include "tests/unit/support/at_end.h"
#include "validators/companion_use.h"
#include "validators/memg/memg_order.h"
#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_scene.h"

enum { SIDE = 3 };

Test(memg_work, the_order_is_unknown_if_the_work_is_not_enough)
{
    static const double identity[SIDE * SIDE] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    const ap_memg_matrix basis = {
        .rows = SIDE, .columns = SIDE, .values = { (const uint8_t *)identity, sizeof identity }
    };
    size_t enough = (size_t)1 << 20;
    const size_t all = enough;
    cr_assert_eq(ap_memg_check_if_other_order_is_better(&basis, false, AP_MEMG_COLUMN, &enough),
        AP_MEMG_OTHER_ORDER_NOT_BETTER);
    const size_t needed = all - enough;
    cr_assert_gt(needed, 2 * SIDE * SIDE);
    for (size_t work = 0; work <= needed; work++) {
        size_t left = work;
        const ap_memg_other_order_answer answer =
            ap_memg_check_if_other_order_is_better(&basis, false, AP_MEMG_COLUMN, &left);
        cr_assert_eq(answer, work < needed ? AP_MEMG_OTHER_ORDER_UNKNOWN : AP_MEMG_OTHER_ORDER_NOT_BETTER,
            "a budget of %zu operations, %zu are needed", work, needed);
        cr_assert_leq(left, work);
    }
}

Test(memg_work, an_unknown_order_counts_as_a_skipped_check)
{
    static const double identity[SIDE * SIDE] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    const ap_view input = { (const uint8_t *)identity, sizeof identity };
    for (uint64_t work = 0; work <= 1 << 20; work += 1 << 20) {
        AT_END(ap_arena_free) ap_arena arena;
        ap_findings findings;
        ap_io io;
        ap_memg_state state = { .order = AP_MEMG_COLUMN, .order_work = work };
        ap_memg_cursor cursor = { .state = &state,
            .group.basis = { .rows = SIDE, .columns = SIDE, .values = input } };
        ap_arena_init(&arena, 0);
        ap_findings_init(&findings, &arena, NULL, 0, 0);
        ap_io_init(&io, input, &findings, &arena, NULL);
        ap_memg_check_matrix_order(&io, &cursor);
        cr_assert_eq(findings.skipped_checks, work == 0);
        cr_assert_eq(findings.kept, 0);
    }
}

typedef struct scene_run {
    ap_arena arena;
    ap_findings of_scene, findings;
    ap_companion_use scene;
} scene_run;

static void load_scene(scene_run *run, const char *text)
{
    const ap_view view = { (const uint8_t *)text, strlen(text) };
    ap_arena_init(&run->arena, 0);
    ap_findings_init(&run->of_scene, &run->arena, NULL, 0, 0);
    ap_findings_init(&run->findings, &run->arena, NULL, 0, 0);
    cr_assert(ap_parse_companion_for_use(&run->scene, ap_memg_format.companion, view, &run->of_scene));
}

/* Checks a motion file of the group "a" with `mapping_entries` mapping entries: the first is vertex 1, the others are 0. */
static void run_mapping_check_with_scene(scene_run *run, size_t mapping_entries)
{
    static const uint8_t mapping[8 * AP_MEMG_MAPPING_BYTES] = { 1 };
    ap_io io;
    ap_memg_scene_state state;
    const ap_memg_group group = { .mapping = { mapping, mapping_entries * AP_MEMG_MAPPING_BYTES } };
    ap_memg_state rules = { .answers.mapping_local = AP_MEMG_NO };
    ap_memg_cursor cursor = { .state = &rules };
    ap_io_init(&io, (ap_view){ NULL, 0 }, &run->findings, &run->arena, NULL);
    io.scope = &cursor;
    ap_enter_element(&io, "groups", 0);
    ap_memg_scene_init(&state, &run->scene);
    cr_assert(ap_memg_find_scene_group_or_report(&io, &state, (ap_view){ (const uint8_t *)"a", 1 }));
    cr_assert(ap_memg_check_mapping_with_scene(&io, &state, &group));
    ap_memg_check_group_without_motion(&state, &run->arena);
}

Test(memg_work, files_share_the_limit_of_corners_of_an_obj)
{
    scene_run run;
    load_scene(&run, "v 0 0 0\nv 1 0 0\nv 0 1 0\ng a\nf 1 2 3\n");
    cr_assert_eq(run.scene.spent[AP_MEMG_CORNER_WORK], 0);
    run.scene.spent[AP_MEMG_CORNER_WORK] = AP_OBJ_CORNER_WORK - 7;
    for (size_t file = 1; file <= 4; file++) { /* each checked file uses up 3 corners of the limit */
        run_mapping_check_with_scene(&run, 0);
        cr_assert_eq(run.findings.kept, file < 2 ? file : 2, "file %zu", file);
        cr_assert_eq(run.findings.skipped_checks, file < 2 ? 0 : file - 2, "file %zu", file);
    }
    cr_assert_eq(AP_OBJ_CORNER_WORK - run.scene.spent[AP_MEMG_CORNER_WORK], 1);
    run_mapping_check_with_scene(
        &run, 1); /* the file has a mapping entry, which allows 16 corners without using up the limit */
    cr_assert_eq(run.findings.kept, 3);
    cr_assert_eq(AP_OBJ_CORNER_WORK - run.scene.spent[AP_MEMG_CORNER_WORK], 1);
    ap_arena_free(&run.arena);
}

Test(memg_work, a_mapping_entry_pays_for_16_corners)
{
    scene_run run;
    load_scene(&run, "v 0 0 0\ng a\nf 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
    run.scene.spent[AP_MEMG_CORNER_WORK] = AP_OBJ_CORNER_WORK;
    run_mapping_check_with_scene(&run, 1); /* one mapping entry pays for 16 corners, but the face has 17 */
    cr_assert_eq(run.findings.skipped_checks, 1);
    run_mapping_check_with_scene(&run, 2);
    cr_assert_eq(run.findings.skipped_checks, 1);
    ap_arena_free(&run.arena);
}

Test(memg_work, files_share_the_limit_of_findings_of_groups_without_motion)
{
    scene_run run;
    load_scene(&run, "v 0 0 0\nv 1 0 0\nv 0 1 0\ng a\nf 1 2 3\ng b\nf 1 2 3\ng c\nf 1 2 3\n");
    cr_assert_eq(run.scene.spent[AP_MEMG_UNMOVED_WORK], 0);
    run.scene.spent[AP_MEMG_UNMOVED_WORK] = AP_OBJ_UNMOVED_WORK - 5;
    for (size_t file = 1; file <= 4; file++) { /* a file has findings for the groups b and c */
        run_mapping_check_with_scene(&run, 1);
        cr_assert_eq(run.of_scene.kept, file < 3 ? 2 * file : 5, "file %zu", file);
        cr_assert_eq(run.of_scene.skipped_checks, file < 3 ? 0 : file - 2, "file %zu", file);
    }
    ap_arena_free(&run.arena);
}

Test(memg_work, groups_and_runs_of_an_obj_without_motion_count_as_work)
{
    scene_run run;
    load_scene(&run, "v 0 0 0\ng b a\nf 1 1 1\ng a\nf 1 1 1\n");
    run.scene.spent[AP_MEMG_CORNER_WORK] =
        AP_OBJ_CORNER_WORK - 5; /* the work of the file is 5: 2 groups, with 1 and 2 runs */
    run_mapping_check_with_scene(&run, 1);
    cr_assert_eq(run.of_scene.skipped_checks, 0);
    cr_assert_eq(AP_OBJ_CORNER_WORK - run.scene.spent[AP_MEMG_CORNER_WORK], 0);
    run_mapping_check_with_scene(&run, 1);
    cr_assert_eq(run.of_scene.skipped_checks, 1);
    cr_assert_eq(run.of_scene.kept, 0);
    ap_arena_free(&run.arena);
}

Test(memg_work, faces_without_a_valid_index_count_as_work)
{
    scene_run run;
    load_scene(&run, "v 0 0 0\ng a\nf 9 9 9\ng a\nf 9 9 9\ng a\nf 1 1 1\n");
    run.scene.spent[AP_MEMG_CORNER_WORK] = AP_OBJ_CORNER_WORK - 4;
    run_mapping_check_with_scene(&run, 0);
    cr_assert_eq(run.findings.skipped_checks, 1);
    run.scene.spent[AP_MEMG_CORNER_WORK] = AP_OBJ_CORNER_WORK - 5;
    run_mapping_check_with_scene(&run, 0);
    cr_assert_eq(run.findings.skipped_checks, 1);
    cr_assert_eq(AP_OBJ_CORNER_WORK - run.scene.spent[AP_MEMG_CORNER_WORK], 0);
    ap_arena_free(&run.arena);
}

Test(memg_work, a_group_with_too_many_corners_is_skipped)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\ng a\nf 1 2 3\n";
    const ap_view scene_text = { (const uint8_t *)text, strlen(text) };
    for (size_t work = 2; work <= 3; work++) {
        AT_END(ap_arena_free) ap_arena arena;
        ap_findings of_scene, findings;
        ap_memg_scene_state state;
        ap_io io;
        const ap_memg_group group = { .vertex_count = 0 };
        ap_memg_state rules = { .answers.mapping_local = AP_MEMG_NO };
        ap_memg_cursor cursor = { .state = &rules };
        ap_arena_init(&arena, 0);
        ap_findings_init(&of_scene, &arena, NULL, 0, 0);
        ap_findings_init(&findings, &arena, NULL, 0, 0);
        ap_io_init(&io, (ap_view){ NULL, 0 }, &findings, &arena, NULL);
        io.scope = &cursor;
        ap_enter_element(&io, "groups", 0);
        ap_companion_use scene;
        cr_assert(ap_parse_companion_for_use(&scene, ap_memg_format.companion, scene_text, &of_scene));
        ap_memg_scene_init(&state, &scene);
        scene.spent[AP_MEMG_CORNER_WORK] = AP_OBJ_CORNER_WORK - work;
        state.group = ap_obj_find_group(state.scene, (ap_view){ (const uint8_t *)"a", 1 });
        cr_assert_not_null(state.group);
        cr_assert(ap_memg_check_mapping_with_scene(&io, &state, &group));
        cr_assert_eq(findings.kept, work == 3, "%zu corners", work);
        cr_assert_eq(findings.skipped_checks, work == 2, "%zu corners", work);
    }
}

/* obj-scale keeps 2^20 edges of a file, and 16 more for each vertex. The group has 8 vertices and 8 edges. */
Test(memg_work, a_group_with_too_many_edges_is_not_compared_with_the_obj)
{
    enum { VERTICES = 8, ROOM = (1 << 20) + 16 * VERTICES };
    static const int32_t mapping[VERTICES] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    static const double zeros[3 * VERTICES];
    ap_memg_motion motion = { .timestep_count = 1 };
    const ap_memg_group group = { .vertex_count = VERTICES,
        .mapping = { (const uint8_t *)mapping, sizeof mapping },
        .mean = { (const uint8_t *)zeros, sizeof zeros },
        .basis = { .rows = 3 * VERTICES, .columns = 1, .values = { (const uint8_t *)zeros, sizeof zeros } },
        .coefficients = { .rows = 1, .columns = 1, .values = { (const uint8_t *)zeros, sizeof *zeros } } };
    for (size_t over = 0; over <= 1; over++) {
        scene_run run;
        ap_io io;
        load_scene(&run, "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nv 4 0 0\nv 5 0 0\nv 6 0 0\nv 7 0 0\n"
                         "g a\nf 1 2 3 4 5 6 7 8\n");
        ap_memg_state state = { .scale.edge_count = ROOM - VERTICES + over };
        ap_memg_cursor cursor = { .motion = &motion, .group = group, .state = &state };
        ap_io_init(&io, (ap_view){ NULL, 0 }, &run.findings, &run.arena, NULL);
        io.scope = &cursor;
        ap_enter_element(&io, "groups", 0);
        ap_memg_scene_init(&state.scene, &run.scene);
        cr_assert(
            ap_memg_find_scene_group_or_report(&io, &state.scene, (ap_view){ (const uint8_t *)"a", 1 }));
        ap_memg_record_edge_ratios(&io);
        cr_expect_eq(state.scale.group_count, 1 - over);
        cr_expect_eq(run.findings.skipped_checks, over);
        ap_arena_free(&run.arena);
    }
}
