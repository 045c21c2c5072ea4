/* Preloaded into the program: appends a byte to the file named by LISTS each time the program reads its list of child
   processes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void record_reading(void)
{
    const char *path = getenv("LISTS");
    const int file = path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file >= 0 && write(file, "x", 1) == 1)
        close(file);
}

static FILE *open_and_count_lists(const char *name, const char *path, const char *mode)
{
    FILE *(*next)(const char *, const char *);
    *(void **)&next = dlsym(RTLD_NEXT, name);
    if (strcmp(path, "/proc/thread-self/children") == 0)
        record_reading();
    return next(path, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    return open_and_count_lists("fopen", path, mode);
}

FILE *fopen64(const char *path, const char *mode)
{
    return open_and_count_lists("fopen64", path, mode);
}
