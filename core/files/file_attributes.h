/* What a file has besides its content, kept when another one takes its place. */
#ifndef AP_FILE_ATTRIBUTES_H
#define AP_FILE_ATTRIBUTES_H

#include <stdbool.h>
#include <sys/stat.h>

/* Gives the open file owner, group, mode, access control list and extended attributes of the file at `path`,
   of which `before` was told by lstat. What this process may not give is left out; where the group stays
   another, it gets no more rights than anybody. False, with errno, when not even the mode can be set. */
bool ap_keep_attributes(const char *path, const struct stat *before, int file);

#endif
