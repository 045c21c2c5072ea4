/* What a hostile file may cost of memg/matrix-order and memg/vertex-unmapped: checks end, and say that they
   were skipped. A file that costs as much has 50 MB, so that here the work is less. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/io.h"
#include "validators/memg/memg_order.h"
#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_scene.h"

enum { SIDE = 3 };

Test(memg_work, the_order_is_unknown_until_there_is_work_enough)
{
    static const double identity[SIDE * SIDE] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    const ap_memg_matrix basis = {
        .rows = SIDE, .columns = SIDE, .values = { (const uint8_t *)identity, sizeof identity }
    };
    size_t enough = (size_t)1 << 20;
    const size_t all = enough;
    cr_assert_eq(ap_memg_ask_order(&basis, false, AP_MEMG_COLUMN, &enough), AP_MEMG_ORDER_FITS);
    const size_t needed = all - enough;
    cr_assert_gt(needed, 2 * SIDE * SIDE);
    for (size_t work = 0; work <= needed; work++) {
        size_t left = work;
        const ap_memg_order_answer answer = ap_memg_ask_order(&basis, false, AP_MEMG_COLUMN, &left);
        cr_assert_eq(
            answer, work < needed ? AP_MEMG_ORDER_UNKNOWN : AP_MEMG_ORDER_FITS, "%zu of %zu", work, needed);
        cr_assert_leq(left, work);
    }
}

Test(memg_work, a_group_with_too_many_corners_is_skipped)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\ng a\nf 1 2 3\n";
    const ap_view scene_text = { (const uint8_t *)text, strlen(text) };
    for (size_t work = 2; work <= 3; work++) {
        ap_arena arena;
        ap_findings of_scene, findings;
        ap_memg_scene_state state;
        ap_io io;
        const ap_memg_group group = { .vertex_count = 0 };
        ap_memg_judge judge = { .whole.mapping_local = AP_MEMG_NO };
        ap_memg_place place = { .judge = &judge };
        ap_arena_init(&arena, 0);
        ap_findings_init(&of_scene, &arena, NULL, 0, 0);
        ap_findings_init(&findings, &arena, NULL, 0, 0);
        ap_io_init(&io, (ap_view){ NULL, 0 }, &findings, &arena, NULL);
        io.scope = &place;
        ap_enter_index(&io, "groups", 0);
        const ap_obj_scene *scene = ap_obj_parse(scene_text, &of_scene);
        cr_assert_not_null(scene);
        ap_memg_scene_init(&state, scene);
        state.corner_work = work;
        state.group = ap_obj_find_group(scene, (ap_view){ (const uint8_t *)"a", 1 });
        cr_assert_not_null(state.group);
        cr_assert(ap_memg_judge_unmapped(&io, &state, &group));
        cr_assert_eq(findings.kept, work == 3, "%zu corners", work);
        cr_assert_eq(findings.skipped_checks, work == 2, "%zu corners", work);
        ap_arena_free(&arena);
    }
}
