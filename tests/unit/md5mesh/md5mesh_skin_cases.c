/* Positions of joints and vertices in the bind pose and in frames, compared with those that tests/ref computes. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/layout/listener.h"
#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/reading_ways.h"
#include "tests/unit/support/test_arena.h"
#include "validators/md5anim/md5anim_clip.h"
#include "validators/md5anim/md5anim_stream.h"
#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/services/policy/policy.h"

ARENA_SUITE(md5mesh_skin);

enum { JOINTS = 2, VERTS = 3, FRAMES = 2 };

/* The joints and vertices of md5_mesh in a pose. The numbers are those of bind_pose or world_transforms, and skin, of
   tests/ref/content/pose.py and tests/ref/md5anim_positions.py. */
typedef struct pose_positions {
    double joints[JOINTS][3], verts[VERTS][3];
} pose_positions;

static const pose_positions bind = { { { 0, 0, 0 }, { 7, 8, 9 } },
    { { 0.73999998331069916, -0.51641712785178828, 0.43094474676166405 },
        { 8.9509995397335533, 7.9199998664855933, 9.432667048198887 },
        { 8.0167914993098375, 9.9791041156758311, 11.925000101495543 } } };

/* The positions in each frame of md5_animation. */
static const pose_positions frames[FRAMES] = {
    { { { 1.5, 0, 0 }, { 11.729251383240872, 7.3014970971479247, 14.389251414816727 } },
        { { 2.2399999833106992, -0.51641712785178828, 0.43094474676166405 },
            { 12.832020071458107, 6.2250291742195314, 13.114450241616032 },
            { 15.51823873050348, 5.585160232434319, 11.376669085963227 } } },
    { { { 2.5, 0, 0 }, { 22.983975116656069, 13.192049452600578, 27.043975200779112 } },
        { { 3.2399999833106992, -0.51641712785178828, 0.43094474676166405 },
            { 24.87608166346272, 12.567344810344249, 26.871705280378585 },
            { 22.841837512510871, 13.186726929023866, 23.558236153268108 } } },
};

/* Expects two points within 1e-9 of the model's size, about 20. */
static void expect_point(const double found[3], const double wanted[3], const char *what, size_t index)
{
    const double tolerance = 20e-9;
    for (size_t axis = 0; axis < 3; axis++)
        cr_expect(fabs(found[axis] - wanted[axis]) <= tolerance, "%s %zu, axis %zu: %.17g, not %.17g", what,
            index, axis, found[axis], wanted[axis]);
}

static void expect_pose_positions(
    const ap_md5mesh_model *model, const ap_md5_placement *joints, const pose_positions *wanted)
{
    double verts[VERTS][3];
    ap_md5mesh_box box = AP_MD5MESH_EMPTY_BOX;
    for (size_t i = 0; i < JOINTS; i++)
        expect_point(joints[i].position, wanted->joints[i], "joint", i);
    ap_md5mesh_compute_vertices(model, joints, verts);
    for (size_t i = 0; i < VERTS; i++) {
        expect_point(verts[i], wanted->verts[i], "vertex", i);
        ap_md5mesh_extend_box(&box, wanted->verts[i]);
    }
    const ap_md5mesh_box found = ap_md5mesh_box_of_all_vertices(model, joints);
    expect_point(found.min, box.min, "corner", 0);
    expect_point(found.max, box.max, "corner", 1);
}

static const ap_md5mesh_model *read_mesh_model(void)
{
    arena_replace();
    const ap_md5_mesh *mesh = ap_md5_mesh_parse(text_view(md5_mesh), &findings);
    cr_assert_not_null(mesh);
    const ap_md5mesh_model *model = ap_md5_mesh_model(mesh);
    cr_assert_not_null(model);
    cr_assert_eq(model->vert_count, VERTS);
    cr_assert_eq(model->joint_count, JOINTS);
    return model;
}

Test(md5mesh_skin, the_bind_pose_is_that_of_the_reference)
{
    const ap_md5mesh_model *model = read_mesh_model();
    expect_pose_positions(model, model->bind, &bind);
}

Test(md5mesh_skin, the_frames_are_those_of_the_reference)
{
    ap_findings anim_findings;
    ap_md5anim_stream *stream;
    const ap_md5mesh_model *model = read_mesh_model();
    ap_findings_init(&anim_findings, &arena, NULL, 0, 0);
    stream = ap_alloc(&arena, sizeof *stream);
    cr_assert_not_null(stream);
    ap_md5anim_begin_reading_and_check_type(stream, text_view(md5_animation), &anim_findings);
    ap_md5_read_file(&stream->base);
    ap_md5anim_clip *clip = ap_md5anim_end_clip(stream);
    cr_assert_not_null(clip);
    cr_assert_eq(clip->frame_count, FRAMES);
    for (size_t frame = 0; frame < FRAMES; frame++)
        expect_pose_positions(model, ap_md5anim_compute_pose(clip, frame), &frames[frame]);
}

Test(md5mesh_skin, a_mesh_with_an_error_has_no_model)
{
    char text[2048];
    arena_replace();
    cr_assert(snprintf(text, sizeof text, "%s", md5_mesh) < (int)sizeof text);
    *strstr(strstr(text, "tri 0 0 1 2") + 6, "0") = '9';
    const ap_md5_mesh *mesh = ap_md5_mesh_parse(text_view(text), &findings);
    cr_assert_not_null(mesh);
    cr_expect_eq(findings.faults, 1);
    cr_expect_null(ap_md5_mesh_model(mesh));
}

/* Lints the text "no mesh" with the options. Returns the number of findings. */
static size_t count_findings_of_text_no_mesh(const ap_lint_options *options, const char **version)
{
    ap_findings own;
    ap_lint_result result = { .version = NULL };
    ap_findings_init(&own, &arena, NULL, 0, 0);
    ap_md5mesh_format.lint(text_view("no mesh"), options, &own, &result);
    *version = result.version;
    return own.reported;
}

Test(md5mesh_skin, lint_uses_a_model_without_findings_unless_more_is_to_be_checked)
{
    static const ap_policy policy = { .name_count = 0 };
    static const ap_expected_skeleton set = { .files = 1 };
    static const ap_listener listener = { .field = ignore_field };
    const char *version;
    arena_replace();
    const ap_md5_mesh *mesh = ap_md5_mesh_parse(text_view(md5_mesh), &findings);
    cr_assert_eq(findings.reported, 0);
    cr_expect_eq(count_findings_of_text_no_mesh(&(ap_lint_options){ .clean_model = mesh }, &version), 0);
    cr_expect_str_eq(version, "10");
    cr_expect_gt(count_findings_of_text_no_mesh(&(ap_lint_options){ .clean_model = NULL }, &version), 0);
    cr_expect_gt(count_findings_of_text_no_mesh(
                     &(ap_lint_options){ .clean_model = mesh, .policy = &policy }, &version),
        0);
    cr_expect_gt(
        count_findings_of_text_no_mesh(&(ap_lint_options){ .clean_model = mesh, .set = &set }, &version), 0);
    cr_expect_gt(count_findings_of_text_no_mesh(
                     &(ap_lint_options){ .clean_model = mesh, .listener = &listener }, &version),
        0);
}
