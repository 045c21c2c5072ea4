/* Copies owner, permissions and extended attributes of a file to the file that replaces it. */
#ifndef AP_FILE_ATTRIBUTES_H
#define AP_FILE_ATTRIBUTES_H

#include <stdbool.h>
#include <sys/stat.h>

/* Gives the open file the owner, group, permissions (without set-user-ID, set-group-ID and sticky bit), access control list and
   extended attributes of the file at `path`; `before` is the result of lstat for that path. Skips attributes that this process
   may not set. If the group cannot be set, the group gets the permissions of others. Returns false with errno if the permissions
   cannot be set. */
bool ap_copy_file_attributes(const char *path, const struct stat *before, int file);

#endif
