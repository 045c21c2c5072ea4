/* Implements animproof fuzz: finds the campaign program, a script of the source tree, and executes it in this
   process. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/commands.h"
#include "cli/shared/own_file.h"

/* Environment variable with the path of the campaign program, for an executable that is not in the source tree. */
#define CLI_FUZZ_VARIABLE "ANIMPROOF_FUZZ"
#define CLI_FUZZ_PROGRAM  "fuzz/campaign/campaign"

/* Replaces this process by the campaign program, which lints with the executable `self`. Returns only after a
   failure. */
static cli_exit run_campaign(const char *program, const char *self, char **argv)
{
    if (*self != '\0')
        setenv("ANIMPROOF_PROGRAM", self, 0);
    execv(program, argv);
    return cli_fail(CLI_UNREADABLE, program, "cannot be run: %s", strerror(errno));
}

static cli_exit find_and_run_campaign(int argc, char **argv)
{
    char self[PATH_MAX], script[PATH_MAX];
    const char *named = getenv(CLI_FUZZ_VARIABLE);
    if (argc < 2)
        return cli_usage_error("fuzz", "no command given");
    if (!cli_find_executable(self))
        *self = '\0';
    if (named != NULL && *named != '\0')
        return run_campaign(named, self, argv);
    if (cli_find_program_file(self, CLI_FUZZ_PROGRAM, X_OK, script))
        return run_campaign(script, self, argv);
    return cli_fail(CLI_UNREADABLE, NULL,
        "fuzz: the campaign program was not found; run the executable in the source tree's build/, or "
        "set " CLI_FUZZ_VARIABLE " to the path of the tree's " CLI_FUZZ_PROGRAM);
}

static const cli_command commands[] = {
    { .name = "fuzz run", .summary = "fuzzes for a given time, and keeps crashes and new inputs" },
    { .name = "fuzz triage", .summary = "sorts crashes by cause, minimises and names them" },
    { .name = "fuzz cmin", .summary = "finds the smallest corpus with the same coverage" },
    { .name = "fuzz gather", .summary = "merges what parallel tasks have found into one campaign" },
    { .name = "fuzz replay", .summary = "runs programs without a fuzzer on files, and lists crashes" },
    { .name = "fuzz report", .summary = "writes a report on a campaign, as HTML and Markdown" },
    { .name = "fuzz planted", .summary = "measures how many of ten planted faults are found, and how soon" },
    { .name = "fuzz compare", .summary = "compares mutators by coverage, with statistics over trials" },
    { .name = "fuzz list", .summary = "lists the targets and the existing campaigns" },
};

static const cli_command *const parts[] = { &commands[0], &commands[1], &commands[2], &commands[3],
    &commands[4], &commands[5], &commands[6], &commands[7], &commands[8], NULL };

const cli_command cli_fuzz = {
    .name = "fuzz",
    .words = "COMMAND",
    .summary = "runs fuzz campaigns on parsers and loaders",
    .about = "Runs fuzz campaigns on the parsers of this project, or on your own loader.",
    .notes =
        "See `animproof fuzz COMMAND --help` for each command, and docs/use/fuzzing.md for a guide.\n\nThe "
        "commands are run by a script of the source tree, " CLI_FUZZ_PROGRAM
        ". An executable in the tree's build/ finds the script; for other executables, set " CLI_FUZZ_VARIABLE
        " to its path.",
    .subcommands = parts,
    .hand_over = find_and_run_campaign,
};
