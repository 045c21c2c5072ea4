#include "cli/shared/open_text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_null_device(const struct stat *about)
{
    struct stat null;
    return stat("/dev/null", &null) == 0 && S_ISCHR(null.st_mode) && null.st_rdev == about->st_rdev;
}

FILE *cli_open_text_file(const char *path, const char **why)
{
    struct stat about;
    *why = "is a device";
    const bool there = stat(path, &about) == 0;
    if (there && S_ISBLK(about.st_mode))
        return NULL;
    const bool device = there && S_ISCHR(about.st_mode);
    FILE *stream = fopen(path, "re");
    if (stream == NULL) {
        *why = cli_read_error_text(errno);
    } else if (device && !is_null_device(&about) && !isatty(fileno(stream))) {
        fclose(stream);
        stream = NULL;
    }
    return stream;
}

const char cli_no_room_to_read[] = "no memory to read the file", cli_not_to_read[] = "not a file",
           cli_too_long_to_read[] = "too long";

const char *cli_read_error_text(int error)
{
    return error == ENOMEM ? cli_no_room_to_read : strerror(error);
}

cli_exit cli_exit_of_read_error(const char *why)
{
    return why == cli_no_room_to_read ? CLI_INTERNAL : CLI_UNREADABLE;
}

const char *cli_read_text_and_keep_file_open(int file, size_t most, char **text, size_t *size)
{
    struct stat about;
    ssize_t got = 0;
    *size = 0;
    if (fstat(file, &about) != 0)
        return strerror(errno);
    if (!S_ISREG(about.st_mode))
        return cli_not_to_read;
    if ((uintmax_t)about.st_size > most)
        return cli_too_long_to_read;
    const size_t room = (size_t)about.st_size;
    char *made = malloc(room + 1);
    if (made == NULL)
        return cli_no_room_to_read;
    do {
        got = read(file, made + *size, room - *size);
        *size += got > 0 ? (size_t)got : 0;
    } while (*size < room && (got > 0 || (got < 0 && errno == EINTR)));
    if (got < 0) {
        const int error = errno;
        free(made);
        return strerror(error);
    }
    made[*size] = '\0';
    *text = made;
    return NULL;
}
