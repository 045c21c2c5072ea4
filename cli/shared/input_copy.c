#include "cli/shared/input_copy.h"

#include <string.h>

#include "cli/shared/checked_file.h"
#include "core/files/guard.h"

typedef struct input_copy_state {
    ap_arena *arena;
    ap_view from, copy;
} input_copy_state;

ap_view cli_copy_bytes(ap_arena *arena, ap_view from)
{
    uint8_t *bytes = ap_alloc(arena, from.size);
    if (bytes == NULL)
        return (ap_view){ NULL, 0 };
    if (from.size > 0)
        memcpy(bytes, from.bytes, from.size);
    return (ap_view){ bytes, from.size };
}

static void copy_input_guarded(void *context)
{
    input_copy_state *c = context;
    c->copy = cli_copy_bytes(c->arena, c->from);
}

const char cli_memory_ran_out[] = "memory ran out (--max-memory)";

cli_exit cli_report_no_memory(const char *name)
{
    return cli_fail(CLI_INTERNAL, name, "%s", cli_memory_ran_out);
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

const char *cli_copy_text(ap_arena *arena, const char *text)
{
    return text == NULL ? NULL : ap_arena_copy_text(arena, text, strlen(text));
}
