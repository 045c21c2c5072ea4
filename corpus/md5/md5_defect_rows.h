/* Rows of the tables of defects of .md5anim, .md5mesh and .md5camera, and reasons that several rows have. A file that
   includes this defines FORMAT, and OF(anim, mesh, camera) as what its own format has of the three. */
#ifndef AP_MD5_DEFECT_ROWS_H
#define AP_MD5_DEFECT_ROWS_H

#include "corpus/defect/defect_rows.h"

/* `function` is ap_md5_apply_FUNCTION of md5_apply.h; pattern, text, number and members by name follow. */
#define ROW(rule_name, what, words, function, ...)                                                           \
    AP_DEFECT(rule_name, what, words, ap_md5_apply_##function, __VA_ARGS__)
#define NEAR(rule_name, what, words, function, ...)                                                          \
    AP_NEAR_MISS(rule_name, what, words, ap_md5_apply_##function, __VA_ARGS__)

#define ANIM_MESH(anim, mesh)     OF(anim, mesh, NULL)
#define ANIM_CAMERA(anim, camera) OF(anim, NULL, camera)

/* Places in the text: any float, one that no rule is about, and parts of the paths of others. */
#define NUMBER        OF("frames[*].values[*]", "joints[*].*.*", "frames[*].*")
#define POSITION      OF("baseframe[*].position.*", "joints[*].position.*", "frames[*].position.*")
#define ANYWHERE      OF("*", "joints[*].*", "*")
#define JOINTS        OF("hierarchy", "joints", )
#define NAME          JOINTS "[*].name"
#define PARENT        JOINTS "[*].parent"
#define FIRST_SECTION OF("hierarchy", "joints", "cuts")
#define VECTORS       OF("bounds", "joints", "frames")
#define POSES         OF("baseframe", "joints", "frames")
#define ANY_VECTOR    OF("b*", "joints", "frames")
#define LAST          OF("frame", "mesh block", "section")

#define TWENTY_DIGITS "12345678901234567890"
#define DIGITS_20     "98765432109876543210"
#define DIGITS_40     "1234567890123456789012345678901234567890"

/* Knobs for a cut so early that a file with more joints or frames would be too short for its counts. */
#define EARLY(joints) OF("frames=1 joints=" joints, "joints=" joints, "frames=2..4 cuts=1..3")

/* Where a cut is made, next to the token of the pattern. */
enum { BEHIND_LAST, IN_FRONT, INSIDE, BEFORE_LAST_BYTE };

static const char decimals[] = "a decimal fraction where an integer belongs";
static const char leading_zero[] = "a leading zero: some readers take the number for octal";
static const char word[] = "a word where a number belongs";
static const char one_more[] = "one more than there are";
static const char one_fewer[] = "one fewer than there are";
static const char zero[] = "0 where at least 1 is needed";
static const char minus_one[] = "-1: as an unsigned number it is huge";
static const char smallest[] = "the smallest int32: its negative is no int32";
static const char largest[] = "the largest int32: a reader that allocates first runs out of memory";
static const char overflow[] = "one more than an int32 holds: readers wrap, clamp or stop at it";
static const char endless[] = "20 digits: no integer type holds it";
static const char exponent[] = "an exponent where an integer belongs";
static const char own_parent[] = "the joint is its own parent";
static const char low_parent[] = "a parent less than -1";
static const char root_parent[] = "the first joint has a parent";
static const char long_name[] = "longer than the buffers in which readers keep names";
static const char odd_name[] = "a name that some readers split";
static const char fine_name[] = "a name like any other";
static const char lost[] = "something that the grammar needs is missing";
static const char wrong_place[] = "something stands where the grammar has no place for it";
static const char no_section[] = "a section is missing";
static const char two_sections[] = "a section stands twice";
static const char exchanged[] = "two sections are exchanged";
static const char late_section[] = "a section stands after the last frame";
static const char missing[] = "one fewer entry than the header says";
static const char surplus[] = "one more entry than the header says";
static const char empty[] = "nothing between the braces";
static const char too_long[] = "far too long: no w makes it a rotation";
static const char rounded[] = "too long by more than rounding gives";
static const char unit[] = "too long by no more than rounding gives";
static const char spelled[] = "no decimal number, though many readers make one of it";
static const char fine[] = "a number like any other";
static const char wraps[] = "id's reader adds the digits up modulo 2^32";
static const char hangs[] = "a spelling that readers hang on";
static const char infinite[] = "infinite as a float32";
static const char power[] = "an exponent: some readers split the number";
static const char no_integer[] = "no decimal integer, though many readers make one of it";
static const char no_quote[] = "no quote ends the string on its line";
static const char unclosed[] = "a comment that nothing ends takes the rest of the file";
static const char a_comment[] = "a block comment";
static const char slash[] = "id's reader ends the comment here, others read on";
static const char letter[] = "to id's reader the comment belongs to the keyword";
static const char joined[] = "id's reader swallows the byte after */";
static const char blank_is_fine[] = "blanks and comments may stand between any tokens";
static const char mark[] = "a byte order mark";
static const char a_nul[] = "a NUL in the text";
static const char carriage[] = "CR alone ends a line";
static const char odd_blank[] = "a control byte as a blank";
static const char form_feed[] = "one reader ends the line at a form feed, in strings and comments too";
static const char before[] = "MD5Version is not at the first byte";
static const char line_rule[] = "readers that go line by line lose it";
static const char split[] = "readers that split at blanks do not find the parenthesis";
static const char touching[] = "a comment touches the token before it";
static const char cut_line[] = "readers that go line by line cut the line";
static const char behind[] = "something after the last " LAST;
static const char inside[] = "the file ends inside the grammar";
static const char in_value[] = "the file ends inside a number";
static const char in_word[] = "the file ends inside a keyword";
static const char in_string[] = "the file ends inside a string";
static const char packed[] = "the file is packed, which no reader looks into";
static const char other_format[] = "another format under this name";
static const char page[] = "an error page was saved in place of the file";
static const char both_sides[] = "both sides of a merge that nobody resolved";
static const char comma[] = "a comma in place of the decimal point";

#endif
