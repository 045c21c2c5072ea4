/* core/layout/field_map.h: the segments of a binary file are all of its bytes, each once, whatever is wrong
   with it. */
#include <criterion/criterion.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "core/files/input.h"
#include "core/layout/field_map.h"
#include "tests/unit/support/test_sample.h"
#include "validators/recognize.h"
#include "validators/registry.h"

typedef struct tiling {
    size_t end; /* of the previous segment */
    size_t size;
    size_t fields, unread;
    bool broken;
} tiling;

static void segment(void *context, const ap_segment *segment)
{
    tiling *t = context;
    t->broken |= segment->span.offset != t->end || segment->span.length > t->size - t->end;
    t->end = segment->span.offset + segment->span.length;
    t->fields += !segment->unread;
    t->unread += segment->unread;
}

static tiling tile(const ap_format *format, ap_view input)
{
    ap_arena arena;
    ap_field_map map;
    ap_lint_result about = { .version = NULL };
    tiling t = { .size = input.size };
    ap_arena_init(&arena, 0);
    ap_findings *findings = ap_alloc(&arena, sizeof *findings);
    ap_findings_init(findings, &arena, NULL, 1, 1);
    ap_field_map_init(&map, input, true, segment, &t);
    const ap_lint_options options = { .listener = &map.listener };
    format->lint(input, &options, findings, &about);
    ap_field_map_finish(&map);
    ap_arena_free(&arena);
    return t;
}

static void expect_tiled(const ap_format *format, ap_view input, const char *what, size_t at)
{
    const tiling t = tile(format, input);
    cr_assert(!t.broken && t.end == input.size, "%s, %zu: segments overlap or leave something out", what, at);
    cr_assert(t.unread <= 1, "%s, %zu: %zu gaps", what, at, t.unread);
}

/* At each byte of small files, and at about as many places of larger ones. */
enum { MOST_CUTS = 400, MOST_DAMAGED = 50 };

/* Copies of exactly their size, so that AddressSanitizer sees each read after the end. */
static void cut_everywhere(const ap_format *format, ap_view input, const char *what)
{
    const size_t step = 1 + input.size / MOST_CUTS;
    for (size_t size = 0; size <= input.size; size += step) {
        uint8_t *copy = malloc(size > 0 ? size : 1);
        memcpy(copy, input.bytes, size);
        expect_tiled(format, (ap_view){ copy, size }, what, size);
        free(copy);
    }
}

/* The first bytes are where the counts and the marks of these files are dense. */
static void damage(const ap_format *format, ap_view input, const char *what)
{
    static const uint8_t values[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
    uint8_t *copy = malloc(input.size + 1);
    memcpy(copy, input.bytes, input.size);
    for (size_t at = 0; at < input.size; at += 1 + at / MOST_DAMAGED + input.size / 4096) {
        for (size_t v = 0; v < sizeof values; v++) {
            copy[at] = values[v];
            expect_tiled(format, (ap_view){ copy, input.size }, what, at);
        }
        copy[at] = input.bytes[at];
    }
    free(copy);
}

static void with_golden(
    const char *pattern, size_t each, void (*check)(const ap_format *format, ap_view input, const char *what))
{
    glob_t found;
    ap_input input;
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0, "no %s: is this the root?", pattern);
    ap_input_init(&input, 0);
    for (size_t i = 0; i < found.gl_pathc; i += each) {
        cr_assert_eq(ap_input_load(&input, found.gl_pathv[i]), AP_OK);
        const ap_format *format = ap_recognize(input.view, AP_MATCH_RESEMBLES);
        cr_assert_not_null(format, "%s", found.gl_pathv[i]);
        check(format, input.view, found.gl_pathv[i]);
    }
    ap_input_free(&input);
    globfree(&found);
}

static void whole(const ap_format *format, ap_view input, const char *what)
{
    expect_tiled(format, input, what, input.size);
    const tiling t = tile(format, input);
    cr_assert(t.fields > 0 && t.unread == 0, "%s: %zu gaps in a valid file", what, t.unread);
}

static void broken(const ap_format *format, ap_view input, const char *what)
{
    expect_tiled(format, input, what, input.size);
}

Test(field_map, valid_golden_files_are_all_fields)
{
    with_golden("golden/*/valid/*.bin", 1, whole);
}

Test(field_map, bad_golden_files_are_fields_and_one_gap)
{
    with_golden("golden/*/bad/*.bin", 1, broken);
}

Test(field_map, files_that_are_cut_off)
{
    with_golden("golden/*/valid/*.bin", test_each(), cut_everywhere);
}

Test(field_map, files_with_a_damaged_byte)
{
    with_golden("golden/*/valid/*.bin", test_each(), damage);
}
