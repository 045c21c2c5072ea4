/* Reads a whole file: chooses the layout, reads the file in it, and searches for the right value of a wrong
   count. */
#include "validators/mrtk/mrtk.h"

#include <math.h>

#include "core/layout/count_search.h"
#include "validators/mrtk/mrtk_layout.h"
#include "validators/mrtk/mrtk_reencoded.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"
#include "validators/mrtk/mrtk_text.h"
#include "validators/mrtk/mrtk_write.h"
#include "validators/mrtk/mrtk_wrong_count.h"

enum { HEADER_BYTES = 16, MAGIC_BYTES = 8 };

static ap_mrtk_cursor first_cursor(ap_mrtk_animation *animation)
{
    return (ap_mrtk_cursor){ .animation = animation, .previous_marker_time = NAN };
}

/* Reads everything after the flags, from the cursor (io->scope) on. */
static bool curves_and_markers(ap_io *io)
{
    return ap_mrtk_curves(io) && ap_mrtk_markers(io);
}

/* Searching for the right value of a wrong count */

typedef struct search_scope {
    ap_mrtk_animation animation; /* a copy of the animation that the search may overwrite */
    ap_mrtk_cursor start, cursor;
} search_scope;

static bool rest_of_file(ap_io *io)
{
    search_scope *scope = io->scope;
    scope->cursor = scope->start;
    io->scope = &scope->cursor;
    return curves_and_markers(io);
}

/* Counts the markers from the reader's position to the end of the file. The number follows from the bytes, so the search need not
   try values. */
static ap_inferred infer_marker_count(const ap_io *io, size_t count_at, ap_mrtk_cursor *cursor)
{
    ap_io probe;
    ap_mrtk_marker_record marker;
    ap_io_init(&probe, io->input, NULL, io->arena, io->structure);
    probe.at = count_at + sizeof(int32_t);
    ap_enter_index(&probe, "markers", 0);
    for (int32_t count = 0; count < AP_SEARCH_COUNTS; count++) {
        if (ap_bytes_left(&probe) == 0)
            return (ap_inferred){ .known = true, .value = count };
        if (!ap_mrtk_marker(&probe, cursor, &marker))
            break;
    }
    return (ap_inferred){ .known = false };
}

static ap_inferred infer_count(const ap_io *io, size_t count_at)
{
    const ap_mrtk_cursor *cursor = io->scope;
    search_scope *scope = ap_alloc(io->arena, sizeof *scope);
    if (scope == NULL)
        return (ap_inferred){ .known = false };
    scope->animation = *cursor->animation;
    scope->start = *cursor;
    scope->start.animation = &scope->animation;
    if (cursor->at_markers)
        return infer_marker_count(io, count_at, &scope->start);
    bool is_boolean = cursor->animation->records[cursor->record].shape->curve_names == NULL;
    size_t key_bytes = is_boolean ? AP_MRTK_SHORT_KEY_BYTES : ap_mrtk_float_keys(cursor->animation)->bytes;
    return ap_search_count(io, count_at, cursor->curve_at, key_bytes, rest_of_file, scope);
}

static const ap_structure structure = {
    .truncated = AP_MRTK_RULE(TRUNCATED),
    .count_negative = AP_MRTK_RULE(COUNT_NEGATIVE),
    .count_exceeds_file = AP_MRTK_RULE(COUNT_EXCEEDS_FILE),
    .trailing_bytes = AP_MRTK_RULE(TRAILING_BYTES),
    .infer = infer_count,
};

/* Choosing the layout */

/* The result of reading in one layout. */
typedef struct layout_trial {
    size_t complete_curves;
    size_t end; /* offset at which reading ended */
    bool exact; /* the layout consumes the file exactly */
} layout_trial;

/* Reads everything after the version in one layout, without findings about the flags. `seen` is the file: its
   input, perhaps through an overlay. */
static layout_trial try_variant(
    const ap_io *seen, ap_mrtk_animation *animation, ap_mrtk_variant variant, ap_findings *trial)
{
    ap_io io;
    ap_io_init(&io, seen->input, NULL, NULL, &structure);
    ap_mrtk_cursor cursor = first_cursor(animation);
    animation->variant = variant;
    io.overlay = seen->overlay;
    io.at = HEADER_BYTES;
    if (!ap_mrtk_flags(&io, animation))
        return (layout_trial){ .end = io.at };
    io.findings = trial;
    io.scope = &cursor;
    const bool exact = curves_and_markers(&io) && ap_bytes_left(&io) == 0;
    return (layout_trial){ cursor.complete_curves, io.at, exact };
}

/* Returns the layout that consumes the file exactly; AP_MRTK_AUTO if neither does. *end becomes the furthest
   offset that either layout reached. */
static ap_mrtk_variant exact_variant(const ap_io *seen, ap_mrtk_animation *animation, size_t *end)
{
    const layout_trial writer = try_variant(seen, animation, AP_MRTK_WRITER, NULL);
    *end = writer.end;
    if (writer.exact)
        return AP_MRTK_WRITER;
    if (seen->overlay != NULL)
        ap_mrtk_restart_crlf_overlay((ap_mrtk_crlf_overlay *)seen->overlay);
    const layout_trial published = try_variant(seen, animation, AP_MRTK_PUBLISHED, NULL);
    *end = published.end > writer.end ? published.end : writer.end;
    return published.exact ? AP_MRTK_PUBLISHED : AP_MRTK_AUTO;
}

/* Returns the number of complete curves before the first error of any rule in this layout. */
static size_t curves_before_error(const ap_io *io, ap_mrtk_animation *animation, ap_mrtk_variant variant)
{
    ap_findings *trial = ap_alloc(io->arena, sizeof *trial);
    if (trial == NULL)
        return 0;
    ap_findings_init(trial, io->arena, NULL, 0, 0);
    trial->count_only = true;
    return try_variant(io, animation, variant, trial).complete_curves;
}

/* Chooses the layout for a file that neither layout consumes exactly. */
static ap_mrtk_variant likely_variant(const ap_io *io, ap_mrtk_animation *animation)
{
    size_t as_writer = curves_before_error(io, animation, AP_MRTK_WRITER);
    size_t as_published = curves_before_error(io, animation, AP_MRTK_PUBLISHED);
    return as_published > as_writer ? AP_MRTK_PUBLISHED : AP_MRTK_WRITER;
}

/* Returns true and adds a finding if a file that no layout consumes had its line ends converted. The header has been read and has
   no line ends. Reading ended at `end`: a converted line end after the field at `end` cannot be the cause. */
static bool line_ends_converted(ap_io *io, ap_mrtk_animation *animation, size_t end)
{
    ap_io restored;
    ap_mrtk_crlf_overlay ends;
    if (!ap_mrtk_find_crlf(io->input, ap_memory_sum(end, AP_OVERLAY_BYTES + 1), &ends))
        return false;
    ap_io_init(&restored, io->input, NULL, NULL, &structure);
    restored.input.size -= ends.count;
    restored.overlay = &ends.overlay;
    if (exact_variant(&restored, animation, &end) == AP_MRTK_AUTO)
        return false;
    ap_mrtk_report_line_ends(io, &ends);
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

/* Reads everything after the version. Returns false if reading fails after the flags, or leaves bytes that
   may belong to the file. */
static bool read_animation(ap_io *io, ap_mrtk_animation *animation, const ap_policy *policy)
{
    ap_mrtk_cursor *cursor = io->scope;
    if (!ap_mrtk_flags(io, animation)) {
        ap_skip(io, 2); /* curves, markers */
        return true;
    }
    if (!ap_mrtk_curves(io)) {
        ap_skip(io,
            count_curves(animation) - cursor->complete_curves - 1 + (animation->variant == AP_MRTK_WRITER));
        return false;
    }
    ap_mrtk_check_curves(io, animation);
    ap_mrtk_check_duration(io, animation, policy);
    const bool complete = ap_mrtk_markers(io);
    if (complete)
        ap_mrtk_check_end(io);
    return complete && (ap_bytes_left(io) == 0 || ap_mrtk_is_recording(io));
}

static void read_empty(ap_io *io)
{
    ap_found_at(io, structure.truncated, (ap_span){ 0, 0 }, "magic", ap_byte_count(MAGIC_BYTES),
        ap_byte_count(0), "the file is empty; MRTK leaves such a file when it saves an empty recording");
}

static void lint_recording(
    ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    ap_io io;
    ap_io_init(&io, input, findings, findings->arena, &structure);
    io.listener = options->listener;
    ap_mrtk_animation *animation = ap_alloc(findings->arena, sizeof *animation);
    if (animation == NULL)
        return;
    if (input.size == 0) {
        read_empty(&io);
        return;
    }
    if (!ap_mrtk_header(&io, animation))
        return;
    result->version = ap_enum_name_of(ap_mrtk_minors, animation->minor);
    size_t end;
    const ap_mrtk_variant exact = exact_variant(&io, animation, &end);
    if (exact == AP_MRTK_AUTO && line_ends_converted(&io, animation, end))
        return;
    const ap_mrtk_variant wanted = ap_mrtk_variant_wanted(options);
    animation->variant = wanted != AP_MRTK_AUTO  ? wanted
                         : exact != AP_MRTK_AUTO ? exact
                                                 : likely_variant(&io, animation);
    if (findings->arena->failed) /* the layout may be wrong, and with it every finding */
        return;
    result->variant = ap_enum_name_of(ap_mrtk_variants, (int)animation->variant);
    ap_mrtk_cursor cursor = first_cursor(animation);
    io.scope = &cursor;
    ap_mrtk_check_variant(&io, animation);
    const bool complete = read_animation(&io, animation, options->policy);
    ap_finding *ended = findings->latest;
    ap_mrtk_report_flips(&io, &cursor.flips);
    if (!complete && !ap_mrtk_name_wrong_count(&io, ended))
        ap_infer_count(&io);
}

ap_mrtk_animation *ap_mrtk_read(ap_view input, ap_mrtk_variant variant, ap_arena *arena)
{
    ap_io io;
    ap_io_init(&io, input, NULL, arena, &structure);
    ap_mrtk_animation *animation = ap_alloc(arena, sizeof *animation);
    if (animation == NULL || !ap_mrtk_header(&io, animation))
        return NULL;
    size_t end;
    animation->variant = variant == AP_MRTK_AUTO ? exact_variant(&io, animation, &end) : variant;
    if (animation->variant == AP_MRTK_AUTO)
        return NULL;
    ap_mrtk_cursor cursor = first_cursor(animation);
    io.scope = &cursor;
    bool complete = ap_mrtk_flags(&io, animation) && curves_and_markers(&io) && ap_bytes_left(&io) == 0;
    return complete && !arena->failed ? animation : NULL;
}

/* Recognising a file */

/* Returns true if everything after a header can be read to the end of the file. */
static __attribute__((noinline)) bool parses_to_end(ap_view input, int32_t minor)
{
    ap_mrtk_animation animation = { .major = 1,
        .minor = minor }; /* a large local variable: this function is not inlined, so that its callers need
                             not clear it */
    ap_io io;
    ap_io_init(&io, input, NULL, NULL, &structure);
    size_t end;
    return exact_variant(&io, &animation, &end) != AP_MRTK_AUTO;
}

static bool parses_without_magic(ap_view input)
{
    if (input.size < HEADER_BYTES || ap_load_i32(input.bytes + MAGIC_BYTES, false) != 1)
        return false;
    const int32_t minor = ap_load_i32(input.bytes + MAGIC_BYTES + sizeof minor, false);
    return ap_mrtk_knows_version(1, minor) && parses_to_end(input, minor);
}

static const uint8_t magic[MAGIC_BYTES] = { 0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a };

static bool magic_at(ap_view input, size_t at)
{
    return input.size >= at + MAGIC_BYTES && memcmp(input.bytes + at, magic, MAGIC_BYTES) == 0;
}

/* Returns true if the file begins with the magic, also byte-swapped, or with the magic re-encoded as text. */
static bool is_marked(ap_view start)
{
    if (start.size < MAGIC_BYTES)
        return false;
    return magic_at(start, 0) || ap_load_u64(start.bytes, true) == AP_MRTK_MAGIC
           || ap_mrtk_reencoded(start) != NULL;
}

static bool begins_with_magic(ap_view input)
{
    const size_t shown = input.size < MAGIC_BYTES ? input.size : MAGIC_BYTES;
    return shown > 0 && memcmp(input.bytes, magic, shown) == 0;
}

static ap_match recognize(ap_view input, ap_match least)
{
    if (is_marked(input))
        return AP_MATCH_CERTAIN;
    if (least <= AP_MATCH_LIKELY && (ap_mrtk_find_magic(input) > 0 || parses_without_magic(input)))
        return AP_MATCH_LIKELY;
    return least <= AP_MATCH_RESEMBLES && begins_with_magic(input) ? AP_MATCH_RESEMBLES : AP_MATCH_NONE;
}

const ap_enum_name ap_mrtk_variants[] = { { "auto", AP_MRTK_AUTO }, { "writer", AP_MRTK_WRITER },
    { "published", AP_MRTK_PUBLISHED }, { NULL, 0 } };

ap_mrtk_minor ap_mrtk_minor_found(const ap_lint_result *result)
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
    .may_be_marked = is_marked,
    .recognize = recognize,
    .lint = lint_recording,
    .write = ap_mrtk_rewrite,
    .fill = ap_mrtk_fill,
    .to_gltf = ap_mrtk_to_gltf,
    .to_csv = ap_mrtk_to_csv,
};
