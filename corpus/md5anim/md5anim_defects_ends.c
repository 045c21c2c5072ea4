/* Animations that end too early. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5/md5_defect_rows.h"
#include "corpus/md5anim/md5anim_kit.h"

#define FORMAT "md5anim"

/* Where a cut is made, next to the token of the pattern. */
enum { BEHIND_LAST, IN_FRONT, INSIDE, BEFORE_LAST_BYTE };

static const char inside[] = "the file ends inside the grammar", in_word[] = "the file ends inside a keyword";
static const char in_string[] = "the file ends inside a string", in_value[] = "the file ends inside a number";
static const char between[] = "the file ends before its last frame";

#define CUT(what, id, words, where, how)                                                                     \
    NUMBERED(id "_cut-" what, id, words, ap_md5_apply_cut, where, NULL, how)
/* So early that a file with more joints or frames would be too short for its counts. */
#define EARLY(what, id, words, where, how, joints)                                                           \
    {                                                                                                        \
        .name = id "_cut-" what, .rule = "md5anim/" id, .reason = (words), .apply = ap_md5_apply_cut,        \
        .pattern = (where), .number = (how), .knobs = "frames=1 joints=" joints                              \
    }
#define END(what, where)          CUT(what, "truncated", inside, where, BEHIND_LAST)
#define END_OF_LINE(what, where)  CUT(what, "truncated", inside, where, IN_FRONT)
#define END_IN_VALUE(what, where) CUT(what, "truncated", in_value, where, INSIDE)

static const ap_defect defects[] = {
    CUT("empty", "truncated", "an empty file", "keyword version", IN_FRONT),
    END("behind-keyword", "version"),
    END("behind-version", "keyword commandline"),
    END_OF_LINE("behind-version-line", "keyword commandline"),
    END("behind-commandline", "keyword num_frames"),
    EARLY("in-header", "truncated", inside, "num_*", BEHIND_LAST, "1..2"),
    EARLY("behind-header", "truncated", inside, "keyword hierarchy", BEHIND_LAST, "1..2"),
    EARLY("in-count", "truncated", in_value, "num_*", INSIDE, "2"),
    EARLY("behind-hierarchy", "truncated", inside, "{ hierarchy", BEHIND_LAST, "1..2"),
    EARLY("behind-hierarchy-brace", "truncated", inside, "hierarchy[0].name", BEHIND_LAST, "1..2"),
    EARLY("behind-name", "truncated", inside, "hierarchy[*].parent", BEHIND_LAST, "1..3"),
    EARLY("behind-parent", "truncated", inside, "hierarchy[*].flags", BEHIND_LAST, "1..3"),
    EARLY("behind-flags", "truncated", inside, "hierarchy[*].start_index", BEHIND_LAST, "1..3"),
    EARLY("between-joints", "truncated", inside, "hierarchy[*].name", IN_FRONT, "2..3"),
    EARLY("in-joint", "truncated", in_value, "hierarchy[*].*", INSIDE, "2..3"),
    EARLY("minus", "integer", "the file ends after a sign", "hierarchy[*].parent", INSIDE, "1..3"),
    EARLY("start-index", "start-index-order", in_value, "hierarchy[*].start_index", INSIDE, "3"),
    EARLY("before-hierarchy-end", "truncated", inside, "} hierarchy", BEHIND_LAST, "1..3"),
    END("behind-hierarchy-end", "keyword bounds"),
    END("before-bounds-brace", "{ bounds"),
    END("behind-bounds-brace", "open bounds[0].min"),
    END("in-bounds", "bounds[*].*"),
    END("behind-parenthesis", "*.x"),
    END("before-parenthesis", "close bounds[*].*"),
    END("between-corners", "open bounds[*].max"),
    END_OF_LINE("between-bounds", "open bounds[*].min"),
    END_IN_VALUE("in-bound", "bounds[*].*"),
    CUT("sign", "number", "the file ends after a sign", "bounds[*].*", INSIDE),
    END("before-bounds-end", "} bounds"),
    END("behind-bounds-end", "keyword baseframe"),
    END("in-baseframe", "baseframe[*].*"),
    END("between-vectors", "open baseframe[*].orientation"),
    END_OF_LINE("between-poses", "open baseframe[*].position"),
    END_IN_VALUE("in-pose", "baseframe[*].*"),
    END("before-baseframe-end", "} baseframe"),
    CUT("behind-baseframe", "frame-missing", between, "keyword frames[0]", BEHIND_LAST),
    CUT("between-frames", "frame-missing", between, "keyword frames[*]", BEHIND_LAST),
    CUT("before-frame", "frame-missing", between, "keyword frames[*]", IN_FRONT),
    END("behind-frame", "frames[*].index"),
    END("behind-index", "{ frames[*]"),
    END("behind-frame-brace", "frames[*].values[0]"),
    END("in-frame", "frames[*].values"),
    END_OF_LINE("before-value", "frames[*].values"),
    END_IN_VALUE("in-value", "frames[*].values"),
    CUT("value", "number", in_value, "frames[*].values", INSIDE),
    END("before-frame-end", "} frames[*]"),
    END_OF_LINE("before-brace", "} frames[*]"),
    { .name = "truncated_cut-behind-all",
        .rule = "md5anim/truncated",
        .reason = "nothing is missing but the last line's end",
        .apply = ap_md5_apply_cut,
        .pattern = "end",
        .number = BEHIND_LAST,
        .near_miss = true },
    CUT("first-word", "version-missing", in_word, "keyword version", BEFORE_LAST_BYTE),
    CUT("second-word", "commandline", in_word, "keyword commandline", INSIDE),
    EARLY("count-word", "header-key", in_word, "keyword num_*", INSIDE, "1..2"),
    EARLY("rate-word", "header-key", in_word, "keyword frame_rate", BEFORE_LAST_BYTE, "1..2"),
    EARLY("hierarchy", "unexpected-token", in_word, "keyword hierarchy", INSIDE, "1..2"),
    CUT("bounds", "unexpected-token", in_word, "keyword bounds", INSIDE),
    CUT("baseframe", "unexpected-token", in_word, "keyword baseframe", INSIDE),
    CUT("frame", "unexpected-token", in_word, "keyword frames[*]", INSIDE),
    CUT("version", "version", in_value, "version", INSIDE),
    CUT("commandline", "string-unterminated", in_string, "commandline", INSIDE),
    EARLY("name", "string-unterminated", in_string, "hierarchy[*].name", INSIDE, "1..3"),
    EARLY("quote", "string-unterminated", "the file ends before a closing quote", "hierarchy[*].name",
        BEFORE_LAST_BYTE, "1..3"),
    { .name = "frame-index_cut-index",
        .rule = "md5anim/frame-index",
        .reason = "the file ends inside a frame's index: it is another number then",
        .apply = ap_md5_apply_cut,
        .pattern = "frames[*].index",
        .number = INSIDE,
        .knobs = "frames=11..30" },
    { .name = "count-exceeds-file_cut-frames",
        .rule = "md5anim/count-exceeds-file",
        .reason = "what is left of the file cannot hold its frames",
        .apply = ap_md5_apply_cut,
        .pattern = "bounds[*].*",
        .number = BEHIND_LAST,
        .knobs = "frames=60..120 joints=2..3" },
    { .name = "count-exceeds-file_cut-joints",
        .rule = "md5anim/count-exceeds-file",
        .reason = "what is left of the file cannot hold its joints",
        .apply = ap_md5_apply_cut,
        .pattern = "hierarchy[*].*",
        .number = BEHIND_LAST,
        .knobs = "joints=30..60" },
};

const ap_defect_table ap_md5anim_end_defects = { defects, sizeof defects / sizeof *defects };
