/* Finds the signals that ask a command to end, for commands that must clean up first. */
#ifndef AP_TERMINATION_SIGNALS_H
#define AP_TERMINATION_SIGNALS_H

#include <signal.h>
#include <stddef.h>

/* Adds SIGINT, SIGTERM and SIGHUP to the set, except those that the process ignores, as after nohup. Without this
   exception an ignored signal would end the command, because Linux delivers a blocked signal to sigtimedwait and
   signalfd even if it is ignored. */
static inline void cli_add_unignored_termination_signals(sigset_t *set)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(set, numbers[i]);
    }
}

#endif
