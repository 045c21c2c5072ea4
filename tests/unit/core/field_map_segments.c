/* core/layout/field_map.h: the segments of a binary file cover each byte exactly once, also in a broken file. */
#include <criterion/criterion.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "core/files/input.h"
#include "core/layout/field_map.h"
#include "tests/unit/support/at_end.h"
#include "tests/unit/support/test_sample.h"
#include "validators/recognize.h"
#include "validators/registry.h"

typedef struct coverage {
    size_t end; /* end of the segment before */
    size_t size;
    size_t fields, unread;
    bool broken; /* a segment does not begin where the one before ends, or ends after the input */
} coverage;

static void add_segment(void *context, const ap_segment *segment)
{
    coverage *t = context;
    t->broken |= segment->span.offset != t->end || segment->span.length > t->size - t->end;
    t->end = segment->span.offset + segment->span.length;
    t->fields += !segment->unread;
    t->unread += segment->unread;
}

static coverage coverage_of_segments(const ap_format *format, ap_view input)
{
    AT_END(ap_arena_free) ap_arena arena;
    ap_field_map map;
    ap_lint_result about = { .version = NULL };
    coverage t = { .size = input.size };
    ap_arena_init(&arena, 0);
    ap_findings *findings = ap_alloc(&arena, sizeof *findings);
    ap_findings_init(findings, &arena, NULL, 1, 1);
    ap_field_map_init(&map, input, true, add_segment, &t);
    const ap_lint_options options = { .listener = &map.listener };
    format->lint(input, &options, findings, &about);
    ap_field_map_pass_rest_if_gapless(&map);
    return t;
}

static void expect_segments_cover_input(const ap_format *format, ap_view input, const char *what, size_t at)
{
    const coverage t = coverage_of_segments(format, input);
    cr_assert(!t.broken && t.end == input.size, "%s, %zu: segments must cover each byte once", what, at);
    cr_assert(t.unread <= 1, "%s, %zu: expected at most one gap, not %zu", what, at, t.unread);
}

enum {
    MOST_CUTS = 400,   /* largest number of truncated copies of a file */
    STEP_GROWS_AT = 50 /* number of bytes after which the step to the next damaged byte grows by one */
};

/* Checks truncated copies of the file. Each copy has its own memory block of exactly its size, so that AddressSanitizer reports
   reads past the end. */
static void check_each_truncation(const ap_format *format, ap_view input, const char *what)
{
    const size_t step = 1 + input.size / MOST_CUTS;
    for (size_t size = 0; size <= input.size; size += step) {
        uint8_t *copy = malloc(size > 0 ? size : 1);
        memcpy(copy, input.bytes, size);
        expect_segments_cover_input(format, (ap_view){ copy, size }, what, size);
        free(copy);
    }
}

/* Damages mostly the first bytes, which have many counts and marks. */
static void check_with_damaged_bytes(const ap_format *format, ap_view input, const char *what)
{
    static const uint8_t values[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
    uint8_t *copy = malloc(input.size + 1);
    memcpy(copy, input.bytes, input.size);
    for (size_t at = 0; at < input.size; at += 1 + at / STEP_GROWS_AT + input.size / 4096) {
        for (size_t v = 0; v < sizeof values; v++) {
            copy[at] = values[v];
            expect_segments_cover_input(format, (ap_view){ copy, input.size }, what, at);
        }
        copy[at] = input.bytes[at];
    }
    free(copy);
}

static void check_golden_files(
    const char *pattern, size_t step, void (*check)(const ap_format *format, ap_view input, const char *what))
{
    glob_t found;
    ap_input input;
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0, "no file matches %s; run from the root of the repository",
        pattern);
    ap_input_init(&input, 0);
    for (size_t i = 0; i < found.gl_pathc; i += step) {
        cr_assert_eq(ap_input_load(&input, found.gl_pathv[i]), AP_OK);
        const ap_format *format = ap_recognize(input.view, AP_MATCH_RESEMBLES);
        cr_assert_not_null(format, "%s must be recognized", found.gl_pathv[i]);
        check(format, input.view, found.gl_pathv[i]);
    }
    ap_input_free_memory(&input);
    globfree(&found);
}

static void check_valid_file(const ap_format *format, ap_view input, const char *what)
{
    expect_segments_cover_input(format, input, what, input.size);
    const coverage t = coverage_of_segments(format, input);
    cr_assert(t.fields > 0 && t.unread == 0, "%s: a valid file must have fields and no gap, has %zu gaps",
        what, t.unread);
}

static void check_bad_file(const ap_format *format, ap_view input, const char *what)
{
    expect_segments_cover_input(format, input, what, input.size);
}

Test(field_map, valid_golden_files_are_covered_by_fields)
{
    check_golden_files("golden/*/valid/*.bin", 1, check_valid_file);
}

Test(field_map, bad_golden_files_have_at_most_one_gap)
{
    check_golden_files("golden/*/bad/*.bin", 1, check_bad_file);
}

Test(field_map, truncated_files_are_covered)
{
    check_golden_files("golden/*/valid/*.bin", sample_step(), check_each_truncation);
}

Test(field_map, files_with_a_damaged_byte_are_covered)
{
    check_golden_files("golden/*/valid/*.bin", sample_step(), check_with_damaged_bytes);
}
