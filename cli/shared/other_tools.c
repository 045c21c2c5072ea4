#include "cli/shared/other_tools.h"

#include <stdio.h>
#include <string.h>

#include "core/base/version.h"

const char *cli_meant_command(const char *name)
{
    static const char *const pairs[][2] = { { "check", "lint" }, { "validate", "lint" }, { "verify", "lint" },
        { "fmt", "format" }, { "show", "dump" }, { "info", "dump" }, { "version", "--version" },
        { "init", "config --init" } };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (strcmp(pairs[i][0], name) == 0)
            return pairs[i][1];
    }
    return NULL;
}

/* An option of other programs that is another command here, or an option with another name. */
typedef struct other_option {
    const char *command; /* NULL: any */
    const char *name;
    const char *call; /* a command of the program; NULL: */
    const char *option;
} other_option;

static const other_option others[] = {
    { "lint", "fix", "fix", NULL },
    { "lint", "fix-dry-run", "fix", NULL },
    { "lint", "diff", "fix --diff", NULL },
    { "lint", "init", "config --init", NULL },
    { "lint", "print-config", "config", NULL },
    { "format", "fix", "fix", NULL },
    { NULL, "assume-filename", NULL, "stdin-filename" },
    { NULL, "stdin-filepath", NULL, "stdin-filename" },
    { NULL, "stdin-display-name", NULL, "stdin-filename" },
    { NULL, "in-place", NULL, "write" },
    { NULL, "inplace", NULL, "write" },
};

bool cli_meant_option(const char *command, const cli_option_group *groups, const char *name, const char *file,
    char meant[CLI_MEANT_BYTES])
{
    cli_placed row;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const other_option *other = &others[i];
        if (strcmp(other->name, name) != 0
            || (other->command != NULL && strcmp(other->command, command) != 0))
            continue;
        if (other->call != NULL)
            snprintf(meant, CLI_MEANT_BYTES, AP_PROGRAM " %s %s", other->call,
                file == NULL ? "PATH" : cli_quote(file).text);
        else
            snprintf(meant, CLI_MEANT_BYTES, "--%s", other->option);
        return other->call != NULL || cli_find_option(groups, other->option, strlen(other->option), &row);
    }
    return false;
}
