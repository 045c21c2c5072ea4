/* Reads and writes the header, cuts and frames of a .md5camera. */
#include "validators/md5camera/md5camera_stream.h"

enum {
    FRAME_BYTES = 15, /* least bytes of a frame: `(0 0 0)(0 0 0)1` */
    CUT_BYTES = 2,    /* least bytes of a cut: a digit and a blank */
};

/* Header */

static ap_md5_step_after_header_value read_or_write_num_frames(ap_md5_stream *stream, const char *path)
{
    ap_text_integer *count = &ap_md5camera_of(stream)->frame_count;
    const ap_md5_integer_limits bounds = { 1, INT32_MAX, AP_MD5CAMERA_RULE(FRAME_COUNT_RANGE),
        "a camera path needs at least one frame", FRAME_BYTES };
    const ap_md5_step_after_header_value step = ap_md5_read_or_write_count(stream, path, count, &bounds);
    if (step == AP_MD5_VALUE_READ && count->known && count->value == 1)
        ap_add_finding(&stream->text.io, AP_MD5CAMERA_RULE(SINGLE_FRAME),
            ap_value_with_prefix("at least", ap_integer(2)), ap_integer(1),
            "; one reader shows the frame forever, another refuses the file");
    return step;
}

static ap_md5_step_after_header_value read_or_write_frame_rate(ap_md5_stream *stream, const char *path)
{
    static const ap_md5_rate_rules rules = { AP_MD5CAMERA_RULE(FRAME_RATE_FRACTION),
        AP_MD5CAMERA_RULE(FRAME_RATE_RANGE) };
    return ap_md5_read_or_write_rate(stream, path, &ap_md5camera_of(stream)->rate, &rules);
}

static ap_md5_step_after_header_value read_or_write_num_cuts(ap_md5_stream *stream, const char *path)
{
    ap_md5camera_stream *camera = ap_md5camera_of(stream);
    const int64_t most = camera->frame_count.known ? camera->frame_count.value : INT32_MAX;
    const ap_md5_integer_limits bounds = { 0, most, AP_MD5CAMERA_RULE(CUT_COUNT_RANGE),
        "a camera path has from 0 cuts to as many as it has frames", CUT_BYTES };
    return ap_md5_read_or_write_count(stream, path, &camera->cut_count, &bounds);
}

static const ap_md5_header_key keys[] = {
    { "MD5Version", "version", ap_md5_read_or_write_version },
    { "commandline", "commandline", ap_md5_read_or_write_commandline },
    { "numFrames", "num_frames", read_or_write_num_frames },
    { "frameRate", "frame_rate", read_or_write_frame_rate },
    { "numCuts", "num_cuts", read_or_write_num_cuts },
};

bool ap_md5camera_read_or_write_header(ap_md5_stream *base)
{
    const ap_md5camera_stream *stream = ap_md5camera_of(base);
    const bool complete = ap_md5_read_or_write_header(base, keys, sizeof keys / sizeof *keys);
    ap_md5_check_duration_by_policy(base, &stream->frame_count, &stream->rate);
    return complete;
}

/* Cuts */

/* Reports a cut that is less than 1, or numFrames or more. Returns false if the cut was reported. */
static bool check_cut_range(ap_md5camera_stream *stream, ap_text_integer cut)
{
    ap_io *io = &stream->base.text.io;
    const ap_text_integer *frames = &stream->frame_count;
    const ap_rule *rule = AP_MD5CAMERA_RULE(CUT_RANGE);
    const ap_value found = ap_integer(cut.value);
    if (cut.value < 1)
        ap_add_finding(io, rule, ap_value_with_prefix("at least", ap_integer(1)), found,
            ": Doom 3 refuses a smaller cut");
    else if (frames->known && cut.value >= frames->value)
        ap_add_finding(io, rule, ap_value_with_prefix("less than", ap_integer(frames->value)), found,
            ": a cut is the number of a frame, and the path has %d, counted from 0", (int)frames->value);
    else
        return true;
    return false;
}

static void check_cut(ap_md5camera_stream *stream, ap_text_integer cut)
{
    const ap_text_integer before = stream->cut;
    stream->cut = cut;
    stream->cut.known = cut.known && check_cut_range(stream, cut);
    if (!stream->cut.known || !before.known || cut.value > before.value)
        return;
    ap_add_finding(&stream->base.text.io, AP_MD5CAMERA_RULE(CUT_ORDER),
        ap_value_with_prefix("more than", ap_integer(before.value)), ap_integer(cut.value),
        ": cuts must be in ascending order");
    ap_add_related_place(&stream->base.text.io, before.span, "the cut before it");
}

static bool read_or_write_cut(ap_md5_stream *base, size_t index)
{
    ap_md5camera_stream *stream = ap_md5camera_of(base);
    ap_text_integer cut = { .value = 0 };
    if (stream->source != NULL && !stream->source->cut(stream->source, index, &cut.value))
        return false;
    if (!ap_text_int(&base->text, NULL, &cut, AP_ROLE_INDEX))
        return false;
    if (!ap_is_writing(&base->text.io))
        check_cut(stream, cut);
    return true;
}

ap_md5_list ap_md5camera_cuts_list(const ap_md5camera_stream *stream)
{
    return (ap_md5_list){ .name = "cuts",
        .first_kind = AP_TOKEN_WORD,
        .read_or_write_entry = read_or_write_cut,
        .count_rule = AP_MD5CAMERA_RULE(CUTS_COUNT),
        .count_key = "numCuts",
        .expected_count = &stream->cut_count };
}

/* Frames */

static void check_orientation(ap_md5camera_stream *stream)
{
    const ap_md5_vector_pair *pair = &stream->pair;
    float xyz[3];
    for (size_t axis = 0; axis < 3; axis++) {
        if (!pair->second[axis].valid)
            return;
        xyz[axis] = pair->second[axis].value;
    }
    ap_md5_check_quaternion(&stream->base, xyz, pair->second_span, "orientation");
}

/* Reference path of is_frame_clean for fov-range. */
void ap_md5camera_check_fov(ap_md5camera_stream *stream)
{
    const ap_text_number *fov = &stream->fov;
    if (fov->valid && !(fov->value > 0 && fov->value < 180))
        ap_add_finding(&stream->base.text.io, AP_MD5CAMERA_RULE(FOV_RANGE),
            ap_text_value("more than 0 and less than 180 degrees"), ap_float(fov->value), ":");
}

/* Gets frame number `index`, which is written next, from the source. Returns false if the source fails. */
static bool take_frame_of_source(ap_md5camera_stream *stream, size_t index)
{
    ap_md5camera_frame frame;
    if (!stream->source->frame(stream->source, index, &frame))
        return false;
    for (size_t axis = 0; axis < 3; axis++) {
        stream->pair.first[axis].value = frame.position[axis];
        stream->pair.second[axis].value = frame.orientation[axis];
    }
    stream->fov.value = frame.fov;
    return true;
}

static bool read_or_write_frame(ap_md5_stream *base, size_t index)
{
    ap_md5camera_stream *stream = ap_md5camera_of(base);
    const bool writing = ap_is_writing(&base->text.io);
    if (stream->source != NULL && !take_frame_of_source(stream, index))
        return false;
    if (!ap_md5_read_or_write_vector_pair(&base->text, &stream->pair, "position", "orientation"))
        return false;
    if (!writing)
        check_orientation(stream);
    if (!ap_text_float(&base->text, "fov", &stream->fov))
        return false;
    if (!writing)
        ap_md5camera_check_fov(stream);
    return true;
}

ap_md5_list ap_md5camera_frames_list(const ap_md5camera_stream *stream)
{
    return (ap_md5_list){ .name = "frames",
        .keyword = "camera",
        .first_kind = AP_TOKEN_OPEN_PARENTHESIS,
        .read_or_write_entry = read_or_write_frame,
        .read_many = ap_md5camera_read_frames_at_once,
        .count_rule = AP_MD5CAMERA_RULE(CAMERA_COUNT),
        .count_key = "numFrames",
        .expected_count = &stream->frame_count };
}

static bool read_or_write_list(ap_md5_stream *stream, const ap_md5_list *list)
{
    size_t count;
    ap_span span;
    return ap_md5_read_or_write_list(stream, list, &count, &span);
}

bool ap_md5camera_read_or_write_cuts(ap_md5_stream *stream)
{
    const ap_md5_list list = ap_md5camera_cuts_list(ap_md5camera_of(stream));
    return read_or_write_list(stream, &list);
}

bool ap_md5camera_read_or_write_frames(ap_md5_stream *stream)
{
    const ap_md5_list list = ap_md5camera_frames_list(ap_md5camera_of(stream));
    return read_or_write_list(stream, &list);
}
