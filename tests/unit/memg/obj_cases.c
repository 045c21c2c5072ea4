/* Cases of the rules about an .obj file: obj/statement, obj/number, obj/index-range and others. */
#include <criterion/criterion.h>

#include "tests/unit/support/rule_case.h"
#include "validators/memg/obj/obj_table.h"

#define V3        "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define BACKSLASH "\\"

/* A case named by its text, with the expected findings. A finding is at the first occurrence of `part` in the text. */
#define FIRES(id, text, ...)                                                                                 \
    {                                                                                                        \
        .rule = (id), .name = (text), .scene = (text), .scene_bytes = sizeof(text) - 1, .wants = {           \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }
#define SILENT(id, text, ...)                                                                                \
    {                                                                                                        \
        .rule = (id), .near_miss = true, .name = (text), .scene = (text), .scene_bytes = sizeof(text) - 1,   \
        .wants = {                                                                                           \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }
#define ON(id, part)                                                                                         \
    {                                                                                                        \
        .rule = (id), .field = (part), .length = sizeof(part) - 1                                            \
    }
#define ONE_BYTE(id, before)                                                                                 \
    {                                                                                                        \
        .rule = (id), .field = (before), .delta = sizeof(before) - 1, .length = 1                            \
    }
#define NOTHING                                                                                              \
    {                                                                                                        \
        .rule = NULL                                                                                         \
    }

/* 2^1024 - 2^970, the least number that rounds to infinity as float64, without its last digit 2. */
#define LEAST_INFINITE                                                                                       \
    "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070"   \
    "9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447"   \
    "573027006985557136695962284291481986083493647529271907416844436551070434271155969950809304288017790417" \
    "449779"

#define AFTER(id, before, part)                                                                              \
    {                                                                                                        \
        .rule = (id), .field = (before), .delta = sizeof(before) - 1, .length = sizeof(part) - 1             \
    }

/* Every statement without effect on groups and faces, with and without arguments. */
#define WITHOUT_EFFECT                                                                                       \
    "o a\ns 1\nusemtl a\nmtllib a.mtl\nl 1 2\np 1\nvp 1 2\ndeg 3\nbmat u 1\nstep 1 1\ncstype bezier\n"       \
    "curv 0 1 1 2\ncurv2 1 2\nsurf 0 1 0 1 1\nparm u 0 1\ntrim 0 1 1\nhole 0 1 1\nscrv 0 1 1\nsp 1\nend\n"   \
    "con 1 0 1 1 2 0 1 1\nmg 1 .5\nbevel on\nc_interp on\nd_interp on\nlod 1\nshadow_obj a\ntrace_obj a\n"   \
    "ctech cparm 1\nstech cspace 1\nmaplib a\nusemap off\nbsp 1\nbzp 1\ncdc 1\ncdp 1\nres 1 1\ncsh ls\n"     \
    "vp\ncsh\nend x y z\nres\nsurf\n"

#define CALL      "obj/call"
#define STATEMENT "obj/statement"
#define NUMBER    "obj/number"
#define RANGE     "obj/index-range"
#define FORWARD   "obj/forward-reference"

#define ZEROS10  "0000000000"
#define ZEROS50  ZEROS10 ZEROS10 ZEROS10 ZEROS10 ZEROS10
#define ZEROS100 ZEROS50 ZEROS50
#define ZEROS308 ZEROS100 ZEROS100 ZEROS100 "00000000"

static const rule_case obj_cases[] = {
    FIRES(STATEMENT, "vq 1 2 # 3\n", ON(STATEMENT, "vq 1 2")),
    FIRES(STATEMENT, V3 "F 1 2 3\n", ON(STATEMENT, "F 1 2 3")),
    FIRES(STATEMENT, "\t hello", ON(STATEMENT, "hello")),
    FIRES(CALL, V3 " call other.obj 1 \\\n 2 # text\nf 1 2 3\n", ON(CALL, "call other.obj 1 \\\n 2")),
    FIRES(CALL, "call\ncall\n", ON(CALL, "call"), AFTER(CALL, "call\n", "call")),
    FIRES(CALL, V3 "call other.obj\nf 1 2 4\n", ON(CALL, "call other.obj"), ON(RANGE, "4")),
    FIRES(CALL, "call a " BACKSLASH, ON(CALL, "call a"), ON(STATEMENT, "call a")),
    SILENT(CALL, V3 "csh -call other.obj\ncsh\n# call other.obj\ng call\nf 1 2 3\n", NOTHING),
    FIRES(STATEMENT, "Call other.obj\n", ON(STATEMENT, "Call other.obj")),
    FIRES(STATEMENT, "calls a\n", ON(STATEMENT, "calls a")),
    SILENT(STATEMENT, WITHOUT_EFFECT, NOTHING),
    FIRES(STATEMENT, "v 1 2 \n", ON(STATEMENT, "v 1 2")),
    FIRES(STATEMENT, "v 1 2 3 4 5\n", ON(STATEMENT, "v 1 2 3 4 5")),
    FIRES(STATEMENT, "v 1 2 3 4 5 6 7 8\n", ON(STATEMENT, "v 1 2 3 4 5 6 7 8")),
    FIRES(STATEMENT, "vt\n", ON(STATEMENT, "vt")),
    FIRES(STATEMENT, "vt 1 2 3 4\n", ON(STATEMENT, "vt 1 2 3 4")),
    FIRES(STATEMENT, "vn 1 2\n", ON(STATEMENT, "vn 1 2")),
    FIRES(STATEMENT, "vn 1 2 3 4\n", ON(STATEMENT, "vn 1 2 3 4")),
    FIRES(STATEMENT, V3 "f 1 2\n", ON(STATEMENT, "f 1 2")),
    FIRES(STATEMENT, V3 "f\n", ON(STATEMENT, "f")),
    FIRES(STATEMENT, V3 "vt 0\nf 1 2/1 3\n", ON(STATEMENT, "f 1 2/1 3")),
    FIRES(STATEMENT, V3 "vn 0 0 1\nvt 0\nf 1//1 2//1 3/1/1\n", ON(STATEMENT, "f 1//1 2//1 3/1/1")),
    FIRES(STATEMENT, "v 1 2 3 " BACKSLASH, ON(STATEMENT, "v 1 2 3")),
    FIRES(STATEMENT, "g a b" BACKSLASH, ON(STATEMENT, "g a b")),
    FIRES(STATEMENT, "o a " BACKSLASH, ON(STATEMENT, "o a")),
    FIRES(STATEMENT, "v 1 2 3\n" BACKSLASH, ON(STATEMENT, BACKSLASH)),
    FIRES(STATEMENT, "v 1 2 3\n\xef\xbb\xbf# mark\n", ON(STATEMENT, "\xef\xbb\xbf# mark")),
    SILENT(STATEMENT,
        "v 1 2 3\nv 1 2 3 4\nv 1 2 3 4 5 6\nv 1 2 3 4 5 6 7\nvt 1\nvt 1 2\nvt 1 2 3\nvn 1 2 3\n", NOTHING),
    SILENT(STATEMENT, V3 "f 1 2 3\nfo 1 2 3\nf 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2\n", NOTHING),
    SILENT(STATEMENT, "o x\ns off\nusemtl\nmtllib a b\nl 1\np 9 9\ncstype rat bspline\nend\nvp 1\nlod 3\n",
        NOTHING),
    SILENT(STATEMENT,
        "v 1 " BACKSLASH "\n 2 3\nv 1" BACKSLASH "\n2 3 # " BACKSLASH "\nv 1 2 3" BACKSLASH "\r\n\n",
        NOTHING),
    SILENT(STATEMENT, "# v\n   # " BACKSLASH "\n\n#", NOTHING),
    SILENT(STATEMENT, "", NOTHING),
    FIRES(NUMBER, "v 0 x 1\n", ON(NUMBER, "x")),
    FIRES(NUMBER, "v inf NaN -Infinity\n", ON(NUMBER, "inf"), ON(NUMBER, "NaN"), ON(NUMBER, "-Infinity")),
    FIRES(NUMBER, "v 0x1 1e 1e+\n", ON(NUMBER, "0x1"), ON(NUMBER, "1e"), ON(NUMBER, "1e+")),
    FIRES(NUMBER, "v 1e5x 1e1.5 1e5/2\n", ON(NUMBER, "1e5x"), ON(NUMBER, "1e1.5"), ON(NUMBER, "1e5/2")),
    FIRES(NUMBER, V3 "f 1-2 1+2 1/2-3\n", ON(NUMBER, "1-2"), ON(NUMBER, "1+2"), ON(NUMBER, "1/2-3")),
    FIRES(NUMBER, "v . - 1.2.3\n", ON(NUMBER, "."), ON(NUMBER, "-"), ON(NUMBER, "1.2.3")),
    FIRES(NUMBER, "v 1,5 1f --1\n", ON(NUMBER, "1,5"), ON(NUMBER, "1f"), ON(NUMBER, "--1")),
    FIRES(NUMBER, "vt 1e309 -1e400\n", ON(NUMBER, "1e309"), ON(NUMBER, "-1e400")),
    FIRES(NUMBER, "vn 1.7976931348623159e308 1e99999999999999999999 0\n",
        ON(NUMBER, "1.7976931348623159e308"), ON(NUMBER, "1e99999999999999999999")),
    FIRES(NUMBER, "v 0 0#1 0\n", ON(NUMBER, "0#1")),
    FIRES(NUMBER, "v 1 2 3" BACKSLASH "x\n", ON(NUMBER, "3\\x")),
    FIRES(NUMBER, V3 "f 1 2 a\n", ON(NUMBER, "a")),
    FIRES(NUMBER, V3 "f 1/ 2 3\n", ON(NUMBER, "1/")),
    FIRES(NUMBER, V3 "f 1.0 2 3\n", ON(NUMBER, "1.0")),
    FIRES(NUMBER, V3 "f /1 2 3\n", ON(NUMBER, "/1")),
    FIRES(NUMBER, V3 "f 1// 2 3\n", ON(NUMBER, "1//")),
    FIRES(NUMBER, V3 "f 1/1/1/1 2 3\n", ON(NUMBER, "1/1/1/1")),
    FIRES(NUMBER, "vn 1" ZEROS308 "0 0 0\n", ON(NUMBER, "1" ZEROS308 "0")),
    FIRES(NUMBER, "vn 0.0001e313 0." ZEROS308 "1e618 1" ZEROS308 ".0e1\n", ON(NUMBER, "0.0001e313"),
        ON(NUMBER, "0." ZEROS308 "1e618"), ON(NUMBER, "1" ZEROS308 ".0e1")),
    FIRES(NUMBER, "vn 179769313486231590" ZEROS100 ZEROS100 ZEROS50 ZEROS10 ZEROS10 ZEROS10 ZEROS10 "0 1 1\n",
        ON(NUMBER, "179769313486231590" ZEROS100 ZEROS100 ZEROS50 ZEROS10 ZEROS10 ZEROS10 ZEROS10 "0")),
    FIRES(NUMBER, "vn " LEAST_INFINITE "2 0 -" LEAST_INFINITE "2.5\n", ON(NUMBER, LEAST_INFINITE "2"),
        ON(NUMBER, "-" LEAST_INFINITE "2.5")),
    SILENT(NUMBER, "vn " LEAST_INFINITE "1 0 -" LEAST_INFINITE "1.99\n", NOTHING),
    SILENT(NUMBER, "vn 1" ZEROS308 " 0.0001e312 0." ZEROS308 "1e617\n", NOTHING),
    SILENT(NUMBER,
        "vn 1" ZEROS308 ".0 -1" ZEROS308
        "e-1 17976931348623158" ZEROS100 ZEROS100 ZEROS50 ZEROS10 ZEROS10 ZEROS10 ZEROS10 "00\n",
        NOTHING),
    SILENT(NUMBER, "v +1 -.5 1.\nv 1e-400 0e999999 -1E+3\nv 1.7976931348623158e308 00001 .0\n", NOTHING),
    SILENT(NUMBER, V3 "vt 0\nvn 0 0 1\nf 1 2 3\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1\n",
        NOTHING),
    SILENT(NUMBER, "usemtl 0x1\ns nan\nl a b\n", NOTHING),
    FIRES(RANGE, V3 "f 1 2 0\n", ONE_BYTE(RANGE, "f 1 2 ")),
    FIRES(RANGE, V3 "f 1 2 -0\n", ON(RANGE, "-0")),
    FIRES(RANGE, V3 "f 1 2 4\n", ON(RANGE, "4")),
    FIRES(RANGE, V3 "f 1 2 -4\n", ON(RANGE, "-4")),
    FIRES(RANGE, V3 "f -1 -2 -4\nv 9 9 9\n", ON(RANGE, "-4")),
    FIRES(RANGE, V3 "f 1 2 99999999999999999999999999\n", ON(RANGE, "99999999999999999999999999")),
    FIRES(RANGE, V3 "f 1 2 18446744073709551617\n", ON(RANGE, "18446744073709551617")),
    FIRES(RANGE, V3 "f 1 2 4294967297 -4294967297\n", ON(RANGE, "4294967297"), ON(RANGE, "-4294967297")),
    FIRES(RANGE, V3 "vt 0\nf 1/2 2/1 3/1\n", ONE_BYTE(RANGE, V3 "vt 0\nf 1/")),
    FIRES(RANGE, V3 "vn 0 0 1\nf 1//1 2//-2 3//1\n", ON(RANGE, "-2")),
    FIRES(RANGE, V3 "f 7//7 0//0 1//1\n", ONE_BYTE(RANGE, V3 "f "), ONE_BYTE(RANGE, V3 "f 7//"),
        ONE_BYTE(RANGE, V3 "f 7//7 "), ONE_BYTE(RANGE, V3 "f 7//7 0//"),
        ONE_BYTE(RANGE, V3 "f 7//7 0//0 1//")),
    SILENT(RANGE, V3 "f 1 +2 003\nf -1 -2 -3\n", NOTHING),
    SILENT(RANGE, V3 "f 1 2 4\nv 1 1 1\n", ON(FORWARD, "4")),
    SILENT(RANGE, "v 0 0 0\nv 1 0 0\nv x\nf 1 2 3\n", ON(NUMBER, "x"), ON(STATEMENT, "v x")),

    FIRES(FORWARD, "f 1 2 3\n" V3, ONE_BYTE(FORWARD, "f "), ONE_BYTE(FORWARD, "f 1 "),
        ONE_BYTE(FORWARD, "f 1 2 ")),
    FIRES(FORWARD, V3 "vt 0\nf 1/1 2/1 3/2\nvt 1\n", ONE_BYTE(FORWARD, "3/")),
    SILENT(FORWARD, V3 "f 1 2 3\n", NOTHING),
    SILENT(FORWARD, V3 "f 1 2 4\n", ON(RANGE, "4")),
    FIRES("obj/nul",
        "v 0 0\0"
        "0\n",
        ONE_BYTE("obj/nul", "v 0 0")),
    FIRES("obj/nul", "# \0\0\n", { .rule = "obj/nul", .delta = 2, .length = 1 },
        { .rule = "obj/nul", .delta = 3, .length = 1 }),
    SILENT("obj/nul", "# \1 \x7f\n", NOTHING),

    FIRES("obj/byte-order-mark", "\xef\xbb\xbfv 0 0 0\n", ON("obj/byte-order-mark", "\xef\xbb\xbf")),
    FIRES("obj/byte-order-mark", "\xef\xbb\xbf", ON("obj/byte-order-mark", "\xef\xbb\xbf")),
    SILENT("obj/byte-order-mark", "# \xef\xbb\xbf\ng \xef\xbb\xbf\n", NOTHING),
    SILENT("obj/byte-order-mark", "\xef\xbb", ON(STATEMENT, "\xef\xbb")),

    FIRES("obj/line-ending", "v 0 0 0\rv 1 1 1\r", ON("obj/line-ending", "\r")),
    FIRES("obj/line-ending", "v 0 0 0\r", ON("obj/line-ending", "\r")),
    FIRES("obj/line-ending", "v 0 0 0\n\r\r\n", ON("obj/line-ending", "\r")),
    FIRES("obj/line-ending", "# a\rv 0\n", ON("obj/line-ending", "\r"), ON(STATEMENT, "v 0")),
    SILENT("obj/line-ending", "v 0 0 0\r\n\r\n# a\r\n", NOTHING),
    SILENT("obj/line-ending", "v 0 0 0\n\nv 0 0 0", NOTHING),
};

static const case_table obj_table = CASES(obj_cases);

CHECK_CASES(obj_rules, cases_have_their_findings, NULL, obj_table)

Test(obj_rules, each_rule_fires_in_a_case_and_has_a_near_miss)
{
    check_rules_have_cases((ap_rule_table){ ap_obj_rules, OBJ_RULES }, &obj_table, 1);
}
