/* Defects of a .md5anim: those shared with other formats of the family, then those of its own header and
   joints, and of numbers, comments and lines in its own sections. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5anim/md5anim_corpus.h"

#define FORMAT    "md5anim"
#define THIS_anim ,
#include "corpus/md5/md5_defect_rows.inc"

#define FLAGS  "hierarchy[*].flags"
#define START  "hierarchy[*].start_index"
#define VECTOR "b*[*].*" /* all six numbers in entries of bounds and baseframe */

static const char doubled[] = "twice as many as there are";
static const char bits[] = "bits that stand for no component";
static const char outside[] = "outside a frame's values";

static const ap_defect defects[] = {
#include "corpus/md5/md5_defects_all.inc"
#include "corpus/md5/md5_defects_frames.inc"
#include "corpus/md5/md5_defects_joints.inc"

    ROW("header-key", "no-num-joints", "the line with numJoints is missing", key_missing, "num_joints"),
    ROW("header-key", "no-components", "the line with numAnimatedComponents is missing", key_missing,
        "num_animated_components"),
    ROW("header-key", "joints-before-frames", "numJoints stands before numFrames", key_order, "num_frames"),
    ROW("header-key", "rate-before-joints", "frameRate stands before numJoints", key_order, "num_joints"),
    ROW("header-key", "components-before-rate", "numAnimatedComponents stands before frameRate", key_order,
        "frame_rate"),
    ROW("header-key", "num-frames-twice", "numFrames stands twice", key_twice, "num_frames"),
    ROW("header-key", "num-joints-twice", "numJoints stands twice", key_twice, "num_joints"),
    ROW("header-key", "components-twice", "numAnimatedComponents stands twice", key_twice,
        "num_animated_components"),
    ROW("header-key", "components-short", "a keyword of which the end is missing", key_name,
        "num_animated_components", "numAnimatedComponent"),
    ROW("unexpected-token", "components", "no number after numAnimatedComponents", key_value,
        "num_animated_components"),

    ROW("bounds-count", "frames-one-more", one_more, count, "num_frames", "old+1"),
    ROW("bounds-count", "frames-one-fewer", one_fewer, count, "num_frames", "old-1"),
    ROW("frame-missing", "frames-twice", doubled, count, "num_frames", "old*2"),
    ROW("frame-surplus", "frames-one-fewer", one_fewer, count, "num_frames", "old-1"),
    ROW("count-exceeds-file", "frames-wrap",
        "times 24 bytes of bounds it is 2^32 and more: 32 bits wrap to 8", count, "num_frames", "178956971"),

    ROW("hierarchy-count", "joints-one-more", one_more, count, "num_joints", "old+1"),
    ROW("hierarchy-count", "joints-one-fewer", one_fewer, count, "num_joints", "old-1"),
    ROW("count-exceeds-file", "joints-wrap", "times 64 bytes a joint it is 2^32 and more: 32 bits wrap to 64",
        count, "num_joints", "67108865"),

    ROW("component-sum", "one-more", one_more, count, "num_animated_components", "old+1"),
    ROW("component-sum", "one-fewer", one_fewer, count, "num_animated_components", "old-1"),
    ROW("component-sum", "twice", doubled, count, "num_animated_components", "old*2"),
    ROW("component-sum", "zero", "0, and yet flags are set", count, "num_animated_components", "0"),
    ROW("component-count-range", "twice", doubled, count, "num_animated_components", "old*2"),
    ROW("component-count-range", "one-more", "more than 6 a joint", count, "num_animated_components",
        "old+1"),
    ROW("component-count-range", "minus-one", "-1: one reader allocates nothing and writes past it", count,
        "num_animated_components", "-1"),
    ROW("component-count-range", "largest", largest, count, "num_animated_components", "2147483647"),
    ROW("component-count-range", "smallest", smallest, count, "num_animated_components", "-2147483648"),
    ROW("component-count-range", "fewer-joints",
        "all 6 components of each joint, and numJoints one fewer than there are", count, "num_joints",
        "old-1"),
    NEAR("component-count-range", "all", "6 a joint: all components there are", limit,
        "num_animated_components", "all"),
    ROW("integer", "components-overflow", overflow, count, "num_animated_components", "2147483648"),
    ROW("integer", "components-digits", endless, count, "num_animated_components", TWENTY_DIGITS),
    ROW("integer", "components-word", word, count, "num_animated_components", "all"),

    NEAR("parent-order", "before", "the joint right before may be the parent", parent, PARENT, "before",
        .knobs = "joints=3..12", .drops_companion = true),
    NEAR("parent-range", "zero", "any joint may hang on the first", parent, PARENT, "0",
        .knobs = "joints=3..12", .drops_companion = true),
    NEAR("several-roots", "more", "a further joint that hangs on the first is no second root", joint_more,
        .drops_companion = true),

    NEAR("joint-name-duplicate", "case", "names are case-sensitive", name, "hierarchy[0].name", "\"HIPS_1\"",
        .drops_companion = true),
    ROW("joint-limit", "128", "more joints than fit a signed byte", joint_more,
        .knobs = "joints=127 frames=1"),
    NEAR("joint-limit", "127", "as many joints as fit a signed byte", joint_more,
        .knobs = "joints=126 frames=1", .drops_companion = true),

    ROW("flags-range", "64", bits, flags, FLAGS, "64"),
    ROW("flags-range", "127", bits, flags, FLAGS, "127"),
    ROW("flags-range", "minus-one", "-1: every bit is set", flags, FLAGS, "-1"),
    ROW("flags-range", "largest", bits, flags, FLAGS, "2147483647"),
    ROW("flags-range", "smallest", bits, flags, FLAGS, "-2147483648"),
    ROW("component-sum", "flag-fewer", "a component fewer in the flags than in the header", flag_bit, FLAGS),
    ROW("component-sum", "flags-all", "more components in the flags than in the header", flag_bit, FLAGS,
        NULL, 1),
    ROW("start-index-range", "count", outside, start, START, "count"),
    ROW("start-index-range", "beyond", "the joint's last component is outside a frame", start, START,
        "beyond"),
    ROW("start-index-range", "minus-one", "before a frame's values", start, START, "-1"),
    ROW("start-index-range", "largest", "with the components added, int32 overflows", start, START,
        "2147483647"),
    ROW("start-index-range", "smallest", "far before a frame's values", start, START, "-2147483648"),
    ROW("start-index-range", "unused-count", outside, start, START, "count", 1),
    ROW("start-index-range", "unused-minus-one", outside, start, START, "-1", 1),
    NEAR("start-index-range", "unused-last", "a joint without components may point anywhere inside a frame",
        start, START, "last", 1),
    NEAR("start-index-order", "unused", "the start index of a joint without components means nothing", start,
        START, "middle", 1),
    ROW("start-index-order", "elsewhere", "the values of another joint are taken", start_order, START),

    ROW("mesh-joint-count", "one-more", "the animation has a joint that the mesh lacks", joint_more,
        .needs_companion = true),
    ROW("mesh-joint-count", "one-fewer", "the mesh has a joint that the animation lacks", joint_more,
        .needs_companion = true, .in_companion = true),
    NEAR("mesh-joint-count", "in-comment", "a joint that the mesh has in a comment is none", comment,
        "} joints", " // \"one_more\" 0 ( 0 0 0 ) ( 0 0 0 )", .needs_companion = true, .in_companion = true),
    NEAR("mesh-joint-name", "blanks", "the same name as in the mesh with other blanks around it", blank, NAME,
        " \t ", .needs_companion = true),
    NEAR("mesh-joint-parent", "minus-zero", "the same parent as in the mesh, spelled -0", limit, PARENT, "0",
        1, .knobs = "joints=2..12", .needs_companion = true),
    ROW("mesh-joint-name", "other", "a joint has another name than in the mesh", name, NAME, "\"other\"",
        .needs_companion = true),
    ROW("mesh-joint-name", "in-mesh", "a joint of the mesh has another name", name, "joints[*].name",
        "\"other\"", .needs_companion = true, .in_companion = true),
    ROW("mesh-joint-parent", "other", "a joint has another parent than in the mesh", parent, PARENT, "before",
        .knobs = "joints=3..12", .needs_companion = true),
    ROW("mesh-joint-parent", "first", "a joint hangs on the first one, and on another in the mesh", parent,
        PARENT, "0", .knobs = "joints=3..12", .needs_companion = true),
    ROW("mesh-joint-parent", "in-mesh", "a joint of the mesh has another parent", parent, "joints[*].parent",
        "before", .knobs = "joints=3..12", .needs_companion = true, .in_companion = true),

    ROW("number", "nan-vector", spelled, value, VECTOR ".*", "nan"),
    ROW("number", "infinity-vector", spelled, value, VECTOR ".*", "-inf"),
    ROW("number", "ind-vector", spelled, value, VECTOR ".*", "1.#IND00"),
    ROW("number", "plus-vector", spelled, value, VECTOR ".*", "+0.5"),
    ROW("number", "leading-zero-vector", spelled, value, VECTOR ".*", "-01"),
    ROW("number", "suffix-vector", spelled, value, VECTOR ".*", "@f"),
    ROW("number", "comma-end", spelled, value, VECTOR ".*", "5,"),
    ROW("number", "split-sign-vector", spelled, value, VECTOR ".*", "- 0.5"),
    ROW("number", "point", spelled, value, NUMBER, "."),
    ROW("number", "zero-exponent-vector", spelled, value, VECTOR ".*", "-0e1"),
    ROW("number", "word-vector", spelled, value, VECTOR ".*", "x"),
    ROW("number", "percent", spelled, value, VECTOR ".*", "50%"),
    ROW("number-wraps", "minus", wraps, value, VECTOR ".*", "-5000000000"),
    ROW("number-wraps", "forty-digits", wraps, value, VECTOR ".*", DIGITS_40),
    ROW("number-range", "forty-digits-vector", infinite, value, VECTOR ".*", "-" DIGITS_40 ".5"),
    ROW("number-range", "huge-exponent", infinite, value, VECTOR ".*", "-1e99999999999", 1),

    ROW("integer", "flags-hexadecimal", no_integer, value, "hierarchy[*].flags", "0x3f"),
    ROW("integer", "flags-octal", no_integer, value, "hierarchy[*].flags", "077"),
    ROW("integer", "flags-letters", no_integer, value, "hierarchy[*].flags", "TxTyTz"),
    ROW("integer", "start-fraction", no_integer, value, "hierarchy[*].start_index", "@.5"),
    ROW("integer", "start-digits", no_integer, value, "hierarchy[*].start_index", "99999999999999999999"),
    ROW("integer", "start-plus", no_integer, value, "hierarchy[*].start_index", "+@"),
    ROW("integer", "index-fraction", no_integer, value, "frames[*].index", "@.0"),
    ROW("integer", "index-leading-zero", no_integer, value, "frames[*].index", "00@"),
    ROW("integer", "index-word", no_integer, value, "frames[*].index", "zero"),
    ROW("integer", "index-comma", no_integer, value, "frames[*].index", "@,"),

    ROW("comment-unterminated", "vector", unclosed, comment_open, VECTOR, " /*. "),
    ROW("comment-block", "frame", a_comment, comment, "*frames[*]*", " /* note */"),
    ROW("keyword-comment", "frame", letter, comment_touching, "keyword frames[*]", "/**/"),
    ROW("comment-block-joined", "value", joined, comment_joined, "frames[*].values", " /* note */"),

    ROW("encoding", "nul-in-vector", a_nul, nul, VECTOR),
    ROW("encoding", "nul-in-frame", a_nul, nul, "frames[*].values"),
    ROW("encoding", "carriage-in-frame", carriage, carriage, "*frames[*]*"),
    ROW("blank", "control-z", control_blank, blank, VECTOR, "\x1a"),

    ROW("layout", "brace-line-bounds", line_rule, line, "{ bounds"),
    ROW("layout", "brace-line-frame", line_rule, line, "{ frames[*]"),
    ROW("layout", "index-line", line_rule, line, "frames[*].index"),
    ROW("layout", "brace-joined-baseframe", line_rule, join, "{ baseframe"),
    ROW("layout", "brace-joined-frame", line_rule, join, "{ frames[*]"),
    ROW("layout", "close-joined", split, join, "close b*[*].*"),
    ROW("layout", "parentheses-joined-baseframe", split, join, "open baseframe[*].orientation"),
    ROW("layout", "pair-on-two-lines", line_rule, line, "* b*[*].*"),
    ROW("layout", "vector-on-two-lines", line_rule, line, VECTOR),
    ROW("layout", "bounds-on-a-line", line_rule, unline, "open bounds[*].min"),
    ROW("layout", "baseframe-on-a-line", line_rule, unline, "open baseframe[*].position"),
    ROW("layout", "close-on-a-line-frame", line_rule, unline, "} frames[*]"),
    ROW("layout", "no-line-before-hierarchy", line_rule, header_end, "keyword hierarchy"),
    ROW("layout", "comment-touching-value", touching, comment, "frames[*].values", "// note"),
    ROW("layout", "comment-touching-brace", touching, comment, "keyword b*", "// note"),
    NEAR("layout", "value-line", "the values of a frame may stand in any lines", line, NUMBER),
    NEAR("layout", "values-on-a-line", "the values of a frame may stand in any lines", unline, NUMBER),
    ROW("line-length", "vector", cut_line, line_long, VECTOR, NULL, 512),

    ROW("trailing-content", "bounds", "a section that was there already", section_twice, "bounds", NULL, 1),
};

const ap_defect_table ap_md5anim_defects = { defects, sizeof defects / sizeof *defects };
