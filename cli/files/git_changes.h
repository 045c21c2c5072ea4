/* Lists what differs between a revision and the working tree. */
#ifndef AP_GIT_CHANGES_H
#define AP_GIT_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/cli.h"
#include "core/base/arena.h"

/* A file that differs. */
typedef struct cli_git_change {
    const char *path;    /* relative to the current directory */
    const char *blob;    /* name of the old object; NULL: the file is new */
    bool gone;           /* the working tree lacks it */
    const char *skipped; /* why it cannot be compared, a static text: a submodule or a link; NULL: it can */
} cli_git_change;

typedef struct cli_git_changes {
    cli_git_change *items; /* in the arena */
    size_t count, room;
} cli_git_changes;

/* Adds the files at or under the paths that differ between the revision and the working tree, and the new ones that are not
   ignored. "REV..." is the commit where HEAD left REV. Returns CLI_CLEAN, or another code after a message. */
cli_exit cli_git_list_changes(
    const char *revision, char *const *paths, size_t count, ap_arena *arena, cli_git_changes *changes);

#endif
