#include "validators/md5camera/md5camera_source.h"

static bool is_sound(const ap_md5camera_file *file)
{
    return file->findings.counts[AP_ERROR] == 0 && !file->stream.base.ended && !file->findings.arena->failed;
}

static bool is_next(ap_md5camera_file *file, ap_md5camera_section section)
{
    return is_sound(file) && ap_md5_section(&file->stream.base) == (int)section;
}

/* The next entry of a list, whose section comes next at the first. */
static bool next_entry(ap_md5camera_file *file, ap_md5camera_section section, size_t index)
{
    ap_md5camera_stream *stream = &file->stream;
    const ap_md5_list list =
        section == AP_CUTS ? ap_md5camera_cuts_list(stream) : ap_md5camera_frames_list(stream);
    return (index > 0 || is_next(file, section)) && ap_md5_list_next(&stream->base, &list, index)
           && is_sound(file);
}

static bool next_cut(ap_md5camera_source *source, size_t index, int32_t *cut)
{
    ap_md5camera_file *file = (ap_md5camera_file *)source;
    if (!next_entry(file, AP_CUTS, index))
        return false;
    *cut = file->stream.cut.value;
    return true;
}

static bool next_frame(ap_md5camera_source *source, size_t index, ap_md5camera_frame *frame)
{
    ap_md5camera_file *file = (ap_md5camera_file *)source;
    ap_md5camera_stream *stream = &file->stream;
    const bool no_cuts = index == 0 && stream->cut_count.value == 0;
    if (no_cuts && (!is_next(file, AP_CUTS) || !ap_md5camera_cuts(&stream->base)))
        return false;
    if (!next_entry(file, AP_CAMERA, index))
        return false;
    for (size_t axis = 0; axis < 3; axis++) {
        frame->position[axis] = stream->pair.first[axis].value;
        frame->orientation[axis] = stream->pair.second[axis].value;
    }
    frame->fov = stream->fov.value;
    return true;
}

ap_md5camera_file *ap_md5camera_open_file(ap_view input, ap_arena *arena)
{
    ap_md5camera_file *file = ap_alloc(arena, sizeof *file);
    if (file == NULL)
        return NULL;
    ap_md5camera_stream *stream = &file->stream;
    file->source = (ap_md5camera_source){ next_cut, next_frame };
    ap_findings_init(&file->findings, arena, NULL, 0, 0);
    file->findings.count_only = true;
    ap_md5camera_begin(stream, input, &file->findings);
    if (is_sound(file))
        ap_md5camera_header(stream);
    file->camera = (ap_md5camera){ .commandline = stream->base.commandline,
        .frame_count = stream->frame_count.value,
        .frame_rate = stream->rate.whole.value,
        .fractional_rate = stream->rate.fraction.value,
        .cut_count = stream->cut_count.value };
    return is_next(file, AP_CUTS) ? file : NULL;
}

bool ap_md5camera_file_ends(ap_md5camera_file *file)
{
    ap_md5camera_stream *stream = &file->stream;
    stream->base.seen[AP_CUTS] = stream->base.seen[AP_CAMERA] = true;
    ap_md5_sections(&stream->base);
    return file->findings.counts[AP_ERROR] == 0 && !file->findings.arena->failed;
}
