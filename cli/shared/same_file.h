/* Compares two paths, so that a report does not replace an input, and takes the folder from a path. */
#ifndef AP_SAME_FILE_H
#define AP_SAME_FILE_H

#include <limits.h>
#include <stdbool.h>

/* Returns true if both paths lead to one regular file: with equal device and inode if both files exist; with the same
   folder and name if neither exists. Returns false for other types of files, such as /dev/null, which may be written
   several times. */
bool cli_is_same_file(const char *one, const char *other);

/* Writes the folder of a path: the text before the last slash, "/" or ".". Returns false if it exceeds PATH_MAX. */
bool cli_copy_folder_of_path(const char *path, char folder[PATH_MAX]);

#endif
