/* Reads parts of an animation again, to find the spans and paths of findings that are made after reading. */
#include "core/number/number_run.h"
#include "validators/md5anim/md5anim_content.h"

/* Initialises a text that reads from the given offset, without findings. */
static void init_text_to_reread(ap_text *again, const ap_md5anim_stream *stream, size_t at)
{
    ap_text_init(again, stream->base.text.io.input, at, NULL, stream->base.text.rules);
}

void ap_md5anim_reread_frame(const ap_md5anim_stream *stream, size_t frame_at, float *values)
{
    const size_t count = (size_t)stream->component_count.value;
    ap_number_run run = { .input = stream->base.text.io.input,
        .at = frame_at,
        .number_end = frame_at,
        .values = values,
        .room = count };
    if (ap_read_number_run(&run, '}', stream->base.no_simd) && run.count == count)
        return;
    ap_text again;
    init_text_to_reread(&again, stream, frame_at);
    for (size_t i = 0; i < count; i++) {
        ap_text_number value = { .value = 0 };
        if (!ap_text_float(&again, NULL, &value))
            return;
        values[i] = value.value;
    }
}

ap_md5_vector_pair ap_md5anim_reread_pair(const ap_md5anim_stream *stream, size_t list_at, size_t index)
{
    ap_text again;
    ap_md5_vector_pair pair = { .first_span = { 0, 0 } };
    init_text_to_reread(&again, stream, list_at);
    for (size_t i = 0; i <= index; i++) {
        ap_text_begin_entry(&again);
        if (!ap_md5_read_or_write_vector_pair(&again, &pair, "", ""))
            break;
    }
    return pair;
}

ap_span ap_md5anim_enter_baseframe_path(ap_md5anim_stream *stream, size_t joint, ap_md5anim_vector vector)
{
    const ap_md5_vector_pair pair = ap_md5anim_reread_pair(stream, stream->baseframe_at, joint);
    const bool position = vector == AP_CLIP_POSITION;
    ap_enter_element(&stream->base.text.io, "baseframe", joint);
    ap_enter_record(&stream->base.text.io, position ? "position" : "orientation");
    return position ? pair.first_span : pair.second_span;
}

ap_span ap_md5anim_enter_frame_path(
    ap_md5anim_stream *stream, size_t frame, size_t joint, ap_md5anim_vector vector)
{
    const int32_t *at = stream->clip->channels[joint].at + vector;
    int first = 0, last = 2;
    while (first < 3 && at[first] < 0)
        first++;
    if (first == 3)
        return ap_md5anim_enter_baseframe_path(stream, joint, vector);
    while (at[last] < 0)
        last--;
    const ap_span *values = ap_md5anim_find_value_spans(stream, stream->clip->frame_at[frame]);
    ap_enter_element(&stream->base.text.io, "frames", frame);
    ap_enter_element(&stream->base.text.io, "values", (size_t)at[first]);
    stream->base.of_rotation = vector == AP_CLIP_ORIENTATION;
    stream->of_position = vector == AP_CLIP_POSITION;
    return values == NULL ? (ap_span){ stream->clip->frame_at[frame], 0 }
                          : ap_span_from_to(values[at[first]], values[at[last]]);
}

void ap_md5anim_leave_path(ap_md5anim_stream *stream)
{
    stream->base.of_rotation = stream->of_position = false;
    ap_leave_record(&stream->base.text.io);
    ap_leave_record(&stream->base.text.io);
}
