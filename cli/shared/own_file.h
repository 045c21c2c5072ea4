/* Files that belong to the program: beside the executable, in its tree or its installation. */
#ifndef AP_OWN_FILE_H
#define AP_OWN_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The folders above the executable that are looked into: build/animproof, build/asan/animproof, /usr/bin/animproof. */
enum { CLI_OWN_LEVELS = 3 };

/* Where the executable is; false where nobody knows. */
static inline bool cli_find_self(char self[static PATH_MAX])
{
    const ssize_t length = readlink("/proc/self/exe", self, PATH_MAX - 1);
    self[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* The file of that name below a folder above the executable, which may be used so (R_OK, X_OK), into `found`; false where
   there is none. */
static inline bool cli_find_own(const char *self, const char *name, int use, char found[static PATH_MAX])
{
    size_t folder = strlen(self);
    for (int level = 0; level < CLI_OWN_LEVELS; level++) {
        while (folder > 0 && self[folder - 1] != '/')
            folder--;
        if (folder == 0)
            return false;
        const int written = snprintf(found, PATH_MAX, "%.*s%s", (int)folder, self, name);
        if (written > 0 && written < PATH_MAX && access(found, use) == 0)
            return true;
        folder--;
    }
    return false;
}

#endif
