/* The lines of a configuration file:

       # a comment, on a line of its own
       [section]
       key = value
           more of the value, indented

   Whatever a value is, it ends with its line; each indented line is one more value of the same key. */
#ifndef AP_INI_H
#define AP_INI_H

#include <stdbool.h>
#include <stddef.h>

/* One value, or a section that begins. All texts are in the file's, cut up: without blanks at either end, ended by a NUL. */
typedef struct cli_ini_value {
    char *section; /* as it is between the brackets; NULL before the first */
    char *key;     /* NULL: the section begins here, and there is no value */
    char *value;
    size_t line; /* of the value or section, from 1 */
    bool first;  /* not on an indented line */
} cli_ini_value;

typedef struct cli_ini {
    char *next, *end;
    cli_ini_value at;  /* the value or section at hand */
    const char *wrong; /* after a false: what is wrong with line `at.line`; NULL: the text has ended */
} cli_ini;

/* Begins with a text of `size` bytes, after which there is a NUL. The text is cut up, and nothing in it moves. */
void cli_ini_begin(cli_ini *ini, char *text, size_t size);

/* The next value or section, in ini->at. False at the end, or at a line that is wrong. */
bool cli_ini_next(cli_ini *ini);

#endif
