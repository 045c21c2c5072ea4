/* Cases of the header of a .md5camera: keys and counts. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

static const md5_case cases[] = {
    FIRES("version", "version 6 has another grammar: reading stops", "version", " 10\n", " <6>\n", "\t3\n",
        "\t9\n"),
    FIRES("commandline", NULL, "commandline", "commandline \"\"\n", "", "numFrames", "<numFrames>"),
    CASE("commandline", "near miss: commandline is an empty string"),
    FIRES("commandline-text", NULL, "commandline", "\"\"", "<\"numCuts=3\">"),
    FIRES("commandline-text", "camera, a blank and { in commandline", "commandline", "\"\"",
        "<\"x camera {\">"),
    FIRES("header-key", NULL, "frame_rate", "frameRate 24\n", "", "numCuts", "<numCuts>"),
    FIRES("header-key", "a header key in place of cuts", "cuts", "numCuts 2\n", "numCuts 2\n<numCuts> 2\n"),
    FIRES("header-key", "the count of a misspelled key is unknown: no finding of cut-range", "num_frames",
        "numFrames", "<numframes>", "\t3\n", "\t99\n"),
    QUIET("header-key", "near miss: a key in a comment", "numCuts 2\n", "numCuts 2\n// numCuts 3\n"),
    FIRES("integer", NULL, "num_frames", "numFrames 4", "numFrames <4.0>"),
    FIRES("integer", "a cut with a leading zero", "cuts[1]", "\t3\n", "\t<03>\n"),
    QUIET("integer", "near miss: the greatest allowed frame rate is an integer", "frameRate 24",
        "frameRate 2147483"),

    /* Cases of frame rate and counts */
    FIRES("frame-rate-fraction", NULL, "frame_rate", "frameRate 24", "frameRate <24.0>"),
    CASE("frame-rate-fraction", "near miss: a frame rate with an exponent is reported as integer",
        { "frameRate 24", "frameRate <2.4e1>" }, { "integer", "frame_rate" }),
    FIRES("frame-rate-range", NULL, "frame_rate", "frameRate 24", "frameRate <0>"),
    CASE("frame-rate-range", "a fraction is also checked by frame-rate-range",
        { "frameRate 24", "frameRate <<0.5>>" },
        { "frame-rate-fraction", "frame_rate", "frame-rate-range", "frame_rate" }),
    FIRES("frame-rate-range", "the least rate that overflows 32 bits when multiplied by 1000 milliseconds",
        "frame_rate", "frameRate 24", "frameRate <2147484>"),
    QUIET("frame-rate-range", "near miss: the least allowed frame rate", "frameRate 24", "frameRate 1"),
    QUIET("frame-rate-range", "near miss: the greatest allowed frame rate", "frameRate 24",
        "frameRate 2147483"),
    FIRES("frame-count-range", "numFrames 0 counts as unknown: no finding of cut-range or camera-count",
        "num_frames", "numFrames 4", "numFrames <0>", "\t3\n", "\t99\n"),
    TEXT("frame-count-range", "near miss: numFrames 1 is only a note", NULL,
        "MD5Version 10\ncommandline \"\"\nnumFrames <1>\nframeRate 24\nnumCuts 0\n\ncuts {\n}\ncamera {\n"
        "\t( 0 0 0 ) ( 0 0 0 ) 90\n}\n",
        "single-frame", "num_frames"),
    TEXT("single-frame", NULL, "shows the frame forever",
        "MD5Version 10\ncommandline \"\"\nnumFrames <1>\nframeRate 24\nnumCuts 0\n\ncuts {\n}\ncamera {\n"
        "\t( 0 0 0 ) ( 0 0 0 ) 90\n}\n",
        "single-frame", "num_frames"),
    CASE("single-frame", "near miss: numFrames is 2",
        .text = "MD5Version 10\ncommandline \"\"\nnumFrames 2\nframeRate 24\nnumCuts 1\n\ncuts "
                "{\n\t1\n}\ncamera {\n"
                "\t( 0 0 0 ) ( 0 0 0 ) 90\n\t( 0 0 0 ) ( 0 0 0 ) 90\n}\n"),
    CASE("single-frame", "near miss: numFrames 1.0 is not an integer", { "numFrames 4", "numFrames <1.0>" },
        { "integer", "num_frames" }),
    FIRES("count-exceeds-file", NULL, "num_frames", "numFrames 4", "numFrames <15>"),
    CASE("count-exceeds-file", "numCuts exceeds the file although numFrames is unknown",
        { "numFrames 4", "numFrames <x>", "numCuts 2", "numCuts <108>" },
        { "integer", "num_frames", "count-exceeds-file", "num_cuts" }),
    CASE("count-exceeds-file", "near miss: the file has 15 bytes for each of 14 frames",
        { "numFrames 4", "numFrames 14", "60\n}", "60\n<}>" }, { "camera-count", "frames" }),
    CASE("count-exceeds-file", "near miss: the file has 2 bytes for each of 107 cuts",
        { "numFrames 4", "numFrames <x>", "numCuts 2", "numCuts 107", "\t3\n}", "\t3\n<}>" },
        { "integer", "num_frames", "cuts-count", "cuts" }),
    FIRES("cut-count-range", NULL, "num_cuts", "numCuts 2", "numCuts <5>"),
    FIRES("cut-count-range", "numCuts is negative", "num_cuts", "numCuts 2", "numCuts <-1>"),
    CASE("cut-count-range", "near miss: numCuts equals numFrames, which Doom 3 accepts",
        { "numCuts 2", "numCuts 4", "\t3\n}", "\t3\n<}>" }, { "cuts-count", "cuts" }),
    CASE("cut-count-range", "near miss: numFrames is unknown",
        { "numFrames 4", "numFrames <x>", "numCuts 2", "numCuts 9", "\t3\n}", "\t3\n<}>" },
        { "integer", "num_frames", "cuts-count", "cuts" }),
};

MD5_CHECKED_TABLE(md5camera_header, md5camera_header_table, "md5camera", md5_camera, cases)
