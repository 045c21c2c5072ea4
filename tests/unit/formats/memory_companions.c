/* Tests validators/services/companions/memory_files.h: the companion of a file among files in memory, by name and by identity. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/registry.h"
#include "validators/services/companions/memory_files.h"

ARENA_SUITE(memory_companions);

#define POSE " ( 0 0 0 ) ( 0 0 0 )\n"
#define ANIMATION(last)                                                                                      \
    "MD5Version 10\ncommandline \"\"\nnumFrames 1\nnumJoints 3\nframeRate 24\nnumAnimatedComponents 0\n"     \
    "hierarchy {\n\"root\" -1 0 0\n\"hips\" 0 0 0\n\"" last "\" 1 0 0\n}\n"
#define MESH(last)                                                                                           \
    "MD5Version 10\ncommandline \"\"\nnumJoints 3\nnumMeshes 1\njoints {\n\"root\" -1" POSE                  \
    "\"hips\" 0" POSE "\"" last "\" 1" POSE                                                                  \
    "}\nmesh {\nshader \"\"\nnumverts 0\nnumtris 0\nnumweights 0\n}\n"
#define TWO_JOINTS                                                                                           \
    "MD5Version 10\ncommandline \"\"\nnumFrames 1\nnumJoints 2\nframeRate 24\nnumAnimatedComponents 0\n"     \
    "hierarchy {\n\"root\" -1 0 0\n\"hips\" 0 0 0\n}\n"

enum { MOST_FILES = 5 };

/* Files in memory, sorted by path; a file without text is not held. */
typedef struct memory_case {
    ap_memory_file files[MOST_FILES];
    ap_memory_file *sorted[MOST_FILES];
    ap_memory_files all;
} memory_case;

static void add_file(memory_case *test, const char *path, const char *text)
{
    ap_memory_file *file = &test->files[test->all.count];
    *file = (ap_memory_file){
        .path = path, .extension = ap_extension_if_of_companion(path), .is_held = text != NULL
    };
    if (text != NULL)
        file->bytes = text_view(text);
    test->sorted[test->all.count++] = file;
    test->all.files = test->sorted;
    test->all.kept = &arena;
    qsort(test->sorted, test->all.count, sizeof *test->sorted, ap_compare_memory_files);
}

static ap_memory_companion find_by_identity(memory_case *test)
{
    return ap_find_memory_companion_by_identity(
        &test->all, &test->files[0], ap_find_format("md5anim")->companion);
}

static ap_memory_companion find_in_tree(memory_case *test)
{
    return ap_find_memory_companion(&test->all, &test->files[0], ap_find_format("md5anim")->companion, 0);
}

Test(memory_companions, the_only_mesh_with_the_joint_names_is_found_in_any_folder)
{
    memory_case test = { 0 };
    add_file(&test, "b/walk.md5anim", ANIMATION("tail"));
    add_file(&test, "a/x.md5mesh", MESH("head"));
    add_file(&test, "c/y.md5mesh", MESH("tail"));
    add_file(&test, "c/readme.txt", "");
    const ap_memory_companion found = find_by_identity(&test);
    cr_expect_eq(found.file, &test.files[2]);
    cr_expect(found.is_decided);
    cr_expect_null(found.needed);
    cr_expect_not(test.all.lacks_memory);
}

Test(memory_companions, the_stem_decides_between_two_meshes)
{
    memory_case test = { 0 };
    add_file(&test, "hero_walk.md5anim", ANIMATION("tail"));
    add_file(&test, "a/body.md5mesh", MESH("tail"));
    add_file(&test, "a/hero.md5mesh", MESH("tail"));
    cr_expect_eq(find_by_identity(&test).file, &test.files[2]);
    test.files[2].path = "a/zero.md5mesh";
    const ap_memory_companion found = find_by_identity(&test);
    cr_expect_null(found.file);
    cr_expect(found.is_decided, "two meshes have the joint names, so no other place need be searched");
}

Test(memory_companions, a_mesh_that_is_not_held_is_needed)
{
    memory_case test = { 0 };
    add_file(&test, "walk.md5anim", ANIMATION("tail"));
    add_file(&test, "a/x.md5mesh", NULL);
    const ap_memory_companion found = find_by_identity(&test);
    cr_expect_eq(found.needed, &test.files[1]);
    cr_expect_null(found.file);
    cr_expect(found.is_decided);
    cr_expect_null(find_in_tree(&test).needed, "the tree of the animation's folder is above no folder");
    test.files[0].path = "b/walk.md5anim";
    qsort(test.sorted, 2, sizeof *test.sorted, ap_compare_memory_files);
    cr_expect_eq(find_in_tree(&test).needed, &test.files[1]);
    test.files[1].is_parsed = true;
    cr_expect_null(find_in_tree(&test).needed, "a mesh that was parsed before need not be held");
}

Test(memory_companions, two_joint_names_are_not_searched)
{
    memory_case test = { 0 };
    add_file(&test, "walk.md5anim", TWO_JOINTS);
    add_file(&test, "a/x.md5mesh", NULL);
    const ap_memory_companion found = find_by_identity(&test);
    cr_expect_null(found.needed);
    cr_expect_not(found.is_decided);
    test.files[0].bytes = text_view("");
    cr_expect_null(find_by_identity(&test).needed, "an animation without joints has no identity");
}

Test(memory_companions, a_name_that_two_files_have_decides_nothing)
{
    memory_case test = { 0 };
    add_file(&test, "walk.md5anim", ANIMATION("tail"));
    add_file(&test, "walk.md5mesh", MESH("head"));
    add_file(&test, "a/x.md5mesh", MESH("tail"));
    cr_expect_eq(find_in_tree(&test).file, &test.files[1]);
    add_file(&test, "walk.md5mesh", MESH("tail"));
    cr_expect_eq(find_in_tree(&test).file, &test.files[3], "only this one has the joint names");
    test.files[3].path = "walk.md5anim";
    test.files[3].extension = NULL;
    qsort(test.sorted, test.all.count, sizeof *test.sorted, ap_compare_memory_files);
    cr_expect_null(find_in_tree(&test).file, "another animation has the name, and the mesh has other joints");
}

Test(memory_companions, memory_that_runs_out_is_recorded)
{
    memory_case test = { 0 };
    ap_arena little;
    add_file(&test, "walk.md5anim", ANIMATION("tail"));
    add_file(&test, "a/x.md5mesh", MESH("tail"));
    ap_arena_init(&little, 1);
    test.all.kept = &little;
    cr_expect_null(find_by_identity(&test).file);
    cr_expect(test.all.lacks_memory);
    test.files[0].path = "b/walk.md5anim";
    qsort(test.sorted, 2, sizeof *test.sorted, ap_compare_memory_files);
    test.all.lacks_memory = false;
    cr_expect_null(find_in_tree(&test).file);
    cr_expect(test.all.lacks_memory);
    test.all.lacks_memory = false;
    ap_parse_memory_companion(&test.all, &test.files[1], ap_find_format("md5anim")->companion);
    cr_expect(test.all.lacks_memory);
    cr_expect_eq(test.files[1].identity.size, 0);
    test.all.kept = &arena;
    (void)find_by_identity(&test);
    (void)find_in_tree(&test);
    cr_expect(test.all.lacks_memory, "a later search with enough memory does not change it");
    ap_arena_free(&little);
}
