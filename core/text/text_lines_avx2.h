/* Lines of one form, such as "vert 12 ( 0.1 0.2 ) 3 4", read as fast as they can be. */
#ifndef AP_TEXT_LINES_AVX2_H
#define AP_TEXT_LINES_AVX2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"

enum {
    AP_LINES = 32,                       /* read at once */
    AP_LINE_VALUES = 128,                /* of one kind, in all of them */
    AP_LINE_WORD = 8,                    /* the most letters of a word */
    AP_LINE_INTEGER_DIGITS = 8,          /* longer ones are not read */
    AP_LINE_READABLE = 64 + AP_LINE_WORD /* bytes of the input after which no line is read */
};

/* What each line holds: integers of digits alone, numbers, and parentheses themselves. */
typedef enum ap_line_form {
    AP_LINE_VERTEX,   /* WORD INT ( NUMBER NUMBER ) INT INT */
    AP_LINE_TRIANGLE, /* WORD INT INT INT INT */
    AP_LINE_WEIGHT,   /* WORD INT INT NUMBER ( NUMBER NUMBER NUMBER ) */
    AP_LINE_VECTORS,  /* ( NUMBER NUMBER NUMBER ) ( NUMBER NUMBER NUMBER ) */
    AP_LINE_CAMERA,   /* ( NUMBER NUMBER NUMBER ) ( NUMBER NUMBER NUMBER ) NUMBER */
} ap_line_form;

typedef struct ap_line_run {
    ap_view input;
    size_t at;                        /* where reading begins: a token ends there */
    int32_t integers[AP_LINE_VALUES]; /* of one line after another */
    float numbers[AP_LINE_VALUES];    /* the same, as ap_parse_float has them */
    size_t ends[AP_LINES];            /* offset after the last token of each line */
} ap_line_run;

/* Reads up to `most` lines and returns how many; before each a line ends, its tokens have blanks of that line between
   them and a blank after the last. Reading ends before anything else, which a slow walk has to look at, and may end
   before: lines near the input's end are left, and numbers that are not read exactly here. `word` is the lines' first
   token, of at most AP_LINE_WORD letters; not looked at where the form has none. Only where ap_has_avx2_numbers is
   true. */
size_t ap_read_lines_avx2(ap_line_run *run, ap_line_form form, const char *word, size_t most);

#endif
