/* A list of paths from --changed or --watch. */
#ifndef AP_LISTED_FILES_H
#define AP_LISTED_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* A growing list of paths. Initialise with zeros. */
typedef struct cli_listed_files {
    char *names; /* the paths, each ended by a NUL */
    size_t bytes, room;
    size_t count;
} cli_listed_files;

/* Adds the path made of `front` and `name`. Returns false when out of memory. */
bool cli_listed_files_add(cli_listed_files *files, const char *front, const char *name);

bool cli_listed_files_has(const cli_listed_files *files, const char *name);

/* Returns the path after `name`, a path that this function returned, or the first path if `name` is NULL. Returns NULL after
   the last path. */
const char *cli_listed_files_next(const cli_listed_files *files, const char *name);

/* Frees the memory and empties the list. */
void cli_listed_files_free(cli_listed_files *files);

#endif
