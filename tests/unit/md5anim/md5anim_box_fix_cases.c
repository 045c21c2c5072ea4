/* Tests the fix of boxes: it computes them from the vertices of the mesh, or is refused with a reason. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/companion_use.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5anim/md5anim_table.h"
#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/services/fixing/fixing.h"

ARENA_SUITE(md5anim_box_fix);

enum { MOST_BYTES = 2048 };

/* The boxes around the vertices of md5_mesh in the frames of md5_animation, as tests/unit/md5mesh/md5mesh_skin_cases.c has
   the vertices: minimum rounded down to float32, maximum up. */
static const char boxes[] = "bounds {\n"
                            "\t( 2.2399998 -0.51641715 0.43094474 ) ( 15.518239 6.2250295 13.11445 )\n"
                            "\t( 3.2399998 -0.51641715 0.43094474 ) ( 24.876083 13.186728 26.871706 )\n"
                            "}\n";

/* Fixes the animation with the mesh; NULL: without one. `failing` is the number of the allocation that fails, counted after
   loading; 0: none. Returns false when out of memory. */
static bool fix_pair(ap_fixing *fixing, const char *animation, const char *mesh, size_t failing)
{
    ap_companion_use use;
    arena_replace();
    if (mesh != NULL)
        cr_assert(ap_parse_companion_for_use(&use, ap_md5anim_format.companion, text_view(mesh), &findings));
    const ap_lint_options options = { .companions = mesh == NULL ? NULL : &use };
    ap_fixing_init(fixing, 0);
    fixing->options = &options;
    cr_assert(ap_fixing_load(fixing, &ap_md5anim_format, text_view(animation)));
    if (failing > 0)
        fixing->versions[0].arena.fail_at = fixing->versions[0].arena.allocations + failing;
    const bool complete = ap_fixing_run(fixing);
    fixing->options = NULL;
    return complete;
}

Test(md5anim_box_fix, the_fix_writes_the_boxes_of_the_vertices_and_nothing_else)
{
    AT_END(ap_fixing_free) ap_fixing fixing;
    cr_assert(fix_pair(&fixing, md5_animation, md5_mesh, 0));
    const char *start = strstr(md5_animation, "bounds {"), *end = strstr(md5_animation, "\nbaseframe");
    char wanted[MOST_BYTES];
    snprintf(wanted, sizeof wanted, "%.*s%s%s", (int)(start - md5_animation), md5_animation, boxes, end);
    expect_text(ap_fixing_current_version(&fixing)->text, wanted, "the fixed file");
    cr_expect(fixing.fixed == 1 && fixing.refused == 0);
    cr_expect(findings.first == NULL, "fixing must leave no finding in the mesh");
}

/* Writes the text with one change into `to`. */
static const char *replace_text_part(const char *text, const char *from, const char *new, char to[MOST_BYTES])
{
    const char *at = strstr(text, from);
    cr_assert_not_null(at);
    snprintf(to, MOST_BYTES, "%.*s%s%s", (int)(at - text), text, new, at + strlen(from));
    return to;
}

/* Makes the minimum of one box of the animation greater than its maximum. Expects that the fixer changes nothing, and gives the
   reason `wanted` for `findings_refused` findings. */
static void expect_fix_refused(const char *mesh, const char *wanted, size_t findings_refused)
{
    AT_END(ap_fixing_free) ap_fixing fixing;
    char one[MOST_BYTES];
    const char *inverted = replace_text_part(md5_animation, "( 1 2 3 )", "( -9 2 3 )", one);
    cr_assert(fix_pair(&fixing, inverted, mesh, 0));
    cr_expect(ap_fixing_current_version(&fixing)->text.size == strlen(inverted));
    cr_expect(fixing.fixed == 0 && fixing.refused == findings_refused, "%s: %zu fixed, %zu refused", wanted,
        fixing.fixed, fixing.refused);
    const char *refused = fixing.outcomes == NULL ? "nothing" : fixing.outcomes->refused;
    cr_expect(strncmp(refused, wanted, strlen(wanted)) == 0, "refused: %s, not %s", refused, wanted);
}

Test(md5anim_box_fix, a_mesh_that_does_not_say_where_vertices_are_is_refused)
{
    char mesh[MOST_BYTES];
    expect_fix_refused(NULL, "boxes follow from the vertices of the .md5mesh, and none was found", 1);
    expect_fix_refused(
        replace_text_part(md5_mesh, "\"hips\" 0", "\"legs\" 0", mesh), "the .md5mesh has other joints", 1);
    expect_fix_refused(
        replace_text_part(md5_mesh, "tri 0 0 1 2", "tri 0 0 1 9", mesh), "the .md5mesh has an error", 1);
    snprintf(mesh, sizeof mesh,
        "%.*smesh {\n\tshader \"\"\n\n\tnumverts 0\n\n\tnumtris 0\n\n\tnumweights 0\n}\n",
        (int)(strstr(md5_mesh, "mesh {") - md5_mesh), md5_mesh);
    expect_fix_refused(mesh, "the .md5mesh has no vertices", 1);
    expect_fix_refused(
        replace_text_part(md5_mesh, "weight 0 0 1 ( ", "weight 0 0 1 ( 3e38 3e38 3e38 ) // ", mesh),
        "a vertex is farther away than float32 can store", 2);
}

/* The size of the text of a mesh does not bound the work that it takes: several vertices may share weights. */
Test(md5anim_box_fix, a_mesh_with_too_much_work_is_refused)
{
    ap_companion_use use;
    char one[MOST_BYTES];
    AT_END(ap_fixing_free) ap_fixing fixing;
    const ap_lint_options options = { .companions = &use };
    const char *inverted = replace_text_part(md5_animation, "( 1 2 3 )", "( -9 2 3 )", one);
    cr_assert(ap_parse_companion_for_use(&use, ap_md5anim_format.companion, text_view(md5_mesh), &findings));
    ((ap_md5mesh_model *)ap_md5_mesh_model(use.model))->work = SIZE_MAX;
    ap_fixing_init(&fixing, 0);
    fixing.options = &options;
    cr_assert(ap_fixing_load(&fixing, &ap_md5anim_format, text_view(inverted)) && ap_fixing_run(&fixing));
    cr_assert_not_null(fixing.outcomes);
    cr_expect_str_eq(fixing.outcomes->refused, "the .md5mesh has too many weights");
    fixing.options = NULL;
}

Test(md5anim_box_fix, fixing_one_finding_without_memory_fails)
{
    ap_companion_use use;
    char one[MOST_BYTES];
    AT_END(ap_fixing_free) ap_fixing fixing;
    const ap_lint_options options = { .companions = &use };
    const ap_rule *rule = &ap_md5anim_rules[MD5ANIM_BOUNDS_INVERTED];
    const char *inverted = replace_text_part(md5_animation, "( 1 2 3 )", "( -9 2 3 )", one);
    cr_assert(ap_parse_companion_for_use(&use, ap_md5anim_format.companion, text_view(md5_mesh), &findings));
    ap_fixing_init(&fixing, 0);
    fixing.options = &options;
    cr_assert(ap_fixing_load(&fixing, &ap_md5anim_format, text_view(inverted)));
    fixing.versions[0].arena.fail_at = fixing.versions[0].arena.allocations + 1;
    cr_expect_not(
        ap_fixing_run_for_one_finding(&fixing, rule, (size_t)(strstr(inverted, "( -9") - inverted)));
    cr_expect(fixing.failed);
    fixing.options = NULL;
}

Test(md5anim_box_fix, each_failing_allocation_makes_the_run_fail)
{
    size_t failing = 1;
    AT_END(ap_fixing_free) ap_fixing fixing;
    for (; !fix_pair(&fixing, md5_animation, md5_mesh, failing); failing++) {
        cr_expect(fixing.failed);
        ap_fixing_free(&fixing);
    }
    cr_expect(failing > 10 && fixing.fixed == 1, "allocation %zu is the first that may fail", failing);
}
