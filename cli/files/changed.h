/* Lists the files that git reports as changed, for --changed. */
#ifndef AP_CHANGED_H
#define AP_CHANGED_H

#include "cli/files/listed_files.h"
#include "cli/options/option_table.h"

typedef struct cli_changed_option {
    /* revision to compare with, the value of --changed; NULL: the option is not given */
    const char *revision;
} cli_changed_option;

/* The option --changed, for an option group with a cli_changed_option as its record. */
extern const cli_option cli_changed_rows[];

/* Adds the files of the current repository that differ from the revision, and the new files that are not
   ignored. If `count` > 0, adds only files at or under the paths. Returns CLI_CLEAN, or another code after a
   message. */
cli_exit cli_list_changed_files(
    const cli_changed_option *changed, char *const *paths, size_t count, cli_listed_files *files);

#endif
