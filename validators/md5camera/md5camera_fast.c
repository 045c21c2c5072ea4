/* Frames that are lines of plain numbers about which no rule has a word: many are read at once. */
#include "core/number/number.h"
#include "core/text/text_fast.h"
#include "validators/md5/md5_at_once.h"
#include "validators/md5camera/md5camera_stream.h"

enum { NUMBERS = 7 /* of a frame */ };

/* Where reading is, and where the last number may begin. */
typedef struct strip {
    const uint8_t *at, *last_safe;
} strip;

/* slow twin: ap_md5camera_judge_fov */
static bool frame_clean(const ap_md5_stream *stream, const float values[NUMBERS])
{
    return ap_md5_quaternion_clean(stream, values + 3) && values[6] > 0 && values[6] < 180;
}

/* Over blanks; whether there were any of the line, or with `line`, whether a line ended, and a token follows. */
static bool pass_blanks(strip *s, bool line)
{
    const uint8_t *start = s->at;
    bool ended = false;
    for (; s->at < s->last_safe && ap_is_blank(*s->at); s->at++) {
        if (!ap_is_usual_blank(*s->at) || (*s->at == '\r' && s->at[1] != '\n'))
            return false;
        ended |= *s->at == '\n';
    }
    return s->at < s->last_safe && s->at > start && ended == line;
}

/* A parenthesis, three numbers, a parenthesis; blanks before each. */
static bool read_vector(strip *s, bool first, float xyz[3])
{
    if (!pass_blanks(s, first) || *s->at++ != '(')
        return false;
    for (size_t axis = 0; axis < 3; axis++) {
        if (!pass_blanks(s, false) || !ap_scan_float(&s->at, &xyz[axis]))
            return false;
    }
    return pass_blanks(s, false) && *s->at++ == ')';
}

static bool read_frame(strip *s, float values[NUMBERS])
{
    return read_vector(s, true, values) && read_vector(s, false, values + 3) && pass_blanks(s, false)
           && ap_scan_float(&s->at, &values[6]) && (*s->at == '\n' || (*s->at == '\r' && s->at[1] == '\n'));
}

static size_t keep_frames(ap_md5_stream *stream, size_t index, const ap_line_run *lines, size_t count)
{
    size_t i = 0;
    (void)index;
    while (i < count && frame_clean(stream, &lines->numbers[NUMBERS * i]))
        i++;
    return i;
}

size_t ap_md5camera_frames_run(ap_md5_stream *stream, size_t index, size_t most)
{
    ap_text *text = &stream->text;
    const ap_view input = text->io.input;
    size_t taken = ap_md5_run_at_once(stream, AP_LINE_CAMERA, "", keep_frames, index, most);
    float values[NUMBERS];
    if (input.size - text->lexer.at <= AP_FAST_NUMBER_BYTES)
        return taken;
    strip s = { input.bytes + text->lexer.at, input.bytes + input.size - AP_FAST_NUMBER_BYTES };
    for (; taken < most && read_frame(&s, values) && frame_clean(stream, values); taken++)
        ap_text_go_on(text, (size_t)(s.at - input.bytes));
    return taken;
}
