#include "cli/shared/open_text.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_null(const struct stat *about)
{
    struct stat null;
    return stat("/dev/null", &null) == 0 && S_ISCHR(null.st_mode) && null.st_rdev == about->st_rdev;
}

FILE *cli_open_text(const char *path, const char **why)
{
    struct stat about;
    *why = "is a device";
    const bool there = stat(path, &about) == 0;
    if (there && S_ISBLK(about.st_mode))
        return NULL;
    const bool device = there && S_ISCHR(about.st_mode);
    FILE *stream = fopen(path, "re");
    if (stream == NULL) {
        *why = strerror(errno);
    } else if (device && !is_null(&about) && !isatty(fileno(stream))) {
        fclose(stream);
        stream = NULL;
    }
    return stream;
}
