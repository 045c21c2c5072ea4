/* Files that something else than a walk has found, to be judged as if they were met in a directory. */
#ifndef AP_LISTED_FILES_H
#define AP_LISTED_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: none. */
typedef struct cli_listed_files {
    char *names; /* one after the other, each with its NUL */
    size_t bytes, room;
    size_t count;
} cli_listed_files;

/* Adds the path that the two texts make; false when memory has run out. */
bool cli_listed_files_add(cli_listed_files *files, const char *front, const char *name);

bool cli_listed_files_has(const cli_listed_files *files, const char *name);

/* The path after that one, or the first after NULL; NULL: there are no more. */
const char *cli_listed_files_next(const cli_listed_files *files, const char *name);

/* Gives the memory back; then there are none. */
void cli_listed_files_free(cli_listed_files *files);

#endif
