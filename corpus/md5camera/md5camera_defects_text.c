/* Defects of a camera path's comments and lines, and of what follows its last section. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5camera/md5camera_kit.h"

#define FORMAT "md5camera"
#include "corpus/md5/md5_defect_rows.h"

static const char line_rule[] = "readers that go line by line lose it";
static const char unclosed[] = "a comment that nothing ends takes the rest of the file";
static const char a_comment[] = "a block comment";
static const char joined[] = "id's reader swallows the byte after */";
static const char slash[] = "id's reader ends the comment here, others read on";
static const char letter[] = "to id's reader the comment belongs to the keyword";
static const char before[] = "MD5Version is not at the first byte",
                  behind[] = "something after the last section";
static const char split[] = "readers that split at blanks do not find the parenthesis";
static const char cut_line[] = "readers that go line by line cut the line";
static const char blank_is_fine[] = "blanks and comments may stand between any tokens";

#define VECTOR "frames[*].*.*"

#define LAYOUT(what, function, where)                                                                        \
    ROW("layout_" what, "layout", line_rule, ap_md5_apply_##function, where, NULL)
#define BLANK(what, id, text) NEAR(what, id, blank_is_fine, ap_md5_apply_comment, "*", text)

static const ap_defect defects[] = {
    ROW("comment-unterminated_header", "comment-unterminated", unclosed, ap_md5_apply_comment_open,
        "keyword num_*", " /* "),
    ROW("comment-unterminated_frame", "comment-unterminated", unclosed, ap_md5_apply_comment_open, VECTOR,
        " /*. "),
    ROW("comment-unterminated_end", "comment-unterminated", unclosed, ap_md5_apply_comment_open, "} frames",
        " /* * / "),
    NEAR("comment-unterminated_in-string", "comment-unterminated", "in a string, /* is no comment",
        ap_md5_apply_value, "commandline", "\"/* // { ( \""),
    ROW("comment-block_header", "comment-block", a_comment, ap_md5_apply_comment, "keyword *", " /* note */"),
    ROW("comment-block_lines", "comment-block", "a block comment of several lines", ap_md5_apply_comment, "*",
        " /* \n { \" ( 1\n*/"),
    BLANK("comment-block_line", "comment-block", " // a comment to the end of the line"),
    ROW("comment-slash_header", "comment-slash", slash, ap_md5_apply_comment, "keyword *", " /*/"),
    ROW("comment-slash_frame", "comment-slash", slash, ap_md5_apply_comment, "open frames[*].position",
        " /*/"),
    BLANK("comment-slash_line", "comment-slash", " // /*/"),
    ROW("keyword-comment_count", "keyword-comment", letter, ap_md5_apply_comment_touching, "keyword num_*",
        "/* many */"),
    ROW("keyword-comment_section", "keyword-comment", letter, ap_md5_apply_comment_touching, "keyword cuts",
        "/**/"),
    BLANK("keyword-comment_apart", "keyword-comment", " // cuts// camera/*"),
    ROW("comment-block-joined_number", "comment-block-joined", joined, ap_md5_apply_comment_joined, VECTOR,
        " /* */"),
    ROW("comment-block-joined_fov", "comment-block-joined", joined, ap_md5_apply_comment_joined,
        "frames[*].fov", " /**/"),
    NEAR("comment-block-joined_in-comment", "comment-block-joined", "in a // comment, /* means nothing",
        ap_md5_apply_comment, "*", " // /* a */b /*"),

    ROW("before-version_comment", "before-version", before, ap_md5_apply_first_bytes, NULL,
        "// made by hand\n"),
    ROW("before-version_line", "before-version", before, ap_md5_apply_first_bytes, NULL, "\n"),
    NEAR("before-version_behind", "before-version", "a comment may stand after the version",
        ap_md5_apply_comment, "keyword commandline", " // id Tech 4"),

    LAYOUT("brace-line", line, "{ cuts"),
    LAYOUT("brace-line-camera", line, "{ frames"),
    LAYOUT("brace-joined", join, "{ cuts"),
    LAYOUT("brace-joined-camera", join, "{ frames"),
    ROW("layout_open-joined", "layout", split, ap_md5_apply_join, "frames[*].*.x", NULL),
    ROW("layout_parentheses-joined", "layout", split, ap_md5_apply_join, "open frames[*].orientation", NULL),
    LAYOUT("frame-on-two-lines", line, "open frames[*].orientation"),
    LAYOUT("fov-on-a-line", line, "frames[*].fov"),
    LAYOUT("key-on-two-lines", line, "num_*"),
    KNOBBED("layout_cuts-on-a-line", "layout", line_rule, ap_md5_apply_unline, "cuts[*]", NULL,
        "frames=8..16 cuts=2..3"),
    LAYOUT("frames-on-a-line", unline, "open frames[*].position"),
    LAYOUT("keys-on-a-line", unline, "keyword num_*"),
    LAYOUT("section-on-a-line", unline, "keyword frames"),
    LAYOUT("close-on-a-line", unline, "} *"),
    LAYOUT("commandline-joined", join, "commandline"),
    LAYOUT("no-line-before-cuts", header_end, "keyword cuts"),
    ROW("layout_comment-touching", "layout", "a comment touches the token before it", ap_md5_apply_comment,
        "open frames[*].position", "// note"),
    NEAR("layout_close-indented", "layout", "} may be indented", ap_md5_apply_blank, "} *", "  "),
    NEAR("layout_wide", "layout", "blanks may be many", ap_md5_apply_blank, "num_*", "\t\t    \t"),
    NUMBERED("line-length_frame", "line-length", cut_line, ap_md5_apply_line_long, VECTOR, NULL, 511),
    NUMBERED("line-length_section", "line-length", cut_line, ap_md5_apply_line_long, "{ cuts", NULL, 1200),
    { .name = "line-length_greatest",
        .rule = FORMAT "/line-length",
        .reason = "the longest line that every reader holds",
        .apply = ap_md5_apply_line_long,
        .pattern = VECTOR,
        .number = 510,
        .near_miss = true },

    ROW("trailing-content_word", "trailing-content", behind, ap_md5_apply_behind, NULL, "end\n"),
    ROW("trailing-content_brace", "trailing-content", "a brace too many after the last section",
        ap_md5_apply_behind, NULL, "}\n"),
    ROW("trailing-content_second-file", "trailing-content", "the whole file stands twice",
        ap_md5_apply_behind, NULL, NULL),
    ROW("trailing-content_slash", "trailing-content", "a comment that id's reader ends elsewhere than others",
        ap_md5_apply_behind, NULL, "/*/\n"),
    NUMBERED("trailing-content_cuts", "trailing-content", "a section that was there already",
        ap_md5_apply_section_twice, "cuts", NULL, 1),
    NEAR("trailing-content_comment", "trailing-content", "comments may stand after the last section",
        ap_md5_apply_behind, NULL, "// end\n"),
    NEAR("truncated_no-final-line", "truncated", "the last line needs no end", ap_md5_apply_final_line, NULL,
        NULL),
};

const ap_defect_table ap_md5camera_text_defects = { defects, sizeof defects / sizeof *defects };
