/* Splits the statements of an `.obj` into words; skips comments and joins continued lines. */
#ifndef AP_OBJ_LEXER_H
#define AP_OBJ_LEXER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/span.h"

typedef struct ap_obj_lexer {
    ap_view input;
    size_t at;
    bool hanging; /* the last statement ends in a backslash at the end of the file */
} ap_obj_lexer;

/* Returns a lexer at the first statement, after a byte order mark if the input has one. */
ap_obj_lexer ap_obj_lexer_of(ap_view input);

/* Returns true if another statement, perhaps an empty one, may follow. */
static inline bool ap_obj_has_more_statements(const ap_obj_lexer *lexer)
{
    return lexer->at < lexer->input.size;
}

/* Reads the next word of the statement. At the end of the statement, returns false and moves to the next
   statement. Blanks, tabs and NUL separate words; `\` as the last byte of a line joins the next line; `#` at
   the start of a word begins a comment to the end of the line; lines end with LF, CR LF or CR. */
bool ap_obj_next_word(ap_obj_lexer *lexer, ap_span *word);

/* Skips the rest of the statement; returns the number of skipped words. */
size_t ap_obj_skip_words(ap_obj_lexer *lexer);

#endif
