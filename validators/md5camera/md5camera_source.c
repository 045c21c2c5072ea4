#include "validators/md5camera/md5camera_source.h"

/* Reads entry number `index` of a list. Returns false if the file has an error, or if index is 0 and the keyword of the section
   is not the next token. */
static bool next_entry(ap_md5camera_file *file, int section, size_t index)
{
    ap_md5camera_stream *stream = &file->stream;
    const ap_md5_list list =
        section == AP_CUTS ? ap_md5camera_cuts_list(stream) : ap_md5camera_frames_list(stream);
    return (index > 0 || ap_md5_is_section_next_without_error(&file->stream.base, section))
           && ap_md5_read_or_write_entry_and_list_braces(&stream->base, &list, index)
           && ap_md5_is_reading_without_error(&file->stream.base);
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
    if (no_cuts
        && (!ap_md5_is_section_next_without_error(&file->stream.base, AP_CUTS)
            || !ap_md5camera_read_or_write_cuts(&stream->base)))
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
    ap_md5camera_begin_reading_and_check_type(stream, input, &file->findings);
    if (ap_md5_is_reading_without_error(&file->stream.base))
        ap_md5camera_read_or_write_header(&stream->base);
    file->camera = (ap_md5camera){ .commandline = stream->base.commandline,
        .frame_count = stream->frame_count.value,
        .frame_rate = stream->rate.integer.value,
        .fractional_rate = stream->rate.fraction.value,
        .cut_count = stream->cut_count.value };
    return ap_md5_is_section_next_without_error(&file->stream.base, AP_CUTS) ? file : NULL;
}
