/* Finding the files under a path. */
#ifndef AP_WALK_H
#define AP_WALK_H

#include <stdbool.h>

/* Who is told of what is found. Each returns false to end the walk. Paths are gone after the call. */
typedef struct cli_visitor {
    void *context;
    /* A file to be read: one that was named, or found in a directory. Not yet asked whether it can be. */
    bool (*file)(void *context, const char *path, bool named);
    /* A directory that cannot be listed, or not to its end. */
    bool (*unreadable)(void *context, const char *path, const char *reason);
    /* Something in a directory that is never read: a link to a directory, a fifo, a device. */
    bool (*passed_over)(void *context, const char *path);
} cli_visitor;

typedef enum cli_walked { CLI_WALKED, CLI_WALK_ENDED, CLI_WALK_NO_MEMORY } cli_walked;

/* Visits the path itself, or when it is a directory, all files in it and in the directories in it, in the
   order of the bytes of their names. Links to directories are followed only when they are the path. */
cli_walked cli_walk(const char *path, const cli_visitor *visitor);

#endif
