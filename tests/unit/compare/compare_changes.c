/* Compares a small animation, mesh and camera with edited copies. Each case lists exactly the changes that must be reported. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/registry.h"
#include "validators/services/compare/changes.h"

ARENA_SUITE(compare_changes);

enum { TEXT_BYTES = 4096, MOST_EDITS = 16 };

static const char animation[] =
    "MD5Version 10\ncommandline \"\"\n\nnumFrames 3\nnumJoints 4\nframeRate 24\nnumAnimatedComponents 3\n\n"
    "hierarchy {\n\t\"a\" -1 1 0\n\t\"b\" 0 1 1\n\t\"c\" 1 1 2\n\t\"d\" 1 0 0\n}\n\n"
    "bounds {\n\t( 0 0 0 ) ( 9 9 9 )\n\t( 0 0 0 ) ( 9 9 9 )\n\t( 0 0 0 ) ( 9 9 9 )\n}\n\n"
    "baseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 0 ) ( 0 0 0 "
    ")\n}\n\n"
    "frame 0 {\n\t1\n\t1\n\t1\n}\n\nframe 1 {\n\t2\n\t2\n\t2\n}\n\nframe 2 {\n\t4\n\t4\n\t4\n}\n";

/* Edits that remove the frame in the middle. */
#define REMOVED_FRAME                                                                                        \
    "numFrames 3", "numFrames 2", "\t( 0 0 0 ) ( 9 9 9 )\n", "", "frame 1 {\n\t2\n\t2\n\t2\n}\n\n", "",      \
        "frame 2", "frame 1"

static const char mesh[] =
    "MD5Version 10\ncommandline \"\"\n\nnumJoints 3\nnumMeshes 1\n\n"
    "joints {\n\t\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"b\" 0 ( 0 0 1 ) ( 0 0 0 )\n\t\"c\" 1 ( 0 0 2 ) ( 0 0 0 "
    ")\n}\n\n"
    "mesh {\n\t// meshes: body\n\tshader \"s\"\n\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 2\n\tvert 1 ( 0 1 ) 2 1\n"
    "\tvert 2 ( 1 0 ) 3 1\n\n\tnumtris 1\n\ttri 0 0 1 2\n\n\tnumweights 4\n\tweight 0 0 1 ( 0 0 0 )\n"
    "\tweight 1 2 0 ( 0 0 0 )\n\tweight 2 0 1 ( 1 0 0 )\n\tweight 3 1 1 ( 0 1 0 )\n}\n";

static const char camera[] =
    "MD5Version 10\ncommandline \"\"\n\nnumFrames 3\nframeRate 24\nnumCuts 2\n\ncuts {\n\t1\n\t2\n}\n\n"
    "camera {\n\t( 1 2 3 ) ( 0 0 0 ) 90\n\t( 4 5 6 ) ( 0 0 0 ) 80\n\t( 7 8 9 ) ( 0 0 0 ) 70\n}\n";

static void edit_text(char text[TEXT_BYTES], const char *const edits[MOST_EDITS])
{
    for (size_t i = 0; i < MOST_EDITS && edits[i] != NULL; i += 2) {
        char rest[TEXT_BYTES];
        char *at = strstr(text, edits[i]);
        cr_assert_not_null(at, "the text must have \"%s\"", edits[i]);
        snprintf(rest, sizeof rest, "%s", at + strlen(edits[i]));
        snprintf(at, TEXT_BYTES - (size_t)(at - text), "%s%s", edits[i + 1], rest);
    }
}

/* Compares two texts, and writes the ids of the changes to `kinds`. Returns false if the comparison fails. */
static bool compare_texts(const char *format, const char *one, const char *other, char kinds[TEXT_BYTES])
{
    static const ap_lint_options usual = { .listener = NULL };
    const ap_compare_source source = { text_view(one), text_view(other), &usual, &usual };
    ap_changes changes;
    ap_changes_init(&changes, &arena);
    const bool complete = ap_compare(ap_find_format(format), &source, &changes);
    kinds[0] = '\0';
    for (const ap_change *change = changes.first; change != NULL; change = change->next) {
        strcat(kinds, change->row->id);
        strcat(kinds, " ");
    }
    return complete;
}

#define TWICE_RENAMED "joint-renamed joint-renamed "
#define NO_VERTICES                                                                                          \
    "numverts 3\n\tvert 0 ( 0 0 ) 0 2\n\tvert 1 ( 0 1 ) 2 1\n\tvert 2 ( 1 0 ) 3 1\n", "numverts 0\n",        \
        "numtris 1\n\ttri 0 0 1 2\n", "numtris 0\n"
#define NO_TRIANGLES "numtris 1\n\ttri 0 0 1 2\n", "numtris 0\n"

/* Both versions are edited copies of the text. Edits are pairs: text to find, and the text that replaces its first occurrence. */
static const struct {
    const char *format, *text, *old_edits[MOST_EDITS];
    const char *kinds; /* the ids of the changes, each with a blank after it */
    const char *edits[MOST_EDITS];
} cases[] = {
    { "md5anim", animation, { NULL }, "", { "24", "24" } },
    { "md5anim", animation, { NULL }, "joint-parent ", { "\"b\" 0", "\"b\" -1" } },
    { "md5anim", animation, { NULL }, TWICE_RENAMED "joint-renamed ",
        { "\"a\"", "\"xa\"", "\"b\"", "\"yb\"", "\"c\"", "\"zc\"" } },
    { "md5anim", animation, { NULL }, TWICE_RENAMED "joint-renamed ",
        { "\"a\"", "\"xa\"", "\"b\"", "\"bx\"", "\"c\"", "\"xc\"" } },
    { "md5anim", animation, { NULL }, "frames-removed ", { REMOVED_FRAME } },
    { "md5anim", animation, { NULL }, "frames-removed rounding ",
        { REMOVED_FRAME, "frame 1 {\n\t4\n", "frame 1 {\n\t4.000001\n" } },
    { "md5anim", animation, { NULL }, "joint-removed frame-count positions ",
        { REMOVED_FRAME, "numJoints 4", "numJoints 3", "\t\"d\" 1 0 0\n", "", "\t( 0 0 0 ) ( 0 0 0 )\n",
            "" } },
    { "md5anim", animation, { NULL }, "frame-count positions components ",
        { REMOVED_FRAME, "\"c\" 1 1 2", "\"c\" 1 2 2" } },
    { "md5anim", animation, { NULL }, "frame-count positions ",
        { REMOVED_FRAME, "frame 0 {\n\t1\n", "frame 0 {\n\t8\n", "frame 1 {\n\t4\n", "frame 1 {\n\t8\n" } },
    { "md5anim", animation, { NULL }, "joint-moved frame-count positions ",
        { REMOVED_FRAME, "\t\"c\" 1 1 2\n\t\"d\" 1 0 0\n", "\t\"d\" 1 0 0\n\t\"c\" 1 1 2\n" } },
    { "md5anim", animation, { NULL }, "frames-added ",
        { "numFrames 3", "numFrames 4", "bounds {\n", "bounds {\n\t( 0 0 0 ) ( 9 9 9 )\n", "4\n\t4\n\t4\n}\n",
            "4\n\t4\n\t4\n}\n\nframe 3 {\n\t5\n\t5\n\t5\n}\n" } },
    { "md5anim", animation, { NULL }, "frame-rate ", { "frameRate 24", "frameRate 30" } },
    { "md5anim", animation, { NULL }, "joint-parent ", { "\"d\" 1", "\"d\" 2" } },

    { "md5mesh", mesh, { NULL }, "", { "numJoints 3", "numJoints 3" } },
    { "md5mesh", mesh, { NULL }, "mesh-label ", { "// meshes: body", "// body" } },
    { "md5mesh", mesh, { NULL }, "weight-order ", { "( 0 0 ) 0 2", "( 0 0 ) 0 1" } },
    { "md5mesh", mesh, { NULL }, "mesh-label ", { "// meshes: body", "// meshes:body" } },
    { "md5mesh", mesh, { NULL }, "bind-pose ", { "( 0 0 2 )", "( 0 0 3 )", "( 0 0 ) 0 2", "( 0 0 ) 0 1" } },
    { "md5mesh", mesh, { NULL }, "weights ",
        { "weight 1 2 0 ", "weight 1 1 0.5 ", "weight 0 0 1", "weight 0 0 0.5" } },
    { "md5mesh", mesh, { NULL }, "texture-coordinates ", { "( 0 1 ) 2 1", "( 0 0.5 ) 2 1" } },
    { "md5mesh", mesh, { NULL }, "vertices ", { "( 1 0 0 )", "( 2 0 0 )" } },
    { "md5mesh", mesh, { NULL }, "material ", { "\"s\"", "\"t\"" } },
    { "md5mesh", mesh, { NULL }, "vertex-order ",
        { "( 0 0 ) 0 2", "( 0 0 ) 3 1", "( 1 0 ) 3 1", "( 1 0 ) 0 2", "tri 0 0 1 2", "tri 0 2 1 0",
            "( 0 0 ) 3 1", "( 1 0 ) 3 1", "( 1 0 ) 0 2", "( 0 0 ) 0 2" } },
    { "md5mesh", mesh, { NULL }, "weights ",
        { "weight 1 2 0 ", "weight 1 2 0.5 ", "weight 0 0 1", "weight 0 0 0.5" } },
    { "md5mesh", mesh, { NULL }, "joint-removed weight-order ",
        { "numJoints 3", "numJoints 2", "\t\"c\" 1 ( 0 0 2 ) ( 0 0 0 )\n", "", "weight 1 2", "weight 1 1" } },

    { "md5anim", animation, { "\"b\" 0", "\"b\" -1" }, "joint-parent ", { NULL } },
    { "md5anim", animation, { "\"b\"", "\"xb\"" }, TWICE_RENAMED, { "\"a\"", "\"xa\"" } },
    { "md5mesh", mesh, { "weight 0 0 1", "weight 0 2 0.5", "weight 1 2 0 ", "weight 1 2 0.5 " },
        "joint-removed weights ",
        { "numJoints 3", "numJoints 2", "\t\"c\" 1 ( 0 0 2 ) ( 0 0 0 )\n", "", "weight 1 2", "weight 1 1" } },
    { "md5mesh", mesh, { NO_VERTICES }, "material ", { NO_VERTICES, "\"s\"", "\"t\"" } },
    /* two vertices are exchanged, and the only triangle is turned over */
    { "md5mesh", mesh, { NULL }, "weights texture-coordinates ",
        { "( 0 0 ) 0 2", "( 0 0 ) 3 1", "( 1 0 ) 3 1", "( 1 0 ) 0 2", "( 0 0 ) 3 1", "( 1 0 ) 3 1",
            "( 1 0 ) 0 2", "( 0 0 ) 0 2" } },
    { "md5mesh", mesh, { NO_TRIANGLES }, "material ", { NO_TRIANGLES, "\"s\"", "\"t\"" } },
};

Test(compare_changes, edited_files_have_the_changes_of_their_edits)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char one[TEXT_BYTES], other[TEXT_BYTES], kinds[TEXT_BYTES];
        snprintf(one, sizeof one, "%s", cases[i].text);
        snprintf(other, sizeof other, "%s", cases[i].text);
        edit_text(one, cases[i].old_edits);
        edit_text(other, cases[i].edits);
        cr_expect(compare_texts(cases[i].format, one, other, kinds), "case %zu", i);
        cr_expect_str_eq(kinds, cases[i].kinds, "case %zu: %s", i, kinds);
        arena_replace();
    }
}

/* The change of the bind pose names the joint that moved farthest; if no joint moved, the joint that turned most. */
Test(compare_changes, the_joint_of_the_bind_pose_that_changed_most_is_named)
{
    static const struct {
        const char *b, *c, *says; /* the joints "b" and "c" of the new mesh, and a part of the message */
    } rows[] = {
        { "( 0 0 1 ) ( 0.1 0 0 )", "( 0 0 2 ) ( 0.2 0 0 )", "most of joint \"c\": 23" },
        { "( 0 0 1 ) ( 0.2 0 0 )", "( 0 0 2 ) ( 0.1 0 0 )", "most of joint \"b\": 23" },
        { "( 0 0 1.5 ) ( 0 0 0 )", "( 0 0 2 ) ( 0.2 0 0 )", "most of joint \"b\": 0.5 units" },
        { "( 0 0 1 ) ( 0.2 0 0 )", "( 0 0 2.5 ) ( 0 0 0 )", "most of joint \"c\": 0.5 units" },
    };
    static const ap_lint_options usual = { .listener = NULL };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[TEXT_BYTES];
        ap_changes changes;
        snprintf(text, sizeof text, "%s", mesh);
        edit_text(text, (const char *const[MOST_EDITS]){
                            "( 0 0 1 ) ( 0 0 0 )", rows[i].b, "( 0 0 2 ) ( 0 0 0 )", rows[i].c });
        ap_changes_init(&changes, &arena);
        const ap_compare_source source = { text_view(mesh), text_view(text), &usual, &usual };
        cr_expect(ap_compare(ap_find_format("md5mesh"), &source, &changes), "case %zu", i);
        const ap_change *change = changes.first;
        cr_assert(change != NULL && strcmp(change->row->id, "bind-pose") == 0, "case %zu", i);
        cr_expect_not_null(strstr(change->message, rows[i].says), "case %zu: %s", i, change->message);
        arena_replace();
    }
}

/* If a format has no comparison of its own, files that differ have the one change "spelling", and equal files have none. */
Test(compare_changes, a_format_without_a_comparison_has_other_bytes)
{
    const ap_compare_source empty = { { NULL, 0 }, { NULL, 0 }, NULL, NULL },
                            different = { text_view("1"), text_view("2"), NULL, NULL };
    ap_format format = *ap_find_format("md5anim");
    ap_changes changes;
    format.compare = NULL;
    ap_changes_init(&changes, &arena);
    cr_expect(ap_compare(&format, &empty, &changes));
    cr_expect_null(changes.first);
    cr_expect(ap_compare(&format, &different, &changes));
    cr_assert_not_null(changes.first);
    cr_expect_str_eq(changes.first->row->id, "spelling");
}

/* A file with an error is not compared, whether it is the old version or the new. */
Test(compare_changes, a_part_of_a_file_is_not_compared)
{
    static const struct {
        const char *format, *text;
    } files[] = { { "md5anim", animation }, { "md5mesh", mesh }, { "md5camera", camera } };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const size_t size = strlen(files[i].text) - sizeof "\n}";
        for (size_t bytes = 0; bytes < size; bytes++) {
            char part[TEXT_BYTES], kinds[TEXT_BYTES];
            snprintf(part, bytes + 1, "%s", files[i].text);
            cr_expect_not(compare_texts(files[i].format, files[i].text, part, kinds), "%zu bytes", bytes);
            cr_expect_not(compare_texts(files[i].format, part, files[i].text, kinds), "%zu bytes", bytes);
            arena_replace();
        }
    }
}

Test(compare_changes, an_animation_without_frames_is_not_compared)
{
    char text[TEXT_BYTES], kinds[TEXT_BYTES];
    snprintf(text, sizeof text, "%s", animation);
    edit_text(text, (const char *const[MOST_EDITS]){ "numFrames 3", "numFrames 0", "\t( 0 0 0 ) ( 9 9 9 )\n",
                        "", "\t( 0 0 0 ) ( 9 9 9 )\n", "", "\t( 0 0 0 ) ( 9 9 9 )\n", "" });
    *strstr(text, "frame 0 {") = '\0';
    cr_expect_not(compare_texts("md5anim", animation, text, kinds));
    cr_expect_not(compare_texts("md5anim", text, animation, kinds));
}

/* Each allocation that fails ends the comparison of meshes with equal numbers of vertices and triangles. */
Test(compare_changes, memory_that_runs_out_ends_the_comparison)
{
    char text[TEXT_BYTES], kinds[TEXT_BYTES];
    snprintf(text, sizeof text, "%s", mesh);
    edit_text(text, (const char *const[MOST_EDITS]){ "( 0 0 ) 0 2", "( 0 0 ) 0 1" }); /* other weights */
    cr_assert(compare_texts("md5mesh", mesh, text, kinds));
    const size_t all = arena.allocations;
    for (size_t i = 1; i <= all; i++) {
        arena_replace();
        arena.fail_at = i;
        cr_expect_not(compare_texts("md5mesh", mesh, text, kinds), "allocation %zu", i);
        cr_expect(arena.failed, "allocation %zu", i);
    }
}

/* The numbers of weights of all vertices may add up to at most 64 times the number of vertices and weights of the mesh. Of a mesh
   above the limit only a change of its weights is reported: its vertices are not compared. */
Test(compare_changes, vertices_of_a_mesh_with_too_many_shared_weights_are_not_compared)
{
    char one[4 * TEXT_BYTES], other[4 * TEXT_BYTES], few[4 * TEXT_BYTES], kinds[TEXT_BYTES];
    for (int changed = 0; changed < 2; changed++) {
        char *text = changed ? other : one, *at = text;
        at += sprintf(at, "MD5Version 10\ncommandline \"\"\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n"
                          "\t\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n\nmesh {\n\tshader \"s\"\n\n\tnumverts 140\n");
        for (int i = 0; i < 140; i++)
            at += sprintf(at, "\tvert %d ( %d 0 ) 0 140\n", i, i);
        at += sprintf(at, "\n\tnumtris 0\n\n\tnumweights 140\n");
        for (int i = 0; i < 140; i++)
            at += sprintf(at, "\tweight %d 0 %s ( %d 0 0 )\n", i, i == changed ? "1" : "0", i);
        sprintf(at, "}\n");
    }
    cr_assert(compare_texts("md5mesh", one, other, kinds));
    cr_expect_str_eq(kinds, "weights ");
    /* nor are its vertices compared with those of a mesh in which each vertex has one weight */
    snprintf(few, sizeof few, "%s", other);
    for (char *at = strstr(few, "0 ) 0 140"); at != NULL; at = strstr(at, "0 ) 0 140"))
        memcpy(at, "0 ) 0   1", sizeof "0 ) 0   1" - 1);
    cr_assert(compare_texts("md5mesh", few, one, kinds));
    cr_expect_str_eq(kinds, "weights ");
}
