/* animproof fuzz: finds the campaign program, which is a script beside the sources, and becomes it. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/commands.h"

/* The variable that names the campaign program, for an executable that was moved away from its tree. */
#define CLI_FUZZ_VARIABLE "ANIMPROOF_FUZZ"
#define CLI_FUZZ_PROGRAM  "fuzz/campaign/campaign"

/* The folders above the executable that are looked into: build/animproof, build/asan/animproof. */
enum { LEVELS = 3 };

/* Cuts the last part of a path off; false where there is none. */
static bool to_parent(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    return true;
}

/* Where the executable stands; false where nobody knows. */
static bool find_self(char self[static PATH_MAX])
{
    const ssize_t length = readlink("/proc/self/exe", self, PATH_MAX - 1);
    if (length <= 0)
        return false;
    self[length] = '\0';
    return true;
}

/* The campaign program of the tree that the executable stands in; false where there is none. */
static bool find_beside(const char *self, char found[static PATH_MAX])
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", self);
    for (int level = 0; level < LEVELS && to_parent(folder); level++) {
        const int written = snprintf(found, PATH_MAX, "%s/" CLI_FUZZ_PROGRAM, folder);
        if (written > 0 && written < PATH_MAX && access(found, X_OK) == 0)
            return true;
    }
    return false;
}

/* Becomes the program; it lints with this executable. */
static cli_exit become(const char *program, const char *self, char **argv)
{
    if (*self != '\0')
        setenv("ANIMPROOF_PROGRAM", self, 0);
    execv(program, argv);
    cli_error_about(program, "cannot be run: %s", strerror(errno));
    return CLI_UNREADABLE;
}

static cli_exit find_and_become(int argc, char **argv)
{
    char self[PATH_MAX], beside[PATH_MAX];
    const char *named = getenv(CLI_FUZZ_VARIABLE);
    if (argc < 2)
        return cli_usage("fuzz", "no command");
    if (!find_self(self))
        *self = '\0';
    if (named != NULL && *named != '\0')
        return become(named, self, argv);
    if (find_beside(self, beside))
        return become(beside, self, argv);
    cli_error("fuzz: the campaign program is not there: run the executable in the source tree's "
              "build/, "
              "or name the tree's " CLI_FUZZ_PROGRAM " in " CLI_FUZZ_VARIABLE);
    return CLI_UNREADABLE;
}

static const cli_command run = { .name = "fuzz run",
    .summary = "fuzzes for some time, and keeps what it finds" };
static const cli_command triage = { .name = "fuzz triage",
    .summary = "tells crashes apart, minimises and names them" };
static const cli_command cmin = { .name = "fuzz cmin",
    .summary = "the smallest corpus with the same coverage" };
static const cli_command replay = { .name = "fuzz replay",
    .summary = "runs plain programs on files, and says which crash" };
static const cli_command report = { .name = "fuzz report",
    .summary = "one page on a campaign: HTML, and Markdown" };
static const cli_command planted = { .name = "fuzz planted",
    .summary = "how many of ten planted faults are found, and when" };
static const cli_command list = { .name = "fuzz list",
    .summary = "the targets, and the campaigns that there are" };

static const cli_command *const parts[] = { &run, &triage, &cmin, &replay, &report, &planted, &list, NULL };

const cli_command cli_fuzz = {
    .name = "fuzz",
    .words = "COMMAND",
    .summary = "runs fuzz campaigns on parsers and loaders",
    .about = "Runs fuzz campaigns on the parsers of the tree, or on a loader of your own.",
    .notes = "`animproof fuzz COMMAND --help` tells more of each, docs/FUZZING.md of all.\n\n"
             "The commands are a program of the source tree, " CLI_FUZZ_PROGRAM
             ". An executable in the tree's build/ finds it; for others, " CLI_FUZZ_VARIABLE " names it.",
    .parts = parts,
    .hand_over = find_and_become,
};
