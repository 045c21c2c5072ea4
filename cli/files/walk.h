/* Finding the files under a path. */
#ifndef AP_WALK_H
#define AP_WALK_H

#include <stdbool.h>

#include "cli/files/seen_files.h"

/* How a file came to be judged. */
typedef enum cli_origin {
    CLI_MET,        /* in a directory */
    CLI_INCLUDED,   /* the same, and judged whatever it holds; no walk says so */
    CLI_NAMED,      /* by the user */
    CLI_NAMED_LATER /* by the user, after it was met in a directory */
} cli_origin;

/* Who is told of what is found. Each returns false to end the walk. Paths are gone after the call. */
typedef struct cli_visitor {
    void *context;
    /* A file to be read. A named one was not yet asked whether it can be. */
    bool (*file)(void *context, const char *path, cli_origin origin);
    /* A directory that was met. *why, which is NULL: a text that stays, where it is skipped. */
    bool (*directory)(void *context, const char *path, const char **why);
    /* A directory that cannot be listed, or not to its end. */
    bool (*unreadable)(void *context, const char *path, const char *reason);
    /* Something in a directory that is never read: a link, a fifo, a device; or a directory that is not entered. `why` is
       a text that stays. */
    bool (*skipped)(void *context, const char *path, const char *why);
} cli_visitor;

/* What was met by all walks of a run. */
typedef struct cli_met {
    cli_seen directories; /* that were entered */
    cli_seen named;       /* files that the user named */
} cli_met;

typedef enum cli_walked { CLI_WALKED, CLI_WALK_ENDED, CLI_WALK_NO_MEMORY } cli_walked;

/* Visits the path itself, or when it is a directory, all files in it and in the directories in it, in the
   order of the bytes of their names. Links are followed only when they are the path. A directory that was
   entered before, and a file that was named before, is not visited again. */
cli_walked cli_walk(const char *path, const cli_visitor *visitor, cli_met *met);

/* Visits a file that something else has found, as if it was met in a directory: what is gone by now, or is not
   a file, is skipped. */
cli_walked cli_walk_file(const char *path, const cli_visitor *visitor, cli_met *met);

void cli_met_free(cli_met *met);

/* Names in a path after its first bytes, which a user has given: how a user names a folder does not exclude what is
   in it. */
size_t cli_names_after(const char *path, size_t given_bytes);

#endif
