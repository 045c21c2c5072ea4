/* Cases of the header of a .md5anim: keys, and where reading resumes after a wrong key. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

static const md5_case cases[] = {
    /* Cases of commandline-text, and of the line before hierarchy */
    SAYS("commandline-text", "three keywords of sections in commandline are one finding", "commandline",
        "commandline has the word hierarchy", "commandline \"\"",
        "commandline <\"-a=baseframe hierarchy { bounds }\">"),
    FIRES("commandline-text", "a header key in commandline", "commandline", "commandline \"\"",
        "commandline <\"frameRate\">"),
    FIRES("layout", "only a line end before hierarchy", "", "numAnimatedComponents 7\n\nhierarchy",
        "numAnimatedComponents 7\n<hierarchy>"),
    QUIET("layout", "near miss: a blank and a line end before hierarchy",
        "numAnimatedComponents 7\n\nhierarchy", "numAnimatedComponents 7 \nhierarchy"),

    CASE(NULL, "the valid file that the cases edit has no finding"),

    /* Cases of truncated files */
    FIRES("truncated", "the file ends inside the hierarchy", "hierarchy[1]",
        "0 63 1\t// root: ( all of Tx Ty Tz Qx Qy Qz )\n}\n\nbounds {\n\t( -1 -2 -3 ) ( 1 2 3 )\n\t( -4 "
        "-5 -6 ) ( 4 5 6 "
        ")\n}\n\nbaseframe {\n\t( 0 0 0 ) ( 0.1 0.2 0.3 )\n\t( 7 8 9 ) ( 0.4 0.5 0.6 "
        ")\n}\n\nframe 0 "
        "{\n\t1.5\n\t10 11 12 0.7 0.1 0.2\n}\n\nframe 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n",
        "0<>"),
    QUIET("truncated", "near miss: the last } has no line end", "0.4 0.3\n}\n", "0.4 0.3\n}"),

    /* Cases of the version */
    CASE("version-missing", "without a version line, reading resumes at the header key that was found",
        { "MD5Version 10\ncommandline", "<commandline>", "frameRate 24", "frameRate <0>" },
        { "version-missing", "version", "frame-rate-range", "frame_rate" }),
    CASE("version", "version 12 has the same grammar, so reading goes on",
        { "MD5Version 10", "MD5Version <12>", "frameRate 24", "frameRate <0>" },
        { "version", "version", "frame-rate-range", "frame_rate" }, .says = "Storm Engine 2"),
    SAYS("version", "version 6 has another grammar, so reading stops", "version", "alpha", "MD5Version 10",
        "MD5Version <6>", "frameRate 24", "frameRate 0"),
    CASE("version", "without a version, the keyword in its place is read as that keyword",
        { "MD5Version 10\ncommandline", "MD5Version\n<commandline>", "frameRate 24", "frameRate <0>" },
        { "version", "version", "frame-rate-range", "frame_rate" }),

    /* Cases of commandline */
    FIRES("commandline", "the keyword commandline is missing", "commandline", "commandline \"\"\n\nnumFrames",
        "\n<numFrames>"),
    FIRES("commandline", "the string of commandline is missing", "commandline",
        "commandline \"\"\n\nnumFrames", "commandline\n\n<numFrames>"),

    /* Cases of the other header keys */
    CASE("header-key",
        "a missing key is reported at the token in its place, and reading resumes at a later key",
        { "numFrames 2\nnumJoints", "<numJoints>", "frameRate 24", "frameRate <0>" },
        { "header-key", "num_frames", "frame-rate-range", "frame_rate" }),
    CASE("header-key", "of the tokens skipped before the next key, only comments and encoding are reported",
        { "numFrames 2", "<frames> </* a */><2> <@> \"\r", "frameRate 24", "frameRate /* b */<2>4<\r> \n" },
        { "header-key", "num_frames", "comment-block", "", "comment-block-joined", "", "encoding", "",
            "comment-block-joined", "", "encoding", "" }),
    FIRES("header-key", "of two swapped keys, the skipped one is not read", "num_frames",
        "numFrames 2\nnumJoints 2", "<numJoints> 2\nnumFrames -5"),
    CASE("header-key",
        "reading resumes at the expected key after an unknown word, and the count of the key is known",
        { "numFrames 2", "<fps> 24\nnumFrames 3", "\t( -4 -5 -6 ) ( 4 5 6 )\n}", "<}>", "0.4 0.3\n}\n",
            "0.4 0.3\n}\n<>" },
        { "header-key", "num_frames", "bounds-count", "bounds", "frame-missing", "frames" }),
    FIRES("header-key", "the count of a missing key is unknown", "num_frames",
        "numFrames 2\nnumJoints 2\nframeRate", "<frameRate>", "\t( -1 -2 -3 ) ( 1 2 3 )\n", "",
        "\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n", "", "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n", ""),
    FIRES("header-key", "several faults of header keys are one finding", "num_frames", "numFrames 2",
        "<frames> 2", "frameRate 24", "rate 24"),
    CASE("header-key", "if the last key is missing, reading resumes at the hierarchy",
        { "numAnimatedComponents 7\n\nhierarchy", "\n<hierarchy>", "\"hips\" 0 63", "\"hips\" <1> 63" },
        { "header-key", "num_animated_components", "parent-order", "hierarchy[1].parent" }),
    CASE("header-key", "a brace in place of a count is unexpected-token, and reading resumes at the next key",
        { "numJoints 2", "numJoints <{>", "frameRate 24", "frameRate <0>" },
        { "unexpected-token", "", "frame-rate-range", "frame_rate" }),
    FIRES("header-key", "a header key before hierarchy: tokens up to hierarchy are skipped", "hierarchy",
        "numAnimatedComponents 7\n", "numAnimatedComponents 7\n<frameRate> nan\n"),
    CASE("header-key", "an unknown word before hierarchy is reported as unexpected-token",
        { "numAnimatedComponents 7\n", "numAnimatedComponents 7\n<numMeshes> nan\n", "\"hips\" 0",
            "\"hips\" <1>" },
        { "unexpected-token", "", "parent-order", "hierarchy[1].parent" }),
    FIRES("header-key", "a second key fault before hierarchy is not reported", "num_frames", "numFrames 2",
        "<frames> 2", "numAnimatedComponents 7\n", "numAnimatedComponents 7\nnumJoints 2\n"),
    FIRES("header-key", "a second MD5Version in the header ends reading", "frame_rate", "frameRate 24",
        "<MD5Version> 10"),
    QUIET("header-key", "near miss: blanks, comments and empty lines between the keys", "numFrames 2\n",
        "\t numFrames  2 // two\n\n// one more\n"),
};

MD5_CHECKED_TABLE(md5anim_header, md5anim_header_table, "md5anim", md5_animation, cases)
