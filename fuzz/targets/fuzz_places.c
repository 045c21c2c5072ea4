/* Fuzz target for field paths and the rewrite check. The field at an offset must be found again by its path,
   and patterns must match the path. A writer that changes one byte must be detected, with the byte's offset
   and field. The first bytes of the input choose the byte and the change. */
#include <string.h>

#include "core/base/path_glob.h"
#include "core/layout/field_map.h"
#include "fuzz/oracle.h"
#include "validators/field_at.h"
#include "validators/rewrite.h"

enum { CHOICE_BYTES = 3 };

/* Context of the writer with an error, passed as its options: ap_rewrite_and_compare passes the options on
   unchanged. */
typedef struct wrong_writer {
    ap_lint_options options; /* must be the first member: the writer casts the options to this struct */
    const ap_format *format;
    size_t at;
    uint8_t error; /* 0: omit the byte and all after it; 1: add a byte at the end; otherwise xor the byte */
} wrong_writer;

/* Maps a choice byte to an error, so that the errors 0 and 1 (see wrong_writer) are frequent. */
static uint8_t error_kind_or_xor_of_choice(uint8_t choice)
{
    return choice % 4 < 2 ? choice % 4 : (uint8_t)(2 | choice >> 2);
}

static bool write_with_error(
    ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer)
{
    const wrong_writer *e = (const wrong_writer *)(const void *)options;
    ap_buffer store;
    bool complete = fuzz_rewrite(e->format, input, options, arena, &store);
    if (complete && e->error > 1 && e->at < store.size)
        store.bytes[e->at] ^= e->error;
    const size_t size = e->error == 0 && e->at < store.size ? e->at : store.size;
    complete = complete && (size == 0 || ap_write(writer, store.bytes, size));
    if (complete && e->error == 1)
        complete = ap_write(writer, " ", 1);
    ap_buffer_free(&store);
    return complete;
}

static void expect_consistent_rewrite_side(const ap_rewrite_side *side, const char *which)
{
    fuzz_require(side->shown_bytes <= AP_REWRITE_SHOWN_BYTES && (side->field.known || side->shown_bytes == 0),
        "%s: the rewrite check shows %zu bytes: more than allowed, or bytes of an unknown field", which,
        side->shown_bytes);
    fuzz_expect_printable_text(side->field.path, sizeof side->field.path, which);
}

static void check_difference(
    const ap_format *format, ap_view input, size_t at, uint8_t error, ap_arena *arena)
{
    const wrong_writer e = { fuzz_options_of_variant(0), format, at, error };
    ap_format wrong = *format;
    ap_rewrite about;
    wrong.write = write_with_error;
    const ap_rewrite_result result = ap_rewrite_and_compare(&wrong, input, &e.options, arena, &about);
    expect_consistent_rewrite_side(&about.read, "read");
    expect_consistent_rewrite_side(&about.wrote, "written");
    if (format->text) /* a wrong byte may leave the canonical form of a text unchanged */
        return;
    const size_t where = error == 1 ? input.size : at;
    fuzz_require(result == AP_REWRITE_DIFFERS && about.at == where,
        "byte %zu was written wrongly, but byte %zu is reported", where, about.at);
    const ap_span span = about.read.field.span;
    fuzz_require(!about.read.field.known || (where >= span.offset && where - span.offset < span.length),
        "byte %zu was written wrongly, but field %s is reported", where, about.read.field.path);
}

/* Runs the rewrite check with a failing allocation. The check may then fail, but must not report a wrongly written binary file as
   unchanged. Also checks that no field is found at the offset if the first allocation fails. */
static void check_without_memory(
    const ap_format *format, ap_view input, size_t at, uint8_t error, size_t fail_at)
{
    const wrong_writer e = { fuzz_options_of_variant(0), format, at, error };
    ap_format wrong = *format;
    ap_arena arena;
    ap_rewrite about;
    wrong.write = write_with_error;
    fuzz_arena_init(&arena, input.size);
    arena.fail_at = fail_at;
    const ap_rewrite_result result = ap_rewrite_and_compare(&wrong, input, &e.options, &arena, &about);
    fuzz_require(
        format->text || result != AP_REWRITE_SAME, "byte %zu was written wrongly, which is not reported", at);
    fuzz_require(
        result != AP_REWRITE_FAILED || arena.failed || format->text, "the check failed with enough memory");
    expect_consistent_rewrite_side(&about.read, "read without memory");
    expect_consistent_rewrite_side(&about.wrote, "written without memory");
    ap_arena_free(&arena);
    fuzz_arena_init(&arena, input.size);
    arena.fail_at = 1;
    fuzz_require(!ap_find_field_at(format, input, &e.options, &arena, at).known && arena.failed,
        "the field of byte %zu is found although an allocation failed", at);
    ap_arena_free(&arena);
}

/* Replaces each index in the path with `[*]`. */
static void generalise_indices(const char *path, char pattern[AP_FIELD_AT_PATH_BYTES])
{
    size_t used = 0;
    for (const char *at = path; *at != '\0'; at++) {
        pattern[used++] = *at;
        if (*at != '[')
            continue;
        pattern[used++] = '*';
        at += strspn(at + 1, "0123456789");
    }
    pattern[used] = '\0';
}

static void check_patterns(const char *path)
{
    char pattern[AP_FIELD_AT_PATH_BYTES];
    generalise_indices(path, pattern);
    fuzz_require(ap_field_path_or_parent_matches(path, path), "%s does not match itself", path);
    fuzz_require(ap_field_path_or_parent_matches("*", path), "* does not match %s", path);
    fuzz_require(ap_field_path_or_parent_matches(pattern, path), "%s does not match %s", pattern, path);
    pattern[strcspn(pattern, ".[")] = '\0';
    fuzz_require(
        ap_field_path_or_parent_matches(pattern, path), "the prefix %s does not match %s", pattern, path);
    fuzz_require(!ap_field_path_or_parent_matches("*[*].*.nothing", path),
        "a pattern with an unknown field matches %s", path);
}

/* Counts the segments of a field map that contain a byte. */
typedef struct segment_count {
    size_t at;       /* offset of the byte */
    size_t segments; /* segments that contain the byte */
} segment_count;

static void count_and_check_segment_at_byte(void *context, const ap_segment *segment)
{
    segment_count *s = context;
    char text[AP_SEGMENT_TEXT_BYTES];
    if (s->at < segment->span.offset || s->at - segment->span.offset >= segment->span.length)
        return;
    s->segments++;
    if (segment->unread)
        return;
    const size_t length = ap_segment_text(segment, text);
    fuzz_expect_printable_text(text, sizeof text, "the text of a field");
    fuzz_require(
        strlen(text) == length, "a field's text with the length %zu has %zu bytes", length, strlen(text));
    fuzz_expect_printable_text(ap_field_type_name(segment->type), sizeof text, "a type");
    fuzz_expect_printable_text(ap_field_role_name(segment->role), sizeof text, "a role");
}

static void check_segments_at(const ap_format *format, ap_view input, size_t at, ap_arena *arena)
{
    ap_field_map map;
    fuzz_check check;
    segment_count s = { .at = at };
    ap_lint_options options = fuzz_options_of_variant(0);
    ap_field_map_init(&map, input, !format->text, count_and_check_segment_at_byte, &s);
    options.listener = &map.listener;
    fuzz_lint(&check, arena, format, input, &options);
    ap_field_map_pass_rest_if_gapless(&map);
    fuzz_require(format->text ? s.segments <= 1 : s.segments == 1,
        "byte %zu is in %zu segments of the field map", at, s.segments);
}

static void check_field_at(const ap_format *format, ap_view input, size_t at, ap_arena *arena)
{
    const ap_lint_options options = fuzz_options_of_variant(0);
    const ap_field_at here = ap_find_field_at(format, input, &options, arena, at);
    if (!here.known)
        return;
    fuzz_require(at >= here.span.offset && at - here.span.offset < here.span.length,
        "the field of byte %zu has the span %zu+%zu without that byte", at, here.span.offset,
        here.span.length);
    fuzz_expect_printable_text(here.path, sizeof here.path, "the path of a field");
    const ap_field_at again = ap_find_field_by_path(format, input, &options, arena, here.path);
    fuzz_require(again.known && again.span.offset <= here.span.offset && strcmp(again.path, here.path) == 0,
        "field %s is not found by its path", here.path);
    check_patterns(here.path);
}

static void check_failing_writer(const ap_format *format, ap_view input, size_t at, ap_arena *arena)
{
    ap_writer writer;
    const ap_lint_options options = fuzz_options_of_variant(0);
    fuzz_init_full_writer(&writer, at);
    const bool complete = format->write(input, &options, arena, &writer) && ap_writer_flush(&writer);
    fuzz_require(!complete && writer.failed, "a writer with too little room reports success");
}

/* Indices of the checks in fuzz_is_check_selected, and their number. */
enum { PLACE, SEGMENT, WRITTEN, TURNS };

static void check_rewrite(const ap_format *format, ap_view input, size_t at, uint8_t error, ap_arena *arena)
{
    const size_t before = arena->allocations;
    check_difference(format, input, at, error, arena);
    if (at % 4 == 0)
        check_without_memory(format, input, at, error,
            fuzz_pick_failing_allocation(fuzz_hash_input(input), arena->allocations - before));
    check_failing_writer(format, input, at, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ap_arena arena;
    fuzz_check check;
    const ap_lint_options options = fuzz_options_of_variant(0);
    if (size <= CHOICE_BYTES)
        return 0;
    const ap_view whole = { data, size }, input = { data + CHOICE_BYTES, size - CHOICE_BYTES };
    const size_t at = ((size_t)data[0] | (size_t)data[1] << 8) % input.size;
    const ap_format *format = fuzz_recognize_or_md5anim(input);
    ap_arena_init(&arena, FUZZ_ENOUGH_MEMORY);
    if (fuzz_is_check_selected(whole, PLACE, TURNS))
        check_field_at(format, input, at, &arena);
    if (fuzz_is_check_selected(whole, SEGMENT, TURNS))
        check_segments_at(format, input, at, &arena);
    if (fuzz_is_check_selected(whole, WRITTEN, TURNS)) {
        fuzz_lint(&check, &arena, format, input, &options);
        if (fuzz_is_valid(&check))
            check_rewrite(format, input, at, error_kind_or_xor_of_choice(data[2]), &arena);
    }
    ap_arena_free(&arena);
    return 0;
}
