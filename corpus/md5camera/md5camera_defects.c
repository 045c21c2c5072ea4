/* Defects of a camera path: those shared with other formats of the family, then those of its counts, cuts
   and frames. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5camera/md5camera_corpus.h"

#define FORMAT "md5camera"
#include "corpus/md5/md5_defect_row_macros.inc"

#define WITH_CUTS "frames=8..16 cuts=2..3"
/* Knobs for a file that ends early: with more frames, the part that is left would be too short for the counts. */
#define FEW "frames=2..4 cuts=1..3"

static const char bad_cut[] = "a cut is at the last frame or after it: readers read out of bounds";
static const char order[] = "a cut is not after the previous cut";
static const char angle[] = "the field of view is not an angle between 0 and 180 degrees";

static const ap_defect defects[] = {
#include "corpus/md5/md5_defects_all.inc"
#include "corpus/md5/md5_defects_frames.inc"

    ROW("header-key", "no-num-cuts", "the line with numCuts is missing", key_missing, "num_cuts"),
    ROW("header-key", "rate-before-frames", "frameRate comes before numFrames", key_order, "num_frames"),
    ROW("header-key", "cuts-before-rate", "numCuts comes before frameRate", key_order, "frame_rate"),
    ROW("header-key", "frames-twice", "numFrames occurs twice", key_twice, "num_frames"),
    ROW("header-key", "cuts-twice", "numCuts occurs twice", key_twice, "num_cuts"),

    ROW("unexpected-token", "num-cuts", "numCuts has no number", key_value_missing, "num_cuts"),

    ROW("camera-count", "frames-one-more", one_more, header_count, "num_frames", "old+1"),
    ROW("camera-count", "frames-one-fewer", one_fewer, header_count, "num_frames", "old-1"),
    NEAR("frame-count-range", "two", "the file has two frames, the fewest that show motion",
        minus_or_blanks_inserted, "num_frames", "2", .knobs = "frames=2"),
    ROW("single-frame", "one", "the file has one frame: one reader loops forever, another stops",
        single_frame, NULL),
    NEAR("single-frame", "two", "the file has two frames, the fewest that show motion",
        minus_or_blanks_inserted, "num_frames", "2", .knobs = "frames=2"),

    ROW("cuts-count", "one-more", "numCuts is one too large, and the file has enough frames", header_count,
        "num_cuts", "old+1"),
    ROW("cuts-count", "one-fewer", one_fewer, header_count, "num_cuts", "old-1",
        .knobs = "frames=8..16 cuts=1..3"),
    ROW("cut-count-range", "minus-one", minus_one, header_count, "num_cuts", "-1"),
    ROW("cut-count-range", "largest", largest, header_count, "num_cuts", "2147483647"),
    ROW("cut-count-range", "frames", "numCuts is larger than numFrames", header_count, "num_cuts", "17",
        .knobs = "frames=8..16"),
    NEAR("cut-count-range", "none", "the file has no cuts, which is allowed", minus_or_blanks_inserted,
        "num_cuts", "0", .knobs = "cuts=0"),
    ROW("integer", "cuts-overflow", overflow, header_count, "num_cuts", "2147483648"),
    ROW("integer", "cuts-leading-zero", leading_zero, header_count, "num_cuts", "0@"),

    ROW("unexpected-token", "no-cuts", lost, delete, "keyword cuts"),
    ROW("unexpected-token", "no-camera", lost, delete, "keyword frames"),
    ROW("unexpected-token", "no-cuts-brace", lost, delete, "{ cuts"),
    ROW("unexpected-token", "no-camera-brace", lost, delete, "{ frames"),
    ROW("unexpected-token", "no-cuts-end", lost, delete, "} cuts"),
    ROW("unexpected-token", "no-number", lost, delete, "frames[*].*.y"),
    ROW("unexpected-token", "no-fov", lost, delete, "frames[*].fov"),
    ROW("unexpected-token", "string-for-fov", wrong_place, insert, "frames[*].fov", "\"90\""),
    ROW("unexpected-token", "string-in-cuts", wrong_place, insert, "} cuts", "\"3\""),
    ROW("unexpected-token", "brace-in-cuts", wrong_place, insert, "} cuts", "{"),
    ROW("unexpected-token", "cuts-case", wrong_place, replace, "keyword cuts", "Cuts"),
    ROW("unexpected-token", "camera-case", wrong_place, replace, "keyword frames", "Camera"),

    ROW("unexpected-token", "missing-cuts", no_section, section_missing, "cuts"),
    ROW("unexpected-token", "cuts-twice", two_sections, section_twice, "cuts"),
    ROW("unexpected-token", "camera-first", exchanged, section_order, "cuts"),

    ROW("cuts-count", "missing", missing, entry_missing, "cuts", .knobs = WITH_CUTS),
    ROW("cuts-count", "empty", empty, all_entries_missing, "cuts", .knobs = WITH_CUTS),
    ROW("camera-count", "missing", missing, entry_missing, "frames"),
    ROW("camera-count", "surplus", surplus, entry_surplus, "frames", "( 0 0 64 ) ( 0 0 0 ) 90"),
    ROW("camera-count", "repeated", surplus, entry_surplus, "frames"),
    NEAR("camera-count", "in-comment", "a comment contains a frame, which has no meaning there",
        comment_after_line, "} frames", " // ( 0 0 64 ) ( 0 0 0 ) 90"),
    NEAR("cuts-count", "in-comment", "a comment contains a cut, which has no meaning there",
        comment_after_line, "} cuts", " // 1"),

    ROW("cut-range", "zero", bad_cut, cut_value, "cuts[*]", "0", .knobs = WITH_CUTS),
    ROW("cut-range", "minus-one", bad_cut, cut_value, "cuts[*]", "-1", .knobs = WITH_CUTS),
    ROW("cut-range", "count", bad_cut, cut_value, "cuts[*]", "count", .knobs = WITH_CUTS),
    ROW("cut-range", "largest", bad_cut, cut_value, "cuts[*]", "2147483647", .knobs = WITH_CUTS),
    NEAR("cut-range", "one", "a shot has the fewest frames allowed", cut_value, "cuts[*]", "1",
        .knobs = WITH_CUTS),
    NEAR("cut-range", "last", "a cut is at the last frame that another frame follows", cut_value, "cuts[*]",
        "last", .knobs = WITH_CUTS),
    ROW("cut-order", "equal", order, cut_value, "cuts[*]", "before", .knobs = WITH_CUTS),
    ROW("cut-order", "first", order, cut_value, "cuts[*]", "1", .knobs = WITH_CUTS),
    ROW("cut-order", "exchanged", order, cuts_exchanged, "cuts[*]", .knobs = WITH_CUTS),
    NEAR("cut-order", "last", "the last cut is at the last possible frame", cut_value, "cuts[*]", "last",
        .knobs = WITH_CUTS),

    ROW("fov-range", "zero", angle, token_text, "frames[*].fov", "0"),
    ROW("fov-range", "negative", angle, token_text, "frames[*].fov", "-90"),
    ROW("fov-range", "straight", angle, token_text, "frames[*].fov", "180"),
    ROW("fov-range", "rounded", "the field of view rounds to 180 as a float32", token_text, "frames[*].fov",
        "179.999999"),
    ROW("fov-range", "underflow", "the field of view rounds to 0 as a float32", token_text, "frames[*].fov",
        "0.0000000000000000000000000000000000000000000000000001"),
    NEAR("fov-range", "greatest", "the field of view is just below 180", token_text, "frames[*].fov",
        "179.9999"),
    NEAR("fov-range", "least", "the field of view is just above 0", token_text, "frames[*].fov", "0.000001"),

    ROW("quaternion-length", "long", too_long, orientation_xyz, ROTATION, "1 1 0"),
    ROW("quaternion-length", "edge", "a quaternion's squared length is just above 1.001", orientation_xyz,
        ROTATION, "0 1.00051 0"),
    ROW("quaternion-rounding", "edge", "a quaternion's squared length is just below 1.001", orientation_xyz,
        ROTATION, "0 0 -1.00049"),

    ROW("truncated", "cut-in-cuts", inside, file_cut, "cuts[*]", NULL, AFTER_PREVIOUS, .knobs = FEW),
    ROW("truncated", "cut-before-cuts-end", inside, file_cut, "} cuts", NULL, AFTER_PREVIOUS, .knobs = FEW),
    ROW("truncated", "cut-behind-cuts", inside, file_cut, "keyword frames", NULL, AFTER_PREVIOUS,
        .knobs = FEW),
    ROW("truncated", "cut-behind-camera-brace", inside, file_cut, "open frames[0].position", NULL,
        AFTER_PREVIOUS, .knobs = FEW),
    ROW("truncated", "cut-in-number", in_value, file_cut, "frames[*].*", NULL, INSIDE, .knobs = FEW),
    ROW("truncated", "cut-between-frames", inside, file_cut, "open frames[*].position", NULL, BEFORE_TOKEN,
        .knobs = FEW),
    ROW("truncated", "cut-before-camera-end", inside, file_cut, "} frames", NULL, BEFORE_TOKEN),
    ROW("unexpected-token", "cut-cuts-word", in_word, file_cut, "keyword cuts", NULL, INSIDE, .knobs = FEW),
    ROW("unexpected-token", "cut-camera-word", in_word, file_cut, "keyword frames", NULL, INSIDE,
        .knobs = FEW),

    ROW("number", "degrees", "a unit follows the angle", token_text, "frames[*].fov", "90deg"),
    NEAR("number", "point", fine, token_text, "frames[*].fov", "90."),
    ROW("integer", "cut-fraction", decimals, token_text, "cuts[*]", "3.0"),
    ROW("integer", "cut-word", word, token_text, "cuts[*]", "last"),
    ROW("number-wraps", "fov", wraps, token_text, "frames[*].fov", "-5000000000"),
    ROW("number-exponent", "fov", power, token_text, "frames[*].fov", "9.e1"),

    ROW("decimal-comma", "fov", comma, token_text, "frames[*].fov", "74,5"),

    ROW("comment-block-joined", "fov", joined, comment_right_before_word, "frames[*].fov", " /**/"),

    ROW("layout", "brace-line-camera", line_rule, line_end_added, "{ frames"),
    ROW("layout", "brace-joined-camera", line_rule, join_tokens, "{ frames"),
    ROW("layout", "frame-on-two-lines", line_rule, line_end_added, "open frames[*].orientation"),
    ROW("layout", "fov-on-a-line", line_rule, line_end_added, "frames[*].fov"),
    ROW("layout", "cuts-on-a-line", line_rule, line_end_removed, "cuts[*]",
        .knobs = "frames=8..16 cuts=2..3"),
    ROW("layout", "no-line-before-cuts", line_rule, one_line_end_after_header, "keyword cuts"),
    ROW("line-length", "section", cut_line, line_length, "{ cuts", NULL, 1200),

    ROW("trailing-content", "cuts", "a section is repeated after the end", section_twice, "cuts", NULL, 1),
};

const ap_defect_table ap_md5camera_defects = { defects, sizeof defects / sizeof *defects };
