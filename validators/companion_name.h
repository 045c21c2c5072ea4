/* Parts of a file's path that decide the names of its companions: folder, stem and extension. */
#ifndef AP_COMPANION_NAME_H
#define AP_COMPANION_NAME_H

#include <stdbool.h>
#include <stddef.h>

enum {
    AP_EXTENSION_BYTES = 16 /* size of a buffer for the longest extension of a companion, with its NUL */
};

/* Returns the number of bytes of the folder in a path, up to and including the last slash; 0 without a
   slash. */
size_t ap_folder_bytes(const char *path);

/* Returns the number of bytes of the path before the extension of its file name. Returns the whole length if
   the name has no extension, or begins with its only dot. */
size_t ap_stem_bytes(const char *path);

/* Replaces the length of a folder at the start of the path by the length of the folder above, both with their slash. Returns
   false if *bytes is `root_bytes` or less: the search for a companion stops at the folder of `root_bytes` bytes. */
bool ap_find_parent_folder(const char *path, size_t *bytes, size_t root_bytes);

/* Returns true if the stem of the file name in `path` begins with the stem of the companion's file name. Ignores
   the case of ASCII letters. */
bool ap_stem_begins_with_companion_stem(const char *companion, const char *path);

/* Writes the extension in capitals, for the second search for a companion: a file with this extension is used
   if the folder has no file with the extension in small letters. */
void ap_make_upper_case_extension(const char *extension, char capitals[AP_EXTENSION_BYTES]);

#endif
