/* Styles of text: the ways in which different programs write the same content. */
#ifndef AP_TEXT_STYLE_H
#define AP_TEXT_STYLE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    /* value of `decimals`: write the fewest digits that read back to the same float32 */
    AP_STYLE_SHORTEST = 0,
    AP_STYLE_DECIMALS = 10, /* most decimals */
    AP_STYLE_NUMBER_BYTES =
        128 /* room for the text of a number, which the function `spell` may make longer */
};

/* The kinds of blanks between two tokens, which a test may replace. */
typedef enum ap_text_blank_kind {
    AP_BLANK_OPTIONAL, /* one of the tokens is a brace or parenthesis: no space is needed */
    AP_BLANK_NEEDED,
    AP_BLANK_LINE, /* a line end */
} ap_text_blank_kind;

/* The kinds of comments after a joint. */
typedef enum ap_text_comments {
    AP_COMMENTS_PARENT, /* the name of the joint's parent; no comment if the joint has no parent */
    AP_COMMENTS_ALL,    /* the name of the joint's parent; `//` alone if the joint has no parent */
    AP_COMMENTS_FLAGS,  /* the name of the joint's parent and the joint's animated components */
    AP_COMMENTS_NONE
} ap_text_comments;

/* All strings are owned by the caller, and not NULL unless their comment allows it. */
typedef struct ap_text_style {
    const char *indent;        /* text before an entry of a list, such as "\t" */
    const char *entry_end;     /* text after an entry of a list without comment, such as "" */
    const char *line_end;      /* "\n" */
    const char *string_end;    /* text between a string and the next token on its line, such as " " */
    const char *comment_gap;   /* text between an entry and its comment, such as " " */
    const char *first_comment; /* comment after the value on the first line; NULL: no comment */
    /* digits after the point of every number; AP_STYLE_SHORTEST for the fewest digits that read back */
    int decimals;
    bool trimmed; /* true to remove zeros at the end of a number, and a point without digits after it */
    bool dense;   /* true to write no empty line before a section */
    ap_text_comments comments;

    /* Functions that tests use to write unusual texts; NULL to write usual texts. */
    /* returns the text to write instead of a blank or a line end of this kind */
    const char *(*blank)(void *context, ap_text_blank_kind kind);
    /* changes the spelling of a number in `text`; returns the new length */
    size_t (*spell)(void *context, char text[AP_STYLE_NUMBER_BYTES], size_t length);
    void *context;
} ap_text_style;

#endif
