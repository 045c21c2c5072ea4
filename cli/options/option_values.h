/* Types for the values of options: choices and lists. */
#ifndef AP_OPTION_VALUES_H
#define AP_OPTION_VALUES_H

#include <stdbool.h>
#include <stddef.h>

/* One of the values that an option accepts, with its name. A table of choices ends with a NULL name. */
typedef struct cli_option_choice {
    const char *name;
    int value;
    const char *note; /* remark in parentheses in the help; may be NULL */
} cli_option_choice;

/* Value of an option such as --color: automatic means only on a terminal. */
typedef enum cli_when_option { CLI_AUTO, CLI_ALWAYS, CLI_NEVER } cli_when_option;

/* A growing list of strings. The list does not own the strings. */
typedef struct cli_string_list {
    char **items;
    size_t count;
    size_t capacity;
} cli_string_list;

/* Adds an item. Returns false when out of memory. */
bool cli_string_list_add(cli_string_list *list, char *item);

/* Splits a comma-separated text in place, and adds each item. Returns false when out of memory. */
bool cli_string_list_split(cli_string_list *list, char *text);

/* Returns the first item that equals the text, or NULL. */
const char *cli_string_list_find(const cli_string_list *list, const char *text);

void cli_string_list_free(cli_string_list *list);

#endif
