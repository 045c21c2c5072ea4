/* Lists the files that differ between a git revision and the working tree. */
#ifndef AP_GIT_CHANGES_H
#define AP_GIT_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/cli.h"
#include "core/base/arena.h"

/* A file that differs between the revision and the working tree. */
typedef struct cli_git_change {
    const char *path; /* relative to the current directory */
    /* name of the git object with the revision's bytes; NULL: the path is not a regular file in the revision */
    const char *blob;
    bool gone; /* the path is not a regular file in the working tree */
    /* why the file cannot be compared, a static text: a submodule or a link; NULL: the file can be compared */
    const char *skipped;
} cli_git_change;

typedef struct cli_git_changes {
    cli_git_change *items; /* the changes; owned by the arena of cli_git_list_changes */
    size_t count, room;
} cli_git_changes;

/* Lists the files at or under the paths that differ between the revision and the working tree, and the new files that
   git does not ignore. A revision "REV..." means the merge base of REV and HEAD. Returns CLI_CLEAN, or another code after
   a message. */
cli_exit cli_git_list_changes(
    const char *revision, char *const *paths, size_t count, ap_arena *arena, cli_git_changes *changes);

#endif
