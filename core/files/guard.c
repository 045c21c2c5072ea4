#include "core/files/guard.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct active_guard {
    sigjmp_buf back;
    const uint8_t *mapping;
    size_t size;
    struct active_guard *outer;
} active_guard;

/* The library's one mutable static variable: a signal handler gets no context of its own. Each thread has
   its own copy, which points to guards on that thread's stack. */
static _Thread_local active_guard *innermost;

static void jump_to_guard_or_restore_default(int number, siginfo_t *about, void *machine)
{
    const uint8_t *at = about->si_addr;
    (void)machine;
    for (active_guard *g = innermost; g != NULL; g = g->outer) {
        if (at >= g->mapping && at < g->mapping + g->size)
            siglongjmp(g->back, 1);
    }
    signal(number, SIG_DFL); /* the address is not in a guarded input: the repeated access ends the program */
}

/* Installs the handler, and leaves it installed: another thread may still be inside a guard. */
static bool install_handler(void)
{
    struct sigaction now;
    if (sigaction(SIGBUS, NULL, &now) != 0)
        return false;
    if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == jump_to_guard_or_restore_default)
        return true;
    struct sigaction action = { .sa_sigaction = jump_to_guard_or_restore_default, .sa_flags = SA_SIGINFO };
    sigemptyset(&action.sa_mask);
    return sigaction(SIGBUS, &action, NULL) == 0;
}

/* Returns true if the file is not shorter than the view. If a file shrinks within its last page, the removed bytes
   read as zeros, without a signal. */
static bool is_at_least_as_long_as_view(const ap_input *input)
{
    struct stat now;
    return fstat(input->file, &now) == 0 && (uint64_t)now.st_size >= input->view.size;
}

static bool run_guarded(const ap_input *input, void (*function)(void *context), void *context)
{
    active_guard here = { .mapping = input->mapping, .size = input->view.size, .outer = innermost };
    bool complete = false;
    if (sigsetjmp(here.back, 1) == 0) {
        innermost = &here;
        function(context);
        innermost = here.outer;
        complete = is_at_least_as_long_as_view(input);
    } else {
        innermost = here.outer;
    }
    return complete;
}

ap_status ap_input_run_guarded(ap_input *input, void (*function)(void *context), void *context)
{
    if (input->mapping == NULL) {
        function(context);
        return AP_OK;
    }
    if (!install_handler()) {
        snprintf(
            input->error, sizeof input->error, "cannot be guarded against becoming shorter while it is read");
        return AP_CANNOT_READ;
    }
    if (run_guarded(input, function, context))
        return AP_OK;
    if (is_at_least_as_long_as_view(
            input)) { /* SIGBUS although the file has its size: the page could not be read from the disk */
        snprintf(input->error, sizeof input->error, "%s", strerror(EIO));
        return AP_CANNOT_READ;
    }
    snprintf(input->error, sizeof input->error, "became shorter while it was read");
    return AP_SHRUNK;
}

typedef struct nested_guard {
    ap_input *const *inputs;
    size_t count, next;
    void (*work)(void *context);
    void *context;
    /* AP_OK, or the result of the outermost guard that failed; `lost` is then the index of the guard's input */
    ap_status status;
    size_t lost;
} nested_guard;

/* Enters the guards of the remaining inputs, one inside the other, and runs the work inside the innermost
   guard. */
static void enter_next_guard(void *context)
{
    nested_guard *n = context;
    while (n->next < n->count && n->inputs[n->next] == NULL)
        n->next++;
    if (n->next == n->count) {
        n->work(n->context);
        return;
    }
    const size_t here = n->next++;
    const ap_status status = ap_input_run_guarded(n->inputs[here], enter_next_guard, n);
    if (status != AP_OK) {
        n->status = status;
        n->lost = here;
    }
}

ap_status ap_input_run_guarded_all(
    ap_input *const *inputs, size_t count, void (*work)(void *context), void *context, size_t *lost)
{
    nested_guard n = { .inputs = inputs, .count = count, .work = work, .context = context };
    enter_next_guard(&n);
    *lost = n.lost;
    return n.status;
}
