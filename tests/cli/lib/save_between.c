/* Preloaded into the program: runs a command before or after a system call, as if an editor saved at that moment. SAVE_1 and
   SAVE_2 are each "before|after CALL NUMBER COMMAND"; NUMBER counts the calls of this function from 1, of mmap64 only those that
   map a file. With COARSE_TIMES the modification and change times of all files are 0, as if all saves came within one tick of the
   file system's clock. renameat2 fails from call number NO_EXCHANGE on, as on a file system that cannot exchange files or rename
   without replacing. Call number NO_UNLINK of unlink fails. */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct moment {
    char when[8], call[16];
    int number; /* the command runs at this call, counted from 1 */
    int at;     /* offset of the command in text */
    const char *text;
} moments[2];
static int coarse, no_exchange, no_unlink;

__attribute__((constructor)) static void read_environment(void)
{
    static const char *const names[] = { "SAVE_1", "SAVE_2" };
    for (int i = 0; i < 2; i++) {
        struct moment *one = &moments[i];
        const char *text = getenv(names[i]);
        if (text != NULL && sscanf(text, "%7s %15s %d %n", one->when, one->call, &one->number, &one->at) == 3)
            one->text = text;
    }
    coarse = getenv("COARSE_TIMES") != NULL;
    no_exchange = getenv("NO_EXCHANGE") == NULL ? 0 : atoi(getenv("NO_EXCHANGE"));
    no_unlink = getenv("NO_UNLINK") == NULL ? 0 : atoi(getenv("NO_UNLINK"));
    unsetenv("LD_PRELOAD");
}

static void run_commands(const char *when, const char *call, int number)
{
    for (int i = 0; i < 2; i++) {
        const struct moment *one = &moments[i];
        if (one->text != NULL && one->number == number && strcmp(one->when, when) == 0
            && strcmp(one->call, call) == 0 && system(one->text + one->at) != 0)
            abort();
    }
}

#define CALL(type, name, parameters, arguments, counts, ...)                                                 \
    type name parameters                                                                                     \
    {                                                                                                        \
        static int number;                                                                                   \
        static type(*real) parameters;                                                                       \
        if (real == NULL)                                                                                    \
            real = (type(*) parameters)dlsym(RTLD_NEXT, #name);                                              \
        number += counts;                                                                                    \
        if (counts)                                                                                          \
            run_commands("before", #name, number);                                                           \
        __VA_ARGS__                                                                                          \
        type result = real arguments;                                                                        \
        const int error = errno;                                                                             \
        if (counts)                                                                                          \
            run_commands("after", #name, number);                                                            \
        errno = error;                                                                                       \
        return result;                                                                                       \
    }

CALL(int, fsync, (int file), (file), 1)
CALL(int, fchmod, (int file, mode_t mode), (file, mode), 1)
CALL(
    int, unlink, (const char *path), (path), 1, if (number == no_unlink) {
        errno = EPERM;
        return -1;
    })
CALL(int, rename, (const char *from, const char *to), (from, to), 1)
CALL(
    int, renameat2, (int at, const char *from, int also, const char *to, unsigned how),
    (at, from, also, to, how), 1, if (no_exchange > 0 && number >= no_exchange) {
        errno = EINVAL;
        return -1;
    })
CALL(void *, mmap64, (void *at, size_t size, int access, int how, int file, off64_t from),
    (at, size, access, how, file, from), file >= 0)

static int clear_file_times(int result, struct stat64 *about)
{
    if (coarse)
        about->st_mtim = about->st_ctim = (struct timespec){ 0, 0 };
    return result;
}

int fstat64(int file, struct stat64 *about)
{
    return clear_file_times(fstatat64(file, "", about, AT_EMPTY_PATH), about);
}

int stat64(const char *path, struct stat64 *about)
{
    static int number;
    const int result = clear_file_times(fstatat64(AT_FDCWD, path, about, 0), about);
    run_commands("after", "stat64", ++number);
    return result;
}
