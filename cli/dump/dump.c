/* animproof dump: every field of a file. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/dump/dump.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/cli.h"

static void print(void *context)
{
    cli_dumper *dump = context;
    cli_dump_print(dump);
}

static cli_exit tell_unmatched(const cli_dumper *dump)
{
    if (dump->shown_fields > 0 || (dump->pattern == NULL && !dump->has_place))
        return CLI_CLEAN;
    if (dump->has_place && dump->place >= dump->input.view.size)
        cli_error_about(dump->name, "byte 0x%zx is behind the end: the file has %zu bytes", dump->place,
            dump->input.view.size);
    else if (dump->has_place && dump->pattern == NULL)
        cli_error_about(dump->name, "no field holds byte 0x%zx", dump->place);
    else
        cli_error_about(
            dump->name, "no field %s'%s'", dump->has_place ? "at that byte is " : "matches ", dump->pattern);
    return CLI_FINDINGS;
}

static cli_exit tell_status(const cli_dumper *dump, ap_status status)
{
    if (status != AP_OK) {
        cli_error_about(dump->name, "%s", dump->input.error);
        return cli_exit_of(status);
    }
    if (dump->arena.failed) {
        cli_error_about(dump->name, "memory ran out (--max-memory): this is not all");
        return CLI_INTERNAL;
    }
    return CLI_CLEAN;
}

static cli_exit close_output(cli_dumper *dump)
{
    if (ap_output_close(&dump->output, true))
        return CLI_CLEAN;
    cli_error("standard output: %s", strerror(dump->output.error));
    return CLI_UNREADABLE;
}

static cli_exit dump_loaded(cli_dumper *dump)
{
    if (!ap_output_open(&dump->output, NULL, NULL, NULL)) {
        cli_error("standard output: %s", strerror(dump->output.error));
        return CLI_UNREADABLE;
    }
    const ap_status status = ap_input_guard(&dump->input, print, dump);
    cli_exit result = cli_worse(close_output(dump), tell_status(dump, status));
    return result == CLI_CLEAN ? tell_unmatched(dump) : result;
}

static cli_exit dump_file(cli_dumper *dump)
{
    ap_input_init(&dump->input, dump->options.max_input_bytes);
    ap_arena_init(&dump->arena, dump->options.max_memory_bytes);
    dump->name = dump->options.paths[0];
    const ap_status status = strcmp(dump->name, "-") == 0 ? ap_input_load_stream(&dump->input, STDIN_FILENO)
                                                          : ap_input_load(&dump->input, dump->name);
    const cli_exit result = status == AP_OK ? dump_loaded(dump) : tell_status(dump, status);
    ap_input_free(&dump->input);
    ap_arena_free(&dump->arena);
    return result;
}

cli_exit cli_dump(int argc, char **argv)
{
    cli_dumper *dump = calloc(1, sizeof *dump); /* too large for a stack: the findings' tables */
    if (dump == NULL) {
        cli_error("no memory");
        return CLI_INTERNAL;
    }
    cli_exit result = cli_read_dump_options(dump, argc, argv);
    if (result == CLI_CLEAN && dump->options.help)
        cli_put_dump_help(stdout);
    else if (result == CLI_CLEAN)
        result = dump_file(dump);
    free(dump);
    return result;
}
