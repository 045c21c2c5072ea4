/* Reads frames fast: lines of plain numbers without a finding, many at once if possible. */
#include "core/text/text_fast.h"
#include "core/text/text_strip.h"
#include "validators/md5/md5_at_once.h"
#include "validators/md5camera/md5camera_stream.h"

enum { NUMBERS = 7 /* numbers of a frame */ };

/* Fast path of ap_md5camera_check_fov. */
static bool is_frame_clean(const ap_md5_stream *stream, const float values[NUMBERS])
{
    return ap_md5_is_quaternion_clean(stream, values + 3) && values[6] > 0 && values[6] < 180;
}

/* Reads three numbers and the closing parenthesis after them. Returns false if the text has another form. */
static bool scan_vector(ap_text_scanner *s, float xyz[3])
{
    return ap_scanner_next_float(s, &xyz[0]) && ap_scanner_next_float(s, &xyz[1])
           && ap_scanner_next_float(s, &xyz[2]) && ap_scanner_match_byte(s, ')');
}

static bool scan_frame(const ap_md5_stream *stream, ap_text_scanner *s, float values[NUMBERS])
{
    return ap_scanner_skip_to_next_line(&stream->text, s) && *s->at == '('
           && ap_is_blank_other_than_nul(*++s->at) && scan_vector(s, values) && ap_scanner_match_byte(s, '(')
           && scan_vector(s, values + 3) && ap_scanner_next_float(s, &values[6])
           && (*s->at == '\n' || (*s->at == '\r' && s->at[1] == '\n')) && is_frame_clean(stream, values);
}

static size_t count_clean_frames(ap_md5_stream *stream, size_t index, const ap_line_run *lines, size_t count)
{
    size_t i = 0;
    (void)index;
    while (i < count && is_frame_clean(stream, &lines->numbers[NUMBERS * i]))
        i++;
    return i;
}

size_t ap_md5camera_read_frames_at_once(ap_md5_stream *stream, size_t index, size_t most)
{
    ap_text *text = &stream->text;
    size_t taken = ap_md5_read_lines_at_once(stream, AP_LINE_CAMERA, "", count_clean_frames, index, most);
    float values[NUMBERS];
    ap_text_scanner s;
    if (!ap_scanner_begin(text, &s))
        return taken;
    for (; taken < most && scan_frame(stream, &s, values); taken++)
        ap_text_continue_lexer_at(text, ap_scanner_offset(text, s.at));
    return taken;
}
