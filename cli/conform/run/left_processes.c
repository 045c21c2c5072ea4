/* Kills processes that loaders leave running: when its parent ends, such a process becomes a child of this process.
   Kills in rounds, with one listing of children per round: a loader may leave thousands of processes, which may leave
   others. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/conform/run/loader_pool.h"

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
