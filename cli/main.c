/* animproof: finds the command and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "cli/shared/suggest.h"
#include "core/base/version.h"

typedef struct command {
    const char *name;
    cli_exit (*run)(int argc, char **argv);
    const char *usage;
    const char *summary;
} command;

static const command commands[] = {
    { "lint", cli_lint, "lint PATH...", "says what is wrong with files, and where" },
    { "format", cli_format, "format FILE...", "writes .md5anim files in canonical form" },
    { "roundtrip", cli_roundtrip, "roundtrip FILE...", "reads, writes, and compares" },
    { "convert", cli_convert, "convert FILE -o OUT", "writes a file in another form of its format" },
    { "corpus", cli_corpus, "corpus build|verify DIR",
        "a conformance corpus with a manifest of what is to be found" },
    { "dump", cli_dump, "dump FILE", "every field of a file: offset, bytes, path, value" },
    { "generate", cli_generate, "generate OPTION...", "writes valid files, the same for the same seed" },
    { "mutate", cli_mutate, "mutate FILE", "makes one change of which is known what must be found" },
    { "conform", cli_conform, "conform CORPUS", "rates loaders with a conformance corpus" },
    { "fuzz", cli_fuzz, "fuzz COMMAND", "runs fuzz campaigns on parsers and loaders" },
    { "rules", cli_rules, "rules", "lists all rules" },
    { "explain", cli_explain, "explain RULE...", "what a rule means, its source, how to fix the file" },
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static cli_exit help(void)
{
    fputs("animproof " AP_VERSION ": proves animation files (mrtk, memg, md5anim)\n\nusage:\n", stdout);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(stdout, "  animproof %-24s %s\n", commands[i].usage, commands[i].summary);
    fputs("  animproof --version (-V) | --help (-h)\n\n"
          "animproof COMMAND --help tells more of each.\n\n"
          "exit: 0 clean, 1 findings, 2 usage, 3 an input could not be read, or nothing to check, "
          "4 internal error or limit\n",
        stdout);
    return CLI_CLEAN;
}

static cli_exit run(int argc, char **argv)
{
    if (argc < 2)
        return cli_usage(NULL, "no command");
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        puts(AP_PROGRAM " " AP_VERSION);
        return CLI_CLEAN;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return help();
    const char *names[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
        names[i] = commands[i].name;
    }
    return cli_unknown_command(argv[1], names, COMMANDS);
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

int main(int argc, char **argv)
{
    hold_standard_descriptors();
    const cli_exit result = run(argc, argv);
    const cli_exit flushed = cli_flush_output();
    cli_end_for_reader();
    return (int)cli_worse(result, flushed);
}
