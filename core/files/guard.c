#include "core/files/guard.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct guard {
    sigjmp_buf back;
    const uint8_t *mapping;
    size_t size;
    struct guard *outer;
} guard;

/* The one mutable static of the library: a signal handler is given no context of its own. Each thread has
   its own, and it points only to guards on that thread's stack. */
static _Thread_local guard *innermost;

static void on_sigbus(int number, siginfo_t *about, void *machine)
{
    const uint8_t *at = about->si_addr;
    (void)machine;
    for (guard *g = innermost; g != NULL; g = g->outer) {
        if (at >= g->mapping && at < g->mapping + g->size)
            siglongjmp(g->back, 1);
    }
    signal(number, SIG_DFL); /* not ours: the access is tried again, and ends the program as it should */
}

/* Left in place once installed: another thread may be in a guard when this one leaves its own. */
static bool install(void)
{
    struct sigaction now;
    if (sigaction(SIGBUS, NULL, &now) != 0)
        return false;
    if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == on_sigbus)
        return true;
    struct sigaction action = { .sa_sigaction = on_sigbus, .sa_flags = SA_SIGINFO };
    sigemptyset(&action.sa_mask);
    return sigaction(SIGBUS, &action, NULL) == 0;
}

/* The last page of a file that shrank within it reads as zeros, without a signal. */
static bool still_whole(const ap_input *input)
{
    struct stat now;
    return fstat(input->file, &now) == 0 && (uint64_t)now.st_size >= input->view.size;
}

static bool run(const ap_input *input, void (*function)(void *context), void *context)
{
    guard here = { .mapping = input->mapping, .size = input->view.size, .outer = innermost };
    bool whole = false;
    if (sigsetjmp(here.back, 1) == 0) {
        innermost = &here;
        function(context);
        innermost = here.outer;
        whole = still_whole(input);
    } else {
        innermost = here.outer;
    }
    return whole;
}

ap_status ap_input_guard(ap_input *input, void (*function)(void *context), void *context)
{
    if (input->mapping == NULL) {
        function(context);
        return AP_OK;
    }
    if (!install()) {
        snprintf(input->error, sizeof input->error, "cannot be guarded against becoming shorter");
        return AP_CANNOT_READ;
    }
    if (run(input, function, context))
        return AP_OK;
    if (still_whole(input)) { /* the signal came for want of a page that the file has */
        snprintf(input->error, sizeof input->error, "%s", strerror(EIO));
        return AP_CANNOT_READ;
    }
    snprintf(input->error, sizeof input->error, "became shorter while it was read");
    return AP_SHRUNK;
}

typedef struct nest {
    ap_input *const *inputs;
    size_t count, next;
    void (*work)(void *context);
    void *context;
    ap_status status; /* of the outermost input that was lost */
    size_t lost;
} nest;

/* Enters the guard of the next input, inside it that of the one after it, and in the last does the work. */
static void enter(void *context)
{
    nest *n = context;
    while (n->next < n->count && n->inputs[n->next] == NULL)
        n->next++;
    if (n->next == n->count) {
        n->work(n->context);
        return;
    }
    const size_t here = n->next++;
    const ap_status status = ap_input_guard(n->inputs[here], enter, n);
    if (status != AP_OK) {
        n->status = status;
        n->lost = here;
    }
}

ap_status ap_input_guard_all(
    ap_input *const *inputs, size_t count, void (*work)(void *context), void *context, size_t *lost)
{
    nest n = { .inputs = inputs, .count = count, .work = work, .context = context };
    enter(&n);
    *lost = n.lost;
    return n.status;
}
