/* Which files and directories were met, so that none is judged twice. */
#ifndef AP_SEEN_FILES_H
#define AP_SEEN_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

typedef struct cli_identity {
    dev_t device;
    ino_t number; /* 0: nothing stands here */
} cli_identity;

/* All zero: nothing was met. */
typedef struct cli_seen {
    cli_identity *slots;
    size_t count, room; /* room: 0 or a power of two */
} cli_seen;

bool cli_seen_has(const cli_seen *seen, const struct stat *about);

/* Adds what is not there yet. False when memory has run out. */
bool cli_seen_add(cli_seen *seen, const struct stat *about);

void cli_seen_free(cli_seen *seen);

#endif
