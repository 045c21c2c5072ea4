/* validators/services/export/: glTF documents and their remarks for unusual files, such as keys out of order, values that are not
   finite and negative weights. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/export/export_case.h"
#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "validators/mrtk/mrtk_layout.h"
#include "validators/registry.h"
#include "validators/services/export/export_gltf.h"

static ap_arena arena;
static ap_gltf gltf;
static file_build file;

static void tear_down(void)
{
    ap_arena_free(&arena);
    file_build_free(&file);
}

TestSuite(gltf_edges, .fini = tear_down);

/* Exports the file to `gltf`, and expects exactly the remarks `remarks`. */
static void export_and_expect_remarks(const char *format, ap_view input, const char *remarks)
{
    static const ap_lint_options usual = { .listener = NULL };
    char said[2048] = "";
    const ap_export_source source = { .input = input, .options = &usual };
    ap_arena_init(&arena, 0);
    ap_gltf_init(&gltf, &arena);
    cr_assert(ap_export_gltf(ap_find_format(format), &source, &gltf), "the file must be exported, but: %s",
        gltf.refused);
    for (const ap_gltf_remark *one = gltf.remarks.first; one != NULL; one = one->next) {
        strcat(said, one->text);
        strcat(said, "\n");
    }
    cr_expect_str_eq(said, remarks);
}

static const ap_gltf_channel *existing_channel_of_node(const char *node, ap_gltf_animated_property path)
{
    for (const ap_gltf_channel *channel = gltf.channels.first; channel != NULL; channel = channel->next) {
        const ap_view name = channel->node->name;
        if (channel->path == path && name.size == strlen(node) && memcmp(name.bytes, node, name.size) == 0)
            return channel;
    }
    cr_assert_fail("there must be a channel of kind %d for node %s", path, node);
    return NULL;
}

static void expect_floats_of_accessor(
    const ap_gltf_accessor *accessor, const float *wanted, size_t count, const char *what)
{
    static const size_t components[] = { 1, 2, 3, 4, 16 };
    cr_assert_eq(
        accessor->count * components[accessor->type], count, "%s: wrong count %zu", what, accessor->count);
    for (size_t i = 0; i < count; i++)
        cr_expect(fabsf(accessor->floats[i] - wanted[i]) <= 1e-6F, "%s[%zu]: got %.9g, expected %.9g", what,
            i, (double)accessor->floats[i], (double)wanted[i]);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define CAMERA_REMARK                                                                                        \
    "made up: the camera's angle of view, 60 degrees, its aspect ratio of 16:9 and its near plane\n"

/* Recordings */

Test(gltf_edges, keys_are_sorted_and_times_begin_at_zero)
{
    static const float times[] = { 0, 0.5F, 2, 2.5F, 3 }; /* time 0 of the document is time -2 of the file */
    static const float at[] = { -4, 0, 0, -4, 0, 0, -7, 0, 0, -7, 0, 0, -7, 0, 0 };
    build_mrtk_11(&file);
    set_f32(&file, "camera.position_x.keys[0].time", -1.5F);
    set_f32(&file, "camera.position_x.keys[0].value", 4);
    set_f32(&file, "camera.position_x.keys[1].time", 0);
    set_f32(&file, "camera.position_x.keys[1].value", 7);
    set_f32(&file, "camera.position_x.keys[2].time", -1.5F); /* second key at time -1.5 */
    set_f32(&file, "camera.position_x.keys[2].value", 9);
    set_f32(&file, "camera.position_y.keys[0].time", -2);
    export_and_expect_remarks("mrtk", file_build_view(&file),
        CAMERA_REMARK "lost: keys of the gaze: 18\n"
                      "lost: markers: 2\n"
                      "lost: keys at the time of another key of their curve: 1\n"
                      "made up: keys at times that only other curves of their vector have: 7\n"
                      "made up: times from 0 on; 0 is -2 of the file\n");
    const ap_gltf_channel *moves = existing_channel_of_node("camera", AP_GLTF_TRANSLATION);
    expect_floats_of_accessor(moves->times, times, COUNT(times), "times");
    expect_floats_of_accessor(moves->values, at, COUNT(at), "positions");
    cr_expect(moves->times->bounded && !moves->values->bounded);
    cr_expect(memcmp(moves->node->translation, at, sizeof moves->node->translation) == 0);
}

Test(gltf_edges, keys_that_are_not_finite_are_lost_and_zero_rotations_replaced)
{
    static const float turns[] = { 0, 0, 0, 1, 0.6F, -0.0F, 0, 0.8F, 0, 0, 0, 1 };
    build_mrtk_11(&file);
    set_f32(&file, "camera.position_y.keys[1].value", NAN);
    set_f32(&file, "camera.position_z.keys[0].value", INFINITY);
    set_f32(&file, "camera.position_z.keys[1].value", 3);
    set_f32(&file, "camera.rotation_x.keys[1].value", 6);
    set_f32(&file, "camera.rotation_w.keys[1].value", 8);
    set_f32(&file, "camera.rotation_w.keys[2].value", 0); /* makes the rotation 0 0 0 0 */
    set_u32(&file, "camera.position_x.pre_wrap", 2);
    set_u32(&file, "camera.position_y.post_wrap", 4);
    export_and_expect_remarks("mrtk", file_build_view(&file),
        CAMERA_REMARK "lost: keys of the gaze: 18\n"
                      "lost: markers: 2\n"
                      "lost: wrap modes Loop and PingPong of curves: 2\n"
                      "lost: keys that are not finite: 2\n"
                      "made up: the rotation 0 0 0 1 in place of 0 0 0 0; keys: 1\n"
                      "made up: keys at times that only other curves of their vector have: 2\n");
    static const float at[] = { 0, 0, 3, 0, 0, 3, 0, 0, 0 };
    expect_floats_of_accessor(
        existing_channel_of_node("camera", AP_GLTF_TRANSLATION)->values, at, COUNT(at), "positions");
    const ap_gltf_channel *turned = existing_channel_of_node("camera", AP_GLTF_ROTATION);
    expect_floats_of_accessor(turned->values, turns, COUNT(turns), "rotations");
    cr_expect_eq(turned->times, existing_channel_of_node("camera", AP_GLTF_TRANSLATION)
                                    ->times); /* both channels share one accessor of times */
}

/* The axes are Unity's (left-handed): x is mirrored, and so are the rotations about y and z. */
Test(gltf_edges, the_x_axis_is_mirrored)
{
    static const float turn[] = { 0.1F, -0.3F, -0.5F, 0.8062258F };
    build_mrtk_11(&file);
    for (int key = 0; key < 3; key++) {
        static const struct {
            const char *curve;
            float value;
        } parts[] = { { "rotation_x", 0.2F }, { "rotation_y", 0.6F }, { "rotation_z", 1 },
            { "rotation_w", 1.6124515F }, { "position_x", 1 }, { "position_y", 2 }, { "position_z", 3 } };
        for (size_t i = 0; i < COUNT(parts); i++) {
            char path[64];
            snprintf(path, sizeof path, "camera.%s.keys[%d].value", parts[i].curve, key);
            set_f32(&file, path, parts[i].value);
        }
    }
    export_and_expect_remarks(
        "mrtk", file_build_view(&file), CAMERA_REMARK "lost: keys of the gaze: 18\nlost: markers: 2\n");
    const ap_gltf_node *camera = gltf.first_root;
    cr_expect(camera->translation[0] == -1 && camera->translation[1] == 2 && camera->translation[2] == 3);
    for (int i = 0; i < 4; i++)
        cr_expect(fabsf(camera->rotation[i] - turn[i]) < 1e-6F, "wrong component %d of the rotation: %g", i,
            (double)camera->rotation[i]);
    const ap_gltf_node *overlay = camera->first_child;
    cr_assert(overlay != NULL && overlay->sibling == NULL && overlay->camera != NULL
              && overlay->camera == gltf.cameras.first);
    cr_expect(overlay->rotation[1] == 1 && overlay->rotation[3] == 0);
    cr_expect(fabsf(overlay->camera->height_angle - acosf(-1) / 3) < 1e-6F && overlay->camera->near == 0.1F);
    cr_expect(fabsf(overlay->camera->aspect_ratio * 9 - 16) < 1e-5F);
}

/* Each hand is a node, with its joints as children in their order. */
Test(gltf_edges, each_hand_is_a_node_with_its_joints)
{
    build_mrtk_11_hand(&file);
    set_f32(&file, "hand_joints_left[3].position_z.keys[1].value", 5);
    export_and_expect_remarks("mrtk", file_build_view(&file),
        CAMERA_REMARK
        "lost: keys of the boolean curves of hands: 12\nlost: keys of the gaze: 18\nlost: markers: "
        "2\n");
    const ap_gltf_node *left = gltf.first_root->sibling, *right = left->sibling;
    cr_assert(right != NULL && right->sibling == NULL);
    cr_expect(left->name.size == 16 && memcmp(left->name.bytes, "hand_joints_left", 16) == 0);
    size_t joints = 0;
    for (const ap_gltf_node *joint = left->first_child; joint != NULL; joint = joint->sibling, joints++) {
        char name[64];
        snprintf(name, sizeof name, "hand_joints_left[%zu %s]", joints, ap_mrtk_joint_name(joints));
        cr_expect(joint->name.size == strlen(name) && memcmp(joint->name.bytes, name, strlen(name)) == 0);
    }
    cr_expect_eq(joints, 27);
    static const float at[] = { 0, 0, 0, 0, 0, 5 };
    expect_floats_of_accessor(
        existing_channel_of_node("hand_joints_left[3 ThumbMetacarpalJoint]", AP_GLTF_TRANSLATION)->values, at,
        COUNT(at), "a joint");
}

/* Ensembles */

Test(gltf_edges, a_group_without_vertices_loses_its_modes)
{
    const memg_spec spec = { .frames = 3,
        .timesteps = 2,
        .groups = { { .name = "a", .vertices = 2, .parent = 1, .modes = 1 }, { .name = "b", .modes = 2 } } };
    static const float times[] = { 0, 1 / 30.0F }, at[] = { 0, 1, 0.5F, 1, 1, 0.5F }, weights[] = { 2, 3 };
    static const float turned[] = { 0, 0, 0.70710678F, 0.70710678F, 0, 0, 0.70710678F, 0.70710678F };
    static const float mean[] = { 0, 0.25F, 0.5F, 0.75F, 1, 1.25F }, mode[] = { 2, 3, 4, 5, 6, 7 };
    memg_build(&file, &spec);
    export_and_expect_remarks("memg", file_build_view(&file),
        "lost: which vertex of the .obj each point is, and its faces\n"
        "lost: frames without a group: 1\n"
        "lost: the modes of groups without vertices; groups: 1\n");
    const ap_gltf_channel *moves = existing_channel_of_node("frame 1", AP_GLTF_TRANSLATION);
    expect_floats_of_accessor(moves->times, times, COUNT(times), "times");
    expect_floats_of_accessor(moves->values, at, COUNT(at), "positions");
    expect_floats_of_accessor(
        existing_channel_of_node("frame 1", AP_GLTF_ROTATION)->values, turned, COUNT(turned), "rotations");
    expect_floats_of_accessor(
        existing_channel_of_node("a", AP_GLTF_WEIGHTS)->values, weights, COUNT(weights), "weights");
    const ap_gltf_mesh *mesh = gltf.meshes.first;
    cr_assert(mesh != NULL && mesh->next == NULL && mesh->target_count == 1 && mesh->indices == NULL);
    expect_floats_of_accessor(mesh->positions, mean, COUNT(mean), "mean");
    expect_floats_of_accessor(mesh->targets[0], mode, COUNT(mode), "mode");
    cr_expect(mesh->positions->bounded && mesh->targets[0]->bounded);
    cr_expect_eq(gltf.nodes.count, 4); /* two frames and two groups */
}

/* Without timesteps the document has no channels, and one node above all groups. */
Test(gltf_edges, without_timesteps_a_document_has_no_channels)
{
    const memg_spec spec = { .frames = 2,
        .groups = {
            { .name = "a", .vertices = 1, .modes = 1 }, { .name = "b", .vertices = 1, .parent = 1 } } };
    memg_build(&file, &spec);
    export_and_expect_remarks(
        "memg", file_build_view(&file), "lost: which vertex of the .obj each point is, and its faces\n");
    cr_expect(gltf.channels.count == 0 && gltf.nodes.count == 3 && gltf.meshes.count == 2);
    const ap_gltf_node *above = gltf.first_root;
    cr_expect(above->name.size == 6 && memcmp(above->name.bytes, "frames", 6) == 0 && above->sibling == NULL);
    cr_assert(above->first_child != NULL && above->first_child->sibling != NULL);
    cr_expect(above->first_child->sibling->sibling == NULL && above->first_child->mesh == gltf.meshes.first);
}

/* A frame that scales becomes three nodes: a rotation, a scale and a rotation. */
Test(gltf_edges, a_frame_that_scales_becomes_three_nodes)
{
    build_plain_memg(&file);
    set_f64(&file, "transforms[1][0][0]", 2);
    set_f64(&file, "transforms[1][0][5]", 3);
    export_and_expect_remarks("memg", file_build_view(&file),
        "lost: which vertex of the .obj each point is, and its faces\n"
        "made up: three nodes for each frame that does more than rotate and translate; frames: 1\n");
    const ap_gltf_channel *scales = existing_channel_of_node("scale", AP_GLTF_SCALE);
    const float *at = scales->values->floats;
    cr_expect(fabsf(at[0] * at[1] * at[2] - 1) < 1e-6F && fabsf(at[3] * at[4] * at[5] - 6) < 1e-5F);
    cr_expect_eq(scales->values->count, 3);
    cr_expect_eq(gltf.channels.count,
        8); /* four channels of one frame, two of the other, and the weights of both groups */
}

static void expect_export_refused(const char *format, ap_view input, const char *why)
{
    AT_END(export_result_free) export_result result;
    export_file_in_form(EXPORT_GLTF, format, input, (ap_view){ NULL, 0 }, 0, &result);
    cr_expect(!result.complete && result.refused != NULL && !result.no_memory);
    if (result.refused != NULL)
        cr_expect_str_eq(result.refused, why);
}

Test(gltf_edges, values_outside_float32_are_refused)
{
    static const char *const paths[] = { "transforms[1][0][4]", "transforms[1][1][3]", "groups[0].mean[2]",
        "groups[1].basis.values[0]", "groups[0].coefficients.values[5]" };
    for (size_t i = 0; i < COUNT(paths); i++) {
        static const double values[] = { INFINITY, NAN, 1e39, -1e39 };
        for (size_t v = 0; v < COUNT(values); v++) {
            build_plain_memg(&file);
            set_f64(&file, paths[i], values[v]);
            expect_export_refused("memg", file_build_view(&file),
                "a value is not finite as float32: a glTF document cannot store it");
            file_build_free(&file);
        }
    }
}

/* Meshes */

static const char head[] =
    "MD5Version 10\ncommandline \"\"\n\nnumJoints 6\nnumMeshes %d\n\njoints {\n\t\"a\" -1 ( 0 0 0 ) "
    "( 0 0 0 )\n\t\"b\" 0 ( 0 0 0 ) ( 0 0 0 )\n\t\"c\" 0 ( 0 0 0 ) ( 0 0 0 )\n\t\"d\" 0 ( 0 0 0 ) "
    "( 0 0 0 )\n\t\"e\" 0 ( 1 2 3 ) ( 0 0 1 )\n\t\"f\" 4 ( 1 2 3 ) ( 0 0 0 )\n}\n\n%s";

Test(gltf_edges, weights_of_meshes_are_normalized)
{
    static const char blocks[] =
        "mesh {\n\tshader \"none\"\n\tnumverts 0\n\tnumtris 0\n\tnumweights 0\n}\n"
        "mesh {\n\tshader \"all\"\n\tnumverts 4\n\tvert 0 ( 0 0.25 ) 0 5\n\tvert 1 ( 1 0 ) 5 2\n\tvert 2 ( 0 "
        "1 ) 7 1\n"
        "\tvert 3 ( 1 1 ) 8 2\n\tnumtris 1\n\ttri 0 0 1 2\n\tnumweights 10\n"
        "\tweight 0 0 0.2 ( 8 0 0 )\n\tweight 1 1 0.2 ( 8 0 0 )\n\tweight 2 2 0.2 ( 8 0 0 )\n\tweight 3 3 "
        "0.2 ( 8 0 0 )\n"
        "\tweight 4 0 0.2 ( 8 0 0 )\n\tweight 5 1 1.5 ( 1 0 0 )\n\tweight 6 2 -0.5 ( 1 0 0 )\n"
        "\tweight 7 3 0 ( 1 0 0 )\n\tweight 8 4 0.5 ( 1 0 0 )\n\tweight 9 5 0.5 ( 1 0 0 )\n}\n";
    static const float at[] = { 8, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3 };
    static const float shares[] = { 0.4F, 0.2F, 0.2F, 0.2F, 1, 0, 0, 0, 1, 0, 0, 0, 0.5F, 0.5F, 0, 0 };
    static const uint16_t joints[] = { 0, 1, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 4, 5, 0, 0 };
    char text[4000];
    snprintf(text, sizeof text, head, 2, blocks);
    export_and_expect_remarks("md5mesh", text_view(text),
        "lost: mesh blocks without vertices: 1\n"
        "lost: negative weights; vertices with one: 1\n"
        "made up: weights that sum to 1; vertices with another sum: 1, off by 1 at most\n"
        "lost: separate positions of weights, since glTF has one position per vertex; vertices with several: "
        "1, "
        "apart by 1 at most\n");
    const ap_gltf_mesh *mesh = gltf.meshes.first;
    cr_assert(mesh != NULL && mesh->next == NULL && gltf.meshes.count == 1);
    expect_floats_of_accessor(mesh->positions, at, COUNT(at), "positions");
    cr_expect_eq(mesh->set_count, 2);
    expect_floats_of_accessor(mesh->weights[0], shares, COUNT(shares), "shares");
    for (size_t i = 0; i < COUNT(joints); i++)
        cr_expect_eq(
            mesh->joints[0]->shorts[i], joints[i], "wrong joint %zu: %d", i, mesh->joints[0]->shorts[i]);
    cr_expect(mesh->indices->count == 3 && mesh->indices->words[0] == 2 && mesh->indices->words[2] == 0);
    cr_expect(mesh->texture->floats[1] == 0.25F && mesh->texture->floats[2] == 1);
    static const float below[] = { 0, 0, 0 };
    const ap_gltf_node *last =
        gltf.skins.first == NULL ? NULL : ((ap_gltf_skin *)gltf.skins.first)->joints[5];
    cr_assert_not_null(last);
    for (int i = 0; i < 3; i++)
        cr_expect(
            fabsf(last->translation[i] - below[i]) < 1e-6F); /* the joint is at the position of its parent */
    cr_expect(fabsf(fabsf(last->rotation[2]) - 1)
              < 1e-6F); /* the joint's parent is rotated by 180 degrees about z */
}

/* Unity sorts keys and uses the first of two keys at one time. */
Test(gltf_edges, equal_times_keep_the_first_key)
{
    static const float times[] = { 0, 0.25F, 1 }, at[] = { 0, 0, 0, -7, 0, 0, -3, 0, 0 };
    const mrtk_spec spec = {
        .minor = 1, .camera = true, .keys = 1, .only = "camera.position_x", .only_keys = 5
    };
    static const float keys[][2] = { { 1, 3 }, { 0.25F, 7 }, { 0.25F, 9 }, { 0, 0 }, { 1, 4 } };
    mrtk_build(&file, &spec);
    for (int i = 0; i < 5; i++) {
        char path[64];
        snprintf(path, sizeof path, "camera.position_x.keys[%d].time", i);
        set_f32(&file, path, keys[i][0]);
        snprintf(path, sizeof path, "camera.position_x.keys[%d].value", i);
        set_f32(&file, path, keys[i][1]);
    }
    export_and_expect_remarks("mrtk", file_build_view(&file),
        CAMERA_REMARK "lost: keys at the time of another key of their curve: 2\n"
                      "made up: keys at times that only other curves of their vector have: 4\n");
    const ap_gltf_channel *moves = existing_channel_of_node("camera", AP_GLTF_TRANSLATION);
    expect_floats_of_accessor(moves->times, times, COUNT(times), "times");
    expect_floats_of_accessor(moves->values, at, COUNT(at), "positions");
}

/* Makes each allocation for a frame that scales fail once. Such a frame takes three nodes. */
Test(gltf_edges, a_frame_that_scales_fails_without_memory)
{
    export_result all, some;
    const ap_view none = { NULL, 0 };
    build_plain_memg(&file);
    set_f64(&file, "transforms[1][0][0]", 2);
    export_file_in_form(EXPORT_GLTF, "memg", file_build_view(&file), none, 0, &all);
    cr_assert(all.complete);
    for (size_t at = 1; at <= all.allocations; at++) {
        export_file_in_form(EXPORT_GLTF, "memg", file_build_view(&file), none, at, &some);
        cr_expect(!some.complete && some.no_memory && some.refused == NULL,
            "the export must fail if allocation %zu fails", at);
        export_result_free(&some);
    }
    export_result_free(&all);
}
