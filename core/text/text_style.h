/* Ways of writing the same text, as different programs have them. */
#ifndef AP_TEXT_STYLE_H
#define AP_TEXT_STYLE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    AP_STYLE_SHORTEST = 0,      /* instead of decimals: as few as read back to the same float32 */
    AP_STYLE_DECIMALS = 10,     /* at most */
    AP_STYLE_NUMBER_BYTES = 128 /* room for a number that `spell` may change */
};

/* What stands between two tokens. */
typedef enum ap_text_blank {
    AP_BLANK_OPTIONAL, /* one of them is a brace or parenthesis: nothing would do */
    AP_BLANK_NEEDED,
    AP_BLANK_LINE, /* where a line ends */
} ap_text_blank;

/* What stands after a joint. */
typedef enum ap_text_comments {
    AP_COMMENTS_PARENT, /* its parent's name, if it has one */
    AP_COMMENTS_ALL,    /* the same, and `//` alone where it has none */
    AP_COMMENTS_FLAGS,  /* besides, its animated components */
    AP_COMMENTS_NONE
} ap_text_comments;

/* All strings are the caller's, and none is NULL unless it says so. */
typedef struct ap_text_style {
    const char *indent;        /* before an entry of a list: "\t" */
    const char *entry_end;     /* after an entry of a list without comment: "" */
    const char *line_end;      /* "\n" */
    const char *string_end;    /* between a string and what follows on its line: " " */
    const char *comment_gap;   /* before a comment after an entry: " " */
    const char *first_comment; /* after the first line's value; NULL: none */
    int decimals;              /* after the point of every number; AP_STYLE_SHORTEST */
    bool trimmed;              /* without zeros at their end, nor a point without digits after it */
    bool dense;                /* no empty line before a section */
    ap_text_comments comments;

    /* For texts that nobody writes like that; both may be NULL. */
    const char *(*blank)(void *context, ap_text_blank kind); /* instead of all blanks and line ends */
    size_t (*spell)(void *context, char text[AP_STYLE_NUMBER_BYTES], size_t length); /* of a number */
    void *context;
} ap_text_style;

#endif
