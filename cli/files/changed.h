/* Files that git says have changed: --changed. */
#ifndef AP_CHANGED_H
#define AP_CHANGED_H

#include "cli/files/listed_files.h"
#include "cli/options/option_table.h"

typedef struct cli_changed {
    const char *revision; /* since which they changed; NULL: not wanted */
} cli_changed;

/* Its option, for a group whose record is a cli_changed. */
extern const cli_option cli_changed_rows[];

/* Adds the files of the repository of the current directory that differ from the revision or are new and not
   ignored; of those, only what is one of the paths or in one, where there are any. CLI_CLEAN, or another after a message. */
cli_exit cli_changed_files(
    const cli_changed *changed, char *const *paths, size_t count, cli_listed_files *files);

#endif
