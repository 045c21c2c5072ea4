/* mrtk.md, rules: markers. */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/mrtk/mrtk_cases.h"
#include "validators/mrtk/mrtk.h"

#define NAME     "mrtk/marker-name"
#define OVERLONG "mrtk/marker-name-overlong"
#define UTF8     "mrtk/marker-name-utf8"
#define FIRST    "markers[0].prefix"
#define SECOND   "markers[1].prefix" /* the last 4 bytes of the file: it and "end" */

#define X31  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define X127 X31 "x" X31 "x" X31 "x" X31

static const rule_case marker_cases[] = {
    FIRES_IN(NAME, "a sixth byte", mrtk_11, { SPLICE(FIRST, 1, "\x85\x80\x80\x80\x80\x01") },
        { AT_AS(NAME, FIRST, 5, "markers[0].name") }, .says = "more than 5 bytes"),
    FIRES_IN(NAME, "negative", mrtk_11, { SPLICE(FIRST, 1, "\x80\x80\x80\x80\x08") },
        { AT_AS(NAME, FIRST, 5, "markers[0].name") }, .says = "-2147483648"),
    FIRES_IN(NAME, "one byte too long", mrtk_11, { BYTE(SECOND, 4) },
        { AT_AS(NAME, SECOND, 1, "markers[1].name") }, .says = "needs 4 bytes, 3 are left"),
    FIRES_IN(NAME, "overlong and too long is one finding", mrtk_11, { SPLICE(SECOND, 1, "\x84\x00") },
        { AT_AS(NAME, SECOND, 2, "markers[1].name") }),
    FIRES_IN(NAME, "2 GB", mrtk_11, { SPLICE(SECOND, 1, "\xff\xff\xff\xff\x07") },
        { AT_AS(NAME, SECOND, 5, "markers[1].name") }, .says = "needs 2147483647 bytes"),
    FIRES_IN(NAME, "cut off in its prefix", mrtk_11, { SPLICE(SECOND, 4, "\x83\x80") },
        { AT_AS(NAME, SECOND, 2, "markers[1].name") }, .says = "ends inside"),
    SILENT_IN(NAME, "up to the last byte", mrtk_11, { BYTE(SECOND, 3) }),
    SILENT_IN(NAME, "empty", mrtk_11, { SPLICE(SECOND, 4, "\0") }),
    SILENT_IN(NAME, "no byte of the prefix is there", mrtk_11, { CUT(SECOND, 0) },
        { AT_AS("mrtk/truncated", SECOND, 0, "markers[1].name") }),

    FIRES_IN(OVERLONG, "two bytes for one", mrtk_11, { SPLICE(FIRST, 1, "\x85\x00") },
        { AT_AS(OVERLONG, FIRST, 2, "markers[0].name") }),
    FIRES_IN(OVERLONG, "bits above 32 are dropped", mrtk_11, { SPLICE(FIRST, 1, "\x85\x80\x80\x80\x10") },
        { AT_AS(OVERLONG, FIRST, 5, "markers[0].name") }),
    FIRES_IN(OVERLONG, "three bytes for 127", mrtk_10, { SPLICE(FIRST, 6, "\xff\x80\x00" X127) },
        { AT_AS(OVERLONG, FIRST, 3, "markers[0].name") }),
    SILENT_IN(OVERLONG, "31 bytes", mrtk_11, { SPLICE(FIRST, 6, "\x1f" X31) }),
    SILENT_IN(OVERLONG, "127 bytes", mrtk_11, { SPLICE(FIRST, 6, "\x7f" X127) }),
    SILENT_IN(OVERLONG, "128 bytes", mrtk_11, { SPLICE(FIRST, 6, "\x80\x01" X127 "x") }),

    SAYS_AT(UTF8, "a byte of none", mrtk_11, "markers[0].name", 5, "from its byte 2",
        SPLICE("markers[0].name", 5, "st\xffrt")),
    FIRES_AT(
        UTF8, "a surrogate", mrtk_11, "markers[1].name", 3, SPLICE("markers[1].name", 3, "\xed\xa0\x80")),
    FIRES_AT(
        UTF8, "an overlong form", mrtk_10, "markers[1].name", 3, SPLICE("markers[1].name", 3, "a\xc0\x80")),
    FIRES_AT(UTF8, "cut off", mrtk_11, "markers[1].name", 3, SPLICE("markers[1].name", 3, "a\xe2\x82")),
    FIRES_AT(UTF8, "above U+10FFFF", mrtk_11, "markers[0].name", 5,
        SPLICE("markers[0].name", 5, "a\xf4\x90\x80\x80")),
    SILENT_IN(UTF8, "U+10FFFF", mrtk_11, { SPLICE("markers[0].name", 5, "a\xf4\x8f\xbf\xbf") }),
    SILENT_IN(
        UTF8, "NUL and a byte order mark", mrtk_11, { SPLICE("markers[0].name", 5, "\xef\xbb\xbf\0a") }),

    FIRES_AT("mrtk/marker-order", "earlier", mrtk_11, "markers[1].time", 4, F32("markers[0].time", 1)),
    SILENT_IN("mrtk/marker-order", "equal times", mrtk_11, { F32("markers[0].time", 0.5) }),
    SILENT_IN("mrtk/marker-order", "-0 behind 0", mrtk_11, { F32("markers[1].time", -0.0) }),
    SILENT_IN("mrtk/marker-order", "infinity takes no part in it", mrtk_11,
        { F32("markers[0].time", INFINITY) }, { AT("mrtk/time-not-finite", "markers[0].time", 4) }),
};

CHECKED_CASES(mrtk_rules, markers, &ap_mrtk_format, mrtk_marker_cases, marker_cases)
