/* Tokens of the id Tech family of text formats: bare words, quoted strings, braces and parentheses.

   A bare word ends at a blank, a NUL, one of { } ( ) ", or a comment. Blanks are the bytes 0x01 to 0x20;
   a NUL is read as a blank. // comments run to the end of the line, block comments to their end; the three
   bytes of a slash, a star and a slash are a whole comment, as id's reader has it. Lines end at LF, CR LF, or
   a CR alone. Strings end at their quote and do not reach over the end of a line. */
#ifndef AP_LEXER_H
#define AP_LEXER_H

#include <stdbool.h>

#include "core/layout/io.h"

typedef enum ap_token_kind {
    AP_TOKEN_END, /* of the input; length 0 */
    AP_TOKEN_WORD,
    AP_TOKEN_STRING,        /* the span includes both quotes */
    AP_TOKEN_BROKEN_STRING, /* from its quote to the end of the line, where no quote closes it */
    AP_TOKEN_OPEN_BRACE,
    AP_TOKEN_CLOSE_BRACE,
    AP_TOKEN_OPEN_PARENTHESIS,
    AP_TOKEN_CLOSE_PARENTHESIS,
} ap_token_kind;

typedef struct ap_token {
    ap_token_kind kind;
    ap_span span;
    bool after_line_end; /* a line ended between the token before and this one */
    bool first_on_line;  /* only blanks are before it on its line */
    bool begins_line;    /* only blanks and block comments are */
    bool touches;        /* the token before ends where this one begins */
} ap_token;

/* The rules that a lexer applies between tokens. */
typedef struct ap_lexer_rules {
    const ap_rule *encoding;
    const ap_rule *comment_block;
    const ap_rule *comment_block_joined;
    const ap_rule *comment_unterminated;
    const ap_rule *comment_slash;
    const ap_rule *keyword_comment;
    const ap_rule *comment_touching; /* a comment that touches another token than a keyword */
    const char *const *keywords;     /* ends with NULL; NULL: none */
} ap_lexer_rules;

typedef struct ap_lexer {
    ap_io *io; /* for the input and for findings; io->at is not used */
    const ap_lexer_rules *rules;
    size_t at;                     /* the next byte */
    size_t token_start, token_end; /* of the token read last */
    bool line_passed;              /* a line ended since that token, or the input begins */
    bool at_line_start;            /* nothing but blanks since the line began */
    bool no_token_on_line;         /* nothing but blanks and block comments */
    bool silent;                   /* report nothing */
    bool skipping;                 /* a fault was found: report only on comments, blanks and NULs */
    bool behind_end;               /* id's reader has what it needs, up to the next token */
    bool in_open_comment;          /* a block comment runs to the end of the input */
    bool nul_said, lone_cr_said, comment_said; /* findings that are made once a file */
    bool touching_said;
    /* Blanks other than space, tab, LF and CR, and form feeds in strings and comments: how many, and the first. */
    size_t odd_blanks, first_odd_blank;
    bool first_odd_inside;     /* it is in a string or a comment */
    bool string_has_form_feed; /* one of those read */
} ap_lexer;

/* A lexer at byte `at` of io's input. io and rules must outlive it. */
void ap_lexer_init(ap_lexer *lexer, ap_io *io, const ap_lexer_rules *rules, size_t at);

/* The next token. Never fails: at the end of the input it gives AP_TOKEN_END again and again. */
ap_token ap_lexer_next(ap_lexer *lexer);

/* The same into *token: that avoids the stall of loading a token which was just stored in parts. */
void ap_lexer_read(ap_lexer *lexer, ap_token *token);

/* Moves over blanks and comments to the next token, the end, or a NUL if stop_at_nul; after the end also to
   a comment that id's reader ends elsewhere than others do, or not at all. */
void ap_lexer_skip_blanks(ap_lexer *lexer, bool stop_at_nul);

/* Bytes 0x01 to 0x20. */
//@ assigns \nothing;
static inline bool ap_is_blank(uint8_t byte)
{
    return (uint8_t)(byte - 1) < 0x20;
}

/* Whether a byte is a blank of texts that people write. */
//@ assigns \nothing;
static inline bool ap_is_usual_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* Whether a token (not a comment, not a blank, not a NUL) begins at byte `at`. */
/*@ requires \valid_read(lexer) && \valid_read(lexer->io) && ap_readable(lexer->io->input);
    assigns \nothing;
    ensures \result ==> at < lexer->io->input.size; */
bool ap_lexer_token_at(const ap_lexer *lexer, size_t at);

/* The bytes of a token; of a string, without its quotes. */
ap_view ap_token_view(const ap_io *io, ap_token token);

/* Whether the token is this bare word, which is not empty. */
static inline bool ap_token_is(const ap_io *io, ap_token token, const char *word)
{
    const uint8_t *bytes = io->input.bytes + token.span.offset;
    if (token.kind != AP_TOKEN_WORD || bytes[0] != (uint8_t)word[0])
        return false;
    size_t i = 1;
    while (i < token.span.length && bytes[i] == (uint8_t)word[i]) /* no word holds a NUL */
        i++;
    return i == token.span.length && word[i] == '\0';
}

#endif
