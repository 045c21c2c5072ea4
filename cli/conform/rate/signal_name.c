#include "cli/conform/conform.h"

#include <signal.h>
#include <stdio.h>

#define ROW(signal)                                                                                          \
    {                                                                                                        \
        signal, #signal                                                                                      \
    }

void cli_signal_name(int signal, char text[CLI_SIGNAL_BYTES])
{
    static const struct {
        int signal;
        const char *name;
    } names[] = { ROW(SIGHUP), ROW(SIGINT), ROW(SIGQUIT), ROW(SIGILL), ROW(SIGTRAP), ROW(SIGABRT),
        ROW(SIGBUS), ROW(SIGFPE), ROW(SIGKILL), ROW(SIGUSR1), ROW(SIGSEGV), ROW(SIGUSR2), ROW(SIGPIPE),
        ROW(SIGALRM), ROW(SIGTERM), ROW(SIGSTKFLT), ROW(SIGCHLD), ROW(SIGCONT), ROW(SIGSTOP), ROW(SIGTSTP),
        ROW(SIGTTIN), ROW(SIGTTOU), ROW(SIGURG), ROW(SIGXCPU), ROW(SIGXFSZ), ROW(SIGVTALRM), ROW(SIGPROF),
        ROW(SIGWINCH), ROW(SIGPOLL), ROW(SIGPWR), ROW(SIGSYS) };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].signal == signal) {
            snprintf(text, CLI_SIGNAL_BYTES, "%s", names[i].name);
            return;
        }
    }
    snprintf(text, CLI_SIGNAL_BYTES, "signal %d", signal);
}
