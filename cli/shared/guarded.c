#include "cli/shared/guarded.h"
#include "core/files/guard.h"

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

ap_status cli_guard_all(
    ap_input *const *inputs, size_t count, void (*work)(void *context), void *context, size_t *lost)
{
    nest n = { .inputs = inputs, .count = count, .work = work, .context = context };
    enter(&n);
    *lost = n.lost;
    return n.status;
}
