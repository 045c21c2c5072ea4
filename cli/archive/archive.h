/* Archives (.pk4, .pk3, .dpk, .zip): which files are in one, and their bytes. docs/use/files.md has the limits. */
#ifndef AP_ARCHIVE_H
#define AP_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "core/files/input.h"

/* Whether the name is that of an archive. */
bool cli_names_archive(const char *name);

typedef struct cli_archive_limits {
    size_t member_bytes; /* of one file; 0: no limit */
    size_t table_bytes;  /* that are read to learn what is in the archive; 0: no limit */
} cli_archive_limits;

/* A file in an archive. Both reasons are texts that stay. */
typedef struct cli_member {
    const char *name; /* "models/hand.md5anim": any bytes but NUL */
    uint64_t number;  /* in the archive */
    uint64_t size_bytes;
    const char *skipped; /* why it is not looked at, NULL where it may be */
    const char *wrong;   /* why it cannot be read, NULL where it may be */
} cli_member;

typedef struct cli_archive cli_archive;

/* Opens the archive and lists its files, folders left out, in the order of the bytes of their names. NULL when it
   cannot be: *status says how that went, and `error` why. */
cli_archive *cli_archive_open(
    const char *path, const cli_archive_limits *limits, ap_status *status, char error[AP_INPUT_ERROR_BYTES]);

/* The files, *count of them. They live as long as the archive. */
const cli_member *cli_archive_members(const cli_archive *archive, size_t *count);

/* Where the first file is, by that order, whose name is not less than `name`. */
size_t cli_archive_find(const cli_archive *archive, const char *name);

/* Loads the bytes of one that has no reason against it; the start alone where is_enough says so of that, as
   ap_input_load_start. Several threads may ask at once. */
ap_status cli_archive_load(
    cli_archive *archive, const cli_member *member, ap_input *input, bool (*is_enough)(ap_view start));

/* What a file in an archive is known by, as others are by device and number: no other file has that in this run. */
void cli_archive_identify(const cli_archive *archive, const cli_member *member, struct stat *about);

/* Gives all back. NULL is nothing. */
void cli_archive_close(cli_archive *archive);

#endif
