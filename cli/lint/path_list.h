/* Lists of paths in files. */
#ifndef AP_PATH_LIST_H
#define AP_PATH_LIST_H

#include <stdbool.h>

/* Calls visit(context, path) for each path in the list: one a line, or each ended by a NUL byte. Empty ones
   are skipped. "-" is standard input. False when a visit returned false, or with *reason set (a text
   that stays valid) when the list cannot be read, or not to its end. */
bool cli_each_path(const char *list, bool null_separated, bool (*visit)(void *context, const char *path),
    void *context, const char **reason);

#endif
