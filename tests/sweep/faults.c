/* Makes the world fail under the program: the n-th call of a kind of system call, the n-th allocation, every allocation
   above a size, or a signal before the n-th call of any kind. Preloaded (LD_PRELOAD), or, with SWEEP_WRAP, linked into a
   program by the linker's --wrap, which a sanitizer or valgrind leaves in place.

   What fails is in memory that the driver shares by the descriptor in SWEEP_FAULTS: struct faults. The calls made are
   counted there. Programs that the program starts are left alone. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fts.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the order of verb_faults.py's KINDS. */
enum kind {
    OPEN,
    READ,
    PREAD,
    WRITE,
    CLOSE,
    FSTAT,
    STAT,
    SEEK,
    MMAP,
    FSYNC,
    CHMOD,
    LINK,
    RENAME,
    UNLINK,
    MKDIR,
    READDIR,
    POLL,
    PIPE,
    FORK,
    WAIT,
    THREAD,
    PATH,
    ALLOCATION,
    ANY,
    KINDS
};

enum {
    SHORT = -1,
    ROW = 64,    /* short calls, of all after one: a loop that takes 64 takes any number */
    MOST = 400,  /* calls of a kind whose places are kept */
    CALLERS = 64 /* of a call that make its place */
};

struct faults {
    uint32_t kind;   /* that fails */
    uint32_t number; /* of the call, from 1; 0: none */
    uint32_t all;    /* and all after it */
    int32_t error;   /* errno, or SHORT: one byte of several; of ANY: the signal */
    uint64_t above;  /* allocations of more bytes fail; 0: none */
    uint64_t space;  /* limit of address space, in bytes, from the program's begin on; 0: none */
    uint32_t seen[KINDS];
    uint64_t places[KINDS][MOST]; /* where calls were made if nothing was to fail: a hash of all callers */
};

static struct faults none, *faults = &none;

static int is_whole(const struct faults *faults)
{
    return faults->number == 0 && faults->above == 0 && faults->space == 0;
}

__attribute__((constructor)) static void begin(void)
{
    const char *file = getenv("SWEEP_FAULTS");
    if (file == NULL)
        return;
    struct faults *shared = (void *)syscall(
        SYS_mmap, NULL, sizeof(*faults), PROT_READ | PROT_WRITE, MAP_SHARED, atoi(file), (off_t)0);
    void *caller;
    if (is_whole(shared))
        (void)backtrace(&caller, 1); /* loads what it needs */
    struct rlimit space;
    if (shared->space > 0 && getrlimit(RLIMIT_AS, &space) == 0) {
        space.rlim_cur = shared->space;
        (void)setrlimit(RLIMIT_AS, &space);
    }
    faults = shared;
    unsetenv("LD_PRELOAD");
    unsetenv("SWEEP_FAULTS");
}

/* FNV-1a of the callers' addresses in their objects, which are the same wherever these are loaded. */
static uint64_t place_of(enum kind kind)
{
    void *callers[CALLERS];
    uint64_t hash = 14695981039346656037u + kind;
    for (int i = 0, count = backtrace(callers, CALLERS); i < count; i++) {
        struct dl_find_object object;
        if (_dl_find_object(callers[i], &object) == 0)
            hash = (hash ^ ((uintptr_t)callers[i] - object.dlfo_link_map->l_addr)) * 1099511628211u;
    }
    return hash;
}

static int is_it(enum kind kind)
{
    const uint32_t number = __atomic_add_fetch(&faults->seen[kind], 1, __ATOMIC_RELAXED);
    if (faults != &none && is_whole(faults) && number <= MOST)
        faults->places[kind][number - 1] = place_of(kind);
    return faults->kind == kind && faults->number > 0
           && (faults->all ? number >= faults->number : number == faults->number);
}

/* 0, SHORT or the errno with which this call fails. */
static int strike(enum kind kind)
{
    if (is_it(ANY))
        (void)syscall(SYS_kill, (pid_t)syscall(SYS_getpid), faults->error);
    return is_it(kind) ? faults->error : 0;
}

static int no_memory(size_t bytes)
{
    const int above = faults->above > 0 && bytes > faults->above;
    if (!is_it(ALLOCATION) && !above)
        return 0;
    errno = ENOMEM;
    return 1;
}

#ifdef SWEEP_WRAP
#define OWN(name) __wrap_##name
#define DECLARE(type, name, parameters)                                                                      \
    type __real_##name parameters;                                                                           \
    type __wrap_##name parameters
#define REAL(type, name, parameters) __real_##name
#else
#define OWN(name)                       name
#define DECLARE(type, name, parameters) type name parameters
#define REAL(type, name, parameters)    ((type(*) parameters)next_##name)
#endif

/* A call that says -1 (or `failed`) and errno. */
#ifdef SWEEP_WRAP
#define KEPT(name)
#else
/* Found before the program begins: later, the lock of the dynamic linker may be held for ever by a dlopen without
   memory. */
#define KEPT(name)                                                                                           \
    static void *next_##name;                                                                                \
    __attribute__((constructor)) static void find_##name(void)                                               \
    {                                                                                                        \
        next_##name = dlsym(RTLD_NEXT, #name);                                                               \
    }
#endif
#define FAILING(kind, type, failed, name, parameters, arguments, shorten)                                    \
    KEPT(name)                                                                                               \
    DECLARE(type, name, parameters);                                                                         \
    type OWN(name) parameters                                                                                \
    {                                                                                                        \
        const int error = strike(kind);                                                                      \
        if (error > 0) {                                                                                     \
            errno = error;                                                                                   \
            return failed;                                                                                   \
        }                                                                                                    \
        shorten;                                                                                             \
        return REAL(type, name, parameters) arguments;                                                       \
    }
#define CALL(kind, type, failed, name, parameters, arguments)                                                \
    FAILING(kind, type, failed, name, parameters, arguments, (void)0)
/* One that moves bytes, and may move fewer. */
#define MOVE(kind, name, parameters, arguments)                                                              \
    FAILING(kind, ssize_t, -1, name, parameters, arguments,                                                  \
        count = error == SHORT && count > 1 && faults->seen[kind] < faults->number + ROW ? 1 : count)

#ifndef SWEEP_WRAP /* what _FORTIFY_SOURCE makes of calls; no sanitized program has them */
CALL(OPEN, int, -1, __open64_2, (const char *path, int flags), (path, flags));
MOVE(READ, __read_chk, (int file, void *bytes, size_t count, size_t room), (file, bytes, count, room));
CALL(PATH, char *, NULL, __realpath_chk, (const char *path, char *real, size_t room), (path, real, room));
#endif
/* The mode is an argument of these, whatever their headers say: they are called in the same way. */
CALL(OPEN, int, -1, open64, (const char *path, int flags, mode_t mode), (path, flags, mode));
CALL(OPEN, int, -1, openat64, (int folder, const char *path, int flags, mode_t mode),
    (folder, path, flags, mode));
CALL(OPEN, int, -1, mkostemp64, (char *path, int flags), (path, flags));
CALL(OPEN, FILE *, NULL, tmpfile64, (void), ());
CALL(OPEN, FILE *, NULL, fopen64, (const char *path, const char *mode), (path, mode));
CALL(OPEN, DIR *, NULL, opendir, (const char *path), (path));
MOVE(READ, read, (int file, void *bytes, size_t count), (file, bytes, count));
MOVE(PREAD, pread64, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at));
MOVE(WRITE, write, (int file, const void *bytes, size_t count), (file, bytes, count));
CALL(FSTAT, int, -1, fstat64, (int file, struct stat64 *about), (file, about));
CALL(STAT, int, -1, stat64, (const char *path, struct stat64 *about), (path, about));
CALL(STAT, int, -1, lstat64, (const char *path, struct stat64 *about), (path, about));
CALL(SEEK, off_t, -1, lseek64, (int file, off_t by, int from), (file, by, from));
CALL(MMAP, void *, MAP_FAILED, mmap64, (void *at, size_t size, int may, int flags, int file, off_t from),
    (at, size, may, flags, file, from));
CALL(FSYNC, int, -1, fsync, (int file), (file));
CALL(CHMOD, int, -1, fchmod, (int file, mode_t mode), (file, mode));
CALL(LINK, int, -1, linkat, (int from, const char *path, int to, const char *name, int flags),
    (from, path, to, name, flags));
CALL(RENAME, int, -1, rename, (const char *path, const char *name), (path, name));
CALL(RENAME, int, -1, renameat2, (int from, const char *path, int to, const char *name, unsigned flags),
    (from, path, to, name, flags));
CALL(UNLINK, int, -1, unlink, (const char *path), (path));
CALL(MKDIR, int, -1, mkdir, (const char *path, mode_t mode), (path, mode));
CALL(READDIR, struct dirent64 *, NULL, readdir64, (DIR * folder), (folder));
CALL(READDIR, FTSENT64 *, NULL, fts64_read, (FTS64 * walk), (walk));
CALL(POLL, int, -1, poll, (struct pollfd * files, nfds_t count, int milliseconds),
    (files, count, milliseconds));
CALL(PIPE, int, -1, pipe2, (int ends[2], int flags), (ends, flags));
CALL(FORK, pid_t, -1, fork, (void), ());
CALL(WAIT, pid_t, -1, waitpid, (pid_t child, int *status, int flags), (child, status, flags));
CALL(WAIT, pid_t, -1, wait4, (pid_t child, int *status, int flags, struct rusage *used),
    (child, status, flags, used));
CALL(WAIT, int, -1, waitid, (idtype_t type, id_t id, siginfo_t *about, int flags), (type, id, about, flags));
CALL(PATH, char *, NULL, realpath, (const char *path, char *real), (path, real));
CALL(PATH, ssize_t, -1, readlink, (const char *path, char *held, size_t room), (path, held, room));
CALL(FORK, int, error, posix_spawnp,
    (pid_t * child, const char *file, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *how,
        char *const words[], char *const environment[]),
    (child, file, actions, how, words, environment));
CALL(THREAD, int, error, pthread_create,
    (pthread_t * thread, const pthread_attr_t *how, void *(*run)(void *), void *context),
    (thread, how, run, context));

/* A descriptor that cannot be closed is closed all the same, as Linux does. */
KEPT(close)
DECLARE(int, close, (int file));
int OWN(close)(int file)
{
    const int error = strike(CLOSE), result = REAL(int, close, (int))(file);
    if (error <= 0)
        return result;
    errno = error;
    return -1;
}

#define ALLOCATE(type, name, bytes, parameters, arguments)                                                   \
    DECLARE(type, name, parameters);                                                                         \
    type OWN(name) parameters                                                                                \
    {                                                                                                        \
        return no_memory(bytes) ? NULL : __real_##name arguments;                                            \
    }
#ifdef SWEEP_WRAP
ALLOCATE(char *, strdup, strlen(text) + 1, (const char *text), (text))
ALLOCATE(char *, strndup, strnlen(text, most) + 1, (const char *text, size_t most), (text, most))
ALLOCATE(FILE *, open_memstream, sizeof(FILE), (char **text, size_t *size), (text, size))

int __wrap_asprintf(char **text, const char *format, ...);
int __wrap_asprintf(char **text, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int length = no_memory(strlen(format)) ? -1 : vasprintf(text, format, values);
    va_end(values);
    return length;
}
#else
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);
#define __real_malloc  __libc_malloc
#define __real_calloc  __libc_calloc
#define __real_realloc __libc_realloc
#endif
ALLOCATE(void *, malloc, bytes, (size_t bytes), (bytes))
ALLOCATE(void *, calloc, count *bytes, (size_t count, size_t bytes), (count, bytes))
ALLOCATE(void *, realloc, bytes, (void *old, size_t bytes), (old, bytes))
