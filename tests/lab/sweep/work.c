/* Counts the work of the program, for tests/lab/sweep/growth.py: each entered basic block is one step, and each call that reads
   or writes memory or a file is one step, and one more for every 8 bytes. The count does not depend on the machine's load.

   The program's objects are built with -fsanitize-coverage=trace-pc, and the linker wraps the functions below. At exit the
   program writes the count as a line to the file ANIMPROOF_WORK. A program that takes more than ANIMPROOF_WORK_MOST steps writes
   its count and exits with 99. */
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BYTES_OF_A_STEP = 8, EXIT_TOO_MUCH = 99, STEPS_OF_A_CHECK = 1 << 16 };

static _Thread_local uint64_t steps; /* steps of this thread that total_steps does not have yet */
static atomic_uint_fast64_t total_steps;
static uint64_t step_limit = UINT64_MAX;
static int output = -1; /* opened at the start: later the program gives up the right to open files */

void __sanitizer_cov_trace_pc(void);

static void write_step_count(void)
{
    const uint64_t count = atomic_fetch_add(&total_steps, steps) + steps;
    steps = 0;
    if (output >= 0)
        dprintf(output, "%llu\n", (unsigned long long)count);
}

static void add_thread_steps_or_exit(void)
{
    if (atomic_fetch_add(&total_steps, steps) + steps > step_limit) {
        write_step_count();
        syscall(SYS_exit_group, EXIT_TOO_MUCH);
    }
    steps = 0;
}

void __sanitizer_cov_trace_pc(void)
{
    if (++steps >= STEPS_OF_A_CHECK)
        add_thread_steps_or_exit();
}

static void count_bytes(size_t bytes)
{
    steps += 1 + bytes / BYTES_OF_A_STEP;
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *limit = getenv("ANIMPROOF_WORK_MOST");
    const char *path = getenv("ANIMPROOF_WORK");
    if (path != NULL)
        output = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (limit != NULL)
        step_limit = strtoull(limit, NULL, 10);
}

__attribute__((destructor)) static void write_final_count(void)
{
    write_step_count();
}

/* Returns the number of bytes from `from` to `found`, or `all` if `found` is NULL. */
static size_t bytes_up_to_found(const void *from, const void *found, size_t all)
{
    return found == NULL ? all : (size_t)((const char *)found - (const char *)from);
}

/* Returns the length of the common beginning of two texts. */
static size_t count_equal_bytes(const char *one, const char *other)
{
    size_t length = 0;
    while (one[length] != '\0' && one[length] == other[length])
        length++;
    return length;
}

#define DECLARED(type, name, parameters)                                                                     \
    type __real_##name parameters;                                                                           \
    type __wrap_##name parameters;                                                                           \
    type __wrap_##name parameters
/* Wraps a function of the C library that reads or writes `bytes` bytes; the expression may use the function's `result`. */
#define WRAPPED(type, name, parameters, arguments, bytes)                                                    \
    DECLARED(type, name, parameters)                                                                         \
    {                                                                                                        \
        type result = __real_##name arguments;                                                               \
        count_bytes(bytes);                                                                                  \
        return result;                                                                                       \
    }

size_t __real_strlen(const char *text);
WRAPPED(void *, memcpy, (void *to, const void *from, size_t size), (to, from, size), size)
WRAPPED(void *, memmove, (void *to, const void *from, size_t size), (to, from, size), size)
WRAPPED(void *, memset, (void *to, int byte, size_t size), (to, byte, size), size)
WRAPPED(int, memcmp, (const void *one, const void *other, size_t size), (one, other, size), size)
WRAPPED(void *, memchr, (const void *from, int byte, size_t size), (from, byte, size),
    bytes_up_to_found(from, result, size))
WRAPPED(void *, memrchr, (const void *from, int byte, size_t size), (from, byte, size),
    result == NULL ? size : size - bytes_up_to_found(from, result, 0))
WRAPPED(void *, memmem, (const void *in, size_t size, const void *what, size_t length),
    (in, size, what, length), bytes_up_to_found(in, result, size))
WRAPPED(size_t, strlen, (const char *text), (text), result)
WRAPPED(int, strcmp, (const char *one, const char *other), (one, other), count_equal_bytes(one, other))
WRAPPED(char *, strchr, (const char *text, int byte), (text, byte),
    bytes_up_to_found(text, result, __real_strlen(text)))
WRAPPED(char *, strrchr, (const char *text, int byte), (text, byte), __real_strlen(text))
WRAPPED(char *, strstr, (const char *text, const char *what), (text, what),
    bytes_up_to_found(text, result, __real_strlen(text)))
WRAPPED(size_t, strcspn, (const char *text, const char *what), (text, what), result)
WRAPPED(size_t, strspn, (const char *text, const char *what), (text, what), result)
WRAPPED(char *, strdup, (const char *text), (text), __real_strlen(text))
WRAPPED(void *, calloc, (size_t count, size_t size), (count, size), count *size)
/* The size of the old block is not known. Half of the new size is about right for callers that double their blocks. */
WRAPPED(void *, realloc, (void *from, size_t size), (from, size), size / 2)
WRAPPED(void *, reallocarray, (void *from, size_t count, size_t size), (from, count, size), count *size / 2)
WRAPPED(ssize_t, read, (int file, void *to, size_t size), (file, to, size), result > 0 ? (size_t)result : 0)
WRAPPED(size_t, fwrite, (const void *from, size_t size, size_t count, FILE *file), (from, size, count, file),
    size *count)
WRAPPED(int, vsnprintf, (char *to, size_t room, const char *format, va_list arguments),
    (to, room, format, arguments), result > 0 ? (size_t)result : 0)

DECLARED(int, snprintf, (char *to, size_t room, const char *format, ...))
{
    va_list arguments;
    va_start(arguments, format);
    const int length = __wrap_vsnprintf(to, room, format, arguments);
    va_end(arguments);
    return length;
}

/* Threads add their steps when they end. _exit skips destructors, so the count is written before it. */

typedef struct thread_call {
    void *(*run)(void *);
    void *argument;
} thread_call;

static void *run_thread_counted(void *call)
{
    const thread_call start = *(thread_call *)call;
    free(call);
    void *result = start.run(start.argument);
    add_thread_steps_or_exit();
    return result;
}

DECLARED(int, pthread_create,
    (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument))
{
    thread_call *call = malloc(sizeof *call);
    if (call == NULL)
        return 11; /* EAGAIN, with which pthread_create says that memory has run out */
    *call = (thread_call){ run, argument };
    const int error = __real_pthread_create(thread, attributes, run_thread_counted, call);
    if (error != 0)
        free(call);
    return error;
}

__attribute__((noreturn)) void __real__exit(int code);
__attribute__((noreturn)) void __wrap__exit(int code);
__attribute__((noreturn)) void __wrap__exit(int code)
{
    write_step_count();
    __real__exit(code);
}
