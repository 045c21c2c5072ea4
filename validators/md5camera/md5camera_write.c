/* Writes camera paths, in canonical form or in a style, with the functions that also read them. */
#include "validators/md5camera/md5camera_source.h"

static ap_text_integer known_integer(int32_t value)
{
    return (ap_text_integer){ .value = value, .known = true };
}

static bool write_header_and_sections(ap_md5camera_stream *writer)
{
    return ap_md5camera_read_or_write_header(&writer->base) && ap_md5camera_read_or_write_cuts(&writer->base)
           && ap_md5camera_read_or_write_frames(&writer->base); /* false if writing a part failed */
}

static ap_md5camera_stream *allocate_writer(ap_arena *arena, ap_writer *output)
{
    ap_md5camera_stream *writer = ap_alloc(arena, sizeof *writer);
    if (writer != NULL) {
        ap_text_init_writer(&writer->base.text, output);
        writer->base.rules = ap_md5camera_rules;
    }
    return writer;
}

bool ap_md5camera_write(
    const ap_md5camera *camera, ap_md5camera_source *source, ap_arena *arena, ap_writer *output)
{
    ap_md5camera_stream *writer = allocate_writer(arena, output);
    if (writer == NULL)
        return false;
    writer->base.text.style = camera->style;
    writer->base.commandline = camera->commandline;
    writer->frame_count = known_integer(camera->frame_count);
    writer->cut_count = known_integer(camera->cut_count);
    writer->rate.integer = known_integer(camera->frame_rate);
    writer->rate.fraction.value = camera->fractional_rate;
    writer->rate.fraction.valid = camera->fractional_rate != 0;
    writer->source = source;
    return write_header_and_sections(writer);
}

bool ap_md5camera_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *output)
{
    ap_md5camera_stream *writer = allocate_writer(arena, output);
    (void)variant;
    if (writer == NULL)
        return false;
    writer->base.text.io.filler = filler;
    return write_header_and_sections(writer);
}

bool ap_md5camera_write_file(
    ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer)
{
    (void)options;
    ap_md5camera_file *file = ap_md5camera_open_file(input, arena);
    return file != NULL && ap_md5camera_write(&file->camera, &file->source, arena, writer)
           && ap_md5_read_to_end_without_error(&file->stream.base);
}
