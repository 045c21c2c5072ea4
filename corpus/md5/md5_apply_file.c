/* Defects of the whole file: other content, merge markers, or commas in its numbers. */
#include <string.h>

#include "corpus/md5/md5_apply.h"

enum { SHOWN_BYTES = 8, ARROW_BYTES = 7 };

/* Returns the bytes that the last edit inserted. */
static ap_view bytes_of_last_edit(const ap_md5_tokens *tokens)
{
    const ap_damage *damage = tokens->damage;
    return damage->edits[damage->edit_count - 1].bytes;
}

bool ap_md5_apply_other_file(const ap_md5_tokens *tokens)
{
    if (!ap_md5_replace_span(tokens, (ap_span){ 0, tokens->file.size }, tokens->defect->text))
        return false;
    const char *word = tokens->defect->pattern;
    const ap_view bytes = bytes_of_last_edit(tokens);
    ap_span span = { 0, bytes.size < SHOWN_BYTES ? bytes.size : SHOWN_BYTES };
    if (word != NULL) {
        const uint8_t *at = memmem(bytes.bytes, bytes.size, word, strlen(word));
        assert(at != NULL);
        span = (ap_span){ (size_t)(at - bytes.bytes), strlen(word) };
    }
    return ap_md5_expect_finding(tokens, NULL, span, "");
}

bool ap_md5_apply_all_bytes_zero(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    uint8_t *bytes = ap_alloc_array(damage->arena, tokens->file.size, 1);
    if (bytes == NULL)
        return false;
    memset(bytes, 0, tokens->file.size);
    return ap_edit_span(damage, (ap_span){ 0, tokens->file.size }, bytes, tokens->file.size)
           && ap_md5_expect_finding(tokens, NULL, (ap_span){ 0, SHOWN_BYTES }, "");
}

/* Merges */

static size_t line_start(const ap_md5_tokens *tokens, size_t token)
{
    size_t at = ap_md5_token_span(tokens, token).offset;
    while (at > 0 && tokens->file.bytes[at - 1] != '\n' && tokens->file.bytes[at - 1] != '\r')
        at--;
    return at;
}

/* Returns the offset of the next line; SIZE_MAX if the line is the last and has no line end. */
static size_t next_line_or_size_max(const ap_md5_tokens *tokens, size_t at)
{
    const uint8_t *end = memchr(tokens->file.bytes + at, '\n', tokens->file.size - at);
    return end == NULL ? SIZE_MAX : (size_t)(end - tokens->file.bytes) + 1;
}

bool ap_md5_apply_merge_conflict(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, ap_md5_begins_line_after_blanks);
    if (token == SIZE_MAX)
        return false;
    const size_t at = line_start(tokens, token), end = next_line_or_size_max(tokens, at);
    if (end == SIZE_MAX || !ap_md5_insert_text(tokens, at, "<<<<<<< HEAD\n")
        || !ap_md5_expect_finding(tokens, NULL, (ap_span){ at, ARROW_BYTES }, ""))
        return false;
    return ap_md5_insert_text(tokens, end, "=======\n")
           && ap_edit_span(tokens->damage, (ap_span){ end, 0 }, tokens->file.bytes + at, end - at)
           && ap_md5_insert_text(tokens, end, ">>>>>>> other-branch\n");
}

bool ap_md5_apply_insert_before_line(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, ap_md5_begins_line_after_blanks);
    if (token == SIZE_MAX)
        return false;
    const size_t at = line_start(tokens, token);
    if (!ap_md5_insert_text(tokens, at, tokens->defect->text))
        return false;
    if (tokens->defect->near_miss)
        return true;
    const ap_view bytes = bytes_of_last_edit(tokens);
    const uint8_t *marker = memmem(bytes.bytes, bytes.size, "<<<<<<<", ARROW_BYTES);
    assert(marker != NULL);
    return ap_md5_expect_finding(
        tokens, NULL, (ap_span){ at + (size_t)(marker - bytes.bytes), ARROW_BYTES }, "");
}

/* Commas */

static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

/* Returns the offset of the point in a number with digits on both sides of the point and without exponent;
   SIZE_MAX if there is no such point. */
static size_t find_point_between_digits_or_size_max(ap_view word)
{
    size_t point = SIZE_MAX;
    for (size_t i = word.bytes[0] == '-'; i < word.size; i++) {
        if (word.bytes[i] == '.' && i > 0 && i + 1 < word.size && is_digit(word.bytes[i - 1]))
            point = i;
        else if (!is_digit(word.bytes[i]))
            return SIZE_MAX;
    }
    return point;
}

bool ap_md5_apply_decimal_commas(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    uint8_t *bytes = ap_alloc_array(damage->arena, tokens->file.size, 1);
    size_t first = SIZE_MAX;
    if (bytes == NULL)
        return false;
    memcpy(bytes, tokens->file.bytes, tokens->file.size);
    for (size_t i = tokens->header_tokens; i < tokens->end; i++) {
        if (tokens->items[i].kind != AP_TOKEN_WORD
            || find_point_between_digits_or_size_max(ap_md5_token_text(tokens, i)) == SIZE_MAX)
            continue;
        bytes[ap_md5_token_span(tokens, i).offset
              + find_point_between_digits_or_size_max(ap_md5_token_text(tokens, i))] = ',';
        first = first == SIZE_MAX ? i : first;
    }
    if (first == SIZE_MAX)
        return false;
    const char *path = ap_md5_path_of_token(tokens, first);
    return ap_edit_span(damage, (ap_span){ 0, tokens->file.size }, bytes, tokens->file.size)
           && ap_md5_expect_finding(tokens, NULL, ap_md5_token_span(tokens, first), path);
}
