/* Lints, reads and recognises MRTK input animations: chooses the layout, reads the file in this layout, and searches for the
   right value of a wrong count. */
#include "validators/mrtk/mrtk.h"

#include <math.h>

#include "core/layout/count_search.h"
#include "validators/mrtk/mrtk_layout.h"
#include "validators/mrtk/mrtk_marker_count.h"
#include "validators/mrtk/mrtk_reencoded.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"
#include "validators/mrtk/mrtk_text.h"
#include "validators/mrtk/mrtk_variant.h"
#include "validators/mrtk/mrtk_write.h"

enum { MAGIC_BYTES = 8 };

/* Searching for the right value of a wrong count */

typedef struct count_search_state {
    ap_mrtk_animation animation; /* a copy of the animation that the search may overwrite */
    ap_mrtk_cursor start, cursor;
} count_search_state;

static bool read_rest_of_file(ap_io *io)
{
    count_search_state *scope = io->scope;
    scope->cursor = scope->start;
    io->scope = &scope->cursor;
    return ap_mrtk_read_curves_and_markers(io);
}

/* Counts the markers from the end of the count at `count_at` to the end of the file. The number follows from
   the bytes, so the search need not try values. */
static ap_count_inferred_if_known infer_marker_count(const ap_io *io, size_t count_at, ap_mrtk_cursor *cursor)
{
    ap_io probe;
    ap_mrtk_marker_record marker;
    ap_io_init(&probe, io->input, NULL, io->arena, io->structure);
    probe.at = count_at + sizeof(int32_t);
    ap_enter_element(&probe, "markers", 0);
    for (int32_t count = 0; count < AP_SEARCH_COUNTS; count++) {
        if (ap_bytes_left(&probe) == 0)
            return (ap_count_inferred_if_known){ .known = true, .value = count };
        if (!ap_mrtk_read_or_write_marker(&probe, cursor, &marker))
            break;
    }
    return (ap_count_inferred_if_known){ .known = false };
}

static ap_count_inferred_if_known infer_count(const ap_io *io, size_t count_at)
{
    const ap_mrtk_cursor *cursor = io->scope;
    count_search_state *scope = ap_alloc(io->arena, sizeof *scope);
    if (scope == NULL)
        return (ap_count_inferred_if_known){ .known = false };
    scope->animation = *cursor->animation;
    scope->start = *cursor;
    scope->start.animation = &scope->animation;
    if (cursor->at_markers)
        return infer_marker_count(io, count_at, &scope->start);
    const ap_element *keys =
        ap_mrtk_key_layout_of_record(cursor->animation, &cursor->animation->records[cursor->record]);
    return ap_search_smallest_count(io, count_at, cursor->curve_at, keys->bytes, read_rest_of_file, scope);
}

static const ap_structure_rules structure = {
    .truncated = AP_MRTK_RULE(TRUNCATED),
    .count_negative = AP_MRTK_RULE(COUNT_NEGATIVE),
    .count_exceeds_file = AP_MRTK_RULE(COUNT_EXCEEDS_FILE),
    .trailing_bytes = AP_MRTK_RULE(TRAILING_BYTES),
    .infer = infer_count,
};

/* Returns true and adds a finding if the line ends of the file were converted. Called for a file that cannot be read exactly to
   its end in any layout. The header has been read and has no line ends. Reading ended at `end`: a converted line end after the
   field at `end` cannot be the cause. */
static bool report_if_line_ends_converted(ap_io *io, ap_mrtk_animation *animation, size_t end)
{
    ap_io restored;
    ap_mrtk_crlf_overlay ends;
    if (!ap_mrtk_open_overlay_if_all_lines_crlf(
            io->input, ap_saturating_size_sum(end, AP_OVERLAY_BYTES + 1), &ends))
        return false;
    ap_io_init(&restored, io->input, NULL, NULL, &structure);
    restored.input.size -= ends.count;
    restored.overlay = &ends.overlay;
    if (ap_mrtk_find_exact_variant(&restored, animation, &end) == AP_MRTK_AUTO)
        return false;
    ap_mrtk_report_converted_lines(io, &ends);
    return true;
}

/* Returns true and adds a finding if the file can be read in the other version, after it could not be read exactly to its end
   in any layout of its own version. */
static bool report_if_version_exchanged(ap_io *io, const ap_mrtk_animation *animation)
{
    ap_mrtk_other_layout other;
    if (!ap_mrtk_find_other_version(io, animation->minor, &other))
        return false;
    ap_mrtk_report_wrong_version(io, animation, &other);
    return true;
}

/* Reading a file */

static size_t count_curves(const ap_mrtk_animation *animation)
{
    size_t curves = 0;
    for (size_t i = 0; i < animation->record_count; i++)
        curves += animation->records[i].shape->curve_count;
    return curves;
}

/* Reads everything after the version. Returns false if a count may be wrong: reading fails after the flags, or leaves bytes that
   may belong to the file. */
static bool read_after_version_unless_counts_misfit(
    ap_io *io, ap_mrtk_animation *animation, const ap_policy *policy)
{
    ap_mrtk_cursor *cursor = io->scope;
    if (!ap_mrtk_read_or_write_flags(io, animation)) {
        ap_count_skipped_checks(io, 2); /* curves, markers */
        return true;
    }
    if (!ap_mrtk_read_or_write_curves(io)) {
        ap_count_skipped_checks(io,
            count_curves(animation) - cursor->complete_curves - 1 + (animation->variant == AP_MRTK_WRITER));
        return false;
    }
    ap_mrtk_check_curves(io, animation);
    ap_mrtk_check_duration(io, animation, policy);
    const bool complete = ap_mrtk_read_or_write_markers(io);
    if (complete)
        ap_mrtk_check_end_of_file(io);
    return complete && (ap_bytes_left(io) == 0 || ap_mrtk_is_recording_next(io));
}

static void report_empty_file(ap_io *io)
{
    ap_add_finding_at(io, structure.truncated, (ap_span){ 0, 0 }, "magic", ap_byte_count(MAGIC_BYTES),
        ap_byte_count(0), "the file is empty; MRTK leaves such a file when it saves an empty recording");
}

/* Searches for a wrong key count in the layout of the animation, if that layout is not `exact` or the curves that were read have
   a sign of a wrong count; otherwise leaves *readable as it is. `exact` is the layout that ends exactly at the end of the file,
   or AP_MRTK_AUTO if neither layout does. */
static void find_wrong_count_if_suspected(
    const ap_io *io, ap_mrtk_animation *animation, ap_mrtk_variant exact, ap_mrtk_readable_part *readable)
{
    if (animation->variant != exact || ap_mrtk_may_have_wrong_count(animation))
        ap_mrtk_measure_variant(io, animation, animation->variant, readable);
}

/* Sets the layout of the animation: the wanted layout; if that is AP_MRTK_AUTO, the layout `exact`; and if that is AP_MRTK_AUTO
   too, the more likely layout. */
static void choose_variant(
    const ap_io *io, ap_mrtk_animation *animation, ap_mrtk_variant wanted, ap_mrtk_variant exact)
{
    animation->variant = wanted != AP_MRTK_AUTO  ? wanted
                         : exact != AP_MRTK_AUTO ? exact
                                                 : ap_mrtk_choose_likely_variant(io, animation);
}

/* Reads the file after its header, from the cursor's first curve on, and reports what it finds. If
   cursor->stops_if_count_suspected is true, the findings are complete only if cursor->count_suspected is false afterwards. */
static void read_after_header(
    ap_io *io, ap_mrtk_animation *animation, ap_mrtk_cursor *cursor, const ap_lint_options *options)
{
    io->scope = cursor;
    if (ap_mrtk_variant_wanted(options) == AP_MRTK_AUTO)
        ap_mrtk_check_variant(io, animation);
    const bool counts_fit = read_after_version_unless_counts_misfit(io, animation, options->policy);
    if (cursor->stops_if_count_suspected && cursor->count_suspected)
        return;
    ap_finding *ended = io->findings->latest;
    ap_mrtk_report_flips(io, &cursor->flips);
    if (!counts_fit && !ap_mrtk_report_wrong_marker_count(io, ended))
        ap_complete_wrong_count_finding(io);
}

/* Reads a file that ends exactly where its layout ends, up to the first sign of a wrong key count. Few files have such a sign,
   and a search for it before reading would read all keys from memory twice. Returns false without findings if there is one. */
static bool read_unless_count_suspected(
    const ap_io *begun, ap_mrtk_animation *animation, const ap_lint_options *options)
{
    ap_io io = *begun;
    ap_mrtk_cursor cursor = ap_mrtk_cursor_at_first_curve(animation);
    cursor.stops_if_count_suspected = true;
    read_after_header(&io, animation, &cursor, options);
    if (cursor.count_suspected)
        ap_findings_clear(io.findings);
    return !cursor.count_suspected;
}

static void begin_reading(ap_io *io, ap_view input, const ap_lint_options *options, ap_findings *findings)
{
    ap_io_init(io, input, findings, findings->arena, &structure);
    io->listener = options->listener;
    io->joint = ap_mrtk_joint_of_path;
}

static void lint_recording(
    ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    ap_io io;
    begin_reading(&io, input, options, findings);
    ap_mrtk_animation *animation = ap_alloc(findings->arena, sizeof *animation);
    if (animation == NULL)
        return;
    if (input.size == 0) {
        report_empty_file(&io);
        return;
    }
    if (!ap_mrtk_read_or_write_header(&io, animation))
        return;
    result->version = ap_enum_name_of(ap_mrtk_minors, animation->minor);
    size_t end;
    const ap_mrtk_variant exact = ap_mrtk_find_exact_variant(&io, animation, &end);
    if (exact == AP_MRTK_AUTO
        && (report_if_line_ends_converted(&io, animation, end)
            || report_if_version_exchanged(&io, animation)))
        return;
    choose_variant(&io, animation, ap_mrtk_variant_wanted(options), exact);
    if (findings->arena->failed) /* without memory, a wrong layout may have been chosen */
        return;
    result->variant = ap_enum_name_of(ap_mrtk_variants, (int)animation->variant);
    const bool listening = io.listener != NULL; /* a listener gets each field only once */
    if (animation->variant == exact && !listening && read_unless_count_suspected(&io, animation, options))
        return;
    ap_mrtk_readable_part readable = { .has_wrong_count = false };
    find_wrong_count_if_suspected(&io, animation, exact, &readable);
    if (findings->arena->failed) /* without memory, a wrong count may not have been found */
        return;
    ap_mrtk_cursor cursor = ap_mrtk_cursor_at_first_curve(animation);
    cursor.wrong = readable.has_wrong_count ? &readable.wrong : NULL;
    read_after_header(&io, animation, &cursor, options);
}

ap_mrtk_animation *ap_mrtk_read(ap_view input, ap_mrtk_variant variant, ap_arena *arena)
{
    ap_io io;
    ap_io_init(&io, input, NULL, arena, &structure);
    ap_mrtk_animation *animation = ap_alloc(arena, sizeof *animation);
    if (animation == NULL || !ap_mrtk_read_or_write_header(&io, animation))
        return NULL;
    size_t end;
    animation->variant = variant == AP_MRTK_AUTO ? ap_mrtk_find_exact_variant(&io, animation, &end) : variant;
    if (animation->variant == AP_MRTK_AUTO)
        return NULL;
    ap_mrtk_cursor cursor = ap_mrtk_cursor_at_first_curve(animation);
    io.scope = &cursor;
    bool complete = ap_mrtk_read_or_write_flags(&io, animation) && ap_mrtk_read_curves_and_markers(&io)
                    && ap_bytes_left(&io) == 0;
    return complete && !arena->failed ? animation : NULL;
}

/* Recognising a file */

/* Returns true if everything after the header can be read exactly to the end of the file, as version 1.`minor` in one of the two
   layouts. */
static __attribute__((noinline)) bool can_be_read_after_header(ap_view input, int32_t minor)
{
    ap_mrtk_animation animation = { .major = 1,
        .minor = minor }; /* a large local variable: this function is not inlined, so that its callers need
                             not clear it */
    ap_io io;
    ap_io_init(&io, input, NULL, NULL, &structure);
    size_t end;
    return ap_mrtk_find_exact_variant(&io, &animation, &end) != AP_MRTK_AUTO;
}

static bool can_be_read_without_magic(ap_view input)
{
    if (input.size < AP_MRTK_HEADER_BYTES || ap_load_i32(input.bytes + MAGIC_BYTES, false) != 1)
        return false;
    const int32_t minor = ap_load_i32(input.bytes + MAGIC_BYTES + sizeof minor, false);
    return ap_mrtk_knows_version(1, minor) && can_be_read_after_header(input, minor);
}

static const uint8_t magic[MAGIC_BYTES] = { 0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a };

static bool begins_with_magic(ap_view input)
{
    return memcmp(input.bytes, magic, MAGIC_BYTES) == 0;
}

/* Returns true if the file begins with the magic number: as stored, byte-swapped, or re-encoded as text. */
static bool is_marked(ap_view start)
{
    if (start.size < MAGIC_BYTES)
        return false;
    return begins_with_magic(start) || ap_load_u64(start.bytes, true) == AP_MRTK_MAGIC
           || ap_mrtk_find_reencoding(start) != NULL;
}

static bool begins_with_magic_even_if_cut(ap_view input)
{
    const size_t shown = input.size < MAGIC_BYTES ? input.size : MAGIC_BYTES;
    return shown > 0 && memcmp(input.bytes, magic, shown) == 0;
}

static ap_match_level recognize(ap_view input, ap_match_level least)
{
    if (is_marked(input))
        return AP_MATCH_CERTAIN;
    if (least <= AP_MATCH_LIKELY
        && (ap_mrtk_find_magic_after_start(input) > 0 || can_be_read_without_magic(input)))
        return AP_MATCH_LIKELY;
    return least <= AP_MATCH_RESEMBLES && begins_with_magic_even_if_cut(input) ? AP_MATCH_RESEMBLES
                                                                               : AP_MATCH_NONE;
}

const ap_enum_name ap_mrtk_variants[] = { { "auto", AP_MRTK_AUTO }, { "writer", AP_MRTK_WRITER },
    { "published", AP_MRTK_PUBLISHED }, { NULL, 0 } };

ap_mrtk_minor ap_mrtk_minor_of_result_or_1_0(const ap_lint_result *result)
{
    const ap_enum_name *found =
        result->version == NULL ? NULL : ap_find_enum_name(ap_mrtk_minors, result->version);
    return found == NULL ? AP_MRTK_1_0 : (ap_mrtk_minor)found->value;
}

static const ap_format_option options[] = {
    { "mrtk-layout", "mrtk: layout of the input", ap_mrtk_variants, AP_MRTK_VARIANT_CHOICE, true },
};

const ap_format ap_mrtk_format = {
    .name = "mrtk",
    .title = "MRTK input animation",
    .extension = ".bin",
    .prefix = "InputAnimation",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .rules = { ap_mrtk_rules, MRTK_RULES },
    .fixers = &ap_mrtk_fixers,
    .figures = &ap_mrtk_figures,
    .may_be_marked = is_marked,
    .recognize = recognize,
    .lint = lint_recording,
    .write = ap_mrtk_rewrite,
    .fill = ap_mrtk_fill,
    .to_gltf = ap_mrtk_to_gltf,
    .to_csv = ap_mrtk_to_csv,
    .compare = ap_mrtk_compare,
};
