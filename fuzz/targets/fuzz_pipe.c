/* Input: a file says the same read into a buffer, mapped, or come out of a pipe, as it does in memory; one
   that shrinks while it is mapped, and a stream over the limit, are refused. The first byte of the input
   chooses; each way in has its turn. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/files/guard.h"
#include "core/files/input.h"
#include "fuzz/oracle.h"

enum {
    CHOOSE_LARGE =
        1 | 64
        | 128, /* all of it: blanks after the file make it large enough to be mapped; that takes long */
    CHOOSE_SHRINK = 2,
    CHOOSE_LIMIT = 4,   /* the stream is one byte longer than the limit */
    CHOOSE_LITTLE = 8,  /* it shrinks by one byte only */
    CHOOSE_OTHERS = 16, /* not a regular file: a fifo is read, others are refused */
    CHOOSE_ODD = 32,    /* with that: what cannot be read */
    PIPE_BYTES = 1024 * 1024,
};

/* A file, and what it says in memory. */
typedef struct subject {
    const ap_format *format;
    ap_lint_options options;
    ap_view bytes;
    ap_arena arena;
    fuzz_judgement in_memory;
    ap_input input; /* the way in that is tried */
    bool same_bytes;
    fuzz_judgement read;
} subject;

static void expect_system(bool works, const char *what)
{
    if (!works)
        fuzz_fail("%s: %s", what, strerror(errno));
}

static bool is_large(const subject *s)
{
    return s->bytes.size >= AP_SMALL_FILE_BYTES;
}

static void write_all(int file, ap_view bytes)
{
    for (size_t at = 0; at < bytes.size;) {
        const ssize_t now = write(file, bytes.bytes + at, bytes.size - at);
        expect_system(now > 0, "write");
        at += (size_t)now;
    }
}

/* Of a large file only the bytes are compared: searching it for counts would take most of the time. The last
   byte is read by itself: a comparison would end before it, at the zeros after a shorter end. */
static void judge_input(void *context)
{
    subject *s = context;
    const volatile uint8_t *last = s->input.view.bytes + s->input.view.size - 1;
    s->same_bytes = s->bytes.size == 0
                    || (*last == s->bytes.bytes[s->bytes.size - 1]
                        && memcmp(s->input.view.bytes, s->bytes.bytes, s->bytes.size) == 0);
    if (!is_large(s))
        fuzz_judge(&s->read, &s->arena, s->format, s->input.view, &s->options);
}

static void expect_same(const subject *s, const char *where)
{
    fuzz_require(s->same_bytes, "%s: other bytes", where);
    if (!is_large(s))
        fuzz_expect_same(&s->in_memory, &s->read, where);
}

static void judge_guarded(subject *s, const char *where)
{
    fuzz_require(s->input.view.size == s->bytes.size, "%s: %zu bytes of %zu", where, s->input.view.size,
        s->bytes.size);
    fuzz_require(ap_input_guard(&s->input, judge_input, s) == AP_OK, "%s: %s", where, s->input.error);
    expect_same(s, where);
}

static void name_of(int file, char name[32])
{
    snprintf(name, 32, "/proc/self/fd/%d", file);
}

static void read_file(subject *s, int file, ap_status (*load)(ap_input *input, const char *path))
{
    char name[32];
    name_of(file, name);
    fuzz_require(load(&s->input, name) == AP_OK, "a file: %s", s->input.error);
    judge_guarded(s, "a file");
}

/* Some bytes are gone before reading begins: findings of the others mean nothing. */
static void shrink_file(subject *s, int file, size_t size)
{
    char name[32];
    name_of(file, name);
    fuzz_require(ap_input_load_found(&s->input, name) == AP_OK, "a file: %s", s->input.error);
    expect_system(ftruncate(file, (off_t)size) == 0, "ftruncate");
    const ap_status status = ap_input_guard(&s->input, judge_input, s);
    fuzz_require(status == (is_large(s) ? AP_SHRUNK : AP_OK), "a file that shrinks: status %d", (int)status);
    if (!is_large(s))
        expect_same(s, "a file that shrinks behind its reader");
}

static void read_pipe(subject *s)
{
    int ends[2];
    expect_system(pipe(ends) == 0, "pipe");
    if (s->bytes.size > AP_SMALL_FILE_BYTES)
        expect_system(fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES) > 0, "F_SETPIPE_SZ");
    write_all(ends[1], s->bytes);
    close(ends[1]);
    const ap_status status = ap_input_load_stream(&s->input, ends[0]);
    close(ends[0]);
    const size_t limit = s->input.stream_limit_bytes;
    if (limit > 0 && s->bytes.size > limit) {
        fuzz_require(
            status == AP_LIMIT && s->input.error[0] != '\0', "over the limit: status %d", (int)status);
        return;
    }
    fuzz_require(status == AP_OK, "a pipe: %s", s->input.error);
    judge_guarded(s, "a pipe");
}

/* A fifo by its name; its other end is closed when it is opened. */
static void read_fifo(subject *s)
{
    int ends[2];
    char name[32];
    expect_system(pipe(ends) == 0, "pipe");
    name_of(ends[0], name);
    write_all(ends[1], s->bytes);
    close(ends[1]);
    fuzz_require(ap_input_load(&s->input, name) == AP_OK, "a fifo: %s", s->input.error);
    close(ends[0]);
    judge_guarded(s, "a fifo");
}

/* The last is a file by its looks, but none of its first bytes can be read. */
static void refuse_others(subject *s, ap_status (*load)(ap_input *input, const char *path))
{
    static const char *const names[] = { "/", "/dev/null", "/dev/null/file", "", "/proc/self/mem" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        fuzz_require(
            load(&s->input, names[i]) == AP_CANNOT_READ && s->input.error[0] != '\0', "%s is read", names[i]);
}

/* Tests limit the size of files; one of holes takes no room. */
static void allow_large_files(void)
{
    struct rlimit limit;
    expect_system(getrlimit(RLIMIT_FSIZE, &limit) == 0, "getrlimit");
    limit.rlim_cur = limit.rlim_max;
    expect_system(setrlimit(RLIMIT_FSIZE, &limit) == 0, "setrlimit");
}

/* A file of more bytes than there are addresses, and a stream that is open for writing alone. */
static void refuse_odd(subject *s, int file)
{
    char name[32];
    int ends[2];
    name_of(file, name);
    allow_large_files();
    expect_system(ftruncate(file, (off_t)1 << 52) == 0, "ftruncate");
    fuzz_require(ap_input_load(&s->input, name) == AP_NO_MEMORY && s->input.error[0] != '\0', "2^52 bytes");
    expect_system(pipe(ends) == 0, "pipe");
    fuzz_require(ap_input_load_stream(&s->input, ends[1]) == AP_CANNOT_READ && s->input.error[0] != '\0',
        "a stream without its end is read");
    close(ends[0]);
    close(ends[1]);
}

/* The input, or the input and as many blanks as make it a large file. */
static ap_view make_file(ap_view input, bool large)
{
    const size_t size = input.size + (large ? AP_SMALL_FILE_BYTES : 0);
    uint8_t *bytes = malloc(size + 1);
    fuzz_require(bytes != NULL, "no memory for a file");
    memset(bytes, ' ', size);
    if (input.size > 0)
        memcpy(bytes, input.bytes, input.size);
    return (ap_view){ bytes, size };
}

/* The ways in, each in its turn: a file of its own is what most of the time goes to. */
typedef enum turn { FILE_READ, FILE_CHANGED, PIPE, OTHERS, TURNS } turn;

static void change_file(subject *s, int file, unsigned choice)
{
    const bool odd = (choice & CHOOSE_OTHERS) != 0 && (choice & CHOOSE_ODD) != 0;
    if (odd)
        read_file(s, file, ap_input_load_found);
    if ((choice & CHOOSE_SHRINK) != 0 && s->bytes.size > 0)
        shrink_file(s, file, (choice & CHOOSE_LITTLE) != 0 ? s->bytes.size - 1 : s->bytes.size / 2);
    if (odd)
        refuse_odd(s, file);
}

static void try_file(subject *s, ap_view data)
{
    const int file = memfd_create("fuzz", MFD_CLOEXEC);
    expect_system(file >= 0, "memfd_create");
    write_all(file, s->bytes);
    if (fuzz_is_turn(data, FILE_READ, TURNS))
        read_file(s, file, ap_input_load);
    if (fuzz_is_turn(data, FILE_CHANGED, TURNS))
        change_file(s, file, data.bytes[0]);
    close(file);
    ap_input_release(&s->input);
}

static void try_pipe(subject *s, unsigned choice)
{
    s->input.stream_limit_bytes = s->bytes.size;
    read_pipe(s);
    if ((choice & CHOOSE_LIMIT) != 0 && s->bytes.size > 1) {
        s->input.stream_limit_bytes = s->bytes.size - 1;
        read_pipe(s);
    }
    s->input.stream_limit_bytes = 0;
}

static void try_others(subject *s, unsigned choice)
{
    refuse_others(s, (choice & CHOOSE_ODD) != 0 ? ap_input_load_found : ap_input_load);
    if (!is_large(s))
        read_fifo(s);
}

static void try_ways(subject *s, ap_view data)
{
    if (fuzz_is_turn(data, FILE_READ, TURNS) || fuzz_is_turn(data, FILE_CHANGED, TURNS))
        try_file(s, data);
    if (fuzz_is_turn(data, PIPE, TURNS))
        try_pipe(s, data.bytes[0]);
    if ((data.bytes[0] & CHOOSE_OTHERS) != 0 && fuzz_is_turn(data, OTHERS, TURNS))
        try_others(s, data.bytes[0]);
    ap_input_free(&s->input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > AP_SMALL_FILE_BYTES)
        return 0;
    const ap_view whole = { data, size }, input = { data + 1, size - 1 };
    const bool large = (data[0] & CHOOSE_LARGE) == CHOOSE_LARGE;
    subject s = { .bytes = make_file(input, large) };
    s.format = fuzz_format_in(input);
    s.options = fuzz_variant(0);
    fuzz_arena_init(&s.arena, s.bytes.size);
    ap_input_init(&s.input, 0);
    if (!is_large(&s))
        fuzz_judge(&s.in_memory, &s.arena, s.format, s.bytes, &s.options);
    try_ways(&s, whole);
    ap_arena_free(&s.arena);
    free((uint8_t *)s.bytes.bytes);
    return 0;
}
