/* Words of an `.obj`: the statements' tokens, with comments and line continuations out of the way. */
#ifndef AP_OBJ_LEXER_H
#define AP_OBJ_LEXER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/span.h"

typedef struct ap_obj_lexer {
    ap_view input;
    size_t at;
    bool hanging; /* the statement that ended last ends in a backslash at the end of the file */
} ap_obj_lexer;

/* A lexer at the first statement, after a byte order mark if there is one. */
ap_obj_lexer ap_obj_lexer_of(ap_view input);

/* Whether there may be another statement, perhaps an empty one. */
static inline bool ap_obj_more(const ap_obj_lexer *lexer)
{
    return lexer->at < lexer->input.size;
}

/* The next word of the statement; false at the statement's end, which is passed over then. Blanks, tabs
   and NUL part words; `\` as a line's last byte joins the line to the next; `#` at a word's first byte
   begins a comment to the line's end; lines end with LF, CR LF or CR. */
bool ap_obj_next_word(ap_obj_lexer *lexer, ap_span *word);

/* Passes over the rest of the statement; returns how many words that were. */
size_t ap_obj_skip_words(ap_obj_lexer *lexer);

#endif
