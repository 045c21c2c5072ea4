/* Styles of text: the ways in which different programs write the same content. */
#ifndef AP_TEXT_STYLE_H
#define AP_TEXT_STYLE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    /* value of `decimals`: the fewest digits that read back to the same float32 */
    AP_STYLE_SHORTEST = 0,
    AP_STYLE_DECIMALS = 10,     /* most decimals */
    AP_STYLE_NUMBER_BYTES = 128 /* room for a number that `spell` may change */
};

/* The space between two tokens. */
typedef enum ap_text_blank {
    AP_BLANK_OPTIONAL, /* one of the tokens is a brace or parenthesis: no space is needed */
    AP_BLANK_NEEDED,
    AP_BLANK_LINE, /* a line end */
} ap_text_blank;

/* The comment after a joint. */
typedef enum ap_text_comments {
    AP_COMMENTS_PARENT, /* name of the joint's parent, if it has one */
    AP_COMMENTS_ALL,    /* name of the joint's parent, or `//` alone if it has none */
    AP_COMMENTS_FLAGS,  /* name of the joint's parent, and its animated components */
    AP_COMMENTS_NONE
} ap_text_comments;

/* All strings are owned by the caller, and not NULL unless their comment allows it. */
typedef struct ap_text_style {
    const char *indent;        /* before an entry of a list: "\t" */
    const char *entry_end;     /* after an entry of a list without comment: "" */
    const char *line_end;      /* "\n" */
    const char *string_end;    /* between a string and the next token on its line: " " */
    const char *comment_gap;   /* before a comment after an entry: " " */
    const char *first_comment; /* after the first line's value; NULL: no comment */
    int decimals;              /* digits after the point of every number, or AP_STYLE_SHORTEST */
    bool trimmed;              /* remove zeros at the end of a number, and a point without digits after it */
    bool dense;                /* no empty line before a section */
    ap_text_comments comments;

    /* For unusual texts, which tests write; both may be NULL. */
    const char *(*blank)(void *context, ap_text_blank kind); /* replaces all blanks and line ends */
    /* changes the spelling of a number */
    size_t (*spell)(void *context, char text[AP_STYLE_NUMBER_BYTES], size_t length);
    void *context;
} ap_text_style;

#endif
