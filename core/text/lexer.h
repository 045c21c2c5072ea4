/* Splits the id Tech family of text formats into tokens: bare words, quoted strings, braces and parentheses.
   A bare word ends at a blank, a NUL, one of { } ( ) ", or a comment. Blanks are the bytes 0x01 to 0x20; a
   NUL is read as a blank. A // comment ends at the end of the line, a block comment at its end mark; the
   three bytes slash, star and slash are a complete comment, as in id's reader. Lines end at LF, CR LF, or a
   CR alone. Strings end at their closing quote and may not contain a line end. */
#ifndef AP_LEXER_H
#define AP_LEXER_H

#include <stdbool.h>

#include "core/layout/io.h"

typedef enum ap_token_kind {
    AP_TOKEN_END, /* the end of the input, a token of length 0 */
    AP_TOKEN_WORD,
    AP_TOKEN_STRING, /* a string in quotes; the span includes both quotes */
    /* a string without closing quote on its line: from its quote to the end of the line */
    AP_TOKEN_BROKEN_STRING,
    AP_TOKEN_OPEN_BRACE,
    AP_TOKEN_CLOSE_BRACE,
    AP_TOKEN_OPEN_PARENTHESIS,
    AP_TOKEN_CLOSE_PARENTHESIS,
} ap_token_kind;

typedef struct ap_token {
    ap_token_kind kind;
    ap_span span;
    bool after_line_end; /* true if a line ended after the previous token, and for the first token */
    bool first_on_line;  /* true if only blanks precede the token on its line */
    bool begins_line;    /* true if only blanks and block comments precede the token on its line */
    bool touches;        /* true if this token begins where the previous token ends */
} ap_token;

/* The rules that a lexer checks between tokens. */
typedef struct ap_lexer_rules {
    const ap_rule *encoding;
    const ap_rule *comment_block;
    const ap_rule *comment_block_joined;
    const ap_rule *comment_unterminated;
    const ap_rule *comment_slash;
    const ap_rule *keyword_comment;
    const ap_rule
        *comment_touching; /* rule that a comment breaks if it touches a token other than a keyword */
    const char *const
        *keywords; /* keywords of the format, and a NULL at the end; NULL if the format has no keywords */
} ap_lexer_rules;

/* State of cutting tokens out of a text. */
typedef struct ap_lexer {
    ap_io *io; /* gives the input and the list of findings; io->at is not used */
    const ap_lexer_rules *rules;
    size_t at;                     /* offset of the next byte to read */
    size_t token_start, token_end; /* bounds of the token read last */
    /* true if a line ended after the token read last; also true before the first token */
    bool line_passed;
    bool at_line_start;    /* true if only blanks were read since the line began */
    bool no_token_on_line; /* true if only blanks and block comments were read since the line began */
    bool silent;           /* true to add no findings */
    bool skipping; /* true after a fault in the structure: do not report lone CRs and touching comments */
    /* true if id's reader would stop here, since it has read all that it needs; the next token sets it to false */
    bool past_end;
    bool in_open_comment; /* true if a block comment extends to the end of the input */
    /* true if the finding was already added: at most one of each kind is added per file */
    bool nul_reported, lone_cr_reported, block_comment_reported;
    bool touching_comment_reported;
    /* Number of unusual blanks, and offset of the first one. Unusual are blanks other than space, tab, LF and CR, and form feeds
       in strings and comments. */
    size_t unusual_blanks, first_unusual_blank;
    bool first_unusual_inside; /* true if the first unusual blank is in a string or a comment */
    bool string_has_form_feed; /* true if a string that was read contains a form feed */
} ap_lexer;

/* Initialises a lexer at byte `at` of io's input. `io` and `rules` must outlive the lexer. */
void ap_lexer_init(ap_lexer *lexer, ap_io *io, const ap_lexer_rules *rules, size_t at);

/* Reads the next token. Never fails: at the end of the input each call returns AP_TOKEN_END. */
ap_token ap_lexer_next_token(ap_lexer *lexer);

/* Reads the next token into *token. This is faster than ap_lexer_next_token: a processor stalls when it loads a returned token
   that was just stored in parts. */
void ap_lexer_read_token(ap_lexer *lexer, ap_token *token);

/* Moves past blanks and comments to the next token, the end of the input, or a NUL if stop_at_nul. If past_end is set, also stops
   at a comment that id's reader ends differently from other readers, or that has no end. */
void ap_lexer_skip_blanks(ap_lexer *lexer, bool stop_at_nul);

/* Returns true for the bytes 0x01 to 0x20, which separate tokens. */
//@ assigns \nothing;
static inline bool ap_is_blank_other_than_nul(uint8_t byte)
{
    return (uint8_t)(byte - 1) < 0x20;
}

/* Returns true if the byte is a blank that people use: space, tab, LF or CR. */
//@ assigns \nothing;
static inline bool ap_is_usual_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* Returns true if a token (not a comment, blank or NUL) begins at byte `at`. */
/*@ requires \valid_read(lexer) && \valid_read(lexer->io) && ap_readable(lexer->io->input);
    assigns \nothing;
    ensures \result ==> at < lexer->io->input.size; */
bool ap_lexer_is_token_at(const ap_lexer *lexer, size_t at);

/* Returns the bytes of a token; for a string, the bytes between its quotes. */
ap_view ap_token_view_unquoted(const ap_io *io, ap_token token);

/* Returns true if the token is the bare word `word`, which must not be empty. */
static inline bool ap_token_is_bare_word(const ap_io *io, ap_token token, const char *word)
{
    const uint8_t *bytes = io->input.bytes + token.span.offset;
    if (token.kind != AP_TOKEN_WORD || bytes[0] != (uint8_t)word[0])
        return false;
    size_t i = 1;
    /* the loop also ends at the NUL after `word`, since tokens contain no NUL */
    while (i < token.span.length && bytes[i] == (uint8_t)word[i])
        i++;
    return i == token.span.length && word[i] == '\0';
}

#endif
