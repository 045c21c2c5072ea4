/* The sections in any order, what may be between them, and where reading ends. */
#include "validators/md5anim/md5anim_stream.h"

/* Whether the frame blocks may have ended: all of them were read, or it is not known how many there are. */
static bool frames_may_be_over(const ap_md5anim_stream *stream)
{
    if (stream->frame_count.known)
        return ap_md5anim_frames_read(stream) >= (size_t)stream->frame_count.value;
    return stream->blocks > 0;
}

static bool among_frames(const ap_md5anim_stream *stream)
{
    return stream->expected == AP_FRAME || stream->blocks > 0;
}

static void recover(ap_md5anim_stream *stream, bool broke_frames)
{
    if (broke_frames) {
        stream->frames_broken = true;
        stream->index_is_right = true;
    }
    ap_md5_recover(&stream->base);
}

/* Reports all from byte `at` to the end; nothing after it is read. */
static void trailing_content(ap_md5anim_stream *stream, size_t at)
{
    ap_md5_trailing_content(&stream->base, AP_MD5ANIM_RULE(TRAILING_CONTENT), at, "frame");
}

/* Whether the token begins a section that is read after the last frame, too. */
static bool begins_section(const ap_md5_stream *base, ap_token token)
{
    const ap_md5anim_stream *stream = (const ap_md5anim_stream *)base;
    for (int kind = AP_HIERARCHY; kind <= AP_FRAME; kind++) {
        if (ap_token_is(&base->text.io, token, base->sections[kind]))
            return kind == AP_FRAME || !stream->seen[kind];
    }
    return false;
}

/* After the last frame a NUL is not a blank: it ends what is read. So do some comments. */
static bool ends_here(ap_md5anim_stream *stream)
{
    const ap_text *text = &stream->base.text;
    if (!frames_may_be_over(stream) || text->has_next
        || !ap_md5_ends_here(&stream->base, stream->frame_count.known, begins_section))
        return false;
    trailing_content(stream, text->lexer.at);
    return true;
}

static void judge_end(ap_md5anim_stream *stream)
{
    ap_io *io = &stream->base.text.io;
    const ap_text_integer *count = &stream->frame_count;
    stream->base.ended = true;
    if (!among_frames(stream)) {
        ap_text_unexpected(&stream->base.text, stream->base.sections[stream->expected]);
        return;
    }
    if (!count->known || frames_may_be_over(stream) || stream->frames_broken
        || stream->base.text.lexer.in_open_comment)
        return;
    ap_found_at(io, AP_MD5ANIM_RULE(FRAME_MISSING), (ap_span){ io->input.size, 0 }, "frames",
        ap_integer(count->value), ap_size(stream->blocks), "the file ends after %zu of %d %s", stream->blocks,
        (int)count->value, count->value == 1 ? "frame" : "frames");
    ap_related_at(io, count->span, AP_MD5_COUNT_LABEL);
}

static bool read_section(ap_md5anim_stream *stream, ap_md5_section_kind kind)
{
    switch (kind) {
    case AP_HIERARCHY:
        return ap_md5anim_hierarchy(stream);
    case AP_BOUNDS:
        return ap_md5anim_bounds(stream);
    case AP_BASEFRAME:
        return ap_md5anim_baseframe(stream);
    case AP_FRAME:
        return ap_md5anim_frame(stream);
    }
    return false;
}

static void judge_place(ap_md5anim_stream *stream, ap_md5_section_kind kind)
{
    if (kind == AP_HIERARCHY)
        ap_md5_judge_header_end(&stream->base);
    if (!stream->base.resumed && kind != stream->expected && !stream->misplaced_said) {
        ap_text_unexpected(&stream->base.text, stream->base.sections[stream->expected]);
        stream->misplaced_said = true;
    }
    stream->base.resumed = false;
}

/* Lines are judged from the hierarchy's to the last frame's: the one with block numFrames, or where that is
   unknown, with the last block there is. */
static void judge_lines(ap_md5anim_stream *stream, ap_md5_section_kind kind, bool whole)
{
    ap_md5_stream *base = &stream->base;
    const size_t at = base->text.lexer.at;
    if (kind == AP_FRAME && !stream->frame_count.known)
        stream->frames_end = whole ? at - 1 : 0;
    else if (kind == AP_FRAME && whole && frames_may_be_over(stream))
        ap_md5_lines_end(base, at - 1);
    else if (stream->frame_count.known || stream->blocks == 0)
        ap_md5_lines_to(base, at);
}

static void section(ap_md5anim_stream *stream, ap_md5_section_kind kind)
{
    stream->index_is_right |= stream->base.resumed && kind == AP_FRAME;
    ap_md5_watch(&stream->base);
    judge_place(stream, kind);
    if (kind != AP_FRAME && stream->seen[kind]) {
        (void)ap_text_take(&stream->base.text);
        recover(stream, among_frames(stream));
        return;
    }
    if (kind == AP_HIERARCHY) {
        stream->base.lines.held |= stream->frames_end > 0;
        ap_md5_lines_begin(&stream->base, ap_text_peek(&stream->base.text).span.offset);
    }
    const bool in_frames = kind == AP_FRAME || stream->expected == AP_FRAME;
    stream->expected = kind == AP_FRAME ? AP_FRAME : (ap_md5_section_kind)(kind + 1);
    bool whole = read_section(stream, kind);
    if (kind != AP_FRAME) {
        stream->seen[kind] = true;
        stream->sound[kind] = whole && ap_md5_is_sound(&stream->base);
    }
    judge_lines(stream, kind, whole);
    if (!whole)
        recover(stream, in_frames);
}

/* A token that does not begin a section. */
static void wrong_token(ap_md5anim_stream *stream)
{
    ap_md5_stream *base = &stream->base;
    bool nothing_seen = !stream->seen[AP_HIERARCHY] && !stream->seen[AP_BOUNDS] && !stream->seen[AP_BASEFRAME]
                        && stream->blocks == 0;
    if (nothing_seen && ap_text_is_keyword(&base->text, ap_text_peek(&base->text)))
        ap_md5_wrong_key(base, "hierarchy", "hierarchy");
    else
        ap_text_unexpected(&base->text, base->sections[stream->expected]);
    recover(stream, among_frames(stream));
}

void ap_md5anim_sections(ap_md5anim_stream *stream)
{
    ap_md5_stream *base = &stream->base;
    ap_text *text = &base->text;
    while (!base->ended && !text->io.arena->failed && !ends_here(stream)) {
        ap_token token = ap_text_peek(text);
        int kind = ap_md5_section(base);
        bool over = frames_may_be_over(stream);
        bool seen = kind >= 0 && kind != AP_FRAME && stream->seen[kind];
        if (token.kind == AP_TOKEN_END)
            judge_end(stream);
        else if (over && !base->resumed && (kind < 0 || seen))
            trailing_content(stream, token.span.offset);
        else if (kind >= 0)
            section(stream, (ap_md5_section_kind)kind);
        else
            wrong_token(stream);
    }
    if (stream->frames_end > 0)
        ap_md5_lines_end(base, stream->frames_end);
    ap_md5_end(base);
}
