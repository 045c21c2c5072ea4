/* Finds files that belong to the program, near the executable: in the build tree or in the installation. */
#ifndef AP_OWN_FILE_H
#define AP_OWN_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Number of folders above the executable that are searched: enough for build/animproof, build/asan/animproof and
   /usr/bin/animproof. */
enum { CLI_OWN_LEVELS = 3 };

/* Writes the path of the running executable to `self`. Returns false if the path is unknown. */
static inline bool cli_find_executable(char self[static PATH_MAX])
{
    const ssize_t length = readlink("/proc/self/exe", self, PATH_MAX - 1);
    self[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* Searches the folders above the executable for a file with the relative path `name` that permits the access `use`
   (R_OK, X_OK), and writes its path to `found`. Returns false if no folder has such a file. */
static inline bool cli_find_program_file(
    const char *self, const char *name, int use, char found[static PATH_MAX])
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
