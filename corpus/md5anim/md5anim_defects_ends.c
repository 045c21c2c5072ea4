/* Animations that end too early. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5anim/md5anim_corpus.h"

#define FORMAT    "md5anim"
#define THIS_anim ,
#include "corpus/md5/md5_defect_row_macros.inc"

static const char between[] = "the file ends before its last frame";

static const ap_defect defects[] = {
    ROW("truncated", "cut-in-count", in_value, file_cut, "num_*", NULL, INSIDE, .knobs = EARLY("2")),
    ROW("truncated", "cut-behind-hierarchy", inside, file_cut, "{ hierarchy", NULL, AFTER_PREVIOUS,
        .knobs = EARLY("1..2")),
    ROW("truncated", "cut-behind-parent", inside, file_cut, "hierarchy[*].flags", NULL, AFTER_PREVIOUS,
        .knobs = EARLY("1..3")),
    ROW("truncated", "cut-behind-flags", inside, file_cut, "hierarchy[*].start_index", NULL, AFTER_PREVIOUS,
        .knobs = EARLY("1..3")),
    ROW("start-index-order", "cut-start-index", in_value, file_cut, "hierarchy[*].start_index", NULL, INSIDE,
        .knobs = EARLY("3")),
    ROW("truncated", "cut-before-hierarchy-end", inside, file_cut, "} hierarchy", NULL, AFTER_PREVIOUS,
        .knobs = EARLY("1..3")),
    ROW("truncated", "cut-behind-hierarchy-end", inside, file_cut, "keyword bounds", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-before-bounds-brace", inside, file_cut, "{ bounds", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-behind-bounds-brace", inside, file_cut, "open bounds[0].min", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-in-bounds", inside, file_cut, "bounds[*].*", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-behind-parenthesis", inside, file_cut, "*.x", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-before-parenthesis", inside, file_cut, "close bounds[*].*", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-between-corners", inside, file_cut, "open bounds[*].max", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-between-bounds", inside, file_cut, "open bounds[*].min", NULL, BEFORE_TOKEN),
    ROW("truncated", "cut-in-bound", in_value, file_cut, "bounds[*].*", NULL, INSIDE),
    ROW("truncated", "cut-before-bounds-end", inside, file_cut, "} bounds", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-behind-bounds-end", inside, file_cut, "keyword baseframe", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-in-baseframe", inside, file_cut, "baseframe[*].*", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-between-vectors", inside, file_cut, "open baseframe[*].orientation", NULL,
        AFTER_PREVIOUS),
    ROW("truncated", "cut-between-poses", inside, file_cut, "open baseframe[*].position", NULL, BEFORE_TOKEN),
    ROW("truncated", "cut-in-pose", in_value, file_cut, "baseframe[*].*", NULL, INSIDE),
    ROW("truncated", "cut-before-baseframe-end", inside, file_cut, "} baseframe", NULL, AFTER_PREVIOUS),
    ROW("frame-missing", "cut-behind-baseframe", between, file_cut, "keyword frames[0]", NULL,
        AFTER_PREVIOUS),
    ROW("frame-missing", "cut-between-frames", between, file_cut, "keyword frames[*]", NULL, AFTER_PREVIOUS),
    ROW("frame-missing", "cut-before-frame", between, file_cut, "keyword frames[*]", NULL, BEFORE_TOKEN),
    ROW("truncated", "cut-behind-frame", inside, file_cut, "frames[*].index", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-behind-index", inside, file_cut, "{ frames[*]", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-behind-frame-brace", inside, file_cut, "frames[*].values[0]", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-before-value", inside, file_cut, "frames[*].values", NULL, BEFORE_TOKEN),
    ROW("truncated", "cut-in-value", in_value, file_cut, "frames[*].values", NULL, INSIDE),
    ROW("number", "cut-value", in_value, file_cut, "frames[*].values", NULL, INSIDE),
    ROW("truncated", "cut-before-frame-end", inside, file_cut, "} frames[*]", NULL, AFTER_PREVIOUS),
    ROW("truncated", "cut-before-brace", inside, file_cut, "} frames[*]", NULL, BEFORE_TOKEN),
    ROW("header-key", "cut-rate-word", in_word, file_cut, "keyword frame_rate", NULL, BEFORE_LAST_BYTE,
        .knobs = EARLY("1..2")),
    ROW("unexpected-token", "cut-hierarchy", in_word, file_cut, "keyword hierarchy", NULL, INSIDE,
        .knobs = EARLY("1..2")),
    ROW("unexpected-token", "cut-bounds", in_word, file_cut, "keyword bounds", NULL, INSIDE),
    ROW("unexpected-token", "cut-baseframe", in_word, file_cut, "keyword baseframe", NULL, INSIDE),
    ROW("unexpected-token", "cut-frame", in_word, file_cut, "keyword frames[*]", NULL, INSIDE),
    ROW("frame-index", "cut-index", "the file ends inside the index of a frame, which leaves another number",
        file_cut, "frames[*].index", NULL, INSIDE, .knobs = "frames=11..30"),
};

const ap_defect_table ap_md5anim_end_defects = { defects, sizeof defects / sizeof *defects };
