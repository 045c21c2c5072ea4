/* Tests the limits on the work of memg/matrix-order, memg/vertex-unmapped and memg/obj-scale in hostile files: above the limit
   a check is skipped and counted as skipped. A file that reaches a limit has 50 MB, so the tests begin with most of the limit
   spent. */
#include <criterion/criterion.h>

#include "core/layout/io.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/companion_use.h"
#include "validators/memg/memg_order.h"
#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_scene.h"

ARENA_SUITE(memg_work);

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
        ap_io io;
        ap_memg_state state = { .order = AP_MEMG_COLUMN, .order_work = work };
        ap_memg_cursor cursor = { .state = &state,
            .group.basis = { .rows = SIDE, .columns = SIDE, .values = input } };
        arena_replace();
        ap_io_init(&io, input, &findings, &arena, NULL);
        ap_memg_check_matrix_order(&io, &cursor);
        cr_assert_eq(findings.skipped_checks, work == 0);
        cr_assert_eq(findings.kept, 0);
    }
}

static ap_findings of_scene;
static ap_companion_use scene;

static void load_scene(const char *text)
{
    arena_replace();
    ap_findings_init(&of_scene, &arena, NULL, 0, 0);
    cr_assert(ap_parse_companion_for_use(&scene, ap_memg_format.companion, text_view(text), &of_scene));
}

/* Begins to check the group "a" of a motion file. */
static void enter_group_a(ap_io *io, ap_memg_cursor *cursor, ap_memg_scene_state *state)
{
    ap_io_init(io, (ap_view){ NULL, 0 }, &findings, &arena, NULL);
    io->scope = cursor;
    ap_enter_element(io, "groups", 0);
    ap_memg_scene_init(state, &scene);
    cr_assert(ap_memg_find_scene_group_or_report(io, state, text_view("a")));
}

/* Checks a motion file of the group "a" with `mapping_entries` mapping entries: the first is vertex 1, the others are 0. */
static void run_mapping_check_with_scene(size_t mapping_entries)
{
    static const uint8_t mapping[8 * AP_MEMG_MAPPING_BYTES] = { 1 };
    ap_io io;
    ap_memg_scene_state state;
    const ap_memg_group group = { .mapping = { mapping, mapping_entries * AP_MEMG_MAPPING_BYTES } };
    ap_memg_state rules = { .answers.mapping_local = AP_MEMG_NO };
    ap_memg_cursor cursor = { .state = &rules };
    enter_group_a(&io, &cursor, &state);
    cr_assert(ap_memg_check_mapping_with_scene(&io, &state, &group));
    ap_memg_check_group_without_motion(&state, &arena);
}

/* Each checked file uses up 3 corners of the limit, unless fewer are left. */
Test(memg_work, files_share_the_limit_of_corners_of_an_obj)
{
    for (size_t limit = 6; limit <= 8; limit++) {
        load_scene("v 0 0 0\nv 1 0 0\nv 0 1 0\ng a\nf 1 2 3\n");
        cr_assert_eq(scene.spent[AP_MEMG_CORNER_WORK], 0);
        scene.spent[AP_MEMG_CORNER_WORK] = AP_OBJ_CORNER_WORK - limit;
        for (size_t file = 1; file <= 4; file++) {
            run_mapping_check_with_scene(0);
            cr_assert_eq(findings.kept, file < 2 ? file : 2, "limit %zu, file %zu", limit, file);
            cr_assert_eq(
                findings.skipped_checks, file < 2 ? 0 : file - 2, "limit %zu, file %zu", limit, file);
        }
        cr_assert_eq(AP_OBJ_CORNER_WORK - scene.spent[AP_MEMG_CORNER_WORK], limit - 6);
        run_mapping_check_with_scene(
            1); /* the file has a mapping entry, which allows 16 corners without using up the limit */
        cr_assert_eq(findings.kept, 3);
        cr_assert_eq(AP_OBJ_CORNER_WORK - scene.spent[AP_MEMG_CORNER_WORK], limit - 6);
    }
}

Test(memg_work, a_mapping_entry_pays_for_16_corners)
{
    load_scene("v 0 0 0\ng a\nf 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
    scene.spent[AP_MEMG_CORNER_WORK] = AP_OBJ_CORNER_WORK;
    run_mapping_check_with_scene(1); /* one mapping entry pays for 16 corners, but the face has 17 */
    cr_assert_eq(findings.skipped_checks, 1);
    run_mapping_check_with_scene(2);
    cr_assert_eq(findings.skipped_checks, 1);
}

Test(memg_work, files_share_the_limit_of_findings_of_groups_without_motion)
{
    load_scene("v 0 0 0\nv 1 0 0\nv 0 1 0\ng a\nf 1 2 3\ng b\nf 1 2 3\ng c\nf 1 2 3\n");
    cr_assert_eq(scene.spent[AP_MEMG_UNMOVED_WORK], 0);
    scene.spent[AP_MEMG_UNMOVED_WORK] = AP_OBJ_UNMOVED_WORK - 5;
    for (size_t file = 1; file <= 4; file++) { /* a file has findings for the groups b and c */
        run_mapping_check_with_scene(1);
        cr_assert_eq(of_scene.kept, file < 3 ? 2 * file : 5, "file %zu", file);
        cr_assert_eq(of_scene.skipped_checks, file < 3 ? 0 : file - 2, "file %zu", file);
    }
}

Test(memg_work, groups_and_runs_of_an_obj_without_motion_count_as_work)
{
    load_scene("v 0 0 0\ng b a\nf 1 1 1\ng a\nf 1 1 1\n");
    scene.spent[AP_MEMG_CORNER_WORK] =
        AP_OBJ_CORNER_WORK - 5; /* the work of the file is 5: 2 groups, with 1 and 2 runs */
    run_mapping_check_with_scene(1);
    cr_assert_eq(of_scene.skipped_checks, 0);
    cr_assert_eq(AP_OBJ_CORNER_WORK - scene.spent[AP_MEMG_CORNER_WORK], 0);
    run_mapping_check_with_scene(1);
    cr_assert_eq(of_scene.skipped_checks, 1);
    cr_assert_eq(of_scene.kept, 0);
}

Test(memg_work, faces_without_a_valid_index_count_as_work)
{
    load_scene("v 0 0 0\ng a\nf 9 9 9\ng a\nf 9 9 9\ng a\nf 1 1 1\n");
    scene.spent[AP_MEMG_CORNER_WORK] = AP_OBJ_CORNER_WORK - 4;
    run_mapping_check_with_scene(0);
    cr_assert_eq(findings.skipped_checks, 1);
    scene.spent[AP_MEMG_CORNER_WORK] = AP_OBJ_CORNER_WORK - 5;
    run_mapping_check_with_scene(0);
    cr_assert_eq(findings.skipped_checks, 1);
    cr_assert_eq(AP_OBJ_CORNER_WORK - scene.spent[AP_MEMG_CORNER_WORK], 0);
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
        ap_io io;
        load_scene("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nv 4 0 0\nv 5 0 0\nv 6 0 0\nv 7 0 0\n"
                   "g a\nf 1 2 3 4 5 6 7 8\n");
        ap_memg_state state = { .scale.edge_count = ROOM - VERTICES + over };
        ap_memg_cursor cursor = { .motion = &motion, .group = group, .state = &state };
        enter_group_a(&io, &cursor, &state.scene);
        ap_memg_record_edge_ratios(&io);
        cr_expect_eq(state.scale.group_count, 1 - over);
        cr_expect_eq(findings.skipped_checks, over);
    }
}
