/* Cases of mrtk rules about markers. */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/mrtk/mrtk_cases.h"
#include "validators/mrtk/mrtk.h"

#define NAME     "mrtk/marker-name"
#define OVERLONG "mrtk/marker-name-overlong"
#define UTF8     "mrtk/marker-name-utf8"
#define FIRST    "markers[0].prefix"
#define SECOND                                                                                               \
    "markers[1].prefix" /* length of the last name; this byte and the name "end" are the last 4 bytes of the file */

#define X31  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define X127 X31 "x" X31 "x" X31 "x" X31

static const rule_case marker_cases[] = {
    FIRES_IN(NAME, "a length prefix of 6 bytes", build_mrtk_11,
        { SPLICE(FIRST, 1, "\x85\x80\x80\x80\x80\x01") }, { AT_AS(NAME, FIRST, 5, "markers[0].name") },
        .says = "more than 5 bytes"),
    FIRES_IN(NAME, "a negative length", build_mrtk_11, { SPLICE(FIRST, 1, "\x80\x80\x80\x80\x08") },
        { AT_AS(NAME, FIRST, 5, "markers[0].name") }, .says = "-2147483648"),
    FIRES_IN(NAME, "a length one byte above the rest of the file", build_mrtk_11, { BYTE(SECOND, 4) },
        { AT_AS(NAME, SECOND, 1, "markers[1].name") }, .says = "needs 4 bytes, 3 are left"),
    FIRES_IN(NAME, "a length prefix that is too long and a length above the rest of the file are one finding",
        build_mrtk_11, { SPLICE(SECOND, 1, "\x84\x00") }, { AT_AS(NAME, SECOND, 2, "markers[1].name") }),
    FIRES_IN(NAME, "a length of 2 GB", build_mrtk_11, { SPLICE(SECOND, 1, "\xff\xff\xff\xff\x07") },
        { AT_AS(NAME, SECOND, 5, "markers[1].name") }, .says = "needs 2147483647 bytes"),
    FIRES_IN(NAME, "the file ends inside the length prefix", build_mrtk_11, { SPLICE(SECOND, 4, "\x83\x80") },
        { AT_AS(NAME, SECOND, 2, "markers[1].name") }, .says = "ends inside"),
    SILENT_IN(NAME, "a name up to the last byte of the file", build_mrtk_11, { BYTE(SECOND, 3) }),
    SILENT_IN(NAME, "an empty name", build_mrtk_11, { SPLICE(SECOND, 4, "\0") }),
    SILENT_IN(NAME, "the file ends before the length prefix", build_mrtk_11, { CUT(SECOND, 0) },
        { AT_AS("mrtk/truncated", SECOND, 0, "markers[1].name") }),

    FIRES_IN(OVERLONG, "a length prefix of two bytes for the length 5", build_mrtk_11,
        { SPLICE(FIRST, 1, "\x85\x00") }, { AT_AS(OVERLONG, FIRST, 2, "markers[0].name") }),
    FIRES_IN(OVERLONG, "a length prefix with bits above 32, which are dropped", build_mrtk_11,
        { SPLICE(FIRST, 1, "\x85\x80\x80\x80\x10") }, { AT_AS(OVERLONG, FIRST, 5, "markers[0].name") }),
    FIRES_IN(OVERLONG, "a length prefix of three bytes for the length 127", build_mrtk_10,
        { SPLICE(FIRST, 6, "\xff\x80\x00" X127) }, { AT_AS(OVERLONG, FIRST, 3, "markers[0].name") }),
    SILENT_IN(OVERLONG, "a name of 31 bytes with a length prefix of one byte", build_mrtk_11,
        { SPLICE(FIRST, 6, "\x1f" X31) }),
    SILENT_IN(OVERLONG, "a name of 127 bytes with a length prefix of one byte", build_mrtk_11,
        { SPLICE(FIRST, 6, "\x7f" X127) }),
    SILENT_IN(OVERLONG, "a name of 128 bytes with a length prefix of two bytes", build_mrtk_11,
        { SPLICE(FIRST, 6, "\x80\x01" X127 "x") }),

    SAYS_AT(UTF8, "a name with the byte 0xff", build_mrtk_11, "markers[0].name", 5, "from its byte 2",
        SPLICE("markers[0].name", 5, "st\xffrt")),
    FIRES_AT(UTF8, "a name with a surrogate", build_mrtk_11, "markers[1].name", 3,
        SPLICE("markers[1].name", 3, "\xed\xa0\x80")),
    FIRES_AT(UTF8, "a name with an overlong UTF-8 form", build_mrtk_10, "markers[1].name", 3,
        SPLICE("markers[1].name", 3, "a\xc0\x80")),
    FIRES_AT(UTF8, "a name that ends inside a UTF-8 character", build_mrtk_11, "markers[1].name", 3,
        SPLICE("markers[1].name", 3, "a\xe2\x82")),
    FIRES_AT(UTF8, "a name with a character above U+10FFFF", build_mrtk_11, "markers[0].name", 5,
        SPLICE("markers[0].name", 5, "a\xf4\x90\x80\x80")),
    SILENT_IN(
        UTF8, "a name with U+10FFFF", build_mrtk_11, { SPLICE("markers[0].name", 5, "a\xf4\x8f\xbf\xbf") }),
    SILENT_IN(UTF8, "a name with a NUL and a byte order mark", build_mrtk_11,
        { SPLICE("markers[0].name", 5, "\xef\xbb\xbf\0a") }),

    FIRES_AT("mrtk/marker-order", "a marker earlier than the one before", build_mrtk_11, "markers[1].time", 4,
        F32("markers[0].time", 1)),
    SILENT_IN(
        "mrtk/marker-order", "two markers with equal times", build_mrtk_11, { F32("markers[0].time", 0.5) }),
    SILENT_IN(
        "mrtk/marker-order", "the time -0 after the time 0", build_mrtk_11, { F32("markers[1].time", -0.0) }),
    SILENT_IN("mrtk/marker-order",
        "the time of a marker is infinite, so the next time is not compared with it", build_mrtk_11,
        { F32("markers[0].time", INFINITY) }, { AT("mrtk/time-not-finite", "markers[0].time", 4) }),
};

CHECKED_CASES(
    mrtk_rules, cases_of_markers_have_their_findings, &ap_mrtk_format, mrtk_marker_cases, marker_cases)
