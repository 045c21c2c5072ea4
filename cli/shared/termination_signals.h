/* The signals by which a user ends a command that has to clean up first. */
#ifndef AP_TERMINATION_SIGNALS_H
#define AP_TERMINATION_SIGNALS_H

#include <signal.h>
#include <stddef.h>

/* Adds SIGINT, SIGTERM and SIGHUP to the set, each unless the process ignores it, as after nohup: Linux keeps a
   blocked signal for sigtimedwait and signalfd also if it is ignored. */
static inline void cli_add_termination_signals(sigset_t *set)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(set, numbers[i]);
    }
}

#endif
