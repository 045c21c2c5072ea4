/* Finding the files under a path. */
#ifndef AP_WALK_H
#define AP_WALK_H

#include <stdbool.h>

#include "cli/files/entry.h"
#include "cli/files/seen_files.h"

/* Who is told of what is found. Both return false to end the walk. */
typedef struct cli_visitor {
    void *context;
    cli_visit *
        visit; /* of a file without its settings (a named one was not yet asked whether it can be read), a skipped entry,
                         and an unreadable one */
    bool (*enter)(void *context, const char *path,
        const char **why); /* before a directory that was found is entered; *why,
                                                                       which is NULL: a text that stays, if it is skipped */
} cli_visitor;

/* What was met by all walks of a run. */
typedef struct cli_met {
    cli_seen directories; /* that were entered */
    cli_seen named;       /* files that the user named */
} cli_met;

/* Visits the path itself, or when it is a directory, all files in it and in the directories in it, in the
   order of the bytes of their names. Links are followed only when they are the path. A directory that was
   entered before, and a file that was named before, is not visited again. False: a visit has ended the walk. */
bool cli_walk(const char *path, const cli_visitor *visitor, cli_met *met);

/* Visits a file that something else has found, as if it was met in a directory: what is gone by now, or is not
   a file, is skipped. */
bool cli_walk_file(const char *path, const cli_visitor *visitor, cli_met *met);

void cli_listed_free(cli_met *met);

/* Names in a path after its first bytes, which a user has given: how a user names a folder does not exclude what is
   in it. */
size_t cli_names_after(const char *path, size_t given_bytes);

#endif
