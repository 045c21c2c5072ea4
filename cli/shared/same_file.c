#include "cli/shared/same_file.h"

#include <string.h>
#include <sys/stat.h>

bool cli_copy_folder_of_path(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    if (length >= PATH_MAX)
        return false;
    memcpy(folder, path, length);
    folder[length] = '\0';
    if (length == 0)
        strcpy(folder, ".");
    return true;
}

/* Gets the status of the folder that contains a path. Returns false on an error. */
static bool stat_folder_of(const char *path, struct stat *about)
{
    char folder[PATH_MAX];
    return cli_copy_folder_of_path(path, folder) && stat(folder, about) == 0;
}

static const char *last_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

bool cli_is_same_file(const char *one, const char *other)
{
    struct stat a, b;
    const bool a_exists = stat(one, &a) == 0, b_exists = stat(other, &b) == 0;
    if ((a_exists && !S_ISREG(a.st_mode)) || (b_exists && !S_ISREG(b.st_mode)))
        return false;
    if (a_exists != b_exists)
        return false;
    if (!a_exists
        && (strcmp(last_path_name(one), last_path_name(other)) != 0 || !stat_folder_of(one, &a)
            || !stat_folder_of(other, &b)))
        return false;
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
