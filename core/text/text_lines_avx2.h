/* Reads lines of one form, such as "vert 12 ( 0.1 0.2 ) 3 4", as fast as possible. */
#ifndef AP_TEXT_LINES_AVX2_H
#define AP_TEXT_LINES_AVX2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"

enum {
    AP_LINES = 32,              /* most lines read at once */
    AP_LINE_VALUES = 128,       /* most integers, and most numbers, of all lines together */
    AP_LINE_WORD = 8,           /* most letters of the word at the start of a line */
    AP_LINE_INTEGER_DIGITS = 8, /* most digits of an integer; longer integers are not read */
    /* number of bytes that must be readable: lines nearer to the end of the input are not read */
    AP_LINE_READABLE = 64 + AP_LINE_WORD
};

/* The tokens of a line. An INT has only digits. */
typedef enum ap_line_form {
    AP_LINE_VERTEX,   /* WORD INT ( NUMBER NUMBER ) INT INT */
    AP_LINE_TRIANGLE, /* WORD INT INT INT INT */
    AP_LINE_WEIGHT,   /* WORD INT INT NUMBER ( NUMBER NUMBER NUMBER ) */
    AP_LINE_VECTORS,  /* ( NUMBER NUMBER NUMBER ) ( NUMBER NUMBER NUMBER ) */
    AP_LINE_CAMERA,   /* ( NUMBER NUMBER NUMBER ) ( NUMBER NUMBER NUMBER ) NUMBER */
} ap_line_form;

typedef struct ap_line_run {
    ap_view input;
    size_t at;                        /* offset in the input where reading begins: the end of a token */
    int32_t integers[AP_LINE_VALUES]; /* the integers of all lines that were read, line by line */
    /* the numbers of all lines that were read, in the order of the input, with the values of ap_parse_float */
    float numbers[AP_LINE_VALUES];
    size_t ends[AP_LINES]; /* offset after the last token of each line */
} ap_line_run;

/* Reads up to `most` lines and returns the number of lines read. Each line follows a line end; blanks separate its tokens, and a
   blank follows the last token. Reading stops before a line of another form, which must be read token by token. Reading may stop
   earlier: the function does not read lines near the input's end, or numbers that it cannot read exactly. `word` is the lines'
   first token, of at most AP_LINE_WORD letters; ignored if the form has no word. Call this only if ap_can_use_avx2 is true.
   */
size_t ap_read_lines_avx2(ap_line_run *run, ap_line_form form, const char *word, size_t most);

#endif
