/* Finds the companions of files in memory, as `animproof lint` finds those of files in folders. */
#ifndef AP_MEMORY_FILES_H
#define AP_MEMORY_FILES_H

#include "validators/services/companions/companion_choice.h"

/* A file that may have a companion, or be one. The caller owns path and bytes. */
typedef struct ap_memory_file {
    const char *path;      /* with '/' between folders */
    const char *extension; /* result of ap_extension_if_of_companion for the path */
    bool is_held;          /* `bytes` has the content of the file */
    ap_view bytes;

    /* Set by ap_parse_memory_companion */
    bool is_parsed;
    bool has_errors; /* the file has an error */
    /* the bytes that a file with this companion must want, such as joint names; in ap_memory_files.kept; empty if unknown */
    ap_view identity;
} ap_memory_file;

/* Files in memory among which companions are searched. */
typedef struct ap_memory_files {
    ap_memory_file *const *files; /* sorted with ap_compare_memory_files */
    size_t count;
    /* memory for identities; a file is parsed in a temporary arena with the same limit and allocator */
    ap_arena *kept;
    bool lacks_memory; /* set when memory ran out: a companion may then be missing */
} ap_memory_files;

/* Returns the extension of the path, in small letters, if a kind of companion has this extension; otherwise NULL. Ignores the
   case of letters in the path. */
const char *ap_extension_if_of_companion(const char *path);

/* Compares two elements of ap_memory_files.files by their paths, for qsort. */
int ap_compare_memory_files(const void *one, const void *other);

/* The companion of a file in memory. */
typedef struct ap_memory_companion {
    ap_companion_choice choice;
    ap_memory_file *file; /* the companion; NULL: none was chosen */
    /* a candidate has the wanted name or identity, or may have it: no other place need be searched */
    bool is_decided;
    /* a candidate that is not held: the search must be repeated when it is; NULL: the search is complete */
    ap_memory_file *needed;
} ap_memory_companion;

/* Finds the companion of a held file among `files`, by its name or its identity; the file itself may be one of them. If several
   of them have the path of the file or of the companion with its name, the companion is found by its identity, and the name
   decides among several. Other folders are searched below the first `root_bytes` bytes of the path; not at all if `root_bytes` is
   SIZE_MAX. The time grows with the number of `files`. */
ap_memory_companion ap_find_memory_companion(
    ap_memory_files *files, const ap_memory_file *file, const ap_companion *companion, size_t root_bytes);

/* Finds the companion of a held file by its identity alone, among all `files`, in whatever folder they are: the only file with
   the identity that the file needs, or the only one of several with a stem that begins the file's stem. Finds no file if the
   identity is unknown or too short. The companion must have a function `peek`. In the `choice` of the
   result, only `companion` is set. */
ap_memory_companion ap_find_memory_companion_by_identity(
    ap_memory_files *files, const ap_memory_file *file, const ap_companion *companion);

/* Parses a held file as a companion unless that was done: sets is_parsed, has_errors and identity. */
void ap_parse_memory_companion(ap_memory_files *files, ap_memory_file *file, const ap_companion *companion);

#endif
