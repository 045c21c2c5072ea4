/* animproof: finds the command and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/options/cli.h"
#include "cli/options/commands.h"
#include "core/base/version.h"

static const cli_command *const commands[] = { &cli_lint, &cli_fix, &cli_format, &cli_lsp, &cli_shard,
    &cli_report, &cli_roundtrip, &cli_convert, &cli_corpus, &cli_dump, &cli_generate, &cli_mutate,
    &cli_conform, &cli_fuzz, &cli_rules, &cli_explain, &cli_view, &cli_spec_command, &cli_config_command,
    &cli_completions, &cli_manual, NULL };

static const cli_example examples[] = {
    { "animproof lint assets/", "Checks the files in a folder, its subfolders and archives." },
    { "animproof explain md5anim/parent-order",
        "Tells what a rule means, who breaks on it, and how to fix the file." },
    { "animproof dump walk.md5anim",
        "Shows each field with its offset, bytes, path and value; files with errors too." },
    { "animproof fix --diff assets/", "Shows what can be mended without a guess, and writes nothing." },
    { "animproof lint --output sarif=lint.sarif assets/", "Writes a report for a service, too." },
    { "animproof corpus build corpus", "Makes files with known faults, for testing a loader." },
    { NULL, NULL },
};

const cli_command cli_program = {
    .about = AP_PROGRAM " " AP_VERSION ": proves animation files ({formats})",
    .examples = examples,
    .subcommands = commands,
    .notes = "`animproof help COMMAND` or `animproof COMMAND --help` tells more of each, `animproof "
             "--version` (-V) of the program.",
    .exits = "0 clean, 1 findings, 2 usage, 3 an input could not be read, or nothing to check, 4 "
             "internal error or limit",
};

static cli_exit run(int argc, char **argv)
{
    if (argc >= 2 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)) {
        puts(AP_PROGRAM " " AP_VERSION);
        return CLI_CLEAN;
    }
    return cli_run_command(&cli_program, argc, argv);
}

/* Where one of the three standard descriptors is closed, the next file opened would take its place, and a
   message would be written into it. What stands in instead can be used for nothing, so that each use is
   still an error. */
static void hold_standard_descriptors(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) == -1 && errno == EBADF) {
            int stand_in = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
            (void)stand_in;
        }
    }
}

enum { STACK_BYTES = 256 * 1024 /* more than any command has been seen to take */ };

static char touch_stack(void)
{
    volatile char bytes[STACK_BYTES];
    bytes[0] = 0;
    return bytes[0];
}

/* Where there is no room for a stack to grow, the program would be ended by a signal, somewhere. It grows here, or there is no
   memory. */
static bool hold_stack(void)
{
    void *room = mmap(NULL, STACK_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return false;
    munmap(room, STACK_BYTES);
    return touch_stack() == 0;
}

/* A message is written at once: by itself stderr writes each piece of one, and a quoted name byte by byte. */
static void write_whole_lines(void)
{
    static char line[BUFSIZ];
    setvbuf(stderr, line, _IOLBF, sizeof line);
}

int main(int argc, char **argv)
{
    hold_standard_descriptors();
    write_whole_lines();
    if (!hold_stack())
        return (int)cli_no_memory();
    const cli_exit result = run(argc, argv);
    const cli_exit flushed = cli_flush_output();
    cli_end_for_reader();
    cli_end_without_loader(cli_worse(result, flushed));
    return (int)cli_worse(result, flushed);
}
