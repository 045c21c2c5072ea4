#include "cli/shared/input_copy.h"

#include <string.h>

#include "cli/shared/checked_file.h"
#include "core/files/guard.h"

typedef struct input_copy_state {
    ap_arena *arena;
    ap_view from, copy;
} input_copy_state;

static void copy_input_guarded(void *context)
{
    input_copy_state *c = context;
    uint8_t *bytes = ap_alloc(c->arena, c->from.size);
    if (bytes == NULL)
        return;
    if (c->from.size > 0)
        memcpy(bytes, c->from.bytes, c->from.size);
    c->copy = (ap_view){ bytes, c->from.size };
}

cli_exit cli_report_no_memory(const char *name)
{
    return cli_fail(CLI_INTERNAL, name, "memory ran out (--max-memory)");
}

cli_exit cli_load_copy_and_free_input(ap_input *input, const char *name, ap_arena *arena, ap_view *copy)
{
    ap_status status = cli_load_input(input, name);
    input_copy_state c = { .arena = arena, .from = input->view };
    if (status == AP_OK)
        status = ap_input_run_guarded(input, copy_input_guarded, &c);
    const cli_exit result = cli_report_status(name, status, input);
    ap_input_free_memory(input);
    *copy = c.copy;
    return result == CLI_CLEAN && arena->failed ? cli_report_no_memory(name) : result;
}
