/* How reading of a .md5anim goes on after a fault: no cascades, nothing said twice. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define HIERARCHY "hierarchy {\n\t\"root\" -1 1 0\n\t\"hips\" 0 63 1\t// root ( Tx Ty Tz Qx Qy Qz )\n}\n\n"
#define BOUNDS    "bounds {\n\t( -1 -2 -3 ) ( 1 2 3 )\n\t( -4 -5 -6 ) ( 4 5 6 )\n}\n\n"
#define BASEFRAME "baseframe {\n\t( 0 0 0 ) ( 0.1 0.2 0.3 )\n\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n}\n\n"
#define FRAME_0   "frame 0 {\n\t1.5\n\t10 11 12 0.7 0.1 0.2\n}\n\n"
#define FRAME_1   "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n"

static const md5_case cases[] = {
    /* What is needed */
    SAYS("unexpected-token", "a hierarchy that is not closed after as many joints as there are",
        "hierarchy[2]", "hierarchy[2] needs } here, not bounds [},", "}\n\nbounds", "\n<bounds>"),
    SAYS("unexpected-token", "a hierarchy that is not closed after fewer", "hierarchy[1]",
        "hierarchy[1] needs a joint or } here, not bounds",
        "\t\"hips\" 0 63 1\t// root ( Tx Ty Tz Qx Qy Qz )\n}\n\nbounds", "<bounds>"),
    SAYS("unexpected-token", "bounds that are not closed", "", " needs } here, not baseframe",
        "( 4 5 6 )\n}\n\nbaseframe", "( 4 5 6 )\n\n<baseframe>"),
    SAYS("unexpected-token", "a frame that is not closed after all of its numbers", "frames[0].values[7]",
        "frames[0].values[7] needs } here, not frame [},", "0.1 0.2\n}", "0.1 0.2\n", "frame 1", "<frame> 1"),
    SAYS("unexpected-token", "a frame that is not closed after one number less", "frames[0].values[6]",
        "frame 0, joint \"hips\", rotation z needs a number here, not frame", "0.1 0.2\n}", "0.1\n",
        "frame 1", "<frame> 1"),
    CASE("truncated", "a frame of nobody knows how many numbers",
        { "numAnimatedComponents 7", "numAnimatedComponents <7.0>", "0.4 0.3\n}\n", "0.4 0.3\n<>" },
        { "integer", "num_animated_components", "truncated", "frames[1].values[7]" },
        .says = "frames[1].values[7] needs a number or }, but the file ends"),

    /* After a structural finding */
    CASE("unexpected-token", "tokens are skipped in silence up to the next section, which is judged as usual",
        { "\"hips\" 0 63 1", "\"hips\" <{> nan 1e5 5e9// a \"\r<@>( \"bounds\n", "( 1 2 3 )",
            "( <-9> 2 3 )" },
        { "unexpected-token", "hierarchy[1]", "encoding", "", "bounds-inverted", "bounds[0].max.x" }),
    CASE("unexpected-token", "what was skipped in silence is not taken for said",
        { "\"hips\" 0", "\"hips\" <(> 1// a\r", "( 1 2 3 )", "\t( 1 2 3 )<\r> ", "1.5\n", "1.5<//>\n" },
        { "unexpected-token", "hierarchy[1]", "encoding", "", "layout", "frames[0]" }),
    CASE("unexpected-token", "comments and blanks among skipped tokens matter",
        { "\"hips\" 0", "\"hips\" <(> </* a */><1> frameRate<//> a\n</*/><\f>" },
        { "unexpected-token", "hierarchy[1]", "comment-block", "", "comment-block-joined", "",
            "keyword-comment", "", "comment-slash", "", "blank", "" }),
    CASE("layout", "a near miss: a keyword that was skipped to may stand anywhere",
        { "\"hips\" 0 63 1", "\"hips\" <(> 1 bounds {", "}\n\nbounds", "<}>\n\n<bounds>" },
        { "unexpected-token", "hierarchy[1]", "bounds-count", "bounds", "unexpected-token", "" }),
    FIRES("unexpected-token", "only a bare keyword counts, not a quoted one nor a part of one",
        "hierarchy[1]", "\"hips\" 0", "\"hips\" <(> \"bounds\" boundsx Bounds"),
    CASE("unexpected-token", "the token at fault may be that keyword itself",
        { "\"hips\" 0 63 1\t// root ( Tx Ty Tz Qx Qy Qz )\n}\n\nbounds", "\"hips\" 0 63\n<bounds>",
            "( 1 2 3 )", "( <-9> 2 3 )" },
        { "unexpected-token", "hierarchy[1]", "bounds-inverted", "bounds[0].max.x" }),
    FIRES("unexpected-token",
        "the keyword met there is taken as it is: bounds are missing, and baseframe is not out of place",
        "hierarchy[1]", "\"hips\" 0", "\"hips\" <)> 0", BOUNDS, ""),
    FIRES("unexpected-token", "MD5Version is a second file: reading ends, and nothing more is reported",
        "hierarchy[1]", "\"hips\" 0", "\"hips\" <)> 0\n}\nMD5Version 11", "( 1 2 3 )", "( -9 2 3 )"),
    FIRES("unexpected-token", "without a further keyword nothing more is reported: no truncated", "",
        "hierarchy {", "hierarchy <(>", BOUNDS BASEFRAME FRAME_0 FRAME_1, ""),
    FIRES("unexpected-token", "without a further keyword nothing more is reported: no frame-missing",
        "frames[0].values[1]", "\t1.5\n", "\t1.5 <(>\n", FRAME_1, ""),
    QUIET("unexpected-token", "a near miss: every token where it belongs, a keyword as a name", "\"hips\"",
        "\"frame\""),
    CASE("string-unterminated", "the same after string-unterminated",
        { "\"hips\" 0 63 1\t// root ( Tx Ty Tz Qx Qy Qz )", "<\"hips>", "( 1 2 3 )", "( <-9> 2 3 )" },
        { "string-unterminated", "", "bounds-inverted", "bounds[0].max.x" }),
    FIRES("unexpected-token", "a brace missing: the next keyword ends the list", "hierarchy[2]",
        "Qx Qy Qz )\n}\n\nbounds", "Qx Qy Qz )\n\n<bounds>"),
    CASE("unexpected-token", "a frame without its }: the next frame is read",
        { "0.1 0.2\n}\n\nframe 1", "0.1 0.2\n<frame> 1", "0.4 0.3\n}", "0.4\n<}>" },
        { "unexpected-token", "frames[0].values[7]", "frame-values", "frames[1]" }),

    CASE(NULL, "several faults in one file: each once, nothing that follows from one",
        { "numJoints 2", "numJoints <2.5>", "\"hips\" 0 63 1", "<hips> <5> <64> 9 <{> 1 2 3 4", "( 1 2 3 )",
            "( <1,> 2 <-3.5> )", "0.7 0.1 0.2", "0.7 <->" },
        { "integer", "num_joints", "joint-name-unquoted", "hierarchy[1].name", "parent-order",
            "hierarchy[1].parent", "flags-range", "hierarchy[1].flags", "unexpected-token", "", "number",
            "bounds[0].max.x", "bounds-inverted", "bounds[0].max.z", "number", "frames[0].values[5]" }),
    CASE(NULL, "number and integer end nothing: the rest of the entry is judged",
        { "\"hips\" 0 63", "\"hips\" <zero> <-63>", "( 1 2 3 )", "( <1e> <-2.5> 3 )" },
        { "integer", "hierarchy[1].parent", "flags-range", "hierarchy[1].flags", "number", "bounds[0].max.x",
            "bounds-inverted", "bounds[0].max.y" }),

    /* Sections out of place */
    CASE("unexpected-token",
        "sections are read wherever they stand; the first out of place is reported, once a file",
        { BOUNDS BASEFRAME, "<baseframe> {\n( 0 0 0 ) <( 1 1 1 )>\n( 0 0 0 ) ( 0 0 0 )\n}\n"
                            "bounds {\n( 0 0 0 ) ( <-1> 1 1 )\n( 0 0 0 ) ( 1 1 1 )\n}\n" },
        { "unexpected-token", "", "quaternion-length", "baseframe[0].orientation", "bounds-inverted",
            "bounds[0].max.x" }),
    FIRES("unexpected-token", "a missing section: the next one is out of place", "", BOUNDS "baseframe",
        "<baseframe>"),
    CASE("unexpected-token", "a section out of place is reported also behind one that was met after a break",
        { "\"hips\" 0", "\"hips\" <(> 0", BASEFRAME "frame", "<frame>" },
        { "unexpected-token", "hierarchy[1]", "unexpected-token", "" }),
    CASE("unexpected-token",
        "frames before the hierarchy: their number of values is judged, their rotations are not",
        { HIERARCHY BOUNDS BASEFRAME "frame 0 {\n\t1.5\n\t10 11 12 0.7 0.1 0.2\n}",
            "<frame> 0 {\n9 9 9 9 9 9\n<}>", FRAME_1,
            "frame 1 {\n\t9 9 9 9 9 9 9\n}\n" HIERARCHY BOUNDS BASEFRAME },
        { "unexpected-token", "", "frame-values", "frames[0]" }),
    FIRES("unexpected-token", "a section seen before is skipped", "", "\nbaseframe",
        "\n<bounds> {\n\t( nan 0 0 ) ( -1 {\n}\nbaseframe"),
    FIRES("unexpected-token", "also when the first one broke", "bounds[0].max", "( 1 2 3 )", "( 1 2 <)>",
        "\nbaseframe", "\nbounds {\n\t( nan\n}\nbaseframe"),
    FIRES("unexpected-token", "a word between sections", "", "\nbounds", "\n<mesh> {\n}\nbounds"),

    FIRES("unexpected-token", "a header key between sections", "", "\nbounds", "\n<numFrames> 2\nbounds"),

    /* Among frames */
    CASE("unexpected-token",
        "before numFrames blocks another token is unexpected; then neither frame-missing nor an index",
        { "\nframe 1", "\n<}>\nframe 5", "numFrames 2", "numFrames 3", "( 4 5 6 )\n}", "( 4 5 6 )\n<}>" },
        { "bounds-count", "bounds", "unexpected-token", "" }),
    FIRES("unexpected-token", "after a break among frames there is no frame-surplus", "frames[0].values[1]",
        "1.5\n", "1.5 <)>\n", FRAME_1, FRAME_1 "frame 2 {\n1 2 3 4 0 0 0\n}\nframe 3 {\n1 2 3 4 0 0 0\n}\n"),
    CASE("unexpected-token", "a frame without an index, or with another token for it",
        { "frame 0 {", "frame <{>", "frame 1 {", "frame <\"1\"> {" },
        { "unexpected-token", "frames[0]", "unexpected-token", "frames[1]" }),

    CASE("frame-index", "a break before the frames leaves their indices and their number to be judged",
        { "\"hips\" 0", "\"hips\" <(> 0", "frame 0 {", "frame <4> {", FRAME_1, "<>" },
        { "unexpected-token", "hierarchy[1]", "frame-index", "frames[0].index", "frame-missing", "frames" }),
    CASE("frame-index", "a near miss: a break in a section that stands among the frames",
        { BOUNDS BASEFRAME "frame 0", BASEFRAME "bounds {\n<x>\n}\nframe 4", "\nbaseframe", "\n<baseframe>",
            "frame 1 {", "frame 5 {" },
        { "unexpected-token", "", "unexpected-token", "" }),

    /* After the last frame */
    FIRES("trailing-content", "from there to the end, and nothing behind it is read", "", FRAME_1,
        FRAME_1 "// fine\n<junk nan 1e99 /* a\n@ \" \r bounds>"),
    SAYS("trailing-content", "a second MD5Version is called one", "", "a second file", FRAME_1,
        FRAME_1 "\n<MD5Version 10\ncommandline \"\"\n>"),
    SAYS("trailing-content", "a NUL is trailing there, with all behind it", "", "!another file", FRAME_1,
        FRAME_1 "\n <@@@\n>"),
    FIRES("trailing-content", "a NUL between the last frame and a surplus one", "", FRAME_1,
        FRAME_1 "<@frame 2 {\n}\n>"),
    FIRES("trailing-content", "a section seen before", "", FRAME_1, FRAME_1 "<bounds {\n}\n>"),
    FIRES("trailing-content", "a second hierarchy", "", FRAME_1, FRAME_1 "<hierarchy {\n}\n>"),
    FIRES("trailing-content", "a brace too many", "", FRAME_1, FRAME_1 "<}\n>"),
    CASE("trailing-content", "behind a surplus frame",
        { FRAME_1, FRAME_1 "<frame> 2 {\n1 2 3 4 0 0 0\n}\n<x>" },
        { "frame-surplus", "frames[2]", "trailing-content", "" }),
    CASE("trailing-content", "a near miss: blanks, Ctrl-Z and comments",
        { FRAME_1, FRAME_1 "\n // the end\n\t<\f>\x1a" }, { "blank", "" }),
    QUIET("trailing-content", "a near miss: a NUL in a comment there is no finding at all", FRAME_1,
        FRAME_1 "// a@b\n"),
    CASE("trailing-content", "a near miss: a frame is frame-surplus",
        { FRAME_1, FRAME_1 "<frame> 2 {\n1 2 3 4 0 0 0\n}\n" }, { "frame-surplus", "frames[2]" }),
    CASE("trailing-content", "a near miss: a section not yet seen is read",
        { BOUNDS "baseframe", "<baseframe>", FRAME_1, FRAME_1 "bounds {\n( 0 0 0 ) ( <-1> 1 1 )\n<}>\n" },
        { "unexpected-token", "", "bounds-inverted", "bounds[0].max.x", "bounds-count", "bounds" }),
};

const md5_table md5anim_recovery_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_recovery, cases)
{
    md5_check(&md5anim_recovery_table);
}
