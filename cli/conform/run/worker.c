#include "cli/conform/run/worker.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/shared/termination_signals.h"

/* Waits for the worker process, forwards signals to it, and ends this process with the worker's exit code. If a signal ended
   the worker, ends by SIGPIPE if that was the signal, otherwise with a message and CLI_INTERNAL. */
static _Noreturn void wait_for_worker_and_exit(pid_t worker, const sigset_t *wanted, const char *command)
{
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(worker, &status, WNOHANG)) <= 0) {
        const int number = ended < 0 ? 0 : sigwaitinfo(wanted, NULL);
        if (number > 0 && number != SIGCHLD)
            kill(worker, number);
    }
    if (WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    /* ends without a message, as other tools do in `animproof conform ... | head` */
    if (WTERMSIG(status) == SIGPIPE) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    cli_error("%s was ended by signal %d", command, WTERMSIG(status));
    _exit(CLI_INTERNAL);
}

/* Forks a worker process and continues in it; the original process only waits. Loaders, and processes that they leave
   running, become children of the worker, so the worker can kill all of its children. The original process may have
   unrelated children: a shell may have started some before its exec, and the first process of a container adopts
   others. Returns false if no process can be created, or, in the worker, if prctl fails. */
static bool fork_and_continue_in_child(const sigset_t *wanted, const char *command)
{
    const pid_t before = getpid();
    const pid_t worker = fork();
    if (worker > 0)
        wait_for_worker_and_exit(worker, wanted, command);
    if (worker < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return false;
    if (getppid() != before) /* the parent ended before prctl was called */
        _exit(CLI_INTERNAL);
    return true;
}

cli_exit cli_run_in_worker(const char *command, cli_exit (*work)(void *context, int signals), void *context)
{
    sigset_t wanted, before;
    cli_ignore_sigpipe();
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGCHLD);
    cli_add_unignored_termination_signals(&wanted);
    sigprocmask(SIG_BLOCK, &wanted, &before);
    signal(SIGCHLD, SIG_DFL); /* if SIGCHLD were ignored, waitid would not report how a loader ended */
    cli_exit result = CLI_INTERNAL;
    const int signals =
        fork_and_continue_in_child(&wanted, command) ? signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK) : -1;
    if (signals < 0)
        cli_error("cannot wait for processes: %s", strerror(errno));
    else
        result = work(context, signals);
    if (signals >= 0)
        close(signals);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return result;
}
