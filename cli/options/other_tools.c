/* Maps names of options and commands of other programs to the names of this program, for messages about
   unknown names. */
#include <stdio.h>
#include <string.h>

#include "cli/options/option_table.h"
#include "core/base/version.h"

const char *cli_suggest_command(const char *name)
{
    static const char *const pairs[][2] = { { "check", "lint" }, { "validate", "lint" }, { "verify", "lint" },
        { "fmt", "format" }, { "show", "dump" }, { "info", "dump" }, { "version", "--version" } };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (strcmp(pairs[i][0], name) == 0)
            return pairs[i][1];
    }
    return NULL;
}

static const char one_run[] = "one run rates a complete corpus, and --jobs runs loaders in parallel";

/* A row for an option that this program does not have: an option of another program, or a removed option of this
   program. */
typedef struct other_option {
    const char *command; /* command that the option was given to; NULL: any command */
    const char *name;
    /* arguments of animproof with which to do what the option does: "fix --diff"; NULL if `option` is set */
    const char *call;
    const char *option;
    const char *removed; /* what replaces a removed option; NULL if the program never had the option */
} other_option;

static const other_option others[] = {
    { "lint", "fix", .call = "fix" },
    { "lint", "fix-dry-run", .call = "fix" },
    { "lint", "diff", .call = "fix --diff" },
    { "lint", "init", .call = "init" },
    { "config", "init", .call = "init" },
    { "lint", "print-config", .call = "config" },
    { "format", "fix", .call = "fix" },
    { NULL, "assume-filename", .option = "stdin-filename" },
    { NULL, "stdin-filepath", .option = "stdin-filename" },
    { NULL, "stdin-display-name", .option = "stdin-filename" },
    { NULL, "in-place", .option = "write" },
    { NULL, "inplace", .option = "write" },
    { "conform", "shard", .removed = one_run },
    { "conform", "merge", .removed = one_run },
};

bool cli_write_option_suggestion(const char *command, const cli_option_group *groups, const char *name,
    const char *file, char meant[CLI_MEANT_BYTES])
{
    cli_resolved_option row;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const other_option *other = &others[i];
        if (strcmp(other->name, name) != 0
            || (other->command != NULL && strcmp(other->command, command) != 0))
            continue;
        if (other->removed != NULL)
            snprintf(meant, CLI_MEANT_BYTES, "it was removed: %s", other->removed);
        else if (other->call != NULL)
            snprintf(meant, CLI_MEANT_BYTES, "did you mean '" AP_PROGRAM " %s %s'?", other->call,
                file == NULL ? "PATH" : cli_shorten(file).text);
        else
            snprintf(meant, CLI_MEANT_BYTES, "did you mean '--%s'?", other->option);
        return other->option == NULL || cli_find_option(groups, other->option, strlen(other->option), &row);
    }
    return false;
}
