/* Compares two paths, so that a report does not replace an input. */
#ifndef AP_SAME_FILE_H
#define AP_SAME_FILE_H

#include <stdbool.h>

/* Returns true if both paths lead to the same regular file: by device and inode if both exist; by folder
   and name if neither exists. Returns false for other types such as /dev/null, which may be written several
   times. */
bool cli_same_file(const char *one, const char *other);

#endif
