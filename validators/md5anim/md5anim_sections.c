/* The sections in whatever order they stand, what may stand between them, and where reading ends. */
#include "validators/md5anim/md5anim_reader.h"

/* Whether the frame blocks may have ended: all of them were read, or it is not known how many there are. */
static bool frames_may_be_over(const ap_md5anim_reader *reader)
{
    if (reader->frame_count.known)
        return reader->position >= (size_t)reader->frame_count.value;
    return reader->position > 0;
}

static bool among_frames(const ap_md5anim_reader *reader)
{
    return reader->expected == AP_FRAME || reader->position > 0;
}

static void recover(ap_md5anim_reader *reader, bool broke_frames)
{
    if (broke_frames) {
        reader->frames_broken = true;
        reader->index_is_right = true;
    }
    ap_md5_recover(&reader->base);
}

/* Reports all from byte `at` to the end; nothing behind it is read. */
static void trailing_content(ap_md5anim_reader *reader, size_t at, bool second_file)
{
    ap_io *io = &reader->base.text.io;
    ap_found_at(io, AP_MD5ANIM_RULE(TRAILING_CONTENT), (ap_span){ at, io->input.size - at }, NULL,
        ap_words("the end of the file"), ap_byte_count(io->input.size - at),
        second_file ? "a second file, with MD5Version, follows the last frame"
                    : "something follows the last frame, where the file must end");
    reader->base.ended = true;
}

/* Whether a section begins with the token that is read behind the last frame too. */
static bool begins_section(const ap_md5_reader *base, ap_token token)
{
    const ap_md5anim_reader *reader = (const ap_md5anim_reader *)base;
    for (int kind = AP_HIERARCHY; kind <= AP_FRAME; kind++) {
        if (ap_token_is(&base->text.io, token, base->sections[kind]))
            return kind == AP_FRAME || !reader->seen[kind];
    }
    return false;
}

/* Behind the last frame a NUL is not a blank: it ends what is read. So do some comments. */
static bool ends_here(ap_md5anim_reader *reader)
{
    const ap_text *text = &reader->base.text;
    if (!frames_may_be_over(reader) || text->has_next
        || !ap_md5_ends_here(&reader->base, reader->frame_count.known, begins_section))
        return false;
    trailing_content(reader, text->lexer.at, false);
    return true;
}

static void judge_end(ap_md5anim_reader *reader)
{
    ap_io *io = &reader->base.text.io;
    const ap_text_integer *count = &reader->frame_count;
    reader->base.ended = true;
    if (!among_frames(reader)) {
        ap_text_unexpected(&reader->base.text, reader->base.sections[reader->expected]);
        return;
    }
    if (!count->known || frames_may_be_over(reader) || reader->frames_broken
        || reader->base.text.lexer.in_open_comment)
        return;
    ap_found_at(io, AP_MD5ANIM_RULE(FRAME_MISSING), (ap_span){ io->input.size, 0 }, "frames",
        ap_integer(count->value), ap_size(reader->position), "the file ends after %zu of %d %s",
        reader->position, (int)count->value, count->value == 1 ? "frame" : "frames");
}

static bool read_section(ap_md5anim_reader *reader, ap_md5_section_kind kind)
{
    switch (kind) {
    case AP_HIERARCHY:
        return ap_md5anim_hierarchy(reader);
    case AP_BOUNDS:
        return ap_md5anim_bounds(reader);
    case AP_BASEFRAME:
        return ap_md5anim_baseframe(reader);
    case AP_FRAME:
        return ap_md5anim_frame(reader);
    }
    return false;
}

static void judge_place(ap_md5anim_reader *reader, ap_md5_section_kind kind)
{
    if (kind == AP_HIERARCHY)
        ap_md5_judge_header_end(&reader->base);
    if (!reader->base.resumed && kind != reader->expected && !reader->misplaced_said) {
        ap_text_unexpected(&reader->base.text, reader->base.sections[reader->expected]);
        reader->misplaced_said = true;
    }
    reader->base.resumed = false;
}

/* Lines are judged from the hierarchy's to the last frame's: the one with block numFrames, or where that is
   unknown, with the last block there is. */
static void judge_lines(ap_md5anim_reader *reader, ap_md5_section_kind kind, bool whole)
{
    ap_md5_reader *base = &reader->base;
    const size_t at = base->text.lexer.at;
    if (kind == AP_FRAME && !reader->frame_count.known)
        reader->frames_end = whole ? at - 1 : 0;
    else if (kind == AP_FRAME && whole && frames_may_be_over(reader))
        ap_md5_lines_end(base, at - 1);
    else if (reader->frame_count.known || reader->position == 0)
        ap_md5_lines_to(base, at);
}

static void section(ap_md5anim_reader *reader, ap_md5_section_kind kind)
{
    reader->index_is_right |= reader->base.resumed && kind == AP_FRAME;
    judge_place(reader, kind);
    if (kind != AP_FRAME && reader->seen[kind]) {
        (void)ap_text_take(&reader->base.text);
        recover(reader, among_frames(reader));
        return;
    }
    if (kind == AP_HIERARCHY)
        ap_md5_lines_begin(&reader->base, ap_text_peek(&reader->base.text).span.offset);
    const bool in_frames = kind == AP_FRAME || reader->expected == AP_FRAME;
    reader->expected = kind == AP_FRAME ? AP_FRAME : (ap_md5_section_kind)(kind + 1);
    bool whole = read_section(reader, kind);
    if (kind != AP_FRAME)
        reader->seen[kind] = true;
    judge_lines(reader, kind, whole);
    if (!whole)
        recover(reader, in_frames);
}

/* A token that begins no section. */
static void wrong_token(ap_md5anim_reader *reader)
{
    ap_md5_reader *base = &reader->base;
    bool nothing_seen = !reader->seen[AP_HIERARCHY] && !reader->seen[AP_BOUNDS] && !reader->seen[AP_BASEFRAME]
                        && reader->position == 0;
    if (nothing_seen && ap_text_is_keyword(&base->text, ap_text_peek(&base->text)))
        ap_md5_wrong_key(base, "hierarchy", "hierarchy");
    else
        ap_text_unexpected(&base->text, base->sections[reader->expected]);
    recover(reader, among_frames(reader));
}

void ap_md5anim_sections(ap_md5anim_reader *reader)
{
    ap_md5_reader *base = &reader->base;
    ap_text *text = &base->text;
    while (!base->ended && !text->io.arena->failed && !ends_here(reader)) {
        ap_token token = ap_text_peek(text);
        int kind = ap_md5_section(base);
        bool over = frames_may_be_over(reader);
        bool seen = kind >= 0 && kind != AP_FRAME && reader->seen[kind];
        if (token.kind == AP_TOKEN_END)
            judge_end(reader);
        else if (over && !base->resumed && (kind < 0 || seen))
            trailing_content(reader, token.span.offset, ap_token_is(&text->io, token, "MD5Version"));
        else if (kind >= 0)
            section(reader, (ap_md5_section_kind)kind);
        else
            wrong_token(reader);
    }
    if (reader->frames_end > 0)
        ap_md5_lines_end(base, reader->frames_end);
    ap_md5_end(base);
}
