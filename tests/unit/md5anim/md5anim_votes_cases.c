/* Cases of header counts that differ from the equal numbers of entries in two sections, and of hints about parents. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define FRAME_0   "frame 0 {\n\t1.5\n\t10 11 12 0.7 0.1 0.2\n}\n"
#define FRAME_1   "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n"
#define BASEFRAME "baseframe {\n\t( 0 0 0 ) ( 0.1 0.2 0.3 )\n\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n}\n"
#define ALL_ANIMATED                                                                                         \
    "numAnimatedComponents 7", "numAnimatedComponents 12", "-1 1 0", "-1 63 0", "0 63 1", "0 63 6",          \
        "\t1.5\n", "\t1 2 3 0.1 0.2 0.3\n", "\t2.5\n", "\t1 2 3 0.1 0.2 0.3\n"

/* Edits that put `joint` after the two joints of the valid animation, with an entry of the baseframe. */
#define THIRD_JOINT(joint)                                                                                   \
    "numJoints 2", "numJoints 3", "Qx Qy Qz )\n}", "Qx Qy Qz )\n\t" joint "\n}", "0.6 )\n}",                 \
        "0.6 )\n\t( 0 0 0 ) ( 0 0 0 )\n}"

static const md5_case cases[] = {
    /* Cases of joint-count */
    SAYS("joint-count", NULL, "num_joints", "numJoints says 3; the hierarchy and the baseframe hold 2 [2, 3]",
        "numJoints 2", "numJoints <3>"),
    SAYS("joint-count", "numAnimatedComponents fits the joints of the sections, too", "num_joints",
        "numJoints says 1; the hierarchy and the baseframe hold 2, and 12 components are 2 x 6",
        "numJoints 2", "numJoints <1>", ALL_ANIMATED),
    FIRES("joint-count", "joint-count replaces joint-count-range", "num_joints", "numJoints 2",
        "numJoints <0>"),
    FIRES("joint-count", "numJoints is negative", "num_joints", "numJoints 2", "numJoints <-7>"),
    FIRES("joint-count", "joint-count replaces count-exceeds-file", "num_joints", "numJoints 2",
        "numJoints <2147483647>"),
    FIRES("joint-count", "joint-count replaces joint-limit", "num_joints", "numJoints 2",
        "// " THOUSAND THOUSAND THOUSAND "\nnumJoints <128>"),
    CASE("joint-count",
        "the number of components is checked against the joints of the hierarchy, not against numJoints",
        { "numJoints 2", "numJoints <3>", "numAnimatedComponents 7", "numAnimatedComponents <13>" },
        { "joint-count", "num_joints", "component-count-range", "num_animated_components" }),
    CASE("joint-count", "parents, flags and start indices are checked although numJoints is wrong",
        { "numJoints 2", "numJoints <3>", "\"hips\" 0 63 1", "\"hips\" <1> 63 <2>" },
        { "joint-count", "num_joints", "parent-order", "hierarchy[1].parent", "start-index-range",
            "hierarchy[1].start_index" }),
    CASE("joint-count", "rotations of frames are checked although numJoints is wrong",
        { "numJoints 2", "numJoints <3>", "0.5 0.4 0.3", "<0.8 0.8 0>" },
        { "joint-count", "num_joints", "quaternion-length", "frames[1].values[4]" }),
    CASE("joint-count", "the baseframe comes before the hierarchy",
        { "numJoints 2", "numJoints <3>", BASEFRAME, "", "hierarchy {",
            "<baseframe> {\n\t( 0 0 0 ) ( 0.1 0.2 0.3 )\n\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n}\nhierarchy {" },
        { "joint-count", "num_joints", "unexpected-token", "" }),
    QUIET("joint-count", "near miss: the header, the hierarchy and the baseframe agree",
        THIRD_JOINT("\"neck\" 1 0 0")),
    CASE("joint-count", "near miss: the hierarchy agrees with the header",
        { "0.6 )\n}", "0.6 )\n\t<( 0 0 0 ) ( 0 0 0 )>\n}" }, { "baseframe-count", "baseframe[2]" }),
    CASE("joint-count", "near miss: an entry of the hierarchy is incomplete",
        { "numJoints 2", "numJoints 3", "\"hips\" 0 63 1", "\"hips\" 0 63", "Qz )\n}", "Qz )\n<}>",
            "0.6 )\n}", "0.6 )\n<}>" },
        { "unexpected-token", "hierarchy[1]", "baseframe-count", "baseframe" }),
    CASE("joint-count", "near miss: entries with bare names are not counted",
        { "numJoints 2", "numJoints 3", "\"hips\" 0 63 1", "<hips> 0 63 1", "Qz )\n}", "Qz )\n<}>",
            "0.6 )\n}", "0.6 )\n<}>" },
        { "joint-name-unquoted", "hierarchy[1].name", "hierarchy-count", "hierarchy", "baseframe-count",
            "baseframe" }),
    CASE("joint-count", "near miss: numJoints is not an integer", { "numJoints 2", "numJoints <3.0>" },
        { "integer", "num_joints" }),

    /* Cases of frame-count */
    SAYS("frame-count", NULL, "num_frames", "numFrames says 3; the bounds and the frames hold 2 [2, 3]",
        "numFrames 2", "numFrames <3>"),
    FIRES("frame-count", "numFrames is less than the number of bounds and of frames", "num_frames",
        "numFrames 2", "numFrames <1>"),
    FIRES("frame-count", "frame-count replaces frame-count-range", "num_frames", "numFrames 2",
        "numFrames <-0>"),
    FIRES("frame-count", "frame-count replaces count-exceeds-file", "num_frames", "numFrames 2",
        "numFrames <99999>"),
    CASE("frame-count", "a word of the header ends the bounds early",
        { "numFrames 2", "numFrames <1>", "( -4 -5 -6 )", "( -4 -5 <numFrames> )" },
        { "frame-count", "num_frames", "unexpected-token", "bounds[1].min" }),
    CASE("frame-count", "frame-count and joint-count are both reported",
        { "numFrames 2\nnumJoints 2", "numFrames <4>\nnumJoints <5>" },
        { "frame-count", "num_frames", "joint-count", "num_joints" }),
    CASE("frame-count", "near miss: frames are counted from 1",
        { "numFrames 2", "numFrames 3", "4 5 6 )\n}", "4 5 6 )\n<}>", "frame 1", "frame 2", "frame 0",
            "frame <1>", "0.4 0.3\n}\n", "0.4 0.3\n}\n<>" },
        { "bounds-count", "bounds", "frame-index", "frames[0].index", "frame-missing", "frames" }),
    CASE("frame-count", "near miss: content follows the frames",
        { "numFrames 2", "numFrames 1", "\t( -4 -5 -6 ) ( 4 5 6 )\n", "\t<( -4 -5 -6 ) ( 4 5 6 )>\n", FRAME_1,
            "<frame> 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n<more>" },
        { "bounds-count", "bounds[1]", "frame-surplus", "frames[1]", "trailing-content", "" }),

    /* Hints in the message of the first wrong parent */
    CASE("root-parent", "parents are counted from 1",
        { THIRD_JOINT("\"neck\" <2> 0 0"), "\"root\" -1", "\"root\" <0>", "\"hips\" 0", "\"hips\" <1>" },
        { "root-parent", "hierarchy[0].parent", "parent-order", "hierarchy[1].parent", "parent-order",
            "hierarchy[2].parent" },
        .says = "parent is 0; it must be -1: parents are counted from 1"),
    CASE("root-parent", "near miss: a joint with the parent 0, so parents are not counted from 1",
        { THIRD_JOINT("\"neck\" 0 0 0"), "\"root\" -1", "\"root\" <0>", "\"hips\" 0", "\"hips\" <1>" },
        { "root-parent", "hierarchy[0].parent", "parent-order", "hierarchy[1].parent" },
        .says = "must be -1: the first joint is the root and has no parent"),
    CASE("root-parent", "children come before their parents",
        { "\"root\" -1", "\"root\" <1>", "\"hips\" 0", "\"hips\" <-1>" },
        { "root-parent", "hierarchy[0].parent", "several-roots", "hierarchy[1].parent" },
        .says = "joint 0 comes before its parent: parents first"),
    SAYS("parent-order", "a child comes before its parent", "hierarchy[1].parent",
        "joint 1 comes before its parent: parents first", THIRD_JOINT("\"neck\" 0 0 0"), "\"hips\" 0",
        "\"hips\" <2>"),
    CASE("parent-order", "parents in a cycle are reported without the hint to put parents first",
        { THIRD_JOINT("\"neck\" 1 0 0"), "\"hips\" 0", "\"hips\" <2>" },
        { "parent-order", "hierarchy[1].parent" }, .says = "a parent comes before its children"),
};

MD5_CHECKED_TABLE(md5anim_votes, md5anim_votes_table, "md5anim", md5_animation, cases)
