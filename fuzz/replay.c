/* Implements a main program that runs a fuzz target on files, and on all files in directories except hidden ones. Used with
   compilers that have no fuzzing engine, with valgrind, and in CI.

   replay [--verbose] [--times N] PATH...     exit 0: no abort; 2: usage; 3: a file cannot be read */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "core/files/input.h"
#include "fuzz/oracle.h"

typedef struct replay_state {
    bool verbose;
    long times;
    size_t files, runs, unreadable;
    double seconds; /* seconds of processor time spent in the target */
    ap_input input;
} replay_state;

static double processor_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Copies the file to an allocation of exactly its size, so that sanitizers and valgrind detect reads past the
   end. The copy is aligned, unlike those of fuzz_copy_bytes. */
static ap_view copy_input(ap_view input)
{
    uint8_t *bytes = malloc(input.size > 0 ? input.size : 1);
    fuzz_require(bytes != NULL, "no memory for a file");
    if (input.size > 0)
        memcpy(bytes, input.bytes, input.size);
    return (ap_view){ bytes, input.size };
}

static void run_file(replay_state *r, const char *path)
{
    const ap_status status = ap_input_load(&r->input, path);
    if (status != AP_OK) {
        fprintf(stderr, "replay: %s: %s\n", path, r->input.error);
        r->unreadable++;
        return;
    }
    if (r->verbose)
        fprintf(stderr, "replay: %s\n", path);
    const ap_view copy = copy_input(r->input.view);
    const double start = processor_seconds();
    for (long i = 0; i < r->times; i++)
        (void)LLVMFuzzerTestOneInput(copy.bytes, copy.size);
    r->seconds += processor_seconds() - start;
    free((uint8_t *)copy.bytes);
    r->files++;
    r->runs += (size_t)r->times;
}

static int is_not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void run_file_or_directory(replay_state *r, const char *path);

/* Recursive. The depth is the depth of the user's directories; no input controls it. */
static void run_directory(replay_state *r, const char *path)
{
    struct dirent **entries;
    const int count = scandir(path, &entries, is_not_hidden, alphasort);
    if (count < 0) {
        fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
        r->unreadable++;
        return;
    }
    for (int i = 0; i < count; i++) {
        char *inner = NULL;
        if (asprintf(&inner, "%s/%s", path, entries[i]->d_name) >= 0)
            run_file_or_directory(r, inner);
        free(inner);
        free(entries[i]);
    }
    free(entries);
}

static void run_file_or_directory(replay_state *r, const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        run_directory(r, path);
    else
        run_file(r, path);
}

/* Parses the options. Returns the index of the first path, or 0 if an option is invalid or no path is given. */
static int read_options(replay_state *r, int argc, char **argv)
{
    int i = 1;
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        if (strcmp(argv[i], "--verbose") == 0)
            r->verbose = true;
        else if (strcmp(argv[i], "--times") == 0 && i + 1 < argc)
            r->times = strtol(argv[++i], NULL, 10);
        else
            return 0;
    }
    return r->times > 0 && i < argc ? i : 0;
}

int main(int argc, char **argv)
{
    replay_state r = { .times = 1 };
    int i = read_options(&r, argc, argv);
    if (i == 0) {
        fputs("usage: replay [--verbose] [--times N] PATH...\n", stderr);
        return 2;
    }
    ap_input_init(&r.input, 0);
    for (; i < argc; i++)
        run_file_or_directory(&r, argv[i]);
    ap_input_free_memory(&r.input);
    printf("%zu files, %zu runs, %.0f a second of processor time\n", r.files, r.runs,
        r.seconds > 0 ? (double)r.runs / r.seconds : 0.0);
    return r.unreadable > 0 ? 3 : 0;
}
