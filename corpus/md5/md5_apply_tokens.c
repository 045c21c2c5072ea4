/* Defects of a single token of any kind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/md5/md5_apply.h"

/* Returns true if the token is a number of the baseframe, and its new value changes whether the skeleton has another size than
   the mesh's. */
static bool changes_scale_mismatch(const ap_md5_tokens *tokens, size_t token)
{
    const ap_damage *damage = tokens->damage;
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    char *end;
    const double value = strtod(damage->defect->text, &end);
    return damage->companion.bytes != NULL && site.region == AP_MD5_PART && site.entry
           && site.part == MD5_BASEFRAME && *end == '\0'
           && !ap_md5_does_value_keep_scale_finding(tokens, token, value);
}

/* Returns false if the token is a number of a position in the baseframe that no frame replaces: changing it would move the joint,
   and could leave all joints outside of a box. */
static bool does_change_move_no_joint(const ap_md5_tokens *tokens, size_t token)
{
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    if (tokens->mesh || tokens->camera || site.region != AP_MD5_PART || !site.entry
        || site.part != MD5_BASEFRAME || site.token == 0 || site.token >= MD5_VECTOR - 1)
        return true;
    const int32_t flags = ap_md5_token_integer(tokens, ap_md5_joint_token(tokens, site.index, MD5_FLAGS));
    return (flags & MD5_TRANSLATION) >> (site.token - 1) & 1;
}

bool ap_md5_apply_token_text(const ap_md5_tokens *tokens)
{
    const size_t token =
        ap_md5_pick_token_of_defect(tokens, tokens->defect->near_miss ? does_change_move_no_joint : NULL);
    if (token == SIZE_MAX || changes_scale_mismatch(tokens, token))
        return false;
    const char *path = ap_md5_path_of_token(tokens, token);
    if (!ap_md5_replace_token(tokens, token, tokens->defect->text))
        return false;
    if (tokens->defect->near_miss)
        return true;
    return ap_md5_expect_at_inserted(tokens, NULL, path)
           && (tokens->defect->number == 0 || ap_md5_expect_at_inserted(tokens, "number-exponent", path));
}

/* Returns the token that the reader finds wrong when `token` is missing: a vector that lacks a number is
   wrong at its parenthesis. */
static size_t token_reported_instead(const ap_md5_tokens *tokens, size_t token)
{
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    if (site.region != AP_MD5_PART || !site.entry || site.token < tokens->parts[site.part].pair_at)
        return token + 1;
    const size_t at = (site.token - tokens->parts[site.part].pair_at) % MD5_VECTOR;
    return at == 0 || at == MD5_VECTOR - 1 ? token + 1 : token - at + MD5_VECTOR - 1;
}

/* Writes the path of the record in which the reader misses the token. */
static void write_path_of_record_that_lacks_token(const ap_md5_tokens *tokens, size_t token, char *path)
{
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    const bool name = site.region == AP_MD5_PART && site.entry && site.token == MD5_NAME
                      && tokens->parts[site.part].pair_at > 0;
    const bool joints_close =
        site.region == AP_MD5_PART && site.close && tokens->parts[site.part].pair_at > 0;
    if (joints_close) /* the keyword after the brace is then read as the first word of an entry */
        (void)snprintf(path, AP_MD5_PATH_BYTES, "%s[%zu]", tokens->parts[site.part].name, site.index);
    else
        ap_md5_write_open_record_path(
            tokens, name ? token + 1 : token, path); /* a missing name is reported in the joint */
}

bool ap_md5_apply_delete(const ap_md5_tokens *tokens)
{
    char path[AP_MD5_PATH_BYTES];
    const size_t token = ap_md5_pick_token_of_defect(tokens, NULL);
    if (token == SIZE_MAX)
        return false;
    const ap_span span = ap_md5_token_span(tokens, token);
    const size_t found = token_reported_instead(tokens, token);
    if ((found == tokens->count) != ap_md5_is_defect_of_rule(tokens, "truncated"))
        return false;
    write_path_of_record_that_lacks_token(tokens, token, path);
    if (!ap_md5_delete_range(tokens, span.offset, ap_span_end(span)))
        return false;
    if (found == tokens->count) /* the deleted token is the last brace of the file */
        return ap_md5_expect_finding(tokens, NULL, (ap_span){ ap_md5_size_after_edits(tokens), 0 }, path);
    return ap_md5_expect_finding_at_token(tokens, NULL, found, path);
}

/* Returns true if inserting a word here breaks the grammar. At the start of an entry, a word or string
   would begin a joint, or be an invalid number. */
static bool does_word_break_grammar(const ap_md5_tokens *tokens, size_t token)
{
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    return site.region != AP_MD5_TRAILING && !(site.region == AP_MD5_PART && site.entry && site.token == 0);
}

static bool put_wrong_word(const ap_md5_tokens *tokens, bool replace)
{
    const char *text = tokens->defect->text;
    const size_t token = ap_md5_pick_token_of_defect(tokens, does_word_break_grammar);
    if (token == SIZE_MAX)
        return false;
    ap_span span = ap_md5_token_span(tokens, token);
    const char *path = ap_md5_open_record_path_at_token(tokens, token);
    if (!replace)
        span.length = 0;
    if (!ap_md5_replace_span(tokens, span, text) || !ap_md5_expect_at_inserted(tokens, NULL, path))
        return false;
    return replace
           || ap_md5_insert_text(tokens, span.offset, tokens->items[token].first_on_line ? "\n" : " ");
}

bool ap_md5_apply_insert(const ap_md5_tokens *tokens)
{
    return put_wrong_word(tokens, false);
}

bool ap_md5_apply_replace(const ap_md5_tokens *tokens)
{
    return put_wrong_word(tokens, true);
}

static size_t line_end_after(const ap_md5_tokens *tokens, size_t at)
{
    const uint8_t *bytes = tokens->file.bytes;
    while (at < tokens->file.size && bytes[at] != '\n' && bytes[at] != '\r')
        at++;
    return at;
}

/* Returns true if no other quote on the line would end the string. */
static bool is_last_quote_on_line(const ap_md5_tokens *tokens, size_t token)
{
    const size_t end = ap_span_end(ap_md5_token_span(tokens, token));
    return tokens->items[token].kind == AP_TOKEN_STRING
           && memchr(tokens->file.bytes + end, '"', line_end_after(tokens, end) - end) == NULL;
}

bool ap_md5_apply_quote_missing(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, is_last_quote_on_line);
    if (token == SIZE_MAX)
        return false;
    const ap_span span = ap_md5_token_span(tokens, token);
    const size_t end = line_end_after(tokens, span.offset);
    return ap_md5_delete_range(tokens, ap_span_end(span) - 1, ap_span_end(span))
           && ap_md5_expect_finding(tokens, NULL, (ap_span){ span.offset, end - 1 - span.offset }, "");
}

bool ap_md5_apply_string_length(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const size_t token = ap_md5_pick_token_of_defect(tokens, NULL);
    if (token == SIZE_MAX)
        return false;
    const char *text = tokens->defect->text != NULL ? tokens->defect->text : "";
    const size_t words = strlen(text), size = words + (size_t)tokens->defect->number;
    uint8_t *bytes = ap_alloc(damage->arena, size + 2);
    if (bytes == NULL)
        return false;
    memset(bytes, 'n', size + 2);
    if (words > 0)
        memcpy(bytes + 1, text, words);
    bytes[0] = bytes[size + 1] = '"';
    const char *path = ap_md5_path_of_token(tokens, token);
    return ap_edit_span(damage, ap_md5_token_span(tokens, token), bytes, size + 2)
           && (tokens->defect->near_miss || ap_md5_expect_at_inserted(tokens, NULL, path));
}
