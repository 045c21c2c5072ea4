/* Lints changed files, many cases in one process: sweep_bytes [OPTION...] KIND FILE...

   truncate    cuts each file at every byte
   patch       changes every byte by plus 1 and minus 1, to 0 and to 255
   patch-all   changes every byte to each of the 255 other values
   memory      fails every allocation of linting the file, of writing it back or of making it from its document; then
               limits memory in steps

   --every N   run one case in N; a seed selects the same cases each time
   --seed S    select other cases
   --jobs N    number of processes

   Each process takes the next file after it has finished one. A fault ends the cases of one file: a new process continues
   with the next file. Prints the counts, and exits with 1 after a fault. */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/files/input.h"
#include "tests/lab/sweep/sweep_case.h"
#include "tests/unit/support/test_choices.h"

enum {
    MOST_JOBS = 64,
    CASE_SECONDS =
        60, /* time limit of a case in seconds; a case takes milliseconds unless the program hangs */
    LIMIT_STEPS = 64
};

typedef enum sweep_kind { TRUNCATE, PATCH, PATCH_ALL, MEMORY } sweep_kind;
static const char *const kinds[] = { "truncate", "patch", "patch-all", "memory" };

/* The state of one child process, in shared memory, where the parent can read it after a crash of the child. */
typedef struct child_slot {
    pid_t child;    /* 0 if the slot is free */
    size_t file;    /* index of the file */
    size_t at;      /* offset of the byte, number of the allocation, or memory limit of the current case */
    unsigned value; /* new value of the changed byte */
    sweep_counts counts; /* counts of the child's finished cases */
} child_slot;

typedef struct shared_state {
    atomic_size_t next; /* index of the first file that no child has taken */
    child_slot slots[MOST_JOBS];
} shared_state;

typedef struct sweep_run {
    sweep_kind kind;
    unsigned long every, seed, jobs;
    char **paths;
    size_t files;
    shared_state *shared;
    sweep_counts counts;
    size_t faults, running;
} sweep_run;

/* Returns true if --every and --seed select the case. */
static bool is_case_selected(const sweep_run *s, const child_slot *mine, size_t at, unsigned value)
{
    const uint64_t number = (uint64_t)mine->file << 40 ^ (uint64_t)at << 8 ^ value;
    choices chosen = { s->seed ^ (number + 1) * UINT64_C(0x9e3779b97f4a7c15) };
    return (next_random_number(&chosen) >> 32) % s->every == 0;
}

static bool start_case_if_selected(const sweep_run *s, child_slot *mine, size_t at, unsigned value)
{
    if (!is_case_selected(s, mine, at, value))
        return false;
    mine->at = at;
    mine->value = value;
    alarm(CASE_SECONDS);
    return true;
}

static void cut_at_each_byte(const sweep_run *s, child_slot *mine, sweep_file *file)
{
    for (size_t size = 0; size < file->content.size; size++) {
        if (!start_case_if_selected(s, mine, size, 0))
            continue;
        const ap_view cut = fuzz_copy_bytes((ap_view){ file->content.bytes, size });
        sweep_check_case(file, cut, true, &mine->counts);
        fuzz_free_copy(cut);
    }
}

static void patch_byte_with_values_of_kind(
    const sweep_run *s, child_slot *mine, sweep_file *file, uint8_t *byte, size_t at)
{
    const uint8_t before = *byte;
    const uint8_t edge_values[] = { (uint8_t)(before + 1), (uint8_t)(before - 1), 0, 0xff };
    const unsigned count = s->kind == PATCH_ALL ? 256 : sizeof edge_values;
    bool tried[256] = { false };
    tried[before] = true;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t value = s->kind == PATCH_ALL ? (uint8_t)i : edge_values[i];
        if (tried[value] || !start_case_if_selected(s, mine, at, value))
            continue;
        tried[value] = true;
        *byte = value;
        sweep_check_case(file, file->content, false, &mine->counts);
    }
    *byte = before;
}

static void fail_allocations_and_limit_memory(const sweep_run *s, child_slot *mine, sweep_file *file)
{
    const size_t allocations = sweep_count_allocations(file);
    for (size_t number = 1; number <= allocations + 1; number++) {
        if (start_case_if_selected(s, mine, number, 0))
            sweep_without_memory(file, number, 0, &mine->counts);
    }
    const size_t step = file->arena.held_bytes / LIMIT_STEPS + 1;
    for (size_t limit = step; limit <= file->arena.held_bytes; limit += step) {
        if (start_case_if_selected(s, mine, limit, 1))
            sweep_without_memory(file, 0, limit, &mine->counts);
    }
}

/* Runs all cases of one file. fuzz_copy_bytes gives a copy of the exact size at an odd address, so that sanitizers detect reads
   past the end and unaligned reads. */
static void sweep_path(const sweep_run *s, child_slot *mine, const char *path)
{
    sweep_file file;
    ap_input input;
    ap_input_init(&input, 0);
    fuzz_require(ap_input_load(&input, path) == AP_OK, "%s", input.error);
    const ap_view content = fuzz_copy_bytes(input.view);
    ap_input_free_memory(&input);
    sweep_file_init(&file, path, content);
    if (s->kind == TRUNCATE)
        cut_at_each_byte(s, mine, &file);
    else if (s->kind == MEMORY)
        fail_allocations_and_limit_memory(s, mine, &file);
    else
        for (size_t at = 0; at < content.size; at++)
            patch_byte_with_values_of_kind(s, mine, &file, (uint8_t *)content.bytes + at, at);
    sweep_file_free(&file);
    fuzz_free_copy(content);
}

static void sweep_next_files(const sweep_run *s, child_slot *mine)
{
    while ((mine->file = atomic_fetch_add(&s->shared->next, 1)) < s->files)
        sweep_path(s, mine, s->paths[mine->file]);
}

static void start_child(sweep_run *s, child_slot *free_slot)
{
    *free_slot = (child_slot){ .child = 0 };
    fflush(NULL);
    const pid_t child = fork();
    if (child < 0) {
        fprintf(stderr, "sweep: %s\n", strerror(errno));
        exit(3);
    }
    if (child == 0) {
        sweep_next_files(s, free_slot);
        exit(0);
    }
    free_slot->child = child;
    s->running++;
}

static void add_counts(sweep_counts *all, const sweep_counts *some)
{
    all->cases += some->cases;
    all->valid += some->valid;
    all->broken += some->broken;
    all->refused += some->refused;
    all->failures += some->failures;
}

static void report_fault(sweep_run *s, const child_slot *one, int status)
{
    const bool signalled = WIFSIGNALED(status);
    s->faults++;
    printf("FAULT: %s %s: case %zu of value %u: %s %d\n", kinds[s->kind],
        one->file < s->files ? s->paths[one->file] : "at the end", one->at, one->value,
        signalled ? "signal" : "exit", signalled ? WTERMSIG(status) : WEXITSTATUS(status));
}

/* Waits for a child to end, and starts a new one if the child has ended by a fault. */
static void wait_for_child_and_replace_faulty(sweep_run *s)
{
    int status;
    const pid_t ended = wait(&status);
    for (unsigned long i = 0; i < s->jobs; i++) {
        child_slot *one = &s->shared->slots[i];
        if (one->child != ended)
            continue;
        add_counts(&s->counts, &one->counts);
        s->running--;
        if (status != 0)
            report_fault(s, one, status);
        one->child = 0;
        if (status != 0 && one->file < s->files)
            start_child(s, one);
    }
}

static int run_sweep(sweep_run *s)
{
    s->shared = mmap(NULL, sizeof *s->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s->shared == MAP_FAILED)
        return 3;
    for (unsigned long i = 0; i < s->jobs; i++)
        start_child(s, &s->shared->slots[i]);
    while (s->running > 0)
        wait_for_child_and_replace_faulty(s);
    munmap(s->shared, sizeof *s->shared);
    const sweep_counts *c = &s->counts;
    printf("%s: %zu files, %zu cases, %zu valid, %zu broken, %zu refused, %zu failures, %zu faults\n",
        kinds[s->kind], s->files, c->cases, c->valid, c->broken, c->refused, c->failures, s->faults);
    printf("%zu passed, %zu failed\n", c->cases, s->faults);
    return s->faults > 0 || c->cases == 0 ? 1 : 0;
}

static bool parse_option(sweep_run *s, const char *name, const char *value)
{
    unsigned long *const number = strcmp(name, "--every") == 0  ? &s->every
                                  : strcmp(name, "--seed") == 0 ? &s->seed
                                  : strcmp(name, "--jobs") == 0 ? &s->jobs
                                                                : NULL;
    if (number == NULL || sscanf(value, "%lu", number) != 1)
        return false;
    return s->every > 0 && s->jobs > 0 && s->jobs <= MOST_JOBS;
}

static int print_usage(void)
{
    fputs("sweep_bytes [--every N] [--seed S] [--jobs N] "
          "truncate|patch|patch-all|memory FILE...\n",
        stderr);
    return 2;
}

int main(int argc, char **argv)
{
    sweep_run s = { .every = 1, .seed = 20261122, .jobs = 1 };
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (at + 1 == argc || !parse_option(&s, argv[at], argv[at + 1]))
            return print_usage();
    }
    size_t kind = 0;
    while (at < argc && kind < sizeof kinds / sizeof *kinds && strcmp(argv[at], kinds[kind]) != 0)
        kind++;
    if (at + 1 >= argc || kind == sizeof kinds / sizeof *kinds)
        return print_usage();
    s.kind = (sweep_kind)kind;
    s.paths = argv + at + 1;
    s.files = (size_t)(argc - at - 1);
    return run_sweep(&s);
}
