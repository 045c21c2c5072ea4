/* A set of files and directories by device and inode, so that each is visited once. */
#ifndef AP_SEEN_FILES_H
#define AP_SEEN_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Identity of a file: device and inode. */
typedef struct cli_inode_id {
    dev_t device;
    ino_t number; /* inode; 0: an empty slot */
} cli_inode_id;

/* A set of files, as a hash table. Initialise with zeros. */
typedef struct cli_seen_files {
    cli_inode_id *slots;
    size_t count, room; /* room: 0 or a power of two */
} cli_seen_files;

bool cli_seen_files_has(const cli_seen_files *seen, const struct stat *about);

/* Adds the file unless it is in the set. Returns false when out of memory. */
bool cli_seen_files_add(cli_seen_files *seen, const struct stat *about);

void cli_seen_files_free(cli_seen_files *seen);

#endif
