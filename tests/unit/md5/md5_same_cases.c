/* Tests ap_format.same for meshes, camera paths and animations: the path of the first value that differs in two files. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/registry.h"

ARENA_SUITE(md5_same_cases);

enum { SAME_EDITS = 3 };

typedef struct same_case {
    const char *path;                  /* path of the first value that differs; "" if all values are equal */
    const char *edits[2 * SAME_EDITS]; /* pairs that turn the valid file into the other file */
} same_case;

static const same_case meshes[] = {
    { "commandline", { "commandline \"\"", "commandline \"x\"" } },
    { "num_joints",
        { "numJoints 2", "numJoints 3", "\t// root\n}", "\n\t\"toes\" 1 ( 0 0 0 ) ( 0 0 0 )\n}" } },
    { "num_meshes",
        { "numMeshes 1", "numMeshes 2", "( 4 5 6 )\n}\n",
            "( 4 5 6 )\n}\nmesh {\n\tshader \"\"\n\tnumverts 0\n\tnumtris 0\n\tnumweights 0\n}\n" } },
    { "joints[1].name", { "\"hips\"", "\"hand\"" } },
    { "joints[1].position.y", { "( 7 8 9 )", "( 7 8.5 9 )" } },
    { "joints[1].orientation.z", { "( 0.4 0.5 0.6 )", "( 0.4 0.5 -0.6 )" } },
    { "meshes[0].name", { "\tshader", "\tname \"n\"\n\tshader" } },
    { "meshes[0]", { "\tshader", "\t// meshes: n\n\tshader" } },
    { "meshes[0].shader", { "\"skin\"", "\"fur\"" } },
    { "meshes[0].num_verts",
        { "numverts 3", "numverts 4", "0 1 ) 2 2\n", "0 1 ) 2 2\n\tvert 3 ( 0 0 ) 0 1\n" } },
    { "meshes[0].num_tris", { "numtris 1", "numtris 2", "0 1 2\n", "0 1 2\n\ttri 1 0 2 1\n" } },
    { "meshes[0].num_weights",
        { "numweights 4", "numweights 5", "( 4 5 6 )\n", "( 4 5 6 )\n\tweight 4 0 1 ( 0 0 0 )\n" } },
    { "meshes[0].verts[0].u", { "( 0.5 0.5 )", "( 0.25 0.5 )" } },
    { "meshes[0].verts[0].v", { "( 0.5 0.5 )", "( 0.5 0.25 )" } },
    { "meshes[0].verts[1].first_weight", { "( 1 0 ) 1 1", "( 1 0 ) 0 1" } },
    { "meshes[0].verts[2].weight_count", { "( 0 1 ) 2 2", "( 0 1 ) 2 1" } },
    { "meshes[0].tris[0].corners[1]", { "tri 0 0 1 2", "tri 0 0 2 1" } },
    { "meshes[0].weights[0].joint", { "weight 0 0 1", "weight 0 1 1" } },
    { "meshes[0].weights[2].bias", { "weight 2 0 0.25", "weight 2 0 0.5" } },
    { "meshes[0].weights[3].position.z", { "( 4 5 6 )", "( 4 5 7 )" } },
    { "", { "( 4 5 6 )", "( 4.0 5 6 )" } },
};

static const same_case cameras[] = {
    { "commandline", { "commandline \"\"", "commandline \"x\"" } },
    { "num_frames",
        { "numFrames 4", "numFrames 5", "0 0 1 ) 60\n", "0 0 1 ) 60\n\t( 0 0 0 ) ( 0 0 0 ) 60\n" } },
    { "frame_rate", { "frameRate 24", "frameRate 25" } },
    { "num_cuts", { "numCuts 2", "numCuts 1", "\t1\n\t3\n", "\t1\n" } },
    { "cuts[0]", { "\t1\n\t3\n", "\t2\n\t3\n" } },
    { "frames[1].position.z", { "( 4 5 6 )", "( 4 5 7 )" } },
    { "frames[1].orientation.y", { "( 0.4 0.5 0.6 )", "( 0.4 -0.5 0.6 )" } },
    { "frames[1].fov", { ") 80.5", ") 80" } },
    { "", { ") 80.5", ") 80.50" } },
};

static const same_case animations[] = {
    { "num_frames", { "numFrames 2", "numFrames 1", "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n", "" } },
    { "", { "\t2.5\n", "\t2.50\n" } },
};

/* Compares the valid file with each edited file, in both orders, and expects the path of the first difference. */
static void check_difference_of_edited_files(
    const char *id, const char *text, const same_case *cases, size_t count)
{
    const ap_format *format = ap_find_format(id);
    for (const same_case *one = cases; one < cases + count; one++) {
        char path[AP_SAME_PATH_BYTES], other_path[AP_SAME_PATH_BYTES];
        char *other = md5_text_with_edits(text, one->edits, SAME_EDITS, one->path);
        const ap_view a = text_view(text), b = text_view(other);
        cr_expect(format->same(a, b, &arena, path, other_path) == (one->path[0] == '\0'),
            "difference at '%s'", one->path);
        cr_expect_str_eq(path, one->path);
        cr_expect_str_eq(other_path, one->path);
        cr_expect(format->same(b, a, &arena, path, other_path) == (one->path[0] == '\0'),
            "difference at '%s', files exchanged", one->path);
        cr_expect_str_eq(path, one->path);
        free(other);
    }
}

#define CHECK(format, text, cases)                                                                           \
    Test(md5_same_cases, the_first_difference_of_##cases##_is_found)                                         \
    {                                                                                                        \
        check_difference_of_edited_files(#format, text, cases, sizeof cases / sizeof *cases);                \
    }

CHECK(md5mesh, md5_mesh, meshes)
CHECK(md5camera, md5_camera, cameras)
CHECK(md5anim, md5_animation, animations)

static bool discard_bytes(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)writer, (void)bytes, (void)size;
    return true;
}

/* A file that is cut off at any byte differs from the whole file, and cannot be pruned. */
static void expect_truncated_files_differ(const char *id, const char *text)
{
    const ap_format *format = ap_find_format(id);
    const ap_view whole = text_view(text);
    static ap_writer writer;
    for (size_t size = 0; size + 1 < whole.size; size++) {
        char path[AP_SAME_PATH_BYTES], other_path[AP_SAME_PATH_BYTES];
        const ap_view cut = { whole.bytes, size };
        arena_replace();
        cr_expect(!format->same(whole, cut, &arena, path, other_path), "%s: %zu bytes", id, size);
        cr_expect(!format->same(cut, whole, &arena, path, other_path), "%s: %zu bytes", id, size);
        ap_writer_init(&writer, discard_bytes, NULL);
        cr_expect(format->prune == NULL || !format->prune(cut, &arena, &writer), "%s: %zu bytes", id, size);
    }
}

/* Compares a valid file with the same file and `rest` after the end. The files differ if `rest` is an error, not if it is a
   warning. */
static void expect_difference_if_text_after_end_is_error(
    const char *id, const char *text, const char *rest, bool is_error)
{
    const ap_format *format = ap_find_format(id);
    char path[AP_SAME_PATH_BYTES], other_path[AP_SAME_PATH_BYTES];
    fprintf(open_text_stream(), "%s%s", text, rest);
    const ap_view more = text_view(close_text_stream(NULL));
    cr_expect(format->same(text_view(text), more, &arena, path, other_path) != is_error,
        "%s with '%s' at the end", id, rest);
    cr_expect(format->same(more, text_view(text), &arena, path, other_path) != is_error,
        "%s with '%s' at the end, files exchanged", id, rest);
    cr_expect(path[0] == '\0' && other_path[0] == '\0', "%s: a path is given for content after the end", id);
}

Test(md5_same_cases, content_after_the_end_differs_if_it_is_an_error)
{
    expect_difference_if_text_after_end_is_error("md5anim", md5_animation, "frame 2 {\n}\n", true);
    expect_difference_if_text_after_end_is_error("md5mesh", md5_mesh, "mesh {\n", true);
    expect_difference_if_text_after_end_is_error("md5anim", md5_animation, "}\n", false);
    expect_difference_if_text_after_end_is_error("md5mesh", md5_mesh, "}\n", false);
    expect_difference_if_text_after_end_is_error("md5camera", md5_camera, "camera {\n", false);
}

Test(md5_same_cases, a_cut_file_differs_from_the_whole_one)
{
    expect_truncated_files_differ("md5anim", md5_animation);
    expect_truncated_files_differ("md5mesh", md5_mesh);
    expect_truncated_files_differ("md5camera", md5_camera);
}
