/* Watches the processes of loaders: limits their resident memory when their address space is not limited, and kills processes
   that loaders leave running. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

#include "cli/conform/run/loader_pool.h"

enum { MOST_PROCESSES = 64 /* most processes of one loader that are measured */ };

/* Returns the resident memory of a process in bytes; 0 if the process has ended. */
static size_t resident_bytes(pid_t pid)
{
    char path[64];
    uintmax_t total = 0, resident = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%ju %ju", &total, &resident) != 2)
        resident = 0;
    fclose(file);
    return (size_t)resident * (size_t)sysconf(_SC_PAGESIZE);
}

/* Appends the child processes of a process's main thread to `found`. Returns the new count. */
static size_t add_child_processes(pid_t pid, pid_t found[MOST_PROCESSES], size_t count)
{
    char path[64];
    int child;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *file = fopen(path, "re");
    while (file != NULL && count < MOST_PROCESSES && fscanf(file, "%d", &child) == 1)
        found[count++] = child;
    if (file != NULL)
        fclose(file);
    return count;
}

/* Returns true if the child, or a process that it started, has more than `bytes` bytes of resident memory. */
static bool has_process_over_memory(const cli_child *child, size_t bytes)
{
    pid_t found[MOST_PROCESSES] = { child->pid };
    size_t count = 1;
    for (size_t i = 0; i < count; i++) {
        if (resident_bytes(found[i]) > bytes)
            return true;
        count = add_child_processes(found[i], found, count);
    }
    return false;
}

size_t cli_memory_limit(const worker_pool *pool)
{
    return pool->rating->memory_mib * 1024 * 1024;
}

bool cli_is_memory_watched(const worker_pool *pool, const cli_child *child)
{
    return child->pid != 0 && child->busy && !child->timed_out && !child->over_memory
           && cli_memory_limit(pool) > 0 && cli_loader_of(pool, child->job)->resident;
}

void cli_kill_children_over_memory(worker_pool *pool)
{
    const int64_t now = cli_now_ms();
    if (now < pool->memory_ms)
        return;
    pool->memory_ms = now + CLI_MEMORY_MS;
    for (size_t i = 0; i < pool->slots; i++) {
        cli_child *child = &pool->children[i];
        if (cli_is_memory_watched(pool, child) && has_process_over_memory(child, cli_memory_limit(pool))) {
            child->over_memory = true;
            cli_child_kill(child);
        }
    }
}

static bool belongs_to_loader(pid_t pid, const worker_pool *pool)
{
    const pid_t session = getsid(pid);
    for (size_t i = 0; i < pool->slots; i++) {
        const pid_t own = pool->children[i].pid;
        if (own != 0 && (own == pid || own == session))
            return true;
    }
    return false;
}

/* Kills in rounds, with one listing of children per round: a loader may leave thousands of processes, which may leave others. */
void cli_kill_leftover_processes(worker_pool *pool)
{
    int pid;
    if (!pool->left_behind || pool->orphans > 0)
        return;
    pool->left_behind = false;
    FILE *list = fopen("/proc/thread-self/children", "re");
    pool->unlisted = list == NULL;
    while (list != NULL && fscanf(list, "%d", &pid) == 1) {
        if (belongs_to_loader(pid, pool))
            continue;
        kill(pid, SIGKILL);
        pool->orphans++;
    }
    if (list != NULL)
        fclose(list);
}
