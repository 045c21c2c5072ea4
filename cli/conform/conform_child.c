/* A loader is a stranger's program: it may hang, crash, print without end, and leave processes behind. What
   it starts stays in its group, or becomes a child of ours when its parent ends (we are a subreaper). */
#include "cli/conform/conform_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LISTEN_BYTES = 16 * 1024, LISTEN_TIMES = 64 /* then others have their turn */ };

static bool set_limit(int resource, size_t limit)
{
    const struct rlimit both = { limit, limit };
    return setrlimit((__rlimit_resource_t)resource, &both) == 0;
}

/* In the new process. Only returns to say what went wrong, in errno. */
static void become(char **words, int output, size_t memory_bytes, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (setsid() < 0 || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0
        || dup2(output, STDERR_FILENO) < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return;
    if (getppid() != parent) /* it ended before the line above */
        _exit(0);
    signal(SIGPIPE, SIG_DFL);
    if (sigprocmask(SIG_SETMASK, &none, NULL) != 0 || !set_limit(RLIMIT_CORE, 0)
        || (memory_bytes > 0 && !set_limit(RLIMIT_AS, memory_bytes)))
        return;
    execvp(words[0], words);
}

static void close_pair(const int pair[2])
{
    const int error = errno;
    close(pair[0]);
    close(pair[1]);
    errno = error;
}

bool cli_child_start(cli_child *child, char **words, size_t memory_bytes)
{
    int output[2], trouble[2];
    if (pipe2(output, O_CLOEXEC) != 0)
        return false;
    if (pipe2(trouble, O_CLOEXEC) != 0) {
        close_pair(output);
        return false;
    }
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
        become(words, output[1], memory_bytes, parent);
        const int error = errno;
        const ssize_t told = write(trouble[1], &error, sizeof error);
        _exit(told < 0 ? 126 : 127);
    }
    if (pid < 0) {
        close_pair(output);
        close_pair(trouble);
        return false;
    }
    close(output[1]);
    close(trouble[1]);
    fcntl(output[0], F_SETFL, O_NONBLOCK);
    child->pid = pid;
    child->output = output[0];
    child->trouble = trouble[0];
    child->timed_out = false;
    child->printed = 0;
    return true;
}

static void keep(cli_child *child, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++, child->printed++) {
        if (child->printed < CLI_HEAD_BYTES)
            child->head[child->printed] = bytes[i];
        else
            child->tail[(child->printed - CLI_HEAD_BYTES) % CLI_TAIL_BYTES] = bytes[i];
    }
}

/* All but the last of a long run would be overwritten anyway. */
static void keep_run(cli_child *child, const char *bytes, size_t count)
{
    size_t passed = 0;
    if (child->printed >= CLI_HEAD_BYTES && count > CLI_TAIL_BYTES)
        passed = count - CLI_TAIL_BYTES;
    child->printed += passed;
    keep(child, bytes + passed, count - passed);
}

void cli_child_listen(cli_child *child)
{
    char bytes[LISTEN_BYTES];
    for (int i = 0; i < LISTEN_TIMES && child->output >= 0; i++) {
        const ssize_t count = read(child->output, bytes, sizeof bytes);
        if (count > 0) {
            keep_run(child, bytes, (size_t)count);
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            close(child->output);
            child->output = -1;
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

void cli_child_kill(const cli_child *child)
{
    kill(-child->pid, SIGKILL);
    kill(child->pid, SIGKILL); /* where it has not come to have a group yet */
}

cli_ending cli_child_finish(cli_child *child)
{
    cli_ending ending = { 0 };
    kill(-child->pid, SIGKILL); /* before it is reaped, so that the number is still its own */
    while (wait4(child->pid, &ending.status, 0, &ending.usage) < 0 && errno == EINTR)
        ;
    cli_child_listen(child);
    if (child->output >= 0)
        close(child->output);
    if (read(child->trouble, &ending.start_error, sizeof ending.start_error)
        != (ssize_t)sizeof ending.start_error)
        ending.start_error = 0;
    close(child->trouble);
    child->pid = 0;
    return ending;
}

static bool belongs_to(pid_t pid, const cli_child *children, size_t count)
{
    const pid_t session = getsid(pid);
    for (size_t i = 0; i < count; i++) {
        if (children[i].pid != 0 && (children[i].pid == pid || children[i].pid == session))
            return true;
    }
    return false;
}

bool cli_kill_orphans(const cli_child *children, size_t count)
{
    int pid;
    FILE *list = fopen("/proc/thread-self/children", "re");
    if (list == NULL)
        return false;
    while (fscanf(list, "%d", &pid) == 1) {
        if (!belongs_to(pid, children, count))
            kill(pid, SIGKILL);
    }
    fclose(list);
    return true;
}
