/* The header of a .md5anim: its keys, and how reading goes on after a wrong one. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

static const md5_case cases[] = {
    /* commandline-text */
    SAYS("commandline-text", "a word, once", "commandline", "commandline has the word hierarchy",
        "commandline \"\"", "commandline <\"-a=baseframe hierarchy { bounds }\">"),
    FIRES("commandline-text", "a count's key", "commandline", "commandline \"\"",
        "commandline <\"frameRate\">"),
    FIRES("layout", "no line before hierarchy", "", "numAnimatedComponents 7\n\nhierarchy",
        "numAnimatedComponents 7\n<hierarchy>"),
    QUIET("layout", "a near miss: more than a line end before hierarchy",
        "numAnimatedComponents 7\n\nhierarchy", "numAnimatedComponents 7 \nhierarchy"),

    CASE(NULL, "the file that all cases begin with has no finding"),

    /* Nothing, or not enough */
    FIRES("truncated", "the end of the file in a list", "hierarchy[1]",
        "0 63 1\t// root ( Tx Ty Tz Qx Qy Qz )\n}\n\nbounds {\n\t( -1 -2 -3 ) ( 1 2 3 )\n\t( -4 "
        "-5 -6 ) ( 4 5 6 "
        ")\n}\n\nbaseframe {\n\t( 0 0 0 ) ( 0.1 0.2 0.3 )\n\t( 7 8 9 ) ( 0.4 0.5 0.6 "
        ")\n}\n\nframe 0 "
        "{\n\t1.5\n\t10 11 12 0.7 0.1 0.2\n}\n\nframe 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n",
        "0<>"),
    QUIET("truncated", "a near miss: no final newline", "0.4 0.3\n}\n", "0.4 0.3\n}"),

    /* The version */
    CASE("version-missing",
        "no version line: reading resumes at the later header key, which is the token found",
        { "MD5Version 10\ncommandline", "<commandline>", "frameRate 24", "frameRate <0>" },
        { "version-missing", "version", "frame-rate-range", "frame_rate" }),
    CASE("version", "12 has the same body: read on",
        { "MD5Version 10", "MD5Version <12>", "frameRate 24", "frameRate <0>" },
        { "version", "version", "frame-rate-range", "frame_rate" }, .says = "Storm Engine 2"),
    SAYS("version", "6 has another grammar: stop", "version", "alpha", "MD5Version 10", "MD5Version <6>",
        "frameRate 24", "frameRate 0"),
    CASE("version", "no version: the keyword found is read for what it is",
        { "MD5Version 10\ncommandline", "MD5Version\n<commandline>", "frameRate 24", "frameRate <0>" },
        { "version", "version", "frame-rate-range", "frame_rate" }),

    /* The command line */
    FIRES("commandline", "the keyword is missing", "commandline", "commandline \"\"\n\nnumFrames",
        "\n<numFrames>"),
    FIRES("commandline", "the string is missing", "commandline", "commandline \"\"\n\nnumFrames",
        "commandline\n\n<numFrames>"),

    /* The other keys */
    CASE("header-key", "a key is missing: at the token found; reading resumes at a later key",
        { "numFrames 2\nnumJoints", "<numJoints>", "frameRate 24", "frameRate <0>" },
        { "header-key", "num_frames", "frame-rate-range", "frame_rate" }),
    CASE("header-key", "up to that key nothing is said, and nothing taken for said",
        { "numFrames 2", "<frames> </* a */><2> <@> \"\r", "frameRate 24", "frameRate /* b */<2>4<\r> \n" },
        { "header-key", "num_frames", "comment-block", "", "comment-block-joined", "", "encoding", "",
            "comment-block-joined", "", "encoding", "" }),
    FIRES("header-key", "two keys have changed places: the one passed over is not read", "num_frames",
        "numFrames 2\nnumJoints 2", "<numJoints> 2\nnumFrames -5"),
    CASE("header-key", "a word before the key: reading resumes at the expected key, and its count is known",
        { "numFrames 2", "<fps> 24\nnumFrames 3", "4 5 6 )\n}", "4 5 6 )\n<}>", "0.4 0.3\n}\n",
            "0.4 0.3\n}\n<>" },
        { "header-key", "num_frames", "bounds-count", "bounds", "frame-missing", "frames" }),
    FIRES("header-key", "a count that was not read is unknown", "num_frames",
        "numFrames 2\nnumJoints 2\nframeRate", "<frameRate>", "\t( -1 -2 -3 ) ( 1 2 3 )\n", "",
        "\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n", "", "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n", ""),
    FIRES("header-key", "at most once a file", "num_frames", "numFrames 2", "<frames> 2", "frameRate 24",
        "rate 24"),
    CASE("header-key", "the last key is missing: reading resumes at a section",
        { "numAnimatedComponents 7\n\nhierarchy", "\n<hierarchy>", "\"hips\" 0 63", "\"hips\" <1> 63" },
        { "header-key", "num_animated_components", "parent-order", "hierarchy[1].parent" }),
    CASE("header-key", "a value is no word at all: unexpected-token, and reading resumes at the next key",
        { "numJoints 2", "numJoints <{>", "frameRate 24", "frameRate <0>" },
        { "unexpected-token", "", "frame-rate-range", "frame_rate" }),
    FIRES("header-key", "a header key where hierarchy is expected; what follows up to it is skipped",
        "hierarchy", "numAnimatedComponents 7\n", "numAnimatedComponents 7\n<frameRate> nan\n"),
    CASE("header-key", "another word where hierarchy is expected is unexpected-token",
        { "numAnimatedComponents 7\n", "numAnimatedComponents 7\n<numMeshes> nan\n", "\"hips\" 0",
            "\"hips\" <1>" },
        { "unexpected-token", "", "parent-order", "hierarchy[1].parent" }),
    FIRES("header-key", "a key once said is not said again where hierarchy is expected", "num_frames",
        "numFrames 2", "<frames> 2", "numAnimatedComponents 7\n", "numAnimatedComponents 7\nnumJoints 2\n"),
    FIRES("header-key", "a second MD5Version ends reading", "frame_rate", "frameRate 24", "<MD5Version> 10"),
    QUIET("header-key", "a near miss: blanks, comments and empty lines between the keys", "numFrames 2\n",
        "\t numFrames  2 // two\n\n// one more\n"),
};

MD5_CHECKED_TABLE(md5anim_header, md5anim_header_table, "md5anim", md5_animation, cases)
