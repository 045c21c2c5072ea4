/* Lists of paths in files: --files-from, --files-from0. */
#ifndef AP_PATH_LIST_H
#define AP_PATH_LIST_H

#include "cli/options/option_table.h"

typedef struct cli_path_list {
    const char *name; /* of the list's file; "-": standard input; NULL: there is none */
    bool null_separated;
} cli_path_list;

/* Its options, for a group whose record is a cli_path_list. */
extern const cli_option cli_path_list_rows[];

/* Calls visit(context, path) for each path in the list: one a line, or each ended by a NUL byte. Empty ones
   are skipped. False when a visit returned false, or with *reason set (a text
   that stays valid) when the list cannot be read, or not to its end. */
bool cli_each_path(const cli_path_list *list, bool (*visit)(void *context, const char *path), void *context,
    const char **reason);

#endif
