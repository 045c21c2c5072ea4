#include "validators/memg/obj/obj_lexer.h"

#include <stdint.h>
#include <string.h>

static const uint8_t byte_order_mark[] = { 0xef, 0xbb, 0xbf };

ap_obj_lexer ap_obj_lexer_of(ap_view input)
{
    ap_obj_lexer lexer = { .input = input };
    if (input.size >= sizeof byte_order_mark
        && memcmp(input.bytes, byte_order_mark, sizeof byte_order_mark) == 0)
        lexer.at = sizeof byte_order_mark;
    return lexer;
}

/* Returns the length of the line end at `at`; 0 if no line ends there. */
static size_t line_end_bytes(const ap_view *input, size_t at)
{
    if (input->bytes[at] == '\n')
        return 1;
    if (input->bytes[at] != '\r')
        return 0;
    return at + 1 < input->size && input->bytes[at + 1] == '\n' ? 2 : 1;
}

/* Returns true if the backslash at `at` is the last byte of its line or of the file. */
static bool joins_lines(const ap_view *input, size_t at)
{
    return at + 1 == input->size || line_end_bytes(input, at + 1) > 0;
}

static bool is_space_tab_or_nul(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\0';
}

/* Skips to the end of the line. */
static void skip_comment(ap_obj_lexer *lexer)
{
    while (ap_obj_has_more_statements(lexer) && line_end_bytes(&lexer->input, lexer->at) == 0)
        lexer->at++;
}

/* Skips blanks, and each backslash with the line end after it, up to a word, a comment or the end of the statement. Sets
   lexer->hanging if such a backslash is the last byte of the file. */
static void skip_blanks(ap_obj_lexer *lexer)
{
    const ap_view *input = &lexer->input;
    while (ap_obj_has_more_statements(lexer)) {
        const uint8_t byte = input->bytes[lexer->at];
        if (is_space_tab_or_nul(byte)) {
            lexer->at++;
        } else if (byte == '\\' && joins_lines(input, lexer->at)) {
            lexer->hanging = lexer->at + 1 == input->size;
            lexer->at += lexer->hanging ? 1 : 1 + line_end_bytes(input, lexer->at + 1);
        } else {
            return;
        }
    }
}

static bool is_blank_line_end_or_line_join(const ap_view *input, size_t at)
{
    const uint8_t byte = input->bytes[at];
    if (byte > ' ')
        return byte == '\\' && joins_lines(input, at);
    return is_space_tab_or_nul(byte) || byte == '\n' || byte == '\r';
}

bool ap_obj_next_word(ap_obj_lexer *lexer, ap_span *word)
{
    const ap_view *input = &lexer->input;
    lexer->hanging = false;
    skip_blanks(lexer);
    if (ap_obj_has_more_statements(lexer) && input->bytes[lexer->at] == '#')
        skip_comment(lexer);
    if (!ap_obj_has_more_statements(lexer))
        return false;
    const size_t end_bytes = line_end_bytes(input, lexer->at);
    lexer->at += end_bytes;
    if (end_bytes > 0)
        return false;
    word->offset = lexer->at;
    size_t at = lexer->at;
    while (at < input->size
           && ((input->bytes[at] > ' ' && input->bytes[at] != '\\')
               || !is_blank_line_end_or_line_join(input, at)))
        at++;
    lexer->at = at;
    word->length = at - word->offset;
    return true;
}

/* Does what ap_obj_skip_words does, but faster, for a statement with only words and blanks that ends in LF.
   Returns false and does not move if the statement has anything else. */
static bool skip_plain_words(ap_obj_lexer *lexer, size_t *words)
{
    const uint8_t *bytes = lexer->input.bytes;
    const size_t size = lexer->input.size;
    size_t count = 0;
    bool in_word = false;
    for (size_t at = lexer->at; at < size; at++) {
        const uint8_t byte = bytes[at];
        if (byte > ' ') {
            if (byte == '\\' || (byte == '#' && !in_word))
                return false;
            count += !in_word;
            in_word = true;
        } else if (byte == '\n') {
            lexer->at = at + 1;
            lexer->hanging = false;
            *words = count;
            return true;
        } else if (is_space_tab_or_nul(byte)) {
            in_word = false;
        } else {
            return false;
        }
    }
    return false;
}

size_t ap_obj_skip_words(ap_obj_lexer *lexer)
{
    ap_span word;
    size_t words = 0;
    if (skip_plain_words(lexer, &words))
        return words;
    while (ap_obj_next_word(lexer, &word))
        words++;
    return words;
}
