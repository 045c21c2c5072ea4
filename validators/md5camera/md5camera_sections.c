/* The two sections in any order, what may be between them, and where reading ends. */
#include "validators/md5camera/md5camera_stream.h"

/* Whether both sections were met, so that the file must end. */
static bool is_over(const ap_md5camera_stream *stream)
{
    return stream->seen[AP_CUTS] && stream->seen[AP_CAMERA];
}

/* Reports all from byte `at` to the end; nothing after it is read. */
static void trailing_content(ap_md5camera_stream *stream, size_t at)
{
    ap_md5_trailing_content(&stream->base, AP_MD5CAMERA_RULE(TRAILING_CONTENT), at, "section");
}

/* After the last section a NUL is not a blank: it ends what is read. So do some comments. */
static bool ends_here(ap_md5camera_stream *stream)
{
    const ap_text *text = &stream->base.text;
    if (!is_over(stream) || text->has_next || !ap_md5_ends_here(&stream->base, true, NULL))
        return false;
    trailing_content(stream, text->lexer.at);
    return true;
}

/* Reports the next token as one that is not the section that belongs next. */
static void unexpected(ap_md5camera_stream *stream)
{
    (void)ap_text_unexpected(&stream->base.text, stream->seen[AP_CUTS] ? "camera" : "cuts");
}

/* Where camera was met without cuts, that was said there. */
static void judge_end(ap_md5camera_stream *stream)
{
    if (!stream->seen[AP_CAMERA])
        unexpected(stream);
    stream->base.ended = true;
}

/* cuts comes first, and camera after it. */
static bool is_in_place(const ap_md5camera_stream *stream, ap_md5camera_section section)
{
    return section == AP_CUTS ? !stream->seen[AP_CUTS] && !stream->seen[AP_CAMERA] : stream->seen[AP_CUTS];
}

static void judge_place(ap_md5camera_stream *stream, ap_md5camera_section section)
{
    if (section == AP_CUTS)
        ap_md5_judge_header_end(&stream->base);
    if (!stream->base.resumed && !is_in_place(stream, section) && !stream->misplaced_said) {
        if (section == AP_CUTS && !stream->seen[AP_CUTS])
            (void)ap_text_unexpected(&stream->base.text, "cuts before camera");
        else
            unexpected(stream);
        stream->misplaced_said = true;
    }
    stream->base.resumed = false;
}

/* Lines are judged from that of cuts to that of the later section's brace. */
static void judge_lines(ap_md5camera_stream *stream, bool whole)
{
    const size_t at = stream->base.text.lexer.at;
    if (whole && is_over(stream))
        ap_md5_lines_end(&stream->base, at - 1);
    else
        ap_md5_lines_to(&stream->base, at);
}

static void section(ap_md5camera_stream *stream, ap_md5camera_section section)
{
    ap_md5_stream *base = &stream->base;
    judge_place(stream, section);
    if (stream->seen[section]) {
        (void)ap_text_take(&base->text);
        ap_md5_recover(base);
        return;
    }
    if (section == AP_CUTS)
        ap_md5_lines_begin(base, ap_text_peek(&base->text).span.offset);
    stream->seen[section] = true;
    const bool whole = ap_md5camera_section_read(stream, section);
    judge_lines(stream, whole);
    if (!whole)
        ap_md5_recover(base);
}

/* A token that does not begin a section. */
static void wrong_token(ap_md5camera_stream *stream)
{
    ap_md5_stream *base = &stream->base;
    const bool nothing_seen = !stream->seen[AP_CUTS] && !stream->seen[AP_CAMERA];
    if (nothing_seen && ap_text_is_keyword(&base->text, ap_text_peek(&base->text)))
        ap_md5_wrong_key(base, "cuts", "cuts");
    else
        unexpected(stream);
    ap_md5_recover(base);
}

void ap_md5camera_sections(ap_md5camera_stream *stream)
{
    ap_md5_stream *base = &stream->base;
    ap_text *text = &base->text;
    while (!base->ended && !text->io.arena->failed && !ends_here(stream)) {
        const ap_token token = ap_text_peek(text);
        const int kind = ap_md5_section(base);
        if (token.kind == AP_TOKEN_END)
            judge_end(stream);
        else if (is_over(stream) && !base->resumed)
            trailing_content(stream, token.span.offset);
        else if (kind >= 0)
            section(stream, (ap_md5camera_section)kind);
        else
            wrong_token(stream);
    }
    ap_md5_end(base);
}
