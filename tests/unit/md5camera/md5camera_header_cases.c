/* The header of a .md5camera: its keys and counts. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

static const md5_case cases[] = {
    FIRES("version", "the alpha's is another grammar: nothing more is read", "version", " 10\n", " <6>\n",
        "\t3\n", "\t9\n"),
    FIRES("commandline", NULL, "commandline", "commandline \"\"\n", "", "numFrames", "<numFrames>"),
    CASE("commandline", "a near miss: an empty string"),
    FIRES("commandline-text", NULL, "commandline", "\"\"", "<\"numCuts=3\">"),
    FIRES("commandline-text", "camera, a blank and a brace", "commandline", "\"\"", "<\"x camera {\">"),
    FIRES("header-key", NULL, "frame_rate", "frameRate 24\n", "", "numCuts", "<numCuts>"),
    FIRES("header-key", "a key where cuts is expected", "cuts", "numCuts 2\n", "numCuts 2\n<numCuts> 2\n"),
    FIRES("header-key", "a count that was not read is unknown", "num_frames", "numFrames", "<numframes>",
        "\t3\n", "\t99\n"),
    QUIET("header-key", "a near miss: a key in a comment", "numCuts 2\n", "numCuts 2\n// numCuts 3\n"),
    FIRES("integer", NULL, "num_frames", "numFrames 4", "numFrames <4.0>"),
    FIRES("integer", "a cut", "cuts[1]", "\t3\n", "\t<03>\n"),
    QUIET("integer", "a near miss: the largest rate", "frameRate 24", "frameRate 2147483"),

    /* counts */
    FIRES("frame-rate-fraction", NULL, "frame_rate", "frameRate 24", "frameRate <24.0>"),
    CASE("frame-rate-fraction", "a near miss: an exponent is no fraction",
        { "frameRate 24", "frameRate <2.4e1>" }, { "integer", "frame_rate" }),
    FIRES("frame-rate-range", NULL, "frame_rate", "frameRate 24", "frameRate <0>"),
    CASE("frame-rate-range", "a fraction is judged by it too", { "frameRate 24", "frameRate <<0.5>>" },
        { "frame-rate-fraction", "frame_rate", "frame-rate-range", "frame_rate" }),
    FIRES("frame-rate-range", "milliseconds times the rate exceed 32 bits within a second", "frame_rate",
        "frameRate 24", "frameRate <2147484>"),
    QUIET("frame-rate-range", "a near miss", "frameRate 24", "frameRate 1"),
    QUIET("frame-rate-range", "a near miss: 2147483", "frameRate 24", "frameRate 2147483"),
    FIRES("frame-count-range", "the count is unknown then: cuts and camera are not judged by it",
        "num_frames", "numFrames 4", "numFrames <0>", "\t3\n", "\t99\n"),
    TEXT("frame-count-range", "a near miss: one frame, which is a note", NULL,
        "MD5Version 10\ncommandline \"\"\nnumFrames <1>\nframeRate 24\nnumCuts 0\n\ncuts {\n}\ncamera {\n"
        "\t( 0 0 0 ) ( 0 0 0 ) 90\n}\n",
        "single-frame", "num_frames"),
    TEXT("single-frame", NULL, "shows the frame forever",
        "MD5Version 10\ncommandline \"\"\nnumFrames <1>\nframeRate 24\nnumCuts 0\n\ncuts {\n}\ncamera {\n"
        "\t( 0 0 0 ) ( 0 0 0 ) 90\n}\n",
        "single-frame", "num_frames"),
    CASE("single-frame", "a near miss: two",
        .text = "MD5Version 10\ncommandline \"\"\nnumFrames 2\nframeRate 24\nnumCuts 1\n\ncuts "
                "{\n\t1\n}\ncamera {\n"
                "\t( 0 0 0 ) ( 0 0 0 ) 90\n\t( 0 0 0 ) ( 0 0 0 ) 90\n}\n"),
    CASE("single-frame", "a near miss: a count that is not one", { "numFrames 4", "numFrames <1.0>" },
        { "integer", "num_frames" }),
    FIRES("count-exceeds-file", NULL, "num_frames", "numFrames 4", "numFrames <15>"),
    CASE("count-exceeds-file", "numCuts, where numFrames is unknown",
        { "numFrames 4", "numFrames <x>", "numCuts 2", "numCuts <108>" },
        { "integer", "num_frames", "count-exceeds-file", "num_cuts" }),
    CASE("count-exceeds-file", "a near miss: 15 bytes a frame are there",
        { "numFrames 4", "numFrames 14", "60\n}", "60\n<}>" }, { "camera-count", "frames" }),
    CASE("count-exceeds-file", "a near miss: 2 bytes a cut are there",
        { "numFrames 4", "numFrames <x>", "numCuts 2", "numCuts 107", "\t3\n}", "\t3\n<}>" },
        { "integer", "num_frames", "cuts-count", "cuts" }),
    FIRES("cut-count-range", NULL, "num_cuts", "numCuts 2", "numCuts <5>"),
    FIRES("cut-count-range", "less than none", "num_cuts", "numCuts 2", "numCuts <-1>"),
    CASE("cut-count-range", "a near miss: as many as frames, though not all can be in range",
        { "numCuts 2", "numCuts 4", "\t3\n}", "\t3\n<}>" }, { "cuts-count", "cuts" }),
    CASE("cut-count-range", "a near miss: numFrames is unknown",
        { "numFrames 4", "numFrames <x>", "numCuts 2", "numCuts 9", "\t3\n}", "\t3\n<}>" },
        { "integer", "num_frames", "cuts-count", "cuts" }),
};

MD5_CHECKED_TABLE(md5camera_header, md5camera_header_table, "md5camera", md5_camera, cases)
