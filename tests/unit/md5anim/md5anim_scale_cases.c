/* Cases of md5anim/mesh-scale: the bone lengths of an animation compared with its mesh. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* A chain of four joints; with the meshes below, the bones of the mesh are 10, 20 and 40 long. */
#define ANIMATION(hierarchy, baseframe)                                                                      \
    "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 4\nframeRate 24\nnumAnimatedComponents 9\n\n" \
    "hierarchy {\n" hierarchy "}\n\nbounds {\n\t( -9 -9 -9 ) ( 19 19 9 )\n}\n\nbaseframe {\n" baseframe      \
    "}\n\nframe 0 {\n" FRAME "}\n"
#define FRAME                                                                                                \
    "\t0 10 0 0 0 20 -40 0 0\n" /* the positions of the mesh's joints; those of the baseframe are not used */
#define HIERARCHY "\t\"a\" -1 0 0\n\t\"b\" 0 7 0\n\t\"c\" 1 7 3\n\t\"d\" 2 7 6\n"
#define JOINT(x)  "\t( " x " 0 0 ) ( 0 0 0 )\n"

#define MESH(joints)                                                                                         \
    "MD5Version 10\ncommandline \"\"\n\nnumJoints 4\nnumMeshes 1\n\njoints {\n" joints                       \
    "}\n\nmesh" MD5_MESH_BODY
#define BODY                                                                                                 \
    "\t\"a\" -1 ( 5 5 5 ) ( 0 0 0 )\n\t\"b\" 0 ( 5 15 5 ) ( 0 0 0 )\n\t\"c\" 1 ( 5 15 25 ) ( 0 0 0 )\n"      \
    "\t\"d\" 2 ( -35 15 25 ) ( 0 0 0 )\n"

#define HALF(spelled) JOINT("9") "\t" spelled " ( 0 0 0 )\n" JOINT("10") JOINT("20")

#define SCALED(title, file, companion, path)                                                                 \
    {                                                                                                        \
        .rule = "mesh-scale", .name = (title), .text = (file), .mesh = (companion), .wants = {               \
            "mesh-scale",                                                                                    \
            path                                                                                             \
        }                                                                                                    \
    }
#define UNSCALED(title, file, companion)                                                                     \
    {                                                                                                        \
        .rule = "mesh-scale", .name = "near miss: " title, .text = (file), .mesh = (companion)               \
    }

static const md5_case cases[] = {
    UNSCALED("bones of equal length", ANIMATION(HIERARCHY, JOINT("9") JOINT("10") JOINT("-20") JOINT("40")),
        MESH(BODY)),
    CASE("mesh-scale", "half the size is reported at the position of the first bone",
        .wants = { "mesh-scale", "baseframe[1].position" },
        .says = "0.5 times the size of the mesh's: 3 of 3 bones have this ratio",
        .text = ANIMATION(HIERARCHY, HALF("<( 0 5 0 )>")), .mesh = MESH(BODY)),
    SCALED("bones 2.1 % shorter than in the mesh",
        ANIMATION(HIERARCHY, JOINT("9") "\t<( 9.79 0 0 )> ( 0 0 0 )\n" JOINT("19.58") JOINT("39.16")),
        MESH(BODY), "baseframe[1].position"),
    SCALED("bones without length",
        ANIMATION(HIERARCHY, JOINT("9") "\t<( 0 0 0 )> ( 0 0 0 )\n" JOINT("0") JOINT("0")), MESH(BODY),
        "baseframe[1].position"),
    UNSCALED("bones 1.9 % shorter than in the mesh",
        ANIMATION(HIERARCHY, JOINT("9") JOINT("9.81") JOINT("19.62") JOINT("39.24")), MESH(BODY)),
    UNSCALED("only two of three bones have another length",
        ANIMATION(HIERARCHY, JOINT("9") JOINT("10") JOINT("10") JOINT("20")), MESH(BODY)),
    SCALED("bones of double length, one bone differs by 1.5 %",
        ANIMATION(HIERARCHY, JOINT("9") "\t<( 20.3 0 0 )> ( 0 0 0 )\n" JOINT("40") JOINT("80")), MESH(BODY),
        "baseframe[1].position"),
    UNSCALED("bones of double length, one bone differs by 2.5 %",
        ANIMATION(HIERARCHY, JOINT("9") JOINT("20.5") JOINT("40") JOINT("80")), MESH(BODY)),
    UNSCALED("one of three bones is too short to be measured",
        ANIMATION(HIERARCHY, JOINT("9") JOINT("5") JOINT("10") JOINT("20")),
        MESH("\t\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"b\" 0 ( 0.001 0 0 ) ( 0 0 0 )\n"
             "\t\"c\" 1 ( 0.001 0 20 ) ( 0 0 0 )\n\t\"d\" 2 ( -39.999 0 20 ) ( 0 0 0 )\n")),
    UNSCALED("a joint of the mesh has an error", ANIMATION(HIERARCHY, HALF("( 0 5 0 )")),
        MESH("\t\"a\" -1 ( 5 5 5 ) ( nan 0 0 )\n\t\"b\" 0 ( 5 15 5 ) ( 0 0 0 )\n\t\"c\" 1 ( 5 15 25 ) ( 0 0 "
             "0 )\n"
             "\t\"d\" 2 ( -35 15 25 ) ( 0 0 0 )\n")),
    CASE("mesh-scale", "near miss: the file has decimal commas",
        .wants = { "decimal-comma", "bounds[0].min.x" },
        .text = "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 4\nframeRate 24\n"
                "numAnimatedComponents 9\n\nhierarchy {\n" HIERARCHY
                "}\n\nbounds {\n\t( <-9,5> -9 -9 ) ( 9,5 9 9 )\n}\n\nbaseframe {\n" JOINT("9") JOINT("5,0")
                    JOINT("10,0") JOINT("20,0") "}\n\nframe 0 {\n" FRAME "}\n",
        .mesh = MESH(BODY)),
    CASE("mesh-scale", "near miss: the hierarchy has an error",
        .wants = { "flags-range", "hierarchy[1].flags" },
        .text =
            ANIMATION("\t\"a\" -1 0 0\n\t\"b\" 0 <64> 0\n\t\"c\" 1 7 3\n\t\"d\" 2 7 6\n", HALF("( 0 5 0 )")),
        .mesh = MESH(BODY)),
    CASE("mesh-scale", "near miss: the baseframe has an error",
        .wants = { "number", "baseframe[3].orientation.x" },
        .text = ANIMATION(HIERARCHY, JOINT("9") JOINT("5") JOINT("10") "\t( 20 0 0 ) ( <x> 0 0 )\n"),
        .mesh = MESH(BODY)),
    CASE("mesh-scale", "near miss: bounds without } before the baseframe",
        .wants = { "unexpected-token", "" },
        .text = "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 4\nframeRate 24\n"
                "numAnimatedComponents 9\n\nhierarchy {\n" HIERARCHY
                "}\n\nbounds {\n\t( -1 -1 -1 ) ( 1 1 1 )\n\n<baseframe> {\n" HALF(
                    "( 0 5 0 )") "}\n\nframe 0 {\n" FRAME "}\n",
        .mesh = MESH(BODY)),
    CASE("mesh-scale", "near miss: a joint with another name than in the mesh",
        .wants = { "mesh-joint-name", "hierarchy[3].name" },
        .text =
            ANIMATION("\t\"a\" -1 0 0\n\t\"b\" 0 7 0\n\t\"c\" 1 7 3\n\t<\"e\"> 2 7 6\n", HALF("( 0 5 0 )")),
        .mesh = MESH(BODY)),
};

MD5_CHECKED_TABLE(md5anim_scale, md5anim_scale_table, "md5anim", md5_animation, cases)
