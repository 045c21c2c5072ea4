/* Runs each input of a libFuzzer target in a child process, so that a crash does not end the engine. Coverage
   is counted up to the crash; the crash itself is not reported. Used to measure mutators with loaders that
   crash within seconds (docs/evidence/mutators.md). Link with a target and -Wl,--wrap=LLVMFuzzerTestOneInput.
   In the engine, the coverage counters are private memory; a child maps memory shared with the engine in
   their place. */
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_MICROSECONDS = 20 * 1000 /* processor time for one input */ };

static const rlim_t most_memory = (rlim_t)1 << 30;

/* Bounds of the coverage counters, which the linker defines, and the names that --wrap gives to the original target and to its
   replacement. */
extern uint8_t counters[] __asm__("__start___sancov_cntrs"), counters_end[] __asm__("__stop___sancov_cntrs");
int real_target(const uint8_t *data, size_t size) __asm__("__real_LLVMFuzzerTestOneInput");
int run_target_in_child_ignoring_crashes(const uint8_t *data, size_t size) __asm__(
    "__wrap_LLVMFuzzerTestOneInput");

/* The pages that contain the coverage counters, and the shared memory that a child maps in place of these pages. */
static uint8_t *pages, *shared;
static size_t page_bytes;
static int file = -1;

static void require_success(bool done)
{
    if (!done)
        abort();
}

static void make_shared_memory_of_counters(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (uintptr_t)counters % page;
    pages = counters - before;
    page_bytes = ((size_t)(counters_end - pages) + page - 1) / page * page;
    file = memfd_create("counters", MFD_CLOEXEC);
    require_success(file >= 0 && ftruncate(file, (off_t)page_bytes) == 0);
    shared = mmap(NULL, page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    require_success(shared != MAP_FAILED);
}

/* Called in the child process. Resets signals to their default action, which ends the child; limits processor
   time, after which SIGPROF ends the child; and limits memory, beyond which allocations fail. */
static void limit_child(void)
{
    static const int signals[] = { SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGPROF };
    const struct rlimit no_core = { 0, 0 }, memory = { most_memory, most_memory };
    const struct itimerval time = { .it_value = { .tv_usec = MOST_MICROSECONDS } };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        (void)signal(signals[i], SIG_DFL);
    require_success(setrlimit(RLIMIT_CORE, &no_core) == 0 && setrlimit(RLIMIT_AS, &memory) == 0
                    && setitimer(ITIMER_PROF, &time, NULL) == 0);
}

int run_target_in_child_ignoring_crashes(const uint8_t *data, size_t size)
{
    if (file < 0)
        make_shared_memory_of_counters();
    memcpy(shared, pages, page_bytes);
    const pid_t child = fork();
    require_success(child >= 0);
    if (child == 0) {
        require_success(
            mmap(pages, page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == pages);
        limit_child();
        (void)real_target(data, size);
        _exit(0);
    }
    require_success(waitpid(child, NULL, 0) == child);
    memcpy(counters, shared + (counters - pages), (size_t)(counters_end - counters));
    return 0;
}
