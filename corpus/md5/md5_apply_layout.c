/* Defects of line layout, which only break line-based readers. */
#include <stdio.h>
#include <string.h>

#include "corpus/md5/md5_apply.h"

/* Finds the first and last token of the entry that a token belongs to, and its path, as the reader divides
   the file into entries. Returns false if the token belongs to no entry. */
static bool find_entry_of_token(
    const ap_md5_tokens *tokens, size_t token, size_t *first, size_t *last, char *path)
{
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    path[0] = '\0';
    *first = *last = token - site.token;
    if (site.region == AP_MD5_HEADER)
        *last = *first + 1;
    if (site.region == AP_MD5_PART && site.entry) {
        *last = *first + tokens->parts[site.part].entry_tokens - 1;
        (void)snprintf(path, AP_MD5_PATH_BYTES, "%s[%zu]", tokens->parts[site.part].name, site.index);
    }
    return site.region == AP_MD5_HEADER || site.entry;
}

/* Writes the path for a finding at a keyword or brace of a section or frame. */
static void write_frame_path_or_empty(const ap_md5_tokens *tokens, size_t token, char *path)
{
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    path[0] = '\0';
    if (site.region == AP_MD5_FRAMES)
        (void)snprintf(path, AP_MD5_PATH_BYTES, "frames[%zu]", site.index);
}

static bool expect_at_entry(const ap_md5_tokens *tokens, size_t token)
{
    char path[AP_MD5_PATH_BYTES];
    size_t first, last;
    if (!find_entry_of_token(tokens, token, &first, &last, path))
        return false;
    return ap_md5_expect_finding(tokens, NULL, ap_md5_span_after_edits(tokens, first, last), path);
}

static bool expect_at_block_token(const ap_md5_tokens *tokens, size_t token)
{
    char path[AP_MD5_PATH_BYTES];
    write_frame_path_or_empty(tokens, token, path);
    return ap_md5_expect_finding_at_token(tokens, NULL, token, path);
}

static bool is_after_blanks_on_same_line(const ap_md5_tokens *tokens, size_t token)
{
    return !tokens->items[token].first_on_line && ap_md5_is_gap_blank(tokens, token);
}

static bool is_frame_index(const ap_md5_tokens *tokens, size_t token)
{
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    return site.region == AP_MD5_FRAMES && site.token == 1;
}

bool ap_md5_apply_line_end_added(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, is_after_blanks_on_same_line);
    if (token == SIZE_MAX || !ap_md5_insert_text(tokens, ap_md5_token_span(tokens, token).offset, "\n"))
        return false;
    if (tokens->defect->near_miss)
        return true;
    if (tokens->items[token].kind == AP_TOKEN_OPEN_BRACE)
        return expect_at_block_token(tokens, token);
    return is_frame_index(tokens, token) ? expect_at_block_token(tokens, token + 1)
                                         : expect_at_entry(tokens, token);
}

/* Returns true for keywords and closing braces: their findings are at the token, not at an entry. */
static bool is_keyword_or_closing_brace(const ap_md5_tokens *tokens, size_t token)
{
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    return site.close || !site.entry;
}

bool ap_md5_apply_line_end_removed(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, ap_md5_begins_line_after_blanks);
    if (token == SIZE_MAX)
        return false;
    const size_t from = ap_md5_offset_before_token(tokens, token);
    if (!ap_md5_replace_span(tokens, (ap_span){ from, ap_md5_token_span(tokens, token).offset - from }, " "))
        return false;
    if (tokens->defect->near_miss)
        return true;
    return is_keyword_or_closing_brace(tokens, token) ? expect_at_block_token(tokens, token)
                                                      : expect_at_entry(tokens, token);
}

static bool has_blank_gap(const ap_md5_tokens *tokens, size_t token)
{
    return token > 0 && ap_md5_is_gap_blank(tokens, token)
           && ap_md5_offset_before_token(tokens, token) < ap_md5_token_span(tokens, token).offset;
}

bool ap_md5_apply_join_tokens(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, has_blank_gap);
    if (token == SIZE_MAX
        || !ap_md5_delete_range(
            tokens, ap_md5_offset_before_token(tokens, token), ap_md5_token_span(tokens, token).offset))
        return false;
    const ap_token_kind kind = tokens->items[token].kind;
    if (kind == AP_TOKEN_OPEN_BRACE)
        return expect_at_block_token(tokens, token);
    /* the finding is at the first parenthesis of the two tokens that touch, or at the string */
    const bool later = kind == AP_TOKEN_CLOSE_PARENTHESIS || kind == AP_TOKEN_STRING;
    const size_t found = later ? token : token - 1;
    const char *path =
        ap_md5_open_record_path_at_token(tokens, kind == AP_TOKEN_OPEN_PARENTHESIS ? token - 1 : token);
    return ap_md5_expect_finding_at_token(tokens, NULL, found, path);
}

bool ap_md5_apply_control_byte(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, NULL);
    return token != SIZE_MAX
           && ap_md5_insert_text(tokens, ap_md5_token_span(tokens, token).offset, tokens->defect->text)
           && (tokens->defect->near_miss || ap_md5_expect_at_inserted(tokens, NULL, ""));
}

enum { LONGEST_LINE = 510 };

/* Returns the line of the token in the input, without its end. */
static ap_span line_span_of_token(const ap_md5_tokens *tokens, size_t token)
{
    const uint8_t *bytes = tokens->file.bytes;
    const size_t at = ap_md5_token_span(tokens, token).offset;
    size_t start = at, end = at;
    while (start > 0 && bytes[start - 1] != '\n' && bytes[start - 1] != '\r')
        start--;
    while (end < tokens->file.size && bytes[end] != '\n' && bytes[end] != '\r')
        end++;
    return (ap_span){ start, end - start };
}

bool ap_md5_expect_line_length(const ap_md5_tokens *tokens, size_t token)
{
    const ap_span line = line_span_of_token(tokens, token);
    const size_t length = line.length + ap_md5_size_after_edits(tokens) - tokens->file.size;
    return length <= LONGEST_LINE
           || ap_md5_expect_finding(tokens, "line-length", (ap_span){ line.offset, length }, "");
}

bool ap_md5_apply_line_length(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const size_t token = ap_md5_pick_token_of_defect(tokens, NULL);
    if (token == SIZE_MAX)
        return false;
    const size_t wanted = (size_t)tokens->defect->number, length = line_span_of_token(tokens, token).length;
    if (length >= wanted)
        return false;
    uint8_t *blanks = ap_alloc(damage->arena, wanted - length);
    if (blanks == NULL)
        return false;
    memset(blanks, ' ', wanted - length);
    const ap_span before = { ap_md5_token_span(tokens, token).offset, 0 };
    return ap_edit_span(damage, before, blanks, wanted - length) && ap_md5_expect_line_length(tokens, token);
}

bool ap_md5_apply_one_line_end_after_header(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, ap_md5_is_gap_blank);
    if (token == SIZE_MAX)
        return false;
    const size_t from = ap_md5_offset_before_token(tokens, token),
                 end = ap_md5_token_span(tokens, token).offset;
    return ap_edit_span(tokens->damage, (ap_span){ from, end - from }, "\n", 1)
           && ap_md5_expect_finding_at_token(tokens, NULL, token, "");
}
