#include "validators/mrtk/mrtk_variant.h"

#include <math.h>

#include "validators/mrtk/mrtk_rules.h"

ap_mrtk_cursor ap_mrtk_cursor_at_first_curve(ap_mrtk_animation *animation)
{
    return (ap_mrtk_cursor){ .animation = animation, .previous_marker_time = NAN };
}

bool ap_mrtk_read_curves_and_markers(ap_io *io)
{
    return ap_mrtk_read_or_write_curves(io) && ap_mrtk_read_or_write_markers(io);
}

/* The result of reading in one layout. */
typedef struct layout_trial {
    size_t complete_curves;
    size_t end; /* offset at which reading ended */
    bool exact; /* reading in this layout ended exactly at the end of the file */
} layout_trial;

/* Reads everything after the version in one layout. Adds the findings about curves and markers to `trial`; if it is NULL, reads
   the structure alone. `seen` is the file: its input, perhaps through an overlay. */
static layout_trial try_variant(
    const ap_io *seen, ap_mrtk_animation *animation, ap_mrtk_variant variant, ap_findings *trial)
{
    ap_io io;
    ap_io_init(&io, seen->input, NULL, NULL, seen->structure);
    ap_mrtk_cursor cursor = ap_mrtk_cursor_at_first_curve(animation);
    animation->variant = variant;
    io.overlay = seen->overlay;
    io.at = AP_MRTK_HEADER_BYTES;
    if (!ap_mrtk_read_or_write_flags(&io, animation))
        return (layout_trial){ .end = io.at };
    io.findings = trial;
    io.scope = &cursor;
    const bool exact = ap_mrtk_read_curves_and_markers(&io) && ap_bytes_left(&io) == 0;
    return (layout_trial){ cursor.complete_curves, io.at, exact };
}

ap_mrtk_variant ap_mrtk_find_exact_variant(const ap_io *seen, ap_mrtk_animation *animation, size_t *end)
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

/* Reads the file in this layout. Returns the number of complete curves before the first error of any rule. */
static size_t count_curves_before_error(
    const ap_io *io, ap_mrtk_animation *animation, ap_mrtk_variant variant)
{
    ap_findings *trial = ap_alloc(io->arena, sizeof *trial);
    if (trial == NULL)
        return 0;
    ap_findings_init(trial, io->arena, NULL, 0, 0);
    trial->count_only = true;
    return try_variant(io, animation, variant, trial).complete_curves;
}

void ap_mrtk_measure_variant(
    const ap_io *io, ap_mrtk_animation *animation, ap_mrtk_variant variant, ap_mrtk_readable_part *result)
{
    ap_io flags;
    *result = (ap_mrtk_readable_part){ .has_wrong_count = false };
    ap_io_init(&flags, io->input, NULL, NULL, io->structure);
    flags.at = AP_MRTK_HEADER_BYTES;
    animation->variant = variant;
    if (ap_mrtk_read_or_write_flags(&flags, animation))
        ap_mrtk_measure_readable_part(io, animation, flags.at, result);
}

ap_mrtk_variant ap_mrtk_choose_likely_variant(const ap_io *io, ap_mrtk_animation *animation)
{
    ap_mrtk_readable_part writer, published;
    ap_mrtk_measure_variant(io, animation, AP_MRTK_WRITER, &writer);
    ap_mrtk_measure_variant(io, animation, AP_MRTK_PUBLISHED, &published);
    if (writer.has_wrong_count != published.has_wrong_count)
        return writer.has_wrong_count ? AP_MRTK_WRITER : AP_MRTK_PUBLISHED;
    if (ap_mrtk_is_more_readable(&writer, &published))
        return AP_MRTK_WRITER;
    if (ap_mrtk_is_more_readable(&published, &writer))
        return AP_MRTK_PUBLISHED;
    const size_t as_writer = count_curves_before_error(io, animation, AP_MRTK_WRITER);
    const size_t as_published = count_curves_before_error(io, animation, AP_MRTK_PUBLISHED);
    return as_published > as_writer ? AP_MRTK_PUBLISHED : AP_MRTK_WRITER;
}

/* Returns true if the file can be read to its end in the version and layout of the animation. */
static bool can_be_read_from_flags(const ap_io *io, ap_mrtk_animation *animation)
{
    ap_io flags;
    ap_io_init(&flags, io->input, NULL, NULL, io->structure);
    flags.at = AP_MRTK_HEADER_BYTES;
    if (!ap_mrtk_read_or_write_flags(&flags, animation) || animation->has_camera > 1
        || animation->has_hand > 1 || animation->has_gaze > 1 || animation->record_count == 0)
        return false;
    return ap_mrtk_can_be_read_to_end(io, animation, flags.at);
}

bool ap_mrtk_find_other_version(const ap_io *io, int32_t but, ap_mrtk_other_layout *other)
{
    ap_mrtk_animation *animation = ap_alloc(io->arena, sizeof *animation);
    if (animation == NULL)
        return false;
    animation->major = 1;
    for (int32_t minor = 0; minor < AP_MRTK_VERSIONS; minor++) {
        for (int variant = AP_MRTK_WRITER; variant <= AP_MRTK_PUBLISHED && minor != but; variant++) {
            animation->minor = minor;
            animation->variant = (ap_mrtk_variant)variant;
            *other = (ap_mrtk_other_layout){ minor, animation->variant };
            if (can_be_read_from_flags(io, animation))
                return true;
        }
    }
    return false;
}
