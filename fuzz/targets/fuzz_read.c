/* Fuzz target for linting. It must not crash, hang or exceed its memory limit; its result must be the same in
   two runs, and on the fast and slow paths; and each byte must belong to exactly one field (in a text, to at most one). */
#include <string.h>

#include "core/files/input.h"
#include "core/layout/field_map.h"
#include "fuzz/oracle.h"
#include "validators/mrtk/mrtk.h"

enum {
    SPELLED_SEGMENTS = 6
    /* number of segments per file that are formatted as text; formatting is slower than all other checks */
};

/* One input, a copy, and the arena for linting them. */
typedef struct read_case {
    const ap_format *format;
    ap_view input, copy;
    ap_arena *arena;
} read_case;

/* The segments of the field map so far. */
typedef struct segment_coverage {
    const ap_field_map *map;
    size_t end; /* offset of the first byte after the last segment */
    size_t segments;
} segment_coverage;

static void check_segment_text(const ap_segment *segment)
{
    char text[AP_SEGMENT_TEXT_BYTES];
    char path[256];
    const size_t length = ap_segment_text(segment, text);
    fuzz_expect_printable_text(text, sizeof text, "the text of a field");
    fuzz_require(
        strlen(text) == length, "a field's text with the length %zu has %zu bytes", length, strlen(text));
    const size_t path_length = ap_snprint_field_path(segment->path, segment->name, path, sizeof path);
    fuzz_require(path_length > 0 && path_length < sizeof path,
        "a field's path is empty or too long: %zu bytes", path_length);
    fuzz_expect_printable_text(path, sizeof path, "the path of a field");
}

static void check_segment(void *context, const ap_segment *segment)
{
    segment_coverage *t = context;
    const size_t size = t->map->input.size;
    const ap_span span = segment->span;
    fuzz_require(span.offset <= size && span.length <= size - span.offset,
        "a field at %zu+%zu is outside the input of %zu bytes", span.offset, span.length, size);
    fuzz_require(t->map->gapless ? span.offset == t->end : span.offset >= t->end,
        "a field at %zu+%zu does not follow the previous field, which ends at %zu", span.offset, span.length,
        t->end);
    if (!segment->unread && t->segments++ < SPELLED_SEGMENTS)
        check_segment_text(segment);
    t->end = span.offset + span.length;
}

/* Lints with a field listener, for which the linter reads arrays element by element (slow path), and checks that the fields
   cover the file. */
static void lint_on_slow_path(fuzz_check *slow, const read_case *r, const ap_lint_options *options)
{
    ap_field_map map;
    ap_lint_options listening = *options;
    segment_coverage t = { .map = &map };
    ap_field_map_init(&map, r->copy, !r->format->text, check_segment, &t);
    listening.listener = &map.listener;
    fuzz_lint(slow, r->arena, r->format, r->copy, &listening);
    ap_field_map_pass_rest_if_gapless(&map);
    fuzz_require(r->format->text || t.end == r->copy.size, "the field map ends at %zu instead of %zu", t.end,
        r->copy.size);
    fuzz_expect_consistent(slow, r->format, r->copy, "linting on the slow path");
}

/* Checks recognition with each required level of match: it must give `match` if that reaches the level, and otherwise a lower
   level than required. Also checks that may_be_marked accepts the first bytes of a file with a magic number. */
static void check_recognition_levels(const read_case *r, ap_match_level match)
{
    const ap_view start = { r->copy.bytes,
        r->copy.size < AP_INPUT_START_BYTES ? r->copy.size : AP_INPUT_START_BYTES };
    for (ap_match_level least = AP_MATCH_LIKELY; least <= AP_MATCH_CERTAIN; least++) {
        const ap_match_level found = r->format->recognize(r->copy, least);
        fuzz_require(match < least ? found < least : found == match,
            "recognition returns another level of match if only stronger matches are accepted");
    }
    fuzz_require(match != AP_MATCH_CERTAIN || r->format->may_be_marked(start),
        "may_be_marked rejects the start of a file with a magic number");
}

/* Indices of the slow checks in fuzz_is_check_selected. With all of them for each input, a target would be three times slower. */
typedef enum slow_check { SLOW_PATH, RECOGNITION, REQUESTED_LAYOUT, REUSED_LIST, TURNS = 8 } slow_check;

static bool is_selected_input(ap_view input, slow_check which)
{
    return fuzz_is_check_selected(input, which, TURNS);
}

/* Lints the input into *fast. For a share of the inputs, also lints a copy on the slow path, and compares the results. The copy
   has another address, so equal results show that the result depends only on the bytes. */
static void compare_fast_and_slow_path(const read_case *r, fuzz_check *fast, const ap_lint_options *options)
{
    fuzz_check slow;
    fuzz_lint(fast, r->arena, r->format, r->input, options);
    fuzz_expect_consistent(fast, r->format, r->input, "fast");
    if (is_selected_input(r->input, SLOW_PATH)) {
        lint_on_slow_path(&slow, r, options);
        fuzz_expect_same_check(fast, &slow, "fast and slowly");
    }
}

/* Checks that a file without errors is recognised, and that a copy of the file gives the same match. */
static void check_recognised(const read_case *r, const fuzz_check *result)
{
    const ap_match_level match = r->format->recognize(r->input, AP_MATCH_RESEMBLES);
    fuzz_require(match == r->format->recognize(r->copy, AP_MATCH_RESEMBLES),
        "recognition of a copy gives another result");
    fuzz_require(!fuzz_is_valid(result) || match != AP_MATCH_NONE, "a file without errors is not recognised");
    check_recognition_levels(r, match);
}

/* Returns true if the options request the layout that automatic choice gave for `first`. */
static bool is_chosen_layout(const fuzz_check *first, const ap_lint_options *options)
{
    const char *name = ap_enum_name_of(ap_mrtk_variants, (int)ap_mrtk_variant_wanted(options));
    return first->about.variant != NULL && strcmp(first->about.variant, name) == 0;
}

/* Lints with a requested layout. If automatic choice gave the same layout, the findings must be those of `first`. */
static void check_layout(const read_case *r, const fuzz_check *first, const ap_lint_options *options)
{
    fuzz_check asked;
    if (is_chosen_layout(first, options)) {
        fuzz_lint(&asked, r->arena, r->format, r->input, options);
        fuzz_expect_same_check(first, &asked, "layout chosen automatically, and requested");
    } else {
        compare_fast_and_slow_path(r, &asked, options);
    }
}

/* Lints with a list of findings that was used before, as for the next file of a run. The result must equal
   `first`. */
static void check_reused_list(const read_case *r, const fuzz_check *first, const ap_lint_options *options)
{
    fuzz_check used;
    fuzz_lint(&used, r->arena, r->format, r->input, options);
    fuzz_lint_reusing_list(&used, r->format, r->input, options);
    fuzz_expect_same_check(first, &used, "once and again");
}

/* The input's size selects a combination of the format's options, and for MRTK a layout to request
   in addition to automatic choice. The input's last bytes select the slow checks, and whether SIMD
   is disabled.  */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ap_arena arena;
    fuzz_check first;
    const ap_view input = { data, size };
    const read_case r = { fuzz_find_format(FUZZ_FORMAT), input, fuzz_copy_bytes(input), &arena };
    ap_lint_options options = fuzz_options_of_variant(size % fuzz_count_option_variants(r.format));
    const bool has_layouts = strcmp(r.format->name, "mrtk") == 0, no_simd = fuzz_hash_input(input) % 4 == 0;
    if (has_layouts)
        options.choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_AUTO;
    else
        options.no_simd = no_simd;
    fuzz_arena_init(&arena, size);
    compare_fast_and_slow_path(&r, &first, &options);
    if (is_selected_input(input, RECOGNITION))
        check_recognised(&r, &first);
    if (is_selected_input(input, REUSED_LIST))
        check_reused_list(&r, &first, &options);
    options.choices[AP_MRTK_VARIANT_CHOICE] = size % 2 == 0 ? AP_MRTK_WRITER : AP_MRTK_PUBLISHED;
    options.no_simd = no_simd;
    if (has_layouts && is_selected_input(input, REQUESTED_LAYOUT))
        check_layout(&r, &first, &options);
    ap_arena_free(&arena);
    fuzz_free_copy(r.copy);
    return 0;
}
