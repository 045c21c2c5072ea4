/* Animations that end too early. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5anim/md5anim_corpus.h"

#define FORMAT    "md5anim"
#define THIS_anim ,
#include "corpus/md5/md5_defect_rows.inc"

static const char between[] = "the file ends before its last frame";

static const ap_defect defects[] = {
    ROW("truncated", "cut-in-count", in_value, cut, "num_*", NULL, INSIDE, .knobs = EARLY("2")),
    ROW("truncated", "cut-behind-hierarchy", inside, cut, "{ hierarchy", NULL, BEHIND_LAST,
        .knobs = EARLY("1..2")),
    ROW("truncated", "cut-behind-parent", inside, cut, "hierarchy[*].flags", NULL, BEHIND_LAST,
        .knobs = EARLY("1..3")),
    ROW("truncated", "cut-behind-flags", inside, cut, "hierarchy[*].start_index", NULL, BEHIND_LAST,
        .knobs = EARLY("1..3")),
    ROW("start-index-order", "cut-start-index", in_value, cut, "hierarchy[*].start_index", NULL, INSIDE,
        .knobs = EARLY("3")),
    ROW("truncated", "cut-before-hierarchy-end", inside, cut, "} hierarchy", NULL, BEHIND_LAST,
        .knobs = EARLY("1..3")),
    ROW("truncated", "cut-behind-hierarchy-end", inside, cut, "keyword bounds", NULL, BEHIND_LAST),
    ROW("truncated", "cut-before-bounds-brace", inside, cut, "{ bounds", NULL, BEHIND_LAST),
    ROW("truncated", "cut-behind-bounds-brace", inside, cut, "open bounds[0].min", NULL, BEHIND_LAST),
    ROW("truncated", "cut-in-bounds", inside, cut, "bounds[*].*", NULL, BEHIND_LAST),
    ROW("truncated", "cut-behind-parenthesis", inside, cut, "*.x", NULL, BEHIND_LAST),
    ROW("truncated", "cut-before-parenthesis", inside, cut, "close bounds[*].*", NULL, BEHIND_LAST),
    ROW("truncated", "cut-between-corners", inside, cut, "open bounds[*].max", NULL, BEHIND_LAST),
    ROW("truncated", "cut-between-bounds", inside, cut, "open bounds[*].min", NULL, IN_FRONT),
    ROW("truncated", "cut-in-bound", in_value, cut, "bounds[*].*", NULL, INSIDE),
    ROW("truncated", "cut-before-bounds-end", inside, cut, "} bounds", NULL, BEHIND_LAST),
    ROW("truncated", "cut-behind-bounds-end", inside, cut, "keyword baseframe", NULL, BEHIND_LAST),
    ROW("truncated", "cut-in-baseframe", inside, cut, "baseframe[*].*", NULL, BEHIND_LAST),
    ROW("truncated", "cut-between-vectors", inside, cut, "open baseframe[*].orientation", NULL, BEHIND_LAST),
    ROW("truncated", "cut-between-poses", inside, cut, "open baseframe[*].position", NULL, IN_FRONT),
    ROW("truncated", "cut-in-pose", in_value, cut, "baseframe[*].*", NULL, INSIDE),
    ROW("truncated", "cut-before-baseframe-end", inside, cut, "} baseframe", NULL, BEHIND_LAST),
    ROW("frame-missing", "cut-behind-baseframe", between, cut, "keyword frames[0]", NULL, BEHIND_LAST),
    ROW("frame-missing", "cut-between-frames", between, cut, "keyword frames[*]", NULL, BEHIND_LAST),
    ROW("frame-missing", "cut-before-frame", between, cut, "keyword frames[*]", NULL, IN_FRONT),
    ROW("truncated", "cut-behind-frame", inside, cut, "frames[*].index", NULL, BEHIND_LAST),
    ROW("truncated", "cut-behind-index", inside, cut, "{ frames[*]", NULL, BEHIND_LAST),
    ROW("truncated", "cut-behind-frame-brace", inside, cut, "frames[*].values[0]", NULL, BEHIND_LAST),
    ROW("truncated", "cut-before-value", inside, cut, "frames[*].values", NULL, IN_FRONT),
    ROW("truncated", "cut-in-value", in_value, cut, "frames[*].values", NULL, INSIDE),
    ROW("number", "cut-value", in_value, cut, "frames[*].values", NULL, INSIDE),
    ROW("truncated", "cut-before-frame-end", inside, cut, "} frames[*]", NULL, BEHIND_LAST),
    ROW("truncated", "cut-before-brace", inside, cut, "} frames[*]", NULL, IN_FRONT),
    ROW("header-key", "cut-rate-word", in_word, cut, "keyword frame_rate", NULL, BEFORE_LAST_BYTE,
        .knobs = EARLY("1..2")),
    ROW("unexpected-token", "cut-hierarchy", in_word, cut, "keyword hierarchy", NULL, INSIDE,
        .knobs = EARLY("1..2")),
    ROW("unexpected-token", "cut-bounds", in_word, cut, "keyword bounds", NULL, INSIDE),
    ROW("unexpected-token", "cut-baseframe", in_word, cut, "keyword baseframe", NULL, INSIDE),
    ROW("unexpected-token", "cut-frame", in_word, cut, "keyword frames[*]", NULL, INSIDE),
    ROW("frame-index", "cut-index", "the file ends inside a frame's index: it is another number then", cut,
        "frames[*].index", NULL, INSIDE, .knobs = "frames=11..30"),
};

const ap_defect_table ap_md5anim_end_defects = { defects, sizeof defects / sizeof *defects };
