/* Values of options. */
#ifndef AP_OPTION_VALUES_H
#define AP_OPTION_VALUES_H

#include <stdbool.h>
#include <stddef.h>

/* One of the words an option knows. A table of them ends with a NULL name. */
typedef struct cli_choice {
    const char *name;
    int value;
    const char *note; /* what help says of it, in brackets; NULL: nothing */
} cli_choice;

/* When something is done that depends on a terminal. */
typedef enum cli_when { CLI_AUTO, CLI_ALWAYS, CLI_NEVER } cli_when;

/* Strings that belong to somebody else, in a list that grows. */
typedef struct cli_list {
    char **items;
    size_t count;
    size_t room;
} cli_list;

/* Adds an item; false when memory has run out. */
bool cli_add(cli_list *list, char *item);

/* Adds the items of a comma-separated text, which is cut up in its place. */
bool cli_add_each(cli_list *list, char *text);

void cli_list_free(cli_list *list);

#endif
