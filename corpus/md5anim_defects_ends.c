/* Animations that end too early. */
#include "corpus/defect_tables.h"
#include "corpus/md5_break.h"
#include "corpus/md5anim_rows.h"

/* Where a cut is made, next to the token of the pattern. */
enum { BEHIND_LAST, IN_FRONT, INSIDE, BEFORE_LAST_BYTE };

static const char inside[] = "the file ends inside the grammar", in_word[] = "the file ends inside a keyword";
static const char in_string[] = "the file ends inside a string", in_value[] = "the file ends inside a number";
static const char between[] = "the file ends before its last frame";

#define CUT(what, id, words, where, how)                                                                     \
    NUMBERED(id "_cut-" what, id, words, ap_md5_break_cut, where, NULL, how)
#define END(what, where)          CUT(what, "truncated", inside, where, BEHIND_LAST)
#define END_OF_LINE(what, where)  CUT(what, "truncated", inside, where, IN_FRONT)
#define END_IN_VALUE(what, where) CUT(what, "truncated", in_value, where, INSIDE)

static const ap_defect defects[] = {
    CUT("empty", "truncated", "an empty file", "keyword version", IN_FRONT),
    END("behind-keyword", "version"),
    END("behind-version", "keyword commandline"),
    END_OF_LINE("behind-version-line", "keyword commandline"),
    END("behind-commandline", "keyword num_frames"),
    END_IN_VALUE("in-version", "version"),
    END("in-header", "num_*"),
    END("behind-header", "keyword hierarchy"),
    END_IN_VALUE("in-count", "num_*"),
    END("behind-hierarchy", "{ hierarchy"),
    END("behind-hierarchy-brace", "hierarchy[0].name"),
    END("behind-name", "hierarchy[*].parent"),
    END("behind-parent", "hierarchy[*].flags"),
    END("behind-flags", "hierarchy[*].start_index"),
    END_OF_LINE("between-joints", "hierarchy[*].name"),
    END_IN_VALUE("in-joint", "hierarchy[*].*"),
    CUT("minus", "integer", "the file ends behind a sign", "hierarchy[*].parent", INSIDE),
    CUT("start-index", "start-index-order", in_value, "hierarchy[*].start_index", INSIDE),
    END("before-hierarchy-end", "} hierarchy"),
    END("behind-hierarchy-end", "keyword bounds"),
    END("before-bounds-brace", "{ bounds"),
    END("behind-bounds-brace", "open bounds[0].min"),
    END("in-bounds", "bounds[*].*"),
    END("behind-parenthesis", "*.x"),
    END("before-parenthesis", "close bounds[*].*"),
    END("between-corners", "open bounds[*].max"),
    END_OF_LINE("between-bounds", "open bounds[*].min"),
    END_IN_VALUE("in-bound", "bounds[*].*"),
    CUT("sign", "number", "the file ends behind a sign", "bounds[*].*", INSIDE),
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
        .apply = ap_md5_break_cut,
        .pattern = "end",
        .number = BEHIND_LAST,
        .near_miss = true },
    CUT("first-word", "version-missing", in_word, "keyword version", BEFORE_LAST_BYTE),
    CUT("second-word", "commandline", in_word, "keyword commandline", INSIDE),
    CUT("count-word", "header-key", in_word, "keyword num_*", INSIDE),
    CUT("rate-word", "header-key", in_word, "keyword frame_rate", BEFORE_LAST_BYTE),
    CUT("hierarchy", "unexpected-token", in_word, "keyword hierarchy", INSIDE),
    CUT("bounds", "unexpected-token", in_word, "keyword bounds", INSIDE),
    CUT("baseframe", "unexpected-token", in_word, "keyword baseframe", INSIDE),
    CUT("frame", "unexpected-token", in_word, "keyword frames[*]", INSIDE),
    CUT("version", "version", in_value, "version", INSIDE),
    CUT("commandline", "string-unterminated", in_string, "commandline", INSIDE),
    CUT("name", "string-unterminated", in_string, "hierarchy[*].name", INSIDE),
    CUT("quote", "string-unterminated", "the file ends before a closing quote", "hierarchy[*].name",
        BEFORE_LAST_BYTE),
    { .name = "frame-index_cut-index",
        .rule = "md5anim/frame-index",
        .reason = "the file ends inside a frame's index: it is another number then",
        .apply = ap_md5_break_cut,
        .pattern = "frames[*].index",
        .number = INSIDE,
        .knobs = "frames=11..30" },
    { .name = "count-exceeds-file_cut-frames",
        .rule = "md5anim/count-exceeds-file",
        .reason = "what is left of the file cannot hold its frames",
        .apply = ap_md5_break_cut,
        .pattern = "bounds[*].*",
        .number = BEHIND_LAST,
        .knobs = "frames=60..120 joints=2..3" },
    { .name = "count-exceeds-file_cut-joints",
        .rule = "md5anim/count-exceeds-file",
        .reason = "what is left of the file cannot hold its joints",
        .apply = ap_md5_break_cut,
        .pattern = "hierarchy[*].*",
        .number = BEHIND_LAST,
        .knobs = "joints=30..60" },
};

const ap_defect_table ap_md5anim_end_defects = { "md5anim", defects, sizeof defects / sizeof *defects };
