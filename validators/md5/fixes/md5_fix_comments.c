#include "validators/md5/fixes/md5_fix_comments.h"

#include <assert.h>

#include "core/number/number.h"
#include "validators/md5/fixes/md5_fix_tools.h"

/* The joints read so far in the section with joints, and the values of the last joint. */
typedef struct joint_reader {
    ap_view *names; /* names of the joints so far, without quotes; views the input */
    size_t count, room;
    ap_token_kind before; /* kind of the token before the current one */
    size_t words;         /* number of words read since the name of the last joint */
    int32_t parent, flags;
    bool has_parent, has_flags;
} joint_reader;

/* Returns true if the bytes have a slash. Between two tokens, only a comment has one. */
static bool has_slash(const uint8_t *bytes, size_t size)
{
    return memchr(bytes, '/', size) != NULL;
}

/* Adds a token of the section to the joints: a string is the name of a new joint, and the two words after the
   name are the joint's parent and flags. In a file without errors a string has both quotes. */
static void add_token_to_joints(const ap_fix_job *job, joint_reader *joints, ap_token token)
{
    const ap_view text = ap_fix_input_at(job, token.span);
    if (token.kind == AP_TOKEN_STRING) {
        ap_view *names =
            ap_grow_array(job->arena, joints->names, joints->count, &joints->room, sizeof *names);
        if (names == NULL)
            return;
        names[joints->count++] = (ap_view){ text.bytes + 1, text.size - 2 };
        joints->names = names;
        joints->words = 0;
        joints->has_parent = joints->has_flags = false;
    } else if (token.kind == AP_TOKEN_WORD
               && (joints->before == AP_TOKEN_STRING || joints->before == AP_TOKEN_WORD)) {
        joints->words++;
        if (joints->words == 1)
            joints->has_parent = ap_parse_int32(text, &joints->parent);
        else if (joints->words == 2)
            joints->has_flags = ap_parse_int32(text, &joints->flags);
    }
    joints->before = token.kind;
}

/* Returns the offset of the first byte from `at` on that is not a space or tab. */
static size_t skip_blanks(ap_view text, size_t at)
{
    while (at < text.size && (text.bytes[at] == ' ' || text.bytes[at] == '\t'))
        at++;
    return at;
}

/* Returns the number of bytes of the parent's name, with or without quotes, at the start of a comment's text. Returns 0 if the
   text does not begin with this name, or if the joint has no parent. */
static size_t length_of_parent_name_at_start(const joint_reader *joints, ap_view text)
{
    if (!joints->has_parent || joints->parent < 0)
        return 0;
    assert(
        (size_t)joints->parent < joints->count); /* in a file without errors a parent is an earlier joint */
    const ap_view name = joints->names[joints->parent];
    const size_t quotes = text.size > 0 && text.bytes[0] == '"' ? 2 : 0, bytes = name.size + quotes;
    if (bytes > text.size || memcmp(text.bytes + quotes / 2, name.bytes, name.size) != 0
        || (quotes > 0 && text.bytes[bytes - 1] != '"'))
        return 0;
    return bytes == text.size || ap_is_blank_other_than_nul(text.bytes[bytes]) || text.bytes[bytes] == '('
               ? bytes
               : 0;
}

/* Returns true if the text is empty or lists the components of the joint's flags, in their order: "( Tx Qz )". */
static bool is_empty_or_lists_own_components(const joint_reader *joints, ap_view text)
{
    const int32_t flags = joints->has_flags ? joints->flags : 0;
    int bit = 0;
    bool any = false;
    for (size_t i = 0; i < text.size; i++) {
        if (strchr(" \t()", text.bytes[i]) != NULL) {
            any |= text.bytes[i] == '(';
            continue;
        }
        while (bit < 6 && (flags >> bit & 1) == 0)
            bit++;
        if (bit == 6 || text.size - i < 2 || text.bytes[i] != "TQ"[bit / 3]
            || text.bytes[i + 1] != "xyz"[bit % 3])
            return false;
        any = true;
        bit++;
        i++;
    }
    return !any || flags >> bit == 0;
}

/* Returns true if the bytes between two tokens are one line comment as exporters write it after a joint: it names at most the
   parent and the components of the last joint's flags, and both agree with the joint's numbers. The bytes must have a
   slash. */
static bool is_correct_exporter_comment(const joint_reader *joints, const uint8_t *bytes, size_t size)
{
    size_t at = 0, end;
    while (bytes[at] != '/')
        at++;
    if (joints->count == 0 || bytes[at + 1] != '/')
        return false;
    for (end = at += 2; end < size && bytes[end] != '\n' && bytes[end] != '\r'; end++) {
    }
    ap_view text = { bytes + at, end - at };
    at = skip_blanks(text, 0);
    text = (ap_view){ text.bytes + at, text.size - at };
    at = length_of_parent_name_at_start(joints, text);
    return is_empty_or_lists_own_components(joints, (ap_view){ text.bytes + at, text.size - at })
           && !has_slash(bytes + end, size - end);
}

bool ap_md5_file_has_unusual_comments(const ap_fix_job *job, const char *joints_section)
{
    ap_token_reader walk;
    joint_reader joints = { .count = 0 };
    size_t end = 0;
    bool inside = false;
    if (!has_slash(job->input.bytes, job->input.size))
        return false;
    ap_begin_reading_tokens(&walk, job, job->input);
    for (bool more = true; more;) {
        more = ap_read_next_token(&walk);
        const ap_token token = walk.token;
        const uint8_t *between = job->input.bytes + end;
        const size_t size = token.span.offset - end;
        if (has_slash(between, size) && !(inside && is_correct_exporter_comment(&joints, between, size)))
            return true;
        if (inside)
            add_token_to_joints(job, &joints, token);
        if (joints_section != NULL && ap_token_is_bare_word(&walk.io, token, joints_section))
            inside = true;
        else if (token.kind == AP_TOKEN_CLOSE_BRACE)
            inside = false;
        end = ap_span_end(token.span);
    }
    return job->arena->failed; /* the failed arena makes the caller report that memory ran out */
}
