/* animproof fuzz: finds the campaign program, which is a script beside the sources, and becomes it. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/commands.h"
#include "cli/shared/own_file.h"

/* The variable that names the campaign program, for an executable that was moved away from its tree. */
#define CLI_FUZZ_VARIABLE "ANIMPROOF_FUZZ"
#define CLI_FUZZ_PROGRAM  "fuzz/campaign/campaign"

/* Becomes the program; it lints with this executable. */
static cli_exit become(const char *program, const char *self, char **argv)
{
    if (*self != '\0')
        setenv("ANIMPROOF_PROGRAM", self, 0);
    execv(program, argv);
    return cli_fail(CLI_UNREADABLE, program, "cannot be run: %s", strerror(errno));
}

static cli_exit find_and_become(int argc, char **argv)
{
    char self[PATH_MAX], beside[PATH_MAX];
    const char *named = getenv(CLI_FUZZ_VARIABLE);
    if (argc < 2)
        return cli_usage("fuzz", "no command");
    if (!cli_find_self(self))
        *self = '\0';
    if (named != NULL && *named != '\0')
        return become(named, self, argv);
    if (cli_find_own(self, CLI_FUZZ_PROGRAM, X_OK, beside))
        return become(beside, self, argv);
    return cli_fail(CLI_UNREADABLE, NULL,
        "fuzz: the campaign program is not there: run the executable in the source tree's "
        "build/, "
        "or name the tree's " CLI_FUZZ_PROGRAM " in " CLI_FUZZ_VARIABLE);
}

static const cli_command commands[] = {
    { .name = "fuzz run", .summary = "fuzzes for some time, and keeps what it finds" },
    { .name = "fuzz triage", .summary = "tells crashes apart, minimises and names them" },
    { .name = "fuzz cmin", .summary = "the smallest corpus with the same coverage" },
    { .name = "fuzz gather", .summary = "one campaign of what its tasks have shared" },
    { .name = "fuzz replay", .summary = "runs plain programs on files, and says which crash" },
    { .name = "fuzz report", .summary = "one page on a campaign: HTML, and Markdown" },
    { .name = "fuzz planted", .summary = "how many of ten planted faults are found, and when" },
    { .name = "fuzz compare", .summary = "whether the mutator reaches more: trials, with statistics" },
    { .name = "fuzz list", .summary = "the targets, and the campaigns that there are" },
};

static const cli_command *const parts[] = { &commands[0], &commands[1], &commands[2], &commands[3],
    &commands[4], &commands[5], &commands[6], &commands[7], &commands[8], NULL };

const cli_command cli_fuzz = {
    .name = "fuzz",
    .words = "COMMAND",
    .summary = "runs fuzz campaigns on parsers and loaders",
    .about = "Runs fuzz campaigns on the parsers of the tree, or on a loader of your own.",
    .notes = "`animproof fuzz COMMAND --help` tells more of each, docs/use/fuzzing.md of all.\n\n"
             "The commands are a program of the source tree, " CLI_FUZZ_PROGRAM
             ". An executable in the tree's build/ finds it; for others, " CLI_FUZZ_VARIABLE " names it.",
    .subcommands = parts,
    .hand_over = find_and_become,
};
