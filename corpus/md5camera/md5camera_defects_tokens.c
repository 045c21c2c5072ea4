/* Defects of numbers and characters of a camera path, and of the file as a whole. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5camera/md5camera_kit.h"

#define FORMAT "md5camera"
#include "corpus/md5/md5_defect_rows.h"

static const char spelled[] = "no decimal number, though many readers make one of it";
static const char infinite[] = "infinite as a float32",
                  power[] = "an exponent: some readers split the number";
static const char fine[] = "a number like any other";
static const char nul[] = "a NUL in the text", mark[] = "a byte order mark";
static const char wraps[] = "id's reader adds the digits up modulo 2^32";
static const char hangs[] = "a spelling that readers hang on";
static const char comma[] = "a comma in place of the decimal point";
static const char twice[] = "both sides of a merge that nobody resolved";
static const char other_format[] = "another format under this name";

#define NUMBER "frames[*].*"
static const char form_feed[] = "one reader ends the line at a form feed, in strings and comments too";

#define POSITION "frames[*].position.*" /* no rule is about its numbers */

#define VALUE(what, id, words, where, text) ROW(what, id, words, ap_md5_apply_value, where, text)
#define OTHER(what, words, word, text)                                                                       \
    ROW("other-content_" what, "other-content", words, ap_md5_apply_other, word, text)

static const ap_defect defects[] = {
    VALUE("number_nan", "number", spelled, NUMBER, "nan"),
    VALUE("number_infinity", "number", spelled, NUMBER, "-inf"),
    VALUE("number_ind", "number", spelled, NUMBER, "-1.#IND"),
    VALUE("number_plus", "number", spelled, NUMBER, "+0.5"),
    VALUE("number_leading-zero", "number", spelled, NUMBER, "00.5"),
    VALUE("number_suffix", "number", spelled, NUMBER, "@f"),
    VALUE("number_split-sign", "number", spelled, NUMBER, "- 0.5"),
    VALUE("number_degrees", "number", "a unit after the angle", "frames[*].fov", "90deg"),
    VALUE("number_word", "number", spelled, "frames[*].fov", "wide"),
    NEAR("number_minus-zero", "number", fine, ap_md5_apply_value, POSITION, "-0.000000"),
    NEAR("number_point", "number", fine, ap_md5_apply_value, "frames[*].fov", "90."),
    VALUE("integer_cut-fraction", "integer", "a decimal fraction where an integer belongs", "cuts[*]", "3.0"),
    VALUE("integer_cut-word", "integer", "a word where a number belongs", "cuts[*]", "last"),
    VALUE("number-wraps_least", "number-wraps", wraps, POSITION, "4294967296"),
    VALUE("number-wraps_fov", "number-wraps", wraps, "frames[*].fov", "-5000000000"),
    NEAR("number-wraps_greatest", "number-wraps", "the greatest number that may do without a point",
        ap_md5_apply_value, POSITION, "4294967295"),
    VALUE("number-size_digits", "number-size", hangs, POSITION, "18446744073709551616.0"),
    NUMBERED("number-size_exponent", "number-size", hangs, ap_md5_apply_value, POSITION, "1e-100", 1),
    NEAR("number-size_greatest", "number-size", "the greatest number that no reader hangs on",
        ap_md5_apply_value, POSITION, "18446744073709551615.0"),
    VALUE("number-range_least", "number-range", "the least number that rounds to infinity", NUMBER,
        "340282356779733661637539395458142568448.0"),
    NUMBERED("number-range_exponent", "number-range", infinite, ap_md5_apply_value, NUMBER, "1e39", 1),
    NEAR("number-range_small", "number-range", "as a float32 it is 0, and that is fine", ap_md5_apply_value,
        POSITION, "0.0000000000000000000000000000000000000000000000000001"),
    VALUE("number-exponent_plus", "number-exponent", power, POSITION, "1.5e+0"),
    VALUE("number-exponent_fov", "number-exponent", power, "frames[*].fov", "9.e1"),
    NEAR("number-exponent_decimals", "number-exponent", "the same without an exponent", ap_md5_apply_value,
        POSITION, "0.0000001"),

    ROW("string-unterminated_commandline", "string-unterminated", "no quote ends the string on its line",
        ap_md5_apply_quote, "commandline", NULL),
    NEAR("string-unterminated_other-quotes", "string-unterminated",
        "single quotes are characters like others", ap_md5_apply_value, "commandline", "\"it's 'fine'\""),

    NUMBERED("encoding_utf8-mark", "encoding", mark, ap_md5_apply_first_bytes, NULL, "\xef\xbb\xbf", 3),
    NUMBERED("encoding_utf16", "encoding", "the file is UTF-16", ap_md5_apply_utf16, NULL, NULL, 0),
    ROW("encoding_nul", "encoding", nul, ap_md5_apply_nul, "*", NULL),
    NUMBERED("encoding_nul-in-commandline", "encoding", nul, ap_md5_apply_nul, "commandline", NULL, 1),
    ROW("encoding_carriage", "encoding", "CR alone ends a line", ap_md5_apply_carriage, "*", NULL),
    NEAR("encoding_utf8-comment", "encoding", "a comment may hold any bytes", ap_md5_apply_comment, "*",
        " // gr\xc3\xb6\xc3\x9f"
        "e \xff"),
    ROW("blank_form-feed", "blank", "a control byte as a blank", ap_md5_apply_blank, NUMBER, "\f"),
    ROW("blank_control-z-behind", "blank", "Ctrl-Z after the last section, as DOS ended its files",
        ap_md5_apply_behind, NULL, "\x1a"),
    ROW("blank_form-feed-in-commandline", "blank", form_feed, ap_md5_apply_form_feed, "commandline", NULL),
    ROW("blank_form-feed-in-comment", "blank", form_feed, ap_md5_apply_form_feed, "*", " // x\f9 9 9"),
    NEAR("blank_in-comment", "blank", "of control bytes a comment may hold all but form feeds",
        ap_md5_apply_comment, "*", " // \v\x1a"),

    ROW("other-content_zeros", "other-content", "the file was not written to its end", ap_md5_apply_zeros,
        NULL, NULL),
    OTHER("git-lfs", "a Git LFS pointer: the file itself was not fetched", NULL,
        "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12345\n"),
    OTHER("html", "an error page was saved in place of the file", NULL, "<!DOCTYPE html>\n<html></html>\n"),
    OTHER("json", other_format, NULL, "{ \"MD5Version\": 10 }\n"),
    OTHER("text", "nothing of the format is in the file", NULL, "Please fetch the cameras with fetch.sh\n"),
    OTHER("animation", "an animation under the camera's name", "numAnimatedComponents",
        "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 1\nframeRate 24\nnumAnimatedComponents "
        "0\n\n"
        "hierarchy {\n\t\"root\" -1 0 0\n}\n"),
    OTHER("mesh", "a mesh under the camera's name", "numMeshes",
        "MD5Version 10\ncommandline \"\"\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n}\nmesh {\n}\n"),
    NEAR("other-content_in-string", "other-content", "in a string, another format's words mean nothing",
        ap_md5_apply_value, "commandline", "\"<html> numMeshes hierarchy\""),
    NEAR("other-content_in-comment", "other-content", "in a comment, another format's words mean nothing",
        ap_md5_apply_comment, "keyword frame_rate", " // numMeshes 1 hierarchy { mesh {"),

    ROW("merge-conflict_line", "merge-conflict", twice, ap_md5_apply_merge, "*", NULL),
    ROW("merge-conflict_in-comment", "merge-conflict", "the marks of a merge stand in a block comment",
        ap_md5_apply_line_before, "*", "/*\n<<<<<<<\n=======\n>>>>>>>\n*/\n"),
    NEAR("merge-conflict_in-comments", "merge-conflict", "the marks of a merge stand in line comments",
        ap_md5_apply_line_before, "*", "//<<<<<<< HEAD\n//=======\n//>>>>>>> other\n"),

    VALUE("decimal-comma_fov", "decimal-comma", comma, "frames[*].fov", "74,5"),
    VALUE("decimal-comma_vector", "decimal-comma", comma, NUMBER, "-0,25"),
    ROW("decimal-comma_everywhere", "decimal-comma", "all numbers have a comma in place of the decimal point",
        ap_md5_apply_commas, NULL, NULL),
    NEAR("decimal-comma_in-string", "decimal-comma", "in a string, a comma is like any other character",
        ap_md5_apply_value, "commandline", "\"-scale 1,5\""),
};

const ap_defect_table ap_md5camera_token_defects = { defects, sizeof defects / sizeof *defects };
