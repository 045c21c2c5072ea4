/* mrtk.md, rules: markers. */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/unit/mrtk_build.h"
#include "tests/unit/mrtk_cases.h"
#include "validators/mrtk/mrtk.h"

#define NAME "mrtk/marker-name"
#define OVERLONG "mrtk/marker-name-overlong"
#define UTF8 "mrtk/marker-name-utf8"
#define FIRST "markers[0].prefix"
#define SECOND "markers[1].prefix" /* the last 4 bytes of the file: it and "end" */

#define X31 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define X127 X31 "x" X31 "x" X31 "x" X31

static const rule_case marker_cases[] = {
    { .rule = NAME, .name = "a sixth byte", .build = mrtk_11, .edits = { SPLICE(FIRST, 1, "\x85\x80\x80\x80\x80\x01") },
        .wants = { AT_AS(NAME, FIRST, 5, "markers[0].name") }, .says = "fifth byte" },
    { .rule = NAME, .name = "negative", .build = mrtk_11, .edits = { SPLICE(FIRST, 1, "\x80\x80\x80\x80\x08") },
        .wants = { AT_AS(NAME, FIRST, 5, "markers[0].name") }, .says = "-2147483648" },
    { .rule = NAME, .name = "one byte too long", .build = mrtk_11, .edits = { BYTE(SECOND, 4) },
        .wants = { AT_AS(NAME, SECOND, 1, "markers[1].name") }, .says = "needs 4 bytes, 3 are left" },
    { .rule = NAME, .name = "overlong and too long is one finding", .build = mrtk_11,
        .edits = { SPLICE(SECOND, 1, "\x84\x00") }, .wants = { AT_AS(NAME, SECOND, 2, "markers[1].name") } },
    { .rule = NAME, .name = "2 GB", .build = mrtk_11, .edits = { SPLICE(SECOND, 1, "\xff\xff\xff\xff\x07") },
        .wants = { AT_AS(NAME, SECOND, 5, "markers[1].name") }, .says = "needs 2147483647 bytes" },
    { .rule = NAME, .name = "cut off in its prefix", .build = mrtk_11, .edits = { SPLICE(SECOND, 4, "\x83\x80") },
        .wants = { AT_AS(NAME, SECOND, 2, "markers[1].name") }, .says = "ends inside" },
    { .rule = NAME, .near_miss = true, .name = "up to the last byte", .build = mrtk_11, .edits = { BYTE(SECOND, 3) } },
    { .rule = NAME, .near_miss = true, .name = "empty", .build = mrtk_11, .edits = { SPLICE(SECOND, 4, "\0") } },
    { .rule = NAME, .near_miss = true, .name = "no byte of the prefix is there", .build = mrtk_11,
        .edits = { CUT(SECOND, 0) }, .wants = { AT_AS("mrtk/truncated", SECOND, 0, "markers[1].name") } },

    { .rule = OVERLONG, .name = "two bytes for one", .build = mrtk_11, .edits = { SPLICE(FIRST, 1, "\x85\x00") },
        .wants = { AT_AS(OVERLONG, FIRST, 2, "markers[0].name") } },
    { .rule = OVERLONG, .name = "bits above 32 are dropped", .build = mrtk_11,
        .edits = { SPLICE(FIRST, 1, "\x85\x80\x80\x80\x10") }, .wants = { AT_AS(OVERLONG, FIRST, 5, "markers[0].name") } },
    { .rule = OVERLONG, .name = "three bytes for 127", .build = mrtk_10,
        .edits = { SPLICE(FIRST, 6, "\xff\x80\x00" X127) }, .wants = { AT_AS(OVERLONG, FIRST, 3, "markers[0].name") } },
    { .rule = OVERLONG, .near_miss = true, .name = "31 bytes", .build = mrtk_11,
        .edits = { SPLICE(FIRST, 6, "\x1f" X31) } },
    { .rule = OVERLONG, .near_miss = true, .name = "127 bytes", .build = mrtk_11,
        .edits = { SPLICE(FIRST, 6, "\x7f" X127) } },
    { .rule = OVERLONG, .near_miss = true, .name = "128 bytes", .build = mrtk_11,
        .edits = { SPLICE(FIRST, 6, "\x80\x01" X127 "x") } },

    { .rule = UTF8, .name = "a byte of none", .build = mrtk_11, .edits = { SPLICE("markers[0].name", 5, "st\xffrt") },
        .wants = { AT(UTF8, "markers[0].name", 5) }, .says = "from byte 2" },
    { .rule = UTF8, .name = "a surrogate", .build = mrtk_11, .edits = { SPLICE("markers[1].name", 3, "\xed\xa0\x80") },
        .wants = { AT(UTF8, "markers[1].name", 3) } },
    { .rule = UTF8, .name = "an overlong form", .build = mrtk_10, .edits = { SPLICE("markers[1].name", 3, "a\xc0\x80") },
        .wants = { AT(UTF8, "markers[1].name", 3) } },
    { .rule = UTF8, .name = "cut off", .build = mrtk_11, .edits = { SPLICE("markers[1].name", 3, "a\xe2\x82") },
        .wants = { AT(UTF8, "markers[1].name", 3) } },
    { .rule = UTF8, .name = "above U+10FFFF", .build = mrtk_11, .edits = { SPLICE("markers[0].name", 5, "a\xf4\x90\x80\x80") },
        .wants = { AT(UTF8, "markers[0].name", 5) } },
    { .rule = UTF8, .near_miss = true, .name = "U+10FFFF", .build = mrtk_11,
        .edits = { SPLICE("markers[0].name", 5, "a\xf4\x8f\xbf\xbf") } },
    { .rule = UTF8, .near_miss = true, .name = "NUL and a byte order mark", .build = mrtk_11,
        .edits = { SPLICE("markers[0].name", 5, "\xef\xbb\xbf\0a") } },

    { .rule = "mrtk/marker-order", .name = "earlier", .build = mrtk_11, .edits = { F32("markers[0].time", 1) },
        .wants = { AT("mrtk/marker-order", "markers[1].time", 4) } },
    { .rule = "mrtk/marker-order", .near_miss = true, .name = "equal times", .build = mrtk_11,
        .edits = { F32("markers[0].time", 0.5) } },
    { .rule = "mrtk/marker-order", .near_miss = true, .name = "-0 behind 0", .build = mrtk_11,
        .edits = { F32("markers[1].time", -0.0) } },
    { .rule = "mrtk/marker-order", .near_miss = true, .name = "infinity takes no part in it", .build = mrtk_11,
        .edits = { F32("markers[0].time", INFINITY) },
        .wants = { AT("mrtk/time-not-finite", "markers[0].time", 4) } },
};

const case_table mrtk_marker_cases = CASES(marker_cases);

Test(mrtk_rules, markers)
{
    check_cases(&ap_mrtk_format, mrtk_marker_cases);
}
