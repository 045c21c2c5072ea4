/* A set of files and directories by device and inode, so that each is visited once. */
#ifndef AP_SEEN_FILES_H
#define AP_SEEN_FILES_H

#include <stdbool.h>
#include <sys/stat.h>

/* A set of files. Initialise with zeros. */
typedef struct cli_seen_files {
    void *tree; /* made by tsearch; NULL: empty */
} cli_seen_files;

bool cli_seen_files_has(const cli_seen_files *seen, const struct stat *about);

/* Adds the file unless it is in the set. Returns false when out of memory. */
bool cli_seen_files_add(cli_seen_files *seen, const struct stat *about);

void cli_seen_files_free(cli_seen_files *seen);

#endif
