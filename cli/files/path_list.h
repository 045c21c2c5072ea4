/* Reads lists of paths: --files-from, --files-from0. */
#ifndef AP_PATH_LIST_H
#define AP_PATH_LIST_H

#include "cli/options/option_table.h"

/* A list of paths that is read from a file or standard input. */
typedef struct cli_path_list {
    const char *name; /* path of the list; "-": standard input; NULL: no list */
    bool null_separated;
} cli_path_list;

/* The options of lists, for an option group with a cli_path_list as its record. */
extern const cli_option cli_path_list_rows[];

/* Calls visit(context, path) for each path in the list: one path per line, or each path ended by a NUL byte
   (--null). Skips empty paths. Returns false if `visit` returned false, or with *reason set if the list cannot be read
   completely: to a static text or a text of strerror. */
bool cli_read_path_list(const cli_path_list *list, bool (*visit)(void *context, const char *path),
    void *context, const char **reason);

#endif
