/* Injects failures into a program: the n-th system call of a kind fails, the n-th allocation, every allocation above a size, or
   a signal arrives before the n-th call of any kind. This file is preloaded (LD_PRELOAD). With SWEEP_WRAP it is linked into the
   program by the linker's --wrap, since sanitizers and valgrind replace functions of the C library themselves.

   The descriptor in SWEEP_FAULTS is memory that the driver shares with the program: a struct faults, which says what fails and
   counts the calls. Other programs that the program executes have no failures. */
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

/* Kinds of calls, in the order of KINDS in verb_faults.py. */
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
    SHORT = -1,        /* value of `error`: the call transfers one byte */
    SHORT_CALLS = 64,  /* successive calls that transfer one byte: a loop that takes 64 takes any number */
    MOST_PLACES = 400, /* most calls of a kind with a recorded place */
    CALLERS = 64       /* most return addresses in the hash of a place */
};

/* Shared with the driver of the sweep: the failure to inject, and the calls that the program made. */
struct faults {
    uint32_t kind;   /* kind of the call that fails */
    uint32_t number; /* number of the call that fails, from 1; 0 if no call fails */
    uint32_t all;    /* 1 if all later calls of the kind fail too */
    int32_t error;   /* errno of the call, or SHORT; for ANY a signal */
    uint64_t above;  /* allocations of more bytes fail; 0 if none fails for its size */
    uint64_t space;  /* limit of the address space in bytes, set when the program starts; 0 for no limit */
    uint32_t seen[KINDS];                /* number of calls of each kind */
    uint64_t places[KINDS][MOST_PLACES]; /* hash of the callers of each call, in a run without failures */
};

static struct faults no_faults, *faults = &no_faults;

static int is_no_fault_wanted(const struct faults *faults)
{
    return faults->number == 0 && faults->above == 0 && faults->space == 0;
}

__attribute__((constructor)) static void attach_faults(void)
{
    const char *file = getenv("SWEEP_FAULTS");
    if (file == NULL)
        return;
    struct faults *shared = (void *)syscall(
        SYS_mmap, NULL, sizeof(*faults), PROT_READ | PROT_WRITE, MAP_SHARED, atoi(file), (off_t)0);
    void *caller;
    if (is_no_fault_wanted(shared))
        (void)backtrace(&caller, 1); /* the first call loads a library, which must not be counted */
    struct rlimit space;
    if (shared->space > 0 && getrlimit(RLIMIT_AS, &space) == 0) {
        space.rlim_cur = shared->space;
        (void)setrlimit(RLIMIT_AS, &space);
    }
    faults = shared;
    unsetenv("LD_PRELOAD");
    unsetenv("SWEEP_FAULTS");
}

/* FNV-1a hash of the callers' addresses, relative to the load addresses of their libraries, so that runs are comparable. */
static uint64_t hash_of_callers(enum kind kind)
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

/* Counts a call and, in a run without failures, records the hash of its callers. Returns true if the call must fail. */
static int count_call_and_must_fail(enum kind kind)
{
    const uint32_t number = __atomic_add_fetch(&faults->seen[kind], 1, __ATOMIC_RELAXED);
    if (faults != &no_faults && is_no_fault_wanted(faults) && number <= MOST_PLACES)
        faults->places[kind][number - 1] = hash_of_callers(kind);
    return faults->kind == kind && faults->number > 0
           && (faults->all ? number >= faults->number : number == faults->number);
}

/* Returns 0, SHORT, or the errno of a call that must fail. Sends the signal that is due before the call. */
static int error_of_failing_call(enum kind kind)
{
    if (count_call_and_must_fail(ANY))
        (void)syscall(SYS_kill, (pid_t)syscall(SYS_getpid), faults->error);
    return count_call_and_must_fail(kind) ? faults->error : 0;
}

static int must_allocation_fail(size_t bytes)
{
    const int above = faults->above > 0 && bytes > faults->above;
    if (!count_call_and_must_fail(ALLOCATION) && !above)
        return 0;
    errno = ENOMEM;
    return 1;
}

#ifdef SWEEP_WRAP
#define WRAPPER(name) __wrap_##name
#define DECLARE(type, name, parameters)                                                                      \
    type __real_##name parameters;                                                                           \
    type __wrap_##name parameters
#define REAL(type, name, parameters) __real_##name
#else
#define WRAPPER(name)                   name
#define DECLARE(type, name, parameters) type name parameters
#define REAL(type, name, parameters)    ((type(*) parameters)next_##name)
#endif

#ifdef SWEEP_WRAP
#define FIND_NEXT(name)
#else
/* The next function is looked up before main: a dlopen that fails for lack of memory may keep the dynamic linker locked. */
#define FIND_NEXT(name)                                                                                      \
    static void *next_##name;                                                                                \
    __attribute__((constructor)) static void find_##name(void)                                               \
    {                                                                                                        \
        next_##name = dlsym(RTLD_NEXT, #name);                                                               \
    }
#endif
/* Defines a function that returns `failed` and sets errno if the call must fail, and otherwise runs `shorten` and calls the
   original. */
#define FAILING(kind, type, failed, name, parameters, arguments, shorten)                                    \
    FIND_NEXT(name)                                                                                          \
    DECLARE(type, name, parameters);                                                                         \
    type WRAPPER(name) parameters                                                                            \
    {                                                                                                        \
        const int error = error_of_failing_call(kind);                                                       \
        if (error > 0) {                                                                                     \
            errno = error;                                                                                   \
            return failed;                                                                                   \
        }                                                                                                    \
        shorten;                                                                                             \
        return REAL(type, name, parameters) arguments;                                                       \
    }
#define FAIL_CALL(kind, type, failed, name, parameters, arguments)                                           \
    FAILING(kind, type, failed, name, parameters, arguments, (void)0)
/* Defines a function that transfers bytes, or one byte if the call must be short. */
#define FAIL_TRANSFER(kind, name, parameters, arguments)                                                     \
    FAILING(kind, ssize_t, -1, name, parameters, arguments,                                                  \
        count =                                                                                              \
            error == SHORT && count > 1 && faults->seen[kind] < faults->number + SHORT_CALLS ? 1 : count)

#ifndef SWEEP_WRAP /* functions that _FORTIFY_SOURCE calls instead; sanitized programs are built without it */
FAIL_CALL(OPEN, int, -1, __open64_2, (const char *path, int flags), (path, flags));
FAIL_TRANSFER(
    READ, __read_chk, (int file, void *bytes, size_t count, size_t size), (file, bytes, count, size));
FAIL_CALL(
    PATH, char *, NULL, __realpath_chk, (const char *path, char *real, size_t size), (path, real, size));
#endif
/* The headers declare these with `...`; calling conventions pass the mode as if it were a parameter. */
FAIL_CALL(OPEN, int, -1, open64, (const char *path, int flags, mode_t mode), (path, flags, mode));
FAIL_CALL(OPEN, int, -1, openat64, (int folder, const char *path, int flags, mode_t mode),
    (folder, path, flags, mode));
FAIL_CALL(OPEN, int, -1, mkostemp64, (char *path, int flags), (path, flags));
FAIL_CALL(OPEN, FILE *, NULL, tmpfile64, (void), ());
FAIL_CALL(OPEN, FILE *, NULL, fopen64, (const char *path, const char *mode), (path, mode));
FAIL_CALL(OPEN, DIR *, NULL, opendir, (const char *path), (path));
FAIL_TRANSFER(READ, read, (int file, void *bytes, size_t count), (file, bytes, count));
FAIL_TRANSFER(PREAD, pread64, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at));
FAIL_TRANSFER(WRITE, write, (int file, const void *bytes, size_t count), (file, bytes, count));
FAIL_CALL(FSTAT, int, -1, fstat64, (int file, struct stat64 *about), (file, about));
FAIL_CALL(STAT, int, -1, stat64, (const char *path, struct stat64 *about), (path, about));
FAIL_CALL(STAT, int, -1, lstat64, (const char *path, struct stat64 *about), (path, about));
FAIL_CALL(SEEK, off_t, -1, lseek64, (int file, off_t by, int from), (file, by, from));
FAIL_CALL(MMAP, void *, MAP_FAILED, mmap64, (void *at, size_t size, int may, int flags, int file, off_t from),
    (at, size, may, flags, file, from));
FAIL_CALL(FSYNC, int, -1, fsync, (int file), (file));
FAIL_CALL(CHMOD, int, -1, fchmod, (int file, mode_t mode), (file, mode));
FAIL_CALL(LINK, int, -1, linkat, (int from, const char *path, int to, const char *name, int flags),
    (from, path, to, name, flags));
FAIL_CALL(RENAME, int, -1, rename, (const char *path, const char *name), (path, name));
FAIL_CALL(RENAME, int, -1, renameat2, (int from, const char *path, int to, const char *name, unsigned flags),
    (from, path, to, name, flags));
FAIL_CALL(UNLINK, int, -1, unlink, (const char *path), (path));
FAIL_CALL(MKDIR, int, -1, mkdir, (const char *path, mode_t mode), (path, mode));
FAIL_CALL(READDIR, struct dirent64 *, NULL, readdir64, (DIR * folder), (folder));
FAIL_CALL(READDIR, FTSENT64 *, NULL, fts64_read, (FTS64 * walk), (walk));
FAIL_CALL(POLL, int, -1, poll, (struct pollfd * files, nfds_t count, int milliseconds),
    (files, count, milliseconds));
FAIL_CALL(PIPE, int, -1, pipe2, (int ends[2], int flags), (ends, flags));
FAIL_CALL(FORK, pid_t, -1, fork, (void), ());
FAIL_CALL(WAIT, pid_t, -1, waitpid, (pid_t child, int *status, int flags), (child, status, flags));
FAIL_CALL(WAIT, pid_t, -1, wait4, (pid_t child, int *status, int flags, struct rusage *used),
    (child, status, flags, used));
FAIL_CALL(
    WAIT, int, -1, waitid, (idtype_t type, id_t id, siginfo_t *about, int flags), (type, id, about, flags));
FAIL_CALL(PATH, char *, NULL, realpath, (const char *path, char *real), (path, real));
FAIL_CALL(PATH, ssize_t, -1, readlink, (const char *path, char *held, size_t size), (path, held, size));
FAIL_CALL(FORK, int, error, posix_spawnp,
    (pid_t * child, const char *file, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *how,
        char *const words[], char *const environment[]),
    (child, file, actions, how, words, environment));
FAIL_CALL(THREAD, int, error, pthread_create,
    (pthread_t * thread, const pthread_attr_t *how, void *(*run)(void *), void *context),
    (thread, how, run, context));

/* A close that fails still closes the descriptor, as on Linux. */
FIND_NEXT(close)
DECLARE(int, close, (int file));
int WRAPPER(close)(int file)
{
    const int error = error_of_failing_call(CLOSE), result = REAL(int, close, (int))(file);
    if (error <= 0)
        return result;
    errno = error;
    return -1;
}

#define ALLOCATE(type, name, bytes, parameters, arguments)                                                   \
    DECLARE(type, name, parameters);                                                                         \
    type WRAPPER(name) parameters                                                                            \
    {                                                                                                        \
        return must_allocation_fail(bytes) ? NULL : __real_##name arguments;                                 \
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
    const int length = must_allocation_fail(strlen(format)) ? -1 : vasprintf(text, format, values);
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
