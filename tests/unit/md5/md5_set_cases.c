/* Cases of set-skeleton, and tests of the decision which files of a folder should have another skeleton. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/md5/md5_cases.h"
#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/md5/md5_set.h"
#include "validators/registry.h"
#include "validators/right_skeletons.h"

ARENA_SUITE(md5_set);

#define ANIMATION(joints, list)                                                                              \
    "MD5Version 10\ncommandline \"\"\nnumFrames 1\nnumJoints " joints "\nframeRate 24\n"                     \
    "numAnimatedComponents 0\nhierarchy {\n" list "}\n"
#define MESH(joints, list)                                                                                   \
    "MD5Version 10\ncommandline \"\"\nnumJoints " joints "\nnumMeshes 1\njoints {\n" list "}\n"
#define POSE " ( 0 0 0 ) ( 0 0 0 )\n"

static const md5_case animation_cases[] = {
    CASE("set-skeleton", NULL, { "numJoints 2", "numJoints <2>" }, { "set-skeleton", "num_joints" },
        .says = "num_joints is 2; 5 files of its folder have nearly the same skeleton with 3 joints: ",
        .set = ANIMATION("3", "\"root\" -1 0 0\n\"hips\" 0 0 0\n\"tail\" 0 0 0\n")),
    CASE("set-skeleton", "a joint has another name than in 5 files of the folder",
        { "\"hips\" 0 63", "<\"hips\"> 0 63" }, { "set-skeleton", "hierarchy[1].name" },
        .says = "5 files of its folder have the name \"Hips\" here",
        .set = ANIMATION("2", "\"root\" -1 0 0\n\"Hips\" 0 0 0\n")),
    CASE("set-skeleton", "a joint has another parent than in 5 files of the folder",
        { "numJoints 2", "numJoints 3", "\"hips\" 0 63 1\t", "\"hips\" 0 63 1\n\t\"tail\" <1> 0 0\t",
            "0.6 )\n}", "0.6 )\n\t( 0 0 0 ) ( 0 0 0 )\n}", "// root: ( all of Tx Ty Tz Qx Qy Qz )", "" },
        { "set-skeleton", "hierarchy[2].parent" },
        .says = "5 files of its folder have the parent 0 here, \"root\"",
        .set = ANIMATION("3", "\"root\" -1 0 0\n\"hips\" 0 0 0\n\"tail\" 0 0 0\n")),
    CASE("set-skeleton", "a joint has no parent in 5 files of the folder", { "\"hips\" 0", "\"hips\" <0>" },
        { "set-skeleton", "hierarchy[1].parent" },
        .says = "5 files of its folder have the parent -1 here, no joint",
        .set = ANIMATION("2", "\"root\" -1 0 0\n\"hips\" -1 0 0\n")),
    CASE("set-skeleton", "a joint has a parent that does not exist in 5 files of the folder",
        { "\"hips\" 0", "\"hips\" <0>" }, { "set-skeleton", "hierarchy[1].parent" },
        .says = "5 files of its folder have the parent 2 here, no joint",
        .set = ANIMATION("2", "\"root\" -1 0 0\n\"hips\" 2 0 0\n")),
    CASE("set-skeleton", "one joint has another name, a later one another parent: the name is reported",
        { "\"root\" -1", "<\"root\"> -1" }, { "set-skeleton", "hierarchy[0].name" },
        .set = ANIMATION("2", "\"Root\" -1 0 0\n\"hips\" -1 0 0\n")),
    CASE("set-skeleton", "near miss: 5 files of the folder have the same skeleton", { "24", "24" }, { NULL },
        .set = ANIMATION("2", "\"root\" -1 63 0\n\"hips\" 0 0 0\n")),
    CASE("set-skeleton", "near miss: the file has an error", { "frameRate 24", "frameRate <0>" },
        { "frame-rate-range", "frame_rate" }, .set = ANIMATION("1", "\"root\" -1 0 0\n")),
};
MD5_CHECKED_TABLE(md5_set, md5anim_set_table, "md5anim", md5_animation, animation_cases)

static const md5_case mesh_cases[] = {
    CASE("set-skeleton", NULL, { "numJoints 2", "numJoints <2>" }, { "set-skeleton", "num_joints" },
        .says = "num_joints is 2; 5 files of its folder have nearly the same skeleton with 3 joints: ",
        .set = MESH("3", "\"root\" -1" POSE "\"hips\" 0" POSE "\"tail\" 0" POSE)),
    CASE("set-skeleton", "a joint has another name than in 5 files of the folder",
        { "\"hips\" 0", "<\"hips\"> 0" }, { "set-skeleton", "joints[1].name" },
        .set = MESH("2", "\"root\" -1" POSE "\"pelvis\" 0" POSE)),
    CASE("set-skeleton", "near miss: 5 files of the folder have the same skeleton",
        { "\"hips\" 0", "\"hips\" 0" }, { NULL }, .set = MESH("2", "\"root\" -1" POSE "\"hips\" 0" POSE)),
};
const md5_table md5mesh_set_table = MD5_TABLE("md5mesh", md5_mesh, mesh_cases);
MD5_CHECK(md5_set, each_case_on_a_mesh_has_its_findings, md5mesh_set_table)

/* Lets ap_choose_right_skeletons decide on files that each have one of three skeletons. Every two of the skeletons are similar
   enough to be compared (akin). */
static void choose_right_of_three_akin_skeletons(
    const ap_set_file *files, size_t count, ap_set_skeleton skeletons[3])
{
    static const bool akin[3][3] = { { false, true, true }, { true, false, true }, { true, true, false } };
    for (size_t i = 0; i < 3; i++)
        skeletons[i] = (ap_set_skeleton){ .akin = akin[i] };
    ap_choose_right_skeletons(files, count, skeletons, 3);
}

Test(md5_set, a_skeleton_of_three_files_and_most_is_right)
{
    ap_set_skeleton skeletons[3];
    ap_set_file files[] = { { .skeleton = 0 }, { .skeleton = 0 }, { .skeleton = 0 }, { .skeleton = 1 },
        { .skeleton = 1 }, { .skeleton = 2 }, { .skeleton = 2 } };
    choose_right_of_three_akin_skeletons(files, 7, skeletons);
    cr_expect_eq(ap_find_right_skeleton(&files[0], skeletons), AP_SET_NONE);
    cr_expect_eq(ap_find_right_skeleton(&files[3], skeletons), 0U);
    choose_right_of_three_akin_skeletons(files + 1, 6, skeletons);
    cr_expect_eq(ap_find_right_skeleton(&files[3], skeletons), AP_SET_NONE,
        "a skeleton of only two files must not be right");
    files[6].skeleton = 1;
    choose_right_of_three_akin_skeletons(files, 7, skeletons);
    cr_expect_eq(ap_find_right_skeleton(&files[5], skeletons), AP_SET_NONE,
        "of two skeletons with equally many files, neither must be right");
    cr_expect_eq(ap_find_right_skeleton(&files[0], skeletons), AP_SET_NONE,
        "a skeleton must be right if no other skeleton has more files");
}

Test(md5_set, a_skeleton_with_a_mesh_is_right)
{
    ap_set_skeleton skeletons[3];
    ap_set_file files[] = { { .skeleton = 0 }, { .skeleton = 0 }, { .skeleton = 0 }, { .skeleton = 1 },
        { .skeleton = 1, .is_companion = true }, { .skeleton = 2, .is_companion = true } };
    choose_right_of_three_akin_skeletons(files, 6, skeletons);
    cr_expect_eq(ap_find_right_skeleton(&files[0], skeletons), 1U,
        "a skeleton that only two files have must be right if one of these files is a mesh");
    cr_expect_eq(ap_find_right_skeleton(&files[3], skeletons), AP_SET_NONE);
    cr_expect_eq(ap_find_right_skeleton(&files[5], skeletons), 1U);
    files[0].is_paired = true;
    cr_expect_eq(ap_find_right_skeleton(&files[0], skeletons), AP_SET_NONE,
        "the skeleton of an animation with a mesh must be right");
    files[1].fits_companion = true;
    choose_right_of_three_akin_skeletons(files, 6, skeletons);
    cr_expect_eq(ap_find_right_skeleton(&files[2], skeletons), AP_SET_NONE,
        "a skeleton must be right if a mesh of another folder has the skeleton");
    cr_expect_eq(ap_find_right_skeleton(&files[5], skeletons), 0U,
        "of two skeletons with a mesh, the one with more files must be right");
    files[0].is_companion = files[1].is_companion = files[2].is_companion = true;
    files[1].fits_companion = false;
    files[3].skeleton = 2;
    choose_right_of_three_akin_skeletons(files, 6, skeletons);
    cr_expect_eq(ap_find_right_skeleton(&files[5], skeletons), AP_SET_NONE,
        "a mesh must have the right skeleton if an animation has its skeleton, too");
}

/* Returns the skeleton that parsing gives: a block comment before the keyword prevents scanning. */
static ap_view parse_skeleton(const ap_format *format, const char *text, const char *keyword)
{
    char copy[4096];
    const char *at = strstr(text, keyword);
    cr_assert(at != NULL && strlen(text) + 8 < sizeof copy);
    snprintf(copy, sizeof copy, "%.*s\n/**/%s", (int)(at - text), text, at + 1);
    return format->set->skeleton(text_view(copy), &arena);
}

/* Puts each of some bytes in the place of each byte of the section, and compares the skeletons that scanning and parsing give.
   Returns the number of files that are scanned and have no errors. */
static size_t compare_skeleton_scans(const char *format_name, const char *original, const char *keyword)
{
    static const char bytes[] = " \t\n\r\"\\/*{}()-+01.ex";
    const ap_format *format = ap_find_format(format_name);
    char *text = strdup(original);
    size_t scanned = 0;
    const size_t first = (size_t)(strstr(text, keyword) - text) + strlen(keyword);
    const size_t end = (size_t)(strstr(text + first, "\n}") - text) + 3;
    for (size_t i = first; i < end; i++) {
        for (size_t k = 0; k + 1 < sizeof bytes; k++) {
            text[i] = bytes[k];
            ap_arena_reset(&arena);
            const ap_view found = ap_md5_scan_skeleton(text_view(text), keyword, &arena);
            if (found.size == 0 || !is_without_error(format, text_view(text)))
                continue;
            const ap_view parsed = parse_skeleton(format, text, keyword);
            scanned++;
            cr_expect(parsed.size == found.size && memcmp(parsed.bytes, found.bytes, found.size) == 0,
                "byte %zu is '%c'", i, bytes[k]);
        }
        text[i] = original[i];
    }
    free(text);
    return scanned;
}

Test(md5_set, scanning_finds_the_skeleton_that_parsing_finds)
{
    cr_expect_gt(compare_skeleton_scans("md5anim", md5_animation, "\nhierarchy"), 100U);
    cr_expect_gt(compare_skeleton_scans("md5mesh", md5_mesh, "\njoints"), 100U);
}

Test(md5_set, sorting_the_names_of_a_skeleton_needs_memory)
{
    const ap_skeleton_comparer *set = ap_find_format("md5anim")->set;
    const ap_view skeleton = set->skeleton(text_view(md5_animation), &arena);
    cr_expect_not_null(set->names(skeleton, &arena));
    const size_t before = arena.allocations;
    for (size_t failing = 1; failing <= 2; failing++) {
        arena.fail_at = arena.allocations + failing;
        cr_expect_null(set->names(skeleton, &arena), "allocation %zu", failing);
    }
    cr_expect_gt(arena.allocations, before);
}
