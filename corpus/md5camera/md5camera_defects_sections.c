/* Defects of a camera path's cuts and frames, of the tokens that hold them together, and of its end. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5camera/md5camera_kit.h"

#define FORMAT "md5camera"
#include "corpus/md5/md5_defect_rows.h"

/* Where a cut of the file is made, next to the token of the pattern. */
enum { BEHIND_LAST, IN_FRONT, INSIDE, BEFORE_LAST_BYTE };

static const char lost[] = "something that the grammar needs is missing";
static const char wrong_place[] = "something stands where the grammar has no place for it";
static const char surplus[] = "one more entry than the header says";
static const char missing[] = "one fewer entry than the header says", empty[] = "nothing between the braces";
static const char outside[] = "a cut at no frame that another follows: readers read out of bounds";
static const char order[] = "a cut does not come after the cut before it";
static const char angle[] = "no angle of view";
static const char inside[] = "the file ends inside the grammar", in_word[] = "the file ends inside a keyword";
static const char in_value[] = "the file ends inside a number";

#define WITH_CUTS "frames=8..16 cuts=2..3"

#define LOST(what, where)                                                                                    \
    ROW("unexpected-token_no-" what, "unexpected-token", lost, ap_md5_apply_delete, where, NULL)
#define PUT(what, where, token)                                                                              \
    ROW("unexpected-token_" what, "unexpected-token", wrong_place, ap_md5_apply_insert, where, token)
#define FOR(what, where, token)                                                                              \
    ROW("unexpected-token_" what, "unexpected-token", wrong_place, ap_md5_apply_replace, where, token)
#define CUT(what, id, words, where, how)                                                                     \
    NUMBERED(id "_cut-" what, id, words, ap_md5_apply_cut, where, NULL, how)
/* So early that a file with more frames would be too short for its counts. */
#define EARLY(what, id, words, where, how)                                                                   \
    {                                                                                                        \
        .name = id "_cut-" what, .rule = FORMAT "/" id, .reason = (words), .apply = ap_md5_apply_cut,        \
        .pattern = (where), .number = (how), .knobs = "frames=2..4 cuts=1..3"                                \
    }
#define OF_CUTS(what, id, words, function, where, value)                                                     \
    KNOBBED(what, id, words, function, where, value, WITH_CUTS)
#define NEAR_CUTS(what, id, words, value)                                                                    \
    {                                                                                                        \
        .name = (what), .rule = FORMAT "/" id, .reason = (words), .apply = ap_md5_apply_cut_value,           \
        .pattern = "cuts[*]", .text = (value), .knobs = WITH_CUTS, .near_miss = true                         \
    }

static const ap_defect defects[] = {
    LOST("cuts", "keyword cuts"),
    LOST("camera", "keyword frames"),
    LOST("cuts-brace", "{ cuts"),
    LOST("camera-brace", "{ frames"),
    LOST("cuts-end", "} cuts"),
    ROW("truncated_no-last-brace", "truncated", "the camera's brace is missing", ap_md5_apply_delete,
        "} frames", NULL),
    LOST("position-parenthesis", "open frames[*].position"),
    LOST("position-end", "close frames[*].position"),
    LOST("orientation-parenthesis", "open frames[*].orientation"),
    LOST("orientation-end", "close frames[*].orientation"),
    LOST("number", "frames[*].*.y"),
    LOST("fov", "frames[*].fov"),
    PUT("parenthesis-in-vector", "frames[*].*.y", "("),
    PUT("brace-in-vector", "frames[*].*.z", "}"),
    PUT("string-for-fov", "frames[*].fov", "\"90\""),
    PUT("string-in-cuts", "} cuts", "\"3\""),
    PUT("brace-in-cuts", "} cuts", "{"),
    PUT("section-word", "keyword frames", "frames"),
    PUT("two-braces", "keyword frames", "}"),
    FOR("cuts-case", "keyword cuts", "Cuts"),
    FOR("camera-case", "keyword frames", "Camera"),
    FOR("square-vector", "open frames[*].orientation", "["),
    FOR("quoted-number", "frames[*].*.x", "\"0\""),
    NEAR("unexpected-token_comment", "unexpected-token", "blanks and comments may stand between any tokens",
        ap_md5_apply_comment, "*", " // } { ) ( \" cuts {"),

    ROW("unexpected-token_missing-cuts", "unexpected-token", "a section is missing",
        ap_md5_apply_section_missing, "cuts", NULL),
    ROW("unexpected-token_cuts-twice", "unexpected-token", "a section stands twice",
        ap_md5_apply_section_twice, "cuts", NULL),
    ROW("unexpected-token_camera-first", "unexpected-token", "two sections are exchanged",
        ap_md5_apply_section_order, "cuts", NULL),

    OF_CUTS("cuts-count_missing", "cuts-count", missing, ap_md5_apply_entry_missing, "cuts", NULL),
    OF_CUTS("cuts-count_empty", "cuts-count", empty, ap_md5_apply_entries_missing, "cuts", NULL),
    ROW("camera-count_missing", "camera-count", missing, ap_md5_apply_entry_missing, "frames", NULL),
    ROW("camera-count_surplus", "camera-count", surplus, ap_md5_apply_entry_surplus, "frames",
        "( 0 0 64 ) ( 0 0 0 ) 90"),
    ROW("camera-count_repeated", "camera-count", surplus, ap_md5_apply_entry_surplus, "frames", NULL),
    NEAR("camera-count_in-comment", "camera-count", "a frame in a comment is none", ap_md5_apply_comment,
        "} frames", " // ( 0 0 64 ) ( 0 0 0 ) 90"),
    NEAR("cuts-count_in-comment", "cuts-count", "a cut in a comment is none", ap_md5_apply_comment, "} cuts",
        " // 1"),

    OF_CUTS("cut-range_zero", "cut-range", outside, ap_md5_apply_cut_value, "cuts[*]", "0"),
    OF_CUTS("cut-range_minus-one", "cut-range", outside, ap_md5_apply_cut_value, "cuts[*]", "-1"),
    OF_CUTS("cut-range_count", "cut-range", outside, ap_md5_apply_cut_value, "cuts[*]", "count"),
    OF_CUTS("cut-range_largest", "cut-range", outside, ap_md5_apply_cut_value, "cuts[*]", "2147483647"),
    NEAR_CUTS("cut-range_one", "cut-range", "a shot of the fewest frames", "1"),
    NEAR_CUTS("cut-range_last", "cut-range", "the last frame that another follows", "last"),
    OF_CUTS("cut-order_equal", "cut-order", order, ap_md5_apply_cut_value, "cuts[*]", "before"),
    OF_CUTS("cut-order_first", "cut-order", order, ap_md5_apply_cut_value, "cuts[*]", "1"),
    OF_CUTS("cut-order_exchanged", "cut-order", order, ap_md5_apply_cuts_exchanged, "cuts[*]", NULL),
    NEAR_CUTS("cut-order_last", "cut-order", "the last cut at the last place there is", "last"),

    ROW("fov-range_zero", "fov-range", angle, ap_md5_apply_value, "frames[*].fov", "0"),
    ROW("fov-range_negative", "fov-range", angle, ap_md5_apply_value, "frames[*].fov", "-90"),
    ROW("fov-range_straight", "fov-range", angle, ap_md5_apply_value, "frames[*].fov", "180"),
    ROW("fov-range_rounded", "fov-range", "180 once it is rounded to a float32", ap_md5_apply_value,
        "frames[*].fov", "179.999999"),
    ROW("fov-range_underflow", "fov-range", "0 once it is rounded to a float32", ap_md5_apply_value,
        "frames[*].fov", "0.0000000000000000000000000000000000000000000000000001"),
    NEAR("fov-range_greatest", "fov-range", "a little less than 180", ap_md5_apply_value, "frames[*].fov",
        "179.9999"),
    NEAR("fov-range_least", "fov-range", "a little more than 0", ap_md5_apply_value, "frames[*].fov",
        "0.000001"),

    ROW("quaternion-length_long", "quaternion-length", "far too long: no w makes it a rotation",
        ap_md5_apply_orientation, NULL, "1 1 0"),
    ROW("quaternion-length_edge", "quaternion-length", "a little more than 1.001", ap_md5_apply_orientation,
        NULL, "0 1.00051 0"),
    NEAR(
        "quaternion-length_unit", "quaternion-length", "exactly 1", ap_md5_apply_orientation, NULL, "-1 0 0"),
    ROW("quaternion-rounding_edge", "quaternion-rounding", "a little less than 1.001",
        ap_md5_apply_orientation, NULL, "0 0 -1.00049"),
    NEAR("quaternion-rounding_unit", "quaternion-rounding", "too long by no more than rounding gives",
        ap_md5_apply_orientation, NULL, "1.000004 0 0"),

    CUT("empty", "truncated", "an empty file", "keyword version", IN_FRONT),
    CUT("behind-commandline", "truncated", inside, "keyword num_frames", BEHIND_LAST),
    EARLY("behind-header", "truncated", inside, "keyword cuts", BEHIND_LAST),
    EARLY("in-cuts", "truncated", inside, "cuts[*]", BEHIND_LAST),
    EARLY("before-cuts-end", "truncated", inside, "} cuts", BEHIND_LAST),
    EARLY("behind-cuts", "truncated", inside, "keyword frames", BEHIND_LAST),
    EARLY("behind-camera-brace", "truncated", inside, "open frames[0].position", BEHIND_LAST),
    EARLY("in-frame", "truncated", inside, "frames[*].*", BEHIND_LAST),
    EARLY("in-number", "truncated", in_value, "frames[*].*", INSIDE),
    EARLY("between-frames", "truncated", inside, "open frames[*].position", IN_FRONT),
    CUT("before-camera-end", "truncated", inside, "} frames", IN_FRONT),
    CUT("sign", "number", "the file ends after a sign", "frames[*].*", INSIDE),
    { .name = "truncated_cut-behind-all",
        .rule = FORMAT "/truncated",
        .reason = "nothing is missing but the last line's end",
        .apply = ap_md5_apply_cut,
        .pattern = "end",
        .number = BEHIND_LAST,
        .near_miss = true },
    CUT("first-word", "version-missing", in_word, "keyword version", BEFORE_LAST_BYTE),
    EARLY("cuts-word", "unexpected-token", in_word, "keyword cuts", INSIDE),
    EARLY("camera-word", "unexpected-token", in_word, "keyword frames", INSIDE),
    CUT("commandline", "string-unterminated", "the file ends inside a string", "commandline", INSIDE),
    { .name = "count-exceeds-file_cut-frames",
        .rule = FORMAT "/count-exceeds-file",
        .reason = "what is left of the file cannot hold its frames",
        .apply = ap_md5_apply_cut,
        .pattern = "frames[0].*",
        .number = BEHIND_LAST,
        .knobs = "frames=60..120" },
};

const ap_defect_table ap_md5camera_section_defects = { defects, sizeof defects / sizeof *defects };
