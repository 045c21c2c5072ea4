/* The animproof program: finds the command that the user named and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/options/cli.h"
#include "cli/options/commands.h"
#include "core/base/version.h"

static const cli_command *const commands[] = { &cli_lint, &cli_fix, &cli_format, &cli_lsp, &cli_shard,
    &cli_report, &cli_compare, &cli_roundtrip, &cli_convert, &cli_corpus, &cli_dump, &cli_stats, &cli_sets,
    &cli_engines, &cli_generate, &cli_mutate, &cli_conform, &cli_reduce, &cli_fuzz, &cli_rules, &cli_explain,
    &cli_view, &cli_spec_command, &cli_init, &cli_config_command, &cli_completions, &cli_manual, NULL };

static const cli_example examples[] = {
    { "animproof lint assets/", "Checks the files in a folder, its subfolders and its archives." },
    { "animproof explain md5anim/parent-order",
        "Explains a rule, which programs fail, and how to fix the file." },
    { "animproof dump walk.md5anim",
        "Prints each field with its offset, bytes, path and value, even if the file has errors." },
    { "animproof fix --diff assets/", "Shows the fixes that are certain, without writing them." },
    { "animproof lint --output sarif=lint.sarif assets/", "Also writes a SARIF report to lint.sarif." },
    { "animproof corpus build corpus", "Writes files with known faults, to test a loader with." },
    { NULL, NULL },
};

const cli_command cli_program = {
    .about = AP_PROGRAM " " AP_VERSION ": checks animation files ({formats})",
    .examples = examples,
    .subcommands = commands,
    .notes = "See `animproof help COMMAND` or `animproof COMMAND --help` for a command. `animproof "
             "--version` (-V) prints the version.",
    .exits = "0 clean, 1 findings, 2 usage, 3 an input could not be read, or no input was found, 4 internal "
             "error or limit",
};

static cli_exit run_program(int argc, char **argv)
{
    if (argc >= 2 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)) {
        puts(AP_PROGRAM " " AP_VERSION);
        return CLI_CLEAN;
    }
    return cli_run_command(&cli_program, argc, argv);
}

/* Opens /dev/null for each of the standard descriptors 0 to 2 that is closed. Otherwise the next opened file would get
   that number, and messages would be written into that file. Opens input for writing and output for reading, so that
   reading or writing still fails as with a closed descriptor. */
static void reserve_standard_descriptors(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) == -1 && errno == EBADF) {
            int placeholder = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
            (void)placeholder;
        }
    }
}

enum { STACK_BYTES = 256 * 1024 /* more than any command was measured to use */ };

static char touch_stack_bytes(void)
{
    volatile char bytes[STACK_BYTES];
    bytes[0] = 0;
    return bytes[0];
}

/* Grows the stack to STACK_BYTES now, and returns false when out of memory. Without this check, a signal
   would end the program when the stack first grows. */
static bool reserve_stack(void)
{
    void *room = mmap(NULL, STACK_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return false;
    munmap(room, STACK_BYTES);
    return touch_stack_bytes() == 0;
}

/* Makes stderr buffer whole lines. Unbuffered, each part of a message and each byte of a quoted name would be written
   by itself. */
static void buffer_stderr_lines(void)
{
    static char line[BUFSIZ];
    setvbuf(stderr, line, _IOLBF, sizeof line);
}

int main(int argc, char **argv)
{
    reserve_standard_descriptors();
    buffer_stderr_lines();
    if (!reserve_stack())
        return (int)cli_fail_no_memory();
    const cli_exit result = run_program(argc, argv);
    const cli_exit flushed = cli_flush_output();
    cli_raise_pending_sigpipe();
    cli_exit_if_loader_locked(cli_worse_exit_by_rank(result, flushed));
    return (int)cli_worse_exit_by_rank(result, flushed);
}
