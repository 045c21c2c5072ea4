/* Parts of a file's path that decide the names of its companions: folder, stem and extension. */
#ifndef AP_COMPANION_NAME_H
#define AP_COMPANION_NAME_H

#include <stdbool.h>
#include <stddef.h>

enum { AP_EXTENSION_BYTES = 16 /* longer than any companion's extension, with a terminator */ };

/* Returns the number of bytes of the folder in a path, up to and including the last slash; 0 without a
   slash. */
size_t ap_folder_bytes(const char *path);

/* Returns the number of bytes of the path before the extension of its file name. Returns the whole length if
   the name has no extension, or begins with its only dot. */
size_t ap_stem_bytes(const char *path);

/* Returns the number of bytes of the folder above the first `bytes` bytes of the path, which are a folder with its
   slash. Returns 0 if these are `least` bytes or fewer: no folder above `least` is searched. */
size_t ap_parent_folder_bytes(const char *path, size_t bytes, size_t least);

/* Returns true if the name of the companion, without extension, begins the name of the file, in letters of either
   case. */
bool ap_stem_begins_name(const char *companion, const char *path);

/* Writes the extension in capitals. A file of the folder with this spelling is a companion if no file has the
   extension in small letters. */
void ap_extension_in_capitals(const char *extension, char capitals[AP_EXTENSION_BYTES]);

#endif
