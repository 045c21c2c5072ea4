/* Reads common parts of a line without reading each token, if none of the tokens can give a finding. Afterwards the reader is in
   the state in which reading each token would leave it. Used by core/text/text_io.c, and by formats that have many lines of the
   same form. */
#ifndef AP_TEXT_FAST_H
#define AP_TEXT_FAST_H

#include "core/text/text_io.h"

/* Adds a token to the entry being read. */
static inline void ap_text_add_to_entry(ap_text *text, const ap_token *token)
{
    bool is_first = text->entry_tokens++ == 0;
    text->entry = is_first ? token->span : ap_span_from_to(text->entry, token->span);
    text->entry_split |= is_first ? !token->begins_line : token->after_line_end;
}

/* Reads "( x y z )" of plain numbers, with blanks around each token; the parenthesis may be the peeked token. Returns false,
   without moving, if the tokens must be read one by one, or if they must be passed to a listener. */
bool ap_text_read_vec3_fast(ap_text *text, ap_text_number vector[3], ap_span *span);

/* Reads an integer of up to 9 digits with blanks around it, on the line of the entry's previous token, as the field `name`.
   Returns false, without moving, if the next token is anything else, or must be passed to a listener. */
bool ap_text_read_int_fast(ap_text *text, const char *name, ap_text_integer *value);

/* Returns true if complete lines can be read at once at the current position: right after a token, when reading without a
   listener, or with one that receives entries. */
bool ap_text_can_read_lines_after_token(const ap_text *text);

/* Returns the number of bytes up to the first blank, or to the end. All bytes before the blank must be ASCII. */
static inline size_t ap_word_length(ap_view text)
{
    size_t at = 0;
    for (; text.size - at >= sizeof(uint64_t); at += sizeof(uint64_t)) {
        const uint64_t blanks = (ap_load_u64(text.bytes + at, false) - UINT64_C(0x2121212121212121))
                                & UINT64_C(0x8080808080808080); /* bits after the first blank may be wrong */
        if (blanks != 0)
            return at + (size_t)__builtin_ctzll(blanks) / 8;
    }
    while (at < text.size && text.bytes[at] > 0x20)
        at++;
    return at;
}

/* Continues reading at byte `at`, right after a token that was read by other means. */
void ap_text_continue_lexer_at(ap_text *text, size_t at);

#endif
