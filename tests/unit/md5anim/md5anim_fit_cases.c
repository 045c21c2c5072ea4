/* Cases of rules that compare an animation with its mesh: boxes, positions and rotations. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"
#include "tests/unit/support/test_arena.h"
#include "validators/companion_use.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5mesh/md5mesh_skin.h"

#define FIT(id, title, words, path, file, companion)                                                         \
    {                                                                                                        \
        .rule = (id), .name = (title), .says = (words), .text = (file), .mesh = (companion), .wants = {      \
            (id),                                                                                            \
            (path)                                                                                           \
        }                                                                                                    \
    }
#define NEAR(id, title, file, companion)                                                                     \
    {                                                                                                        \
        .rule = (id), .name = "near miss: " title, .text = (file), .mesh = (companion)                       \
    }

/* A mesh with one triangle, of three vertices with one weight each. */
#define MESH(count, joints, w0, w1, w2)                                                                      \
    "MD5Version 10\ncommandline \"\"\n\nnumJoints " count "\nnumMeshes 1\n\njoints {\n" joints               \
    "}\n\nmesh {\n\tshader \"s\"\n\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 0 1 ) 1 1\n\tvert 2 ( 1 " \
    "0 ) 2 1\n\n\tnumtris 1\n\ttri 0 0 1 2\n\n\tnumweights 3\n\tweight 0 " w0 "\n\tweight 1 " w1             \
    "\n\tweight 2 " w2 "\n}\n"

/* Animations for mesh-bounds: joint "tip" is 10 above "base". In a frame with UP, the box around the vertices is ( 0 0 0 ) ( 0 10
   10 ), with a diagonal of 14.142. */
#define CHAIN(count, boxes, frames)                                                                          \
    "MD5Version 10\ncommandline \"\"\n\nnumFrames " count                                                    \
    "\nnumJoints 2\nframeRate 24\nnumAnimatedComponents 3\n\nhierarchy {\n\t\"base\" -1 0 0\n\t\"tip\" 0 7 " \
    "0\n}\n\nbounds {\n" boxes "}\n\nbaseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 10 ) ( 0 0 0 )\n}\n" frames
#define BOX(min, max)          "\t( " min " ) ( " max " )\n"
#define FRAME(number, numbers) "\nframe " number " {\n\t" numbers "\n}\n"
#define UP                     "0 0 10"
#define ONE(boxes)             CHAIN("1", boxes, FRAME("0", UP))
#define THREE(boxes)           CHAIN("3", boxes, FRAME("0", UP) FRAME("1", "0 0.25 10") FRAME("2", "0 0.5 10"))
#define TIPPED(weight)                                                                                       \
    MESH("2", "\t\"base\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"tip\" 0 ( 0 0 10 ) ( 0 0 0 )\n", "0 1 ( 0 0 0 )",      \
        "1 1 ( 0 0 0 )", weight)
#define TIP      TIPPED("1 1 ( 0 10 0 )")
#define TIP_12_5 TIPPED("1 1 ( 0 7.5 0 )") /* the box around the vertices has the diagonal 12.5 */

/* Animations for mesh-pose: four joints in a line along x, with bones of 10, 20 and 40. All vertices belong to the first
   joint. */
#define LINE(base, numbers)                                                                                  \
    "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 4\nframeRate 24\nnumAnimatedComponents 9\n\n" \
    "hierarchy {\n\t\"a\" -1 0 0\n\t\"b\" 0 7 0\n\t\"c\" 1 7 3\n\t\"d\" 2 7 6\n}\n\nbounds {\n" BOX(         \
        "-99 -99 -99", "99 99 99") "}\n\nbaseframe {\n" base "}\n" FRAME("0", numbers)
#define JOINT(x, v)  "\t( " x " 0 0 ) ( " v " )\n"
#define STRAIGHT     JOINT("0", "0 0 0") JOINT("10", "0 0 0") JOINT("20", "0 0 0") JOINT("40", "0 0 0")
#define WIDE(joints) MESH("4", joints, "0 1 ( -90 0 0 )", "0 1 ( 0 90 0 )", "0 1 ( 0 0 90 )")
#define ALONG_X                                                                                              \
    WIDE("\t\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"b\" 0 ( 10 0 0 ) ( 0 0 0 )\n\t\"c\" 1 ( 30 0 0 ) ( 0 0 0 "     \
         ")\n\t\"d\" 2 ( 70 0 0 ) ( 0 0 0 )\n")
#define CONJUGATED                                                                                           \
    WIDE("\t\"a\" -1 ( 0 0 0 ) ( 0 0 -0.7071067 )\n\t\"b\" 0 ( 0 -10 0 ) ( 0 0 -0.7071067 )\n\t\"c\" 1 ( 0 " \
         "-30 0 ) ( 0 0 -0.7071067 )\n\t\"d\" 2 ( 0 -70 0 ) ( 0 0 -0.7071067 )\n")
#define QUARTER "-0.7071067 0 0"

/* Animations for mesh-rotation: each joint is turned by 60 degrees about z, relative to its parent. */
#define BENT(flags, components, b, c, d, numbers)                                                            \
    "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 4\nframeRate "                                \
    "24\nnumAnimatedComponents " components                                                                  \
    "\n\nhierarchy {\n\t\"a\" -1 0 0\n\t\"b\" 0 56 0\n\t\"c\" 1 56 3\n\t\"d\" 2 " flags                      \
    " 6\n}\n\nbounds {\n" BOX("-99 -99 -99", "99 99 99") "}\n\nbaseframe {\n" JOINT("0", "0 0 0") b          \
    JOINT(c, "0 0 -0.5") JOINT(d, "0 0 -0.5") "}\n" FRAME("0", numbers)
#define BEND(numbers) BENT("56", "9", JOINT("10", "0 0 -0.5"), "20", "40", numbers)
#define CURVE                                                                                                \
    WIDE("\t\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"b\" 0 ( 10 0 0 ) ( 0 0 -0.5 )\n\t\"c\" 1 ( 20 17.3205 0 ) ( "  \
         "0 0 -0.8660254 )\n\t\"d\" 2 ( 0 51.9615 0 ) ( 0 0 -1 )\n")

static const md5_case cases[] = {
    FIT("mesh-bounds", "of two frames with the largest excess, the first is reported",
        "frame 1, bounds leave out vertices that are 1.25 outside, 9% of the model (over 5% in 3 of 3 "
        "frames)",
        "bounds[1]",
        THREE(BOX("0 0 0", "0 10 9") "\t<( 0 0 0 ) ( 0 10.5 8.75 )>\n" BOX("0 0 1.25", "0 10.5 10")), TIP),
    FIT("mesh-bounds", "a vertex is outside by 5.006 %", NULL, "bounds[0]",
        ONE("\t<( 0 0 0 ) ( 0 10 9.292 )>\n"), TIP),
    NEAR("mesh-bounds", "a vertex is outside by 4.95 %", ONE(BOX("0 0 0", "0 10 9.3")), TIP),
    NEAR("mesh-bounds", "a vertex is outside by exactly 5 %", ONE(BOX("0 0 0", "0 10 9.375")), TIP_12_5),
    NEAR("mesh-bounds", "the box is exactly 10 times as large", ONE(BOX("0 0 0", "0 75 100")), TIP_12_5),
    FIT("mesh-bounds", "boxes 20 times as large as the model",
        "those of most frames are far larger than the model: 20 times at the median", "bounds[0]",
        ONE("\t<( 0 0 0 ) ( 0 200 200 )>\n"), TIP),
    FIT("mesh-bounds", "the median of the boxes is 10.01 times as large", NULL, "bounds[0]",
        THREE("\t<( 0 0 0 ) ( 0 11 11 )>\n" BOX("0 0 0", "0 105.2 101") BOX("0 0 0", "0 999 999")), TIP),
    NEAR("mesh-bounds", "the median of the boxes is 9.99 times as large",
        THREE(BOX("0 0 0", "0 11 11") BOX("0 0 0", "0 104.8 99.9") BOX("0 0 0", "0 999 999")), TIP),
    FIT("mesh-bounds", "mesh-bounds is reported in place of bounds-joints", NULL, "bounds[0]",
        ONE("\t<( 50 50 50 ) ( 60 60 60 )>\n"), TIP),
    CASE("mesh-bounds", "near miss: all bounds are 0", .wants = { "bounds-zero", "bounds" },
        .text = ONE(BOX("0 0 0", "0 0 0")),
        .edits = { "bounds {", "bounds <{", "}\n\nbaseframe", "}>\n\nbaseframe" }, .mesh = TIP),
    CASE("mesh-bounds", "near miss: the mesh has another joint",
        .wants = { "mesh-joint-name", "hierarchy[1].name" }, .text = ONE(BOX("50 50 50", "60 60 60")),
        .edits = { "\"tip\"", "<\"top\">" }, .mesh = TIP),
    CASE("mesh-bounds", "near miss: the mesh has an error", .wants = { "bounds-joints", "bounds[0]" },
        .text = ONE("\t<( 50 50 50 ) ( 60 60 60 )>\n"), .mesh = TIPPED("1 1 ( 0 nan 0 )")),
    CASE("mesh-bounds", "near miss: the file has an error", .wants = { "number", "frames[0].values[0]" },
        .text = CHAIN("1", BOX("50 50 50", "60 60 60"), FRAME("0", "<+1> 0 10")), .mesh = TIP),

    FIT("mesh-pose", "the bones are 1.5 times as long as in the mesh",
        "frame 0, joint \"b\", position is elsewhere than in the mesh, as most joints are: half of them are "
        "off by 50% of their bone or more, so that limbs stretch, shrink or come off: the bones are 1.5 "
        "times as long as in the mesh",
        "frames[0].values[0]", LINE(STRAIGHT, "<15 0 0> 30 0 0 60 0 0"), ALONG_X),
    NEAR("mesh-pose", "the bones are longer by a quarter", LINE(STRAIGHT, "12.5 0 0 25 0 0 50 0 0"), ALONG_X),
    FIT("mesh-pose", "the first joint that is far from its place in the mesh is reported", "off by 30%",
        "frames[0].values[3]", LINE(STRAIGHT, "10 0 0 <26 0 0> 60 0 0"), ALONG_X),
    NEAR("mesh-pose", "only one joint of three is far from its place in the mesh",
        LINE(STRAIGHT, "15 0 0 20 0 0 40 0 0"), ALONG_X),
    FIT("mesh-pose", "a joint is farther away than the skeleton is large",
        "frame 0, joint \"d\", position is at least 71 from where the mesh has the joint, in every frame",
        "frames[0].values[6]", LINE(STRAIGHT, "10 0 0 20 0 0 <111 0 0>"), ALONG_X),
    NEAR("mesh-pose", "a joint is as far away as the skeleton is large",
        LINE(STRAIGHT, "10 0 0 20 0 0 110 0 0"), ALONG_X),
    FIT("mesh-pose", "a mesh with conjugated orientations",
        "the mesh's joints are turned the wrong way, as if x y z of their orientations were negated",
        "frames[0].values[0]",
        LINE(JOINT("0", "0 0 0.7071067") JOINT("10", "0 0 0") JOINT("20", "0 0 0") JOINT("40", "0 0 0"),
            "<10 0 0> 20 0 0 40 0 0"),
        CONJUGATED),
    FIT("mesh-pose", "the matrix of an object was not applied to the mesh",
        ": an object's matrix was not applied to the mesh, scale 0.5, 90 degrees about x; apply rotation and "
        "scale (Ctrl-A)",
        "frames[0].values[0]",
        LINE(JOINT("0", "0 0 0") JOINT("5", QUARTER) JOINT("5", QUARTER) JOINT("5", QUARTER),
            "<5 0 0> 5 0 0 5 0 0"),
        ALONG_X),
    FIT("mesh-pose", "an object that is turned and scaled: mesh-pose in place of mesh-scale",
        "scale 0.75, 90 degrees about x", "frames[0].values[0]",
        LINE(JOINT("0", "0 0 0") JOINT("5", QUARTER) JOINT("10", QUARTER) JOINT("20", QUARTER),
            "<5 0 0> 10 0 0 20 0 0"),
        ALONG_X),
    CASE("mesh-pose", "near miss: an object that is only scaled is reported as mesh-scale",
        .wants = { "mesh-scale", "baseframe[1].position" },
        .text =
            LINE(JOINT("0", "0 0 0") "\t<( 5 0 0 )> ( 0 0 0 )\n" JOINT("10", "0 0 0") JOINT("20", "0 0 0"),
                "5 0 0 10 0 0 20 0 0"),
        .mesh = ALONG_X),

    CASE("mesh-pose", "all joints with a parent are at one position: no matrix of an object is found",
        { "\"c\" 1", "\"c\" 0", "\"d\" 2", "\"d\" 0" }, { "mesh-pose", "frames[0].values[0]" },
        .says = ": the bones are 1.5 times as long as in the mesh",
        .text = LINE(JOINT("0", "0 0 0") JOINT("10", "0 0 0") JOINT("10", "0 0 0") JOINT("10", "0 0 0"),
            "<15 0 0> 15 0 0 15 0 0"),
        .mesh = WIDE("\t\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"b\" 0 ( 10 0 0 ) ( 0 0 0 )\n"
                     "\t\"c\" 0 ( 10 0 0 ) ( 0 0 0 )\n\t\"d\" 0 ( 10 0 0 ) ( 0 0 0 )\n")),

    CASE("mesh-pose", "an object that is scaled and moved: the bones have no common ratio, so not mesh-scale",
        { "\"c\" 1", "\"c\" 0", "\"d\" 2", "\"d\" 0" }, { "mesh-pose", "frames[0].values[0]" },
        .says =
            ": an object's matrix was not applied to the mesh, scale 0.5; apply the scale (Ctrl-A) before",
        .text = LINE(JOINT("0", "0 0 0") "\t( 5 0 30 ) ( 0 0 0 )\n\t( 0 10 30 ) ( 0 0 0 )\n"
                                         "\t( 0 0 50 ) ( 0 0 0 )\n",
            "<5 0 30> 0 10 30 0 0 50"),
        .mesh = WIDE("\t\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"b\" 0 ( 10 0 0 ) ( 0 0 0 )\n"
                     "\t\"c\" 0 ( 0 20 0 ) ( 0 0 0 )\n\t\"d\" 0 ( 0 0 40 ) ( 0 0 0 )\n")),

    FIT("mesh-rotation", "the rotations are conjugated",
        "frame 0, joint \"b\", rotation and the other rotations are 120 degrees off the mesh at the median, "
        "but only 0 if they are read as conjugated",
        "frames[0].values[0]", BEND("<0 0 0.5> 0 0 0.5 0 0 0.5"), CURVE),
    FIT("mesh-rotation", "the rotations are written with w first",
        "but only 0 if they are read as w first (w x y)", "frames[0].values[0]",
        BEND("<0.8660254 0 0> 0.8660254 0 0 0.8660254 0 0"), CURVE),
    FIT("mesh-rotation", "conjugating the rotations leaves a little less than half of the angle",
        "80 degrees off the mesh at the median, but only 40", "frames[0].values[0]",
        BEND("<0 0 0.174505> 0 0 0.174505 0 0 0.174505"), CURVE),
    NEAR("mesh-rotation", "conjugating the rotations leaves a little more than half of the angle",
        BEND("0 0 0.172787 0 0 0.172787 0 0 0.172787"), CURVE),
    NEAR("mesh-rotation", "the animation has the rotations of the mesh", BEND("0 0 -0.5 0 0 -0.5 0 0 -0.5"),
        CURVE),
    NEAR("mesh-rotation", "one joint of three is conjugated", BEND("0 0 0.5 0 0 -0.5 0 0 -0.5"), CURVE),
    NEAR("mesh-rotation", "only two joints have animated rotations of three numbers",
        BENT("24", "8", JOINT("10", "0 0 -0.5"), "20", "40", "0 0 0.5 0 0 0.5 0 0"), CURVE),
    CASE("mesh-rotation", "near miss: mesh-pose is reported instead of mesh-rotation",
        .wants = { "mesh-pose", "baseframe[1].position" },
        .text = BENT("56", "9", "\t<( 15 0 0 )> ( 0 0 -0.5 )\n", "31", "44", "0 0 0.5 0 0 0.5 0 0 0.5"),
        .mesh = CURVE),
};

ARENA_SUITE(md5anim_fit);
MD5_CHECKED_TABLE(md5anim_fit, md5anim_fit_table, "md5anim", md5_animation, cases)

/* Returns the number of checks that are skipped if adding up the weights of all vertices takes `work` additions. */
static size_t count_skipped_checks(size_t work)
{
    AT_END(lint_end) lint_run run;
    ap_companion_use use;
    const ap_lint_options options = { .companions = &use };
    arena_replace();
    cr_assert(ap_parse_companion_for_use(&use, ap_md5anim_format.companion, text_view(md5_mesh), &findings));
    ((ap_md5mesh_model *)ap_md5_mesh_model(use.model))->work = work;
    lint_begin(&run, &ap_md5anim_format, text_view(md5_animation), &options);
    return run.findings.skipped_checks;
}

/* md5_animation has two frames, so the weights are added up twice. */
Test(md5anim_fit, bounds_are_not_compared_with_a_mesh_that_takes_too_long)
{
    cr_expect_eq(count_skipped_checks(AP_MD5MESH_MOST_WORK / 2), 0);
    cr_expect_eq(count_skipped_checks(AP_MD5MESH_MOST_WORK / 2 + 1), 1);
}
