/* Parses the lines of a configuration file:

       # a comment, on a line of its own
       [section]
       key = value
           another value, indented

   A value ends with its line. Each indented line is a further value of the same key. */
#ifndef AP_INI_H
#define AP_INI_H

#include <stdbool.h>
#include <stddef.h>

/* A value, or the start of a section. The texts point into the file's text, without blanks at either end, and
   end with NUL. */
typedef struct cli_ini_item {
    char *section; /* name between the brackets; NULL before the first section */
    char *key;     /* NULL for the start of a section */
    char *value;
    size_t line; /* number of the line with the value or the section, counted from 1 */
    bool first;  /* false for a value on an indented line */
} cli_ini_item;

typedef struct cli_ini_parser {
    char *next, *end;
    cli_ini_item at;   /* the value or section that cli_ini_next read last */
    const char *wrong; /* error in line `at.line` after cli_ini_next returned false; NULL at the end of the
                          text */
} cli_ini_parser;

/* Starts parsing a text of `size` bytes that ends with NUL. The parser writes NULs into the text. */
void cli_ini_begin(cli_ini_parser *ini, char *text, size_t size);

/* Reads the next value or section into ini->at. Returns false at the end, or at a line with an error. */
bool cli_ini_next(cli_ini_parser *ini);

#endif
