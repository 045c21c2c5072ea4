/* Parts of a line that are read in one go where no token of them is worth a finding: they leave the reader in
   the state that reading token by token would. For core/text/text_io.c, and for formats that read many such
   lines at once. */
#ifndef AP_TEXT_FAST_H
#define AP_TEXT_FAST_H

#include "core/text/text_io.h"

/* Adds a token to the entry being read. */
static inline void ap_text_add_to_entry(ap_text *text, const ap_token *token)
{
    bool is_first = text->entry_tokens++ == 0;
    text->entry = is_first ? token->span : ap_span_to(text->entry, token->span);
    text->entry_split |= is_first ? !token->begins_line : token->after_line_end;
}

/* "( x y z )" of plain numbers, with blanks around each token; the parenthesis may have been looked at
   already. False, with nothing read, when the tokens have to be looked at one by one, or a listener be told
   of them. */
bool ap_text_fast_vec3(ap_text *text, ap_text_number vector[3], ap_span *span);

/* An integer with blanks around it, on the line of the entry's token before; it becomes the field `name`.
   False, with nothing read, otherwise. */
bool ap_text_fast_int(ap_text *text, const char *name, ap_text_integer *value);

/* Whether lines can be read at once here: after a token of an input, and with no listener to be told. */
bool ap_text_can_run(const ap_text *text);

/* How many bytes there are to the first blank, or to the end. None but ASCII may be among them. */
static inline size_t ap_word_length(ap_view text)
{
    size_t at = 0;
    for (; text.size - at >= sizeof(uint64_t); at += sizeof(uint64_t)) {
        const uint64_t blanks = (ap_load_u64(text.bytes + at, false) - UINT64_C(0x2121212121212121))
                                & UINT64_C(0x8080808080808080); /* right up to the first */
        if (blanks != 0)
            return at + (size_t)__builtin_ctzll(blanks) / 8;
    }
    while (at < text.size && text.bytes[at] > 0x20)
        at++;
    return at;
}

/* Reading goes on at byte `at`, right after a token that was read here. */
void ap_text_go_on(ap_text *text, size_t at);

#endif
