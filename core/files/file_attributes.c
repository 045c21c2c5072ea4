#include "core/files/file_attributes.h"

#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Copies one extended attribute of any size. Returns false if the attribute cannot be read or set; callers ignore the result. */
static bool copy_extended_attribute(const char *path, const char *name, int file)
{
    const ssize_t size = lgetxattr(path, name, NULL, 0);
    char *value = size < 0 ? NULL : malloc((size_t)size + 1);
    if (value == NULL)
        return false;
    const ssize_t got = lgetxattr(path, name, value, (size_t)size);
    const bool copied = got >= 0 && fsetxattr(file, name, value, (size_t)got, 0) == 0;
    free(value);
    return copied;
}

/* Copies the extended attributes, which include the access control list. */
static void copy_extended_attributes(const char *path, int file)
{
    const ssize_t size = llistxattr(path, NULL, 0);
    char *names = size <= 0 ? NULL : malloc((size_t)size);
    if (names == NULL)
        return;
    const ssize_t got = llistxattr(path, names, (size_t)size);
    for (ssize_t at = 0; at < got; at += (ssize_t)strlen(names + at) + 1)
        (void)copy_extended_attribute(path, names + at, file);
    free(names);
}

bool ap_copy_file_attributes(const char *path, const struct stat *before, int file)
{
    mode_t mode = before->st_mode & 0777;
    if (fchown(file, before->st_uid, before->st_gid) != 0 && fchown(file, (uid_t)-1, before->st_gid) != 0)
        mode = (mode & ~(mode_t)070) | (mode & 07) << 3;
    if (fchmod(file, mode) != 0)
        return false;
    copy_extended_attributes(path, file);
    return true;
}
