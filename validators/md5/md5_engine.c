/* Reads files that consist of sections: start, end, and the section keyword at which reading continues
   after a fault. */
#include <string.h>

#include "validators/md5/md5_field_joint.h"
#include "validators/md5/md5_file_type.h"
#include "validators/md5/md5_stream.h"

/* Reports a file without tokens. NUL bytes instead of blanks suggest that the file was zeroed. */
static void report_no_tokens(ap_md5_stream *stream)
{
    const ap_view input = stream->text.io.input;
    ap_lexer probe = stream->text.lexer;
    size_t count = 0;
    probe.silent = true;
    ap_lexer_skip_blanks(&probe, true);
    const bool zeroed = probe.at < input.size;
    for (size_t i = probe.at; i < input.size; i++)
        count += input.bytes[i] == '\0';
    if (zeroed)
        ap_add_finding_at(&stream->text.io, AP_MD5_RULE(stream, ENCODING), (ap_span){ probe.at, 1 }, NULL,
            ap_text_value("text"), ap_no_value(),
            "%zu of %zu bytes are NUL, and the file has no text: it may have been overwritten with zeros",
            count, input.size);
    ap_add_finding_at(&stream->text.io, AP_MD5_RULE(stream, TRUNCATED), (ap_span){ input.size, 0 }, NULL,
        ap_text_value("MD5Version"), ap_text_value("the end of the file"),
        input.size == 0 ? "the file is empty"
        : zeroed        ? "the file has only NULs, blanks and comments"
                        : "the file has only blanks and comments");
}

/* Ends reading if the file has only blanks and comments, or after them only the beginning of the word MD5Version, and reports
   that. Does nothing for any other file, nor for one that ends inside a comment. */
static void report_unfinished_start_and_end_reading(ap_md5_stream *stream)
{
    static const char version[] = "MD5Version";
    ap_io *io = &stream->text.io;
    ap_lexer probe = stream->text.lexer;
    probe.silent = true;
    const ap_token first = ap_lexer_next_token(&probe);
    const size_t size = io->input.size, length = first.span.length;
    const bool unfinished = first.kind == AP_TOKEN_WORD && ap_span_end(first.span) == size
                            && length < sizeof version - 1
                            && memcmp(io->input.bytes + first.span.offset, version, length) == 0;
    stream->ended = unfinished || (first.kind == AP_TOKEN_END && !probe.in_open_comment);
    if (unfinished)
        ap_add_finding_at(io, AP_MD5_RULE(stream, VERSION_MISSING), first.span, "version",
            ap_text_value(version), ap_bytes(ap_token_view_unquoted(io, first)),
            "the file ends inside the word MD5Version");
    else if (stream->ended)
        report_no_tokens(stream);
}

static bool begins_with(ap_view input, const char *mark)
{
    return input.size >= strlen(mark) && memcmp(input.bytes, mark, strlen(mark)) == 0;
}

static bool begins_with_utf16_mark(ap_view input)
{
    return begins_with(input, "\xff\xfe") || begins_with(input, "\xfe\xff");
}

/* Reports and skips a UTF-8 byte order mark. Returns false, after a finding, if the file is UTF-16 or of another
   type: the rest of the file must not be read. */
static bool check_encoding_and_file_type(ap_md5_stream *stream)
{
    ap_io *io = &stream->text.io;
    const ap_rule *rule = AP_MD5_RULE(stream, ENCODING);
    if (begins_with_utf16_mark(io->input)) {
        ap_add_finding_at(io, rule, (ap_span){ 0, 2 }, NULL, ap_text_value("ASCII or UTF-8"),
            ap_text_value("UTF-16"),
            "the file is UTF-16, which no reader accepts; save it as UTF-8 without a byte order mark");
        return false;
    }
    const size_t mark = begins_with(io->input, "\xef\xbb\xbf") ? 3 : 0;
    stream->text.lexer.at = mark;
    if (ap_md5_report_other_type(stream, mark))
        return false;
    if (mark > 0)
        ap_add_finding_at(io, rule, (ap_span){ 0, mark }, NULL,
            ap_text_value("text without a byte order mark"), ap_text_value("a UTF-8 byte order mark"),
            "the file begins with a UTF-8 byte order mark; save it without one");
    return true;
}

void ap_md5_begin_reading_and_check_type(
    ap_md5_stream *stream, ap_view input, ap_findings *findings, const ap_md5_grammar *grammar)
{
    memset(stream, 0, sizeof *stream);
    stream->grammar = grammar;
    stream->rules = grammar->rules;
    stream->joints_name = grammar->joints_name;
    ap_text_init(&stream->text, input, 0, findings, grammar->text_rules);
    stream->text.io.subject = ap_md5_put_message_subject;
    stream->text.io.joint = ap_md5_joint_name_of_path;
    stream->text.io.target = ap_md5_find_reference_target;
    stream->most_squared_length = AP_MD5_MOST_ROUNDED_SQUARE;
    stream->ended = !check_encoding_and_file_type(stream);
    if (!stream->ended)
        report_unfinished_start_and_end_reading(stream);
}

void ap_md5_set_policy_and_length_tolerance(ap_md5_stream *stream, const ap_policy *policy)
{
    stream->policy = policy;
    if (policy != NULL && policy->tolerance > 0)
        stream->most_squared_length = 1 + policy->tolerance;
}

/* When out of memory, searches only for a merge conflict: part of the file was not read, and would change the results of the
   other checks. */
void ap_md5_check_file_after_reading(ap_md5_stream *stream)
{
    if (stream->other_type || begins_with_utf16_mark(stream->text.io.input)
        || ap_md5_report_only_merge_conflict(stream))
        return; /* UTF-16 is not searched: the merge markers are searched for in ASCII */
    if (stream->text.io.arena->failed)
        return;
    ap_md5_report_long_lines_and_blanks(stream);
    ap_md5_report_long_quaternions(stream);
    ap_text_report_decimal_commas(&stream->text);
}

int ap_md5_section_number_of_token(const ap_md5_stream *stream, ap_token token)
{
    for (size_t i = 0; i < stream->grammar->section_count; i++) {
        if (ap_token_is_bare_word(&stream->text.io, token, stream->grammar->sections[i].keyword))
            return (int)i;
    }
    return -1;
}

int ap_md5_next_section_number(ap_md5_stream *stream)
{
    return ap_md5_section_number_of_token(stream, ap_text_peek_token(&stream->text));
}

size_t ap_md5_skip_to_key_or_section(
    ap_md5_stream *stream, const ap_md5_header_key *keys, size_t from, size_t key_count)
{
    ap_text *text = &stream->text;
    size_t found = key_count;
    text->lexer.skipping = true;
    while (ap_md5_next_section_number(stream) < 0) {
        ap_token token = ap_text_peek_token(text);
        for (size_t i = from; i < key_count && found == key_count; i++) {
            if (ap_token_is_bare_word(&text->io, token, keys[i].word))
                found = i;
        }
        if (found < key_count)
            break;
        if (token.kind == AP_TOKEN_END || ap_token_is_bare_word(&text->io, token, "MD5Version")) {
            stream->ended = true;
            break;
        }
        text->has_next = false;
    }
    text->lexer.skipping = false;
    stream->resumed = text->resumed = true;
    return found;
}

void ap_md5_watch_errors_of_section(ap_md5_stream *stream)
{
    const ap_token next = ap_text_peek_token(&stream->text);
    ap_findings_watch_errors_at_or_after(stream->text.io.findings, next.span.offset);
}

/* Does nothing when out of memory: text might be skipped that would have been read with enough memory. */
void ap_md5_skip_to_section(ap_md5_stream *stream)
{
    if (!stream->text.io.arena->failed)
        (void)ap_md5_skip_to_key_or_section(stream, NULL, 0, 0);
}
