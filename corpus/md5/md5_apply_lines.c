/* Defects between tokens: comments, and characters that do not belong in a text. */
#include <string.h>

#include "corpus/md5/md5_apply.h"

/* Returns the span of the blanks and comments between a token and the previous token. */
static ap_span gap_before_token(const ap_md5_tokens *tokens, size_t token)
{
    const size_t from = ap_md5_offset_before_token(tokens, token);
    const size_t end = token < tokens->count ? ap_md5_token_span(tokens, token).offset : tokens->file.size;
    return (ap_span){ from, end - from };
}

static bool expect_in_lexer_scope(const ap_md5_tokens *tokens, const char *rule, ap_span span, size_t token)
{
    char path[AP_MD5_PATH_BYTES] = "";
    ap_md5_write_open_record_path_before_token(tokens, token, path);
    return ap_md5_expect_finding(tokens, rule, span, path);
}

/* Returns true if the token is the first of its line, and a blank or line end follows the token before it, but not the comment
   after a joint. A comment inserted right after the token before is then followed by that blank or line end. */
static bool can_append_to_line_before(const ap_md5_tokens *tokens, size_t token)
{
    return token > 0 && tokens->items[token].first_on_line
           && !ap_md5_is_token_after_joint_comment(tokens, token)
           && ap_is_blank_other_than_nul(tokens->file.bytes[ap_md5_offset_before_token(tokens, token)]);
}

bool ap_md5_apply_comment_after_line(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, can_append_to_line_before);
    if (token == SIZE_MAX)
        return false;
    const size_t at = ap_md5_offset_before_token(tokens, token);
    if (!ap_md5_insert_text(tokens, at, tokens->defect->text))
        return false;
    const bool touches = tokens->defect->text[0] == '/';
    const ap_span span = touches ? (ap_span){ at, 2 } : (ap_span){ at + 1, ap_md5_inserted_size(tokens) - 1 };
    return tokens->defect->near_miss || expect_in_lexer_scope(tokens, NULL, span, token);
}

bool ap_md5_apply_comment_touching(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, NULL);
    if (token == SIZE_MAX || token + 1 == tokens->count)
        return false;
    const size_t at = ap_span_end(ap_md5_token_span(tokens, token));
    if (!ap_is_blank_other_than_nul(tokens->file.bytes[at])
        || !ap_md5_insert_text(tokens, at, tokens->defect->text))
        return false;
    return expect_in_lexer_scope(tokens, NULL, (ap_span){ at, 2 }, token + 1)
           && expect_in_lexer_scope(
               tokens, "comment-block", (ap_span){ at, ap_md5_inserted_size(tokens) }, token + 1);
}

static bool is_inner_word(const ap_md5_tokens *tokens, size_t token)
{
    return tokens->items[token].kind == AP_TOKEN_WORD && !tokens->items[token].first_on_line;
}

bool ap_md5_apply_comment_right_before_word(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, is_inner_word);
    if (token == SIZE_MAX)
        return false;
    const size_t at = ap_md5_token_span(tokens, token).offset;
    if (!ap_md5_insert_text(tokens, at, tokens->defect->text))
        return false;
    const size_t size = ap_md5_inserted_size(tokens);
    return expect_in_lexer_scope(tokens, "comment-block", (ap_span){ at + 1, size - 1 }, token)
           && expect_in_lexer_scope(tokens, NULL, (ap_span){ at + size, 1 }, token);
}

bool ap_md5_apply_comment_unclosed(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, NULL);
    if (token == SIZE_MAX)
        return false;
    const size_t at = ap_md5_token_span(tokens, token).offset;
    if (memmem(tokens->file.bytes + at, tokens->file.size - at, "*/", 2) != NULL
        || !ap_md5_insert_text(tokens, at, tokens->defect->text))
        return false;
    const size_t end = ap_md5_size_after_edits(tokens);
    return expect_in_lexer_scope(tokens, NULL, (ap_span){ at + 1, end - at - 1 }, token);
}

/* Inserts the defect's text at the start of the file. Expects a finding at its first bytes, as many as the defect's number says,
   such as a byte order mark; if the number is 0, at everything before the first token. */
bool ap_md5_apply_insert_at_start(const ap_md5_tokens *tokens)
{
    const char *text = tokens->defect->text;
    if (!ap_md5_insert_text(tokens, 0, text))
        return false;
    const size_t mark = (size_t)tokens->defect->number;
    const ap_span span = { 0,
        mark > 0 ? mark : ap_md5_offset_after_edits(tokens, ap_md5_token_span(tokens, 0).offset) };
    const ap_span comment = { 0, strcspn(text, "\n") };
    return ap_md5_expect_finding(tokens, NULL, span, "")
           && (strncmp(text, "/*", 2) != 0 || ap_md5_expect_finding(tokens, "comment-block", comment, ""));
}

bool ap_md5_apply_utf16(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const size_t low = tokens->defect->number == 0 ? 0 : 1, size = tokens->file.size;
    uint8_t *bytes = ap_alloc_array(damage->arena, size + 1, 2);
    if (bytes == NULL)
        return false;
    bytes[low] = 0xff;
    bytes[1 - low] = 0xfe;
    for (size_t i = 0; i < size; i++)
        bytes[2 + 2 * i + low] = tokens->file.bytes[i];
    return ap_edit_span(damage, (ap_span){ 0, size }, bytes, 2 * (size + 1))
           && ap_md5_expect_finding(tokens, NULL, (ap_span){ 0, 2 }, "");
}

/* Characters */

/* Returns true if a space or tab is right before the token, no comment is in the gap before the token, and the token is not {. A
   NUL right before { would not be read as a blank. */
static bool has_space_or_tab_before(const ap_md5_tokens *tokens, size_t token)
{
    const ap_span gap = gap_before_token(tokens, token);
    const uint8_t last = gap.length > 0 ? tokens->file.bytes[ap_span_end(gap) - 1] : 'x';
    return tokens->items[token].kind != AP_TOKEN_OPEN_BRACE && (last == ' ' || last == '\t')
           && ap_md5_is_gap_blank(tokens, token);
}

static bool is_changeable_string(const ap_md5_tokens *tokens, size_t token)
{
    return tokens->items[token].kind == AP_TOKEN_STRING
           && (token < tokens->header_tokens || ap_md5_may_rename_joint(tokens, token));
}

/* Inserts a byte after the opening quote of a string, and expects a finding of the defect's rule at the byte.
   In a joint's name, the byte also causes the finding about characters that some readers reject. Returns
   false if the string would become too long. */
static bool insert_byte_in_string_and_expect(const ap_md5_tokens *tokens, size_t token, const char *byte)
{
    enum { QUOTES = 2, LONGEST_COMMANDLINE = 1023, LONGEST_NAME = 31 };
    const size_t longest = token < tokens->header_tokens ? LONGEST_COMMANDLINE : LONGEST_NAME;
    const size_t at = ap_md5_token_span(tokens, token).offset;
    const char *path = ap_md5_path_of_token(tokens, token);
    if (ap_md5_token_span(tokens, token).length >= longest + QUOTES
        || !ap_edit_span(tokens->damage, (ap_span){ at + 1, 0 }, byte, 1)
        || !ap_md5_expect_finding(tokens, NULL, (ap_span){ at + 1, 1 }, ""))
        return false;
    const ap_span name = { at, ap_md5_token_span(tokens, token).length + 1 };
    if (token < tokens->header_tokens)
        return true;
    return ap_md5_expect_finding(tokens, "joint-name-character", name, path)
           && (tokens->damage->companion.bytes == NULL
               || ap_md5_expect_finding(tokens, "mesh-joint-name", name, path));
}

bool ap_md5_apply_nul(const ap_md5_tokens *tokens)
{
    const bool in_string = tokens->defect->number > 0;
    const size_t token =
        ap_md5_pick_token_of_defect(tokens, in_string ? is_changeable_string : has_space_or_tab_before);
    if (token == SIZE_MAX)
        return false;
    if (in_string)
        return insert_byte_in_string_and_expect(tokens, token, "");
    const ap_span blank = { ap_md5_token_span(tokens, token).offset - 1, 1 };
    return ap_edit_span(tokens->damage, blank, "", 1) && expect_in_lexer_scope(tokens, NULL, blank, token);
}

bool ap_md5_apply_form_feed(const ap_md5_tokens *tokens)
{
    const char *comment = tokens->defect->text;
    const size_t token = ap_md5_pick_token_of_defect(
        tokens, comment != NULL ? can_append_to_line_before : is_changeable_string);
    if (token == SIZE_MAX)
        return false;
    if (comment == NULL)
        return insert_byte_in_string_and_expect(tokens, token, "\f");
    const size_t at = ap_md5_offset_before_token(tokens, token);
    const ap_span form_feed = { at + strcspn(comment, "\f"), 1 };
    return ap_md5_insert_text(tokens, at, comment) && ap_md5_expect_finding(tokens, NULL, form_feed, "");
}

/* Replaces every line end by a CR. */
static bool replace_line_ends_by_cr(const ap_md5_tokens *tokens)
{
    const ap_view file = tokens->file;
    uint8_t *bytes = ap_alloc(tokens->damage->arena, file.size);
    size_t size = 0, first = SIZE_MAX;
    for (size_t i = 0; bytes != NULL && i < file.size; i++) {
        if (file.bytes[i] == '\r')
            continue;
        if (file.bytes[i] == '\n' && first == SIZE_MAX)
            first = size;
        bytes[size++] = file.bytes[i] == '\n' ? '\r' : file.bytes[i];
    }
    return bytes != NULL && first != SIZE_MAX && tokens->items[2].first_on_line
           && ap_edit_span(tokens->damage, (ap_span){ 0, file.size }, bytes, size)
           && ap_md5_expect_finding(tokens, NULL, (ap_span){ first, 1 }, "");
}

static bool is_first_on_line(const ap_md5_tokens *tokens, size_t token)
{
    return token > 0 && tokens->items[token].first_on_line;
}

bool ap_md5_apply_line_end_to_cr(const ap_md5_tokens *tokens)
{
    if (tokens->defect->number > 0)
        return replace_line_ends_by_cr(tokens);
    const size_t token = ap_md5_pick_token_of_defect(tokens, is_first_on_line);
    if (token == SIZE_MAX)
        return false;
    const uint8_t *gap = tokens->file.bytes + ap_md5_offset_before_token(tokens, token);
    const uint8_t *lf = memrchr(gap, '\n', gap_before_token(tokens, token).length);
    size_t at = (size_t)(lf - tokens->file.bytes), length = 1;
    if (lf[-1] == '\r') {
        at--;
        length++;
    }
    return ap_edit_span(tokens->damage, (ap_span){ at, length }, "\r", 1)
           && expect_in_lexer_scope(tokens, NULL, (ap_span){ at, 1 }, token);
}

bool ap_md5_apply_append(const ap_md5_tokens *tokens)
{
    const char *text = tokens->defect->text;
    const ap_view file = tokens->file;
    const bool in_line = file.bytes[file.size - 1] != '\n';
    if (in_line && !ap_md5_insert_text(tokens, file.size, "\n"))
        return false;
    size_t at = ap_md5_offset_after_edits(tokens, file.size);
    const bool put = text == NULL
                         ? ap_edit_span(tokens->damage, (ap_span){ file.size, 0 }, file.bytes, file.size)
                         : ap_md5_insert_text(tokens, file.size, text);
    if (!put || tokens->defect->near_miss)
        return put;
    for (size_t i = 0; text == NULL && ap_is_blank_other_than_nul(file.bytes[i]); i++)
        at++;
    return ap_md5_expect_finding(tokens, NULL, (ap_span){ at, ap_md5_size_after_edits(tokens) - at }, "");
}

bool ap_md5_apply_final_line_end(const ap_md5_tokens *tokens)
{
    const ap_span gap = gap_before_token(tokens, tokens->count);
    return gap.length > 0 && ap_md5_delete_range(tokens, gap.offset, ap_span_end(gap));
}
