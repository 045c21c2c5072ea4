/* Lists and reads the files in archives (.pk4, .pk3, .dpk, .zip). docs/use/files.md has the limits. */
#ifndef AP_ARCHIVE_H
#define AP_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "core/files/input.h"

/* Returns true if the name has the extension of an archive. */
bool cli_is_archive_name(const char *name);

/* Limits for reading an archive. */
typedef struct cli_archive_limits {
    size_t member_bytes; /* most bytes of one file; 0: no limit */
    size_t table_bytes;  /* most bytes to read for listing the archive; 0: no limit */
} cli_archive_limits;

/* A file in an archive. `skipped` and `wrong` are static texts. */
typedef struct cli_member {
    const char *name; /* "models/hand.md5anim"; may contain any byte except NUL */
    uint64_t number;  /* index in the archive */
    uint64_t size_bytes;
    const char *skipped; /* reason to skip the file; NULL: the file is not skipped */
    const char *wrong;   /* reason why the file cannot be read; NULL: the file can be read */
} cli_member;

typedef struct cli_archive cli_archive;

/* Opens an archive and lists its files without folders, in byte order of their names: the archive at `path` or, if `bytes` is
   not NULL, the one in memory, which must stay valid until cli_archive_close. Returns NULL on an error, with the reason in
   *status and `error`. */
cli_archive *cli_archive_open(const char *path, const ap_view *bytes, const cli_archive_limits *limits,
    ap_status *status, char error[AP_INPUT_ERROR_BYTES]);

/* Returns the files and their number in *count. The files live as long as the archive. */
const cli_member *cli_archive_members(const cli_archive *archive, size_t *count);

/* Returns the index of the first file with a name not less than `name`. */
size_t cli_archive_member_lower_bound(const cli_archive *archive, const char *name);

/* Loads the first most_bytes bytes of a file in the archive, or all of a shorter file; `skipped` and `wrong` of the member must
   be NULL. If is_enough is not NULL and returns true for the first bytes of the file, loads only these, as
   ap_input_load_start_or_all does. Several threads may call this function. */
ap_status cli_archive_load_member(cli_archive *archive, const cli_member *member, uint64_t most_bytes,
    ap_input *input, bool (*is_enough)(ap_view start));

/* Sets st_dev and st_ino to an identity that differs between all files in archives on disk, and from that of any file on
   disk. Files in archives in memory have no such identity. */
void cli_archive_set_device_and_inode(
    const cli_archive *archive, const cli_member *member, struct stat *about);

/* Closes the archive. NULL is allowed. */
void cli_archive_close(cli_archive *archive);

#endif
