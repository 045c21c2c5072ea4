/* Reads the sections of a file in any order, the text between them, and the end. */
#include "validators/md5/md5_stream.h"

static int number_of_last_section(const ap_md5_stream *stream)
{
    return (int)stream->grammar->section_count - 1;
}

static const char *expected_word(const ap_md5_stream *stream)
{
    return stream->grammar->sections[stream->expected_section].keyword;
}

/* Returns true if sections of this kind are blocks, which may occur any number of times. */
static bool is_block_section(const ap_md5_stream *stream, int section)
{
    return stream->grammar->blocks != NULL && section == number_of_last_section(stream);
}

/* Returns true if the number of sections is known: if each occurs once, or if the header has a valid count of blocks. */
static bool is_section_count_known_or_fixed(const ap_md5_stream *stream)
{
    return stream->grammar->blocks == NULL || stream->grammar->blocks(stream).in_header->known;
}

/* Returns true if the file may end before the next token. With blocks: if all blocks were read, or, if their number is
   unknown, if at least one has begun. Without blocks: if all sections were found. */
static bool may_file_end_here(const ap_md5_stream *stream)
{
    if (stream->grammar->blocks != NULL) {
        const ap_md5_block_counts blocks = stream->grammar->blocks(stream);
        return blocks.in_header->known ? blocks.read >= (size_t)blocks.in_header->value : stream->blocks > 0;
    }
    for (size_t i = 0; i < stream->grammar->section_count; i++) {
        if (!stream->seen[i])
            return false;
    }
    return true;
}

/* Returns true if blocks belong next, or have begun. */
static bool are_blocks_next_or_begun(const ap_md5_stream *stream)
{
    return stream->blocks > 0 || is_block_section(stream, stream->expected_section);
}

/* Skips to the next section after a fault. `blocks_may_be_lost`: the skipped text may hold blocks, so that the number of blocks
   read is not reported as wrong from now on. */
static void skip_to_next_section(ap_md5_stream *stream, bool blocks_may_be_lost)
{
    stream->blocks_broken |= blocks_may_be_lost;
    stream->takes_position_from_index |= blocks_may_be_lost;
    ap_md5_skip_to_section(stream);
}

/* Reports everything from byte `at` to the end of the file, and ends reading. */
static void end_with_trailing_content(ap_md5_stream *stream, size_t at)
{
    ap_md5_report_trailing_and_end(stream, stream->grammar->trailing, at, stream->grammar->last_part);
}

/* Returns true if a keyword of this kind begins a section that the reader reads, even at a position where the
   file may end: a block, or a section that was not found before. */
static bool is_block_or_unseen_section(const ap_md5_stream *stream, int section)
{
    return section >= 0 && (is_block_section(stream, section) || !stream->seen[section]);
}

static bool begins_block_or_unseen_section(const ap_md5_stream *stream, ap_token token)
{
    return is_block_or_unseen_section(stream, ap_md5_section_number_of_token(stream, token));
}

/* Returns true, and reports the rest of the file as trailing content, if reading ends before the next token. After the last
   section a NUL ends the content instead of being a blank, and so does a comment that readers end at different bytes, such
   as one that begins with a slash, a star and a slash. */
static bool report_trailing_and_end_if_stopped(ap_md5_stream *stream)
{
    if (!may_file_end_here(stream) || stream->text.has_next
        || !ap_md5_move_to_stop_after_last_section(
            stream, is_section_count_known_or_fixed(stream), begins_block_or_unseen_section))
        return false;
    end_with_trailing_content(stream, stream->text.lexer.at);
    return true;
}

/* Ends reading at the end of the file, and reports a missing last section, or too few blocks if their number is known. A section
   that is missing before a block or before the last section was reported when that block or last section was found instead. */
static void end_reading_and_report_missing(ap_md5_stream *stream)
{
    const int last = number_of_last_section(stream);
    stream->ended = true;
    if (is_block_section(stream, last) ? !are_blocks_next_or_begun(stream) : !stream->seen[last])
        ap_text_report_unexpected(&stream->text, expected_word(stream));
    else if (is_block_section(stream, last) && is_section_count_known_or_fixed(stream)
             && !may_file_end_here(stream) && !stream->blocks_broken && !stream->text.lexer.in_open_comment)
        stream->grammar->report_missing_blocks(stream);
}

static void check_section_order(ap_md5_stream *stream, int section)
{
    const char *late = stream->grammar->sections[section].late_text;
    if (section == 0)
        ap_md5_check_empty_line_after_header(stream);
    const char *expected = section != stream->expected_section         ? expected_word(stream)
                           : late != NULL && stream->seen[section + 1] ? late
                                                                       : NULL;
    if (expected != NULL)
        ap_md5_correct_and_report_header_counts(
            /* a section out of order uses the header's counts before the sections that can correct them
               were read */
            stream);
    if (!stream->resumed && expected != NULL && !stream->misplaced_reported) {
        ap_text_report_unexpected(&stream->text, expected);
        stream->misplaced_reported = true;
    }
    stream->resumed = false;
}

/* Checks line lengths up to the end of a section that was read. The checks end after the last section that the header counts, or,
   if the number of blocks is unknown, after the last block found. `complete`: the section did not break off. */
static void check_line_lengths(ap_md5_stream *stream, int section, bool complete)
{
    const size_t at = stream->text.lexer.at;
    const bool may_end = is_block_section(stream, section) || stream->grammar->blocks == NULL;
    if (is_block_section(stream, section) && !is_section_count_known_or_fixed(stream))
        stream->blocks_end = complete ? at - 1 : 0;
    else if (may_end && complete && may_file_end_here(stream))
        ap_md5_end_line_length_checks(stream, at - 1);
    else if (is_section_count_known_or_fixed(stream) || stream->blocks == 0)
        ap_md5_check_line_lengths_up_to(stream, at);
}

static void read_section(ap_md5_stream *stream, int section)
{
    const ap_md5_section_with_successor *row = &stream->grammar->sections[section];
    const bool in_blocks =
        is_block_section(stream, section) || is_block_section(stream, stream->expected_section);
    if (section == 0) {
        stream->lines.wait_for_end |= stream->blocks_end > 0;
        ap_md5_begin_line_length_checks(stream, ap_text_peek_token(&stream->text).span.offset);
    }
    stream->expected_section = row->next_section;
    stream->seen[section] = true;
    const bool complete = row->read(stream);
    stream->valid[section] = complete && ap_md5_has_section_no_error(stream);
    check_line_lengths(stream, section, complete);
    if (!complete)
        skip_to_next_section(stream, in_blocks);
}

static void read_or_skip_section(ap_md5_stream *stream, int section)
{
    const ap_md5_grammar *grammar = stream->grammar;
    if (grammar->before_section != NULL)
        grammar->before_section(stream, section);
    stream->takes_position_from_index |= stream->resumed && is_block_section(stream, section);
    ap_md5_watch_errors_of_section(stream);
    check_section_order(stream, section);
    if (is_block_or_unseen_section(stream, section)) {
        read_section(stream, section);
        return;
    }
    (void)ap_text_take_token(&stream->text);
    skip_to_next_section(stream, grammar->repeats_hide_blocks && are_blocks_next_or_begun(stream));
}

/* Reports a token that does not begin a section, and continues at the next section. */
static void report_wrong_token_and_skip(ap_md5_stream *stream)
{
    const char *first = stream->grammar->sections[0].keyword;
    bool nothing_seen = stream->blocks == 0;
    for (size_t i = 0; i < stream->grammar->section_count; i++)
        nothing_seen &= !stream->seen[i];
    if (nothing_seen && ap_text_is_keyword(&stream->text, ap_text_peek_token(&stream->text)))
        ap_md5_report_wrong_key(stream, first, first);
    else
        ap_text_report_unexpected(&stream->text, expected_word(stream));
    skip_to_next_section(stream, are_blocks_next_or_begun(stream));
}

void ap_md5_read_sections(ap_md5_stream *stream)
{
    while (!stream->ended && !stream->text.io.arena->failed && !report_trailing_and_end_if_stopped(stream)) {
        const ap_token token = ap_text_peek_token(&stream->text);
        const int section = ap_md5_next_section_number(stream);
        if (token.kind == AP_TOKEN_END)
            end_reading_and_report_missing(stream);
        else if (may_file_end_here(stream) && !stream->resumed
                 && !is_block_or_unseen_section(stream, section))
            end_with_trailing_content(stream, token.span.offset);
        else if (section >= 0)
            read_or_skip_section(stream, section);
        else
            report_wrong_token_and_skip(stream);
    }
    if (stream->blocks_end > 0)
        ap_md5_end_line_length_checks(stream, stream->blocks_end);
    ap_md5_check_file_after_reading(stream);
}

void ap_md5_read_file(ap_md5_stream *stream)
{
    if (!stream->ended)
        (void)stream->grammar->header(stream);
    ap_md5_read_sections(stream);
}

void ap_md5_fill_version_and_kept_reason(const ap_md5_stream *stream, ap_lint_result *result)
{
    result->version = stream->version;
    result->kept = ap_md5_remark_on_kept_text_or_null(stream);
}

void ap_md5_lint_file(ap_md5_stream *stream, const ap_lint_options *options, ap_lint_result *result)
{
    stream->text.io.listener = options->listener;
    stream->no_simd = options->no_simd;
    ap_md5_set_policy_and_length_tolerance(stream, options->policy);
    ap_md5_read_file(stream);
    ap_md5_fill_version_and_kept_reason(stream, result);
}

bool ap_md5_is_reading_without_error(const ap_md5_stream *stream)
{
    const ap_findings *findings = stream->text.io.findings;
    return findings->counts[AP_ERROR] == 0 && !findings->arena->failed && !stream->ended;
}

bool ap_md5_is_section_next_without_error(ap_md5_stream *stream, int section)
{
    return ap_md5_is_reading_without_error(stream) && ap_md5_next_section_number(stream) == section;
}

bool ap_md5_read_to_end_without_error(ap_md5_stream *stream)
{
    const ap_findings *findings = stream->text.io.findings;
    for (size_t i = 0; i < stream->grammar->section_count; i++)
        stream->seen[i] = true;
    stream->expected_section = number_of_last_section(stream);
    ap_md5_read_sections(stream);
    return findings->counts[AP_ERROR] == 0 && !findings->arena->failed;
}
