#include "cli/shared/same_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The directory that a path's last part is in. False where there is none. */
static bool directory_of(const char *path, struct stat *about)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const int length = slash == NULL ? 1 : (int)(slash - path) + 1;
    if (length >= PATH_MAX)
        return false;
    snprintf(folder, sizeof folder, "%.*s", length, slash == NULL ? "." : path);
    return stat(folder, about) == 0;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

bool cli_same_file(const char *one, const char *other)
{
    struct stat a, b;
    const bool a_there = stat(one, &a) == 0, b_there = stat(other, &b) == 0;
    if ((a_there && !S_ISREG(a.st_mode)) || (b_there && !S_ISREG(b.st_mode)))
        return false;
    if (a_there != b_there)
        return false;
    if (!a_there
        && (strcmp(last_part(one), last_part(other)) != 0 || !directory_of(one, &a)
            || !directory_of(other, &b)))
        return false;
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
