#include "cli/files/changed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/files/git_output.h"

enum { MOST_WORDS = 24 /* most command words, not counting paths */ };

const cli_option cli_changed_rows[] = {
    { .name = "changed",
        .value = "REV",
        CLI_TEXT(cli_changed, revision),
        .help = "only files that git reports as changed since REV or as new, under the paths or in the "
                "whole repository" },
    { .name = NULL },
};

/* Position of the current directory in its repository. */
typedef struct git_location {
    char *text;         /* owned buffer that `up` and `prefix` point into */
    const char *up;     /* path to the root: "../", or "" */
    const char *prefix; /* path from the root: "assets/", or "" */
} git_location;

static cli_exit report_no_memory(void)
{
    return cli_fail(CLI_INTERNAL, NULL, "--changed: no memory");
}

static cli_exit find_location(git_location *here)
{
    static const char *const words[] = { CLI_GIT_WORDS, "rev-parse", "--show-cdup", "--show-prefix", NULL };
    size_t bytes;
    const cli_exit result = cli_git_output(words, &here->text, &bytes);
    if (result != CLI_CLEAN)
        return result;
    char *line_end = strchr(here->text, '\n');
    if (line_end == NULL || here->text[bytes - 1] != '\n')
        return cli_fail(CLI_UNREADABLE, "git", "rev-parse did not print the root of the repository");
    here->text[bytes - 1] = '\0'; /* end of the prefix, which may contain line ends itself */
    *line_end = '\0';
    here->up = here->text;
    here->prefix = line_end + 1 < here->text + bytes ? line_end + 1 : "";
    return CLI_CLEAN;
}

/* Adds the paths that git prints: relative to the root, each ended by a NUL. */
static cli_exit add_git_paths(
    const char *text, size_t bytes, const git_location *here, cli_listed_files *files)
{
    const size_t prefix_bytes = strlen(here->prefix);
    for (const char *name = text; name < text + bytes; name += strlen(name) + 1) {
        const bool below = strncmp(name, here->prefix, prefix_bytes) == 0;
        if (!cli_listed_files_add(files, below ? "" : here->up, below ? name + prefix_bytes : name))
            return report_no_memory();
    }
    return CLI_CLEAN;
}

/* Runs a git command on the paths, or on the whole repository if there are no paths, and adds the files
   that it lists. */
static cli_exit add_git_output(const char *const *command, char *const *paths, size_t count,
    const git_location *here, cli_listed_files *files)
{
    static const char *const first[] = { CLI_GIT_WORDS, "--no-optional-locks" };
    const char **words = calloc(count + MOST_WORDS, sizeof *words);
    char *text;
    size_t bytes, used = 0;
    if (words == NULL)
        return report_no_memory();
    for (; used < sizeof first / sizeof *first; used++)
        words[used] = first[used];
    if (count > 0)
        words[used++] = "--literal-pathspecs";
    while (*command != NULL)
        words[used++] = *command++;
    words[used++] = "--";
    for (size_t i = 0; i < count; i++)
        words[used++] = paths[i];
    if (count == 0)
        words[used++] = ":/";
    cli_exit result = cli_git_output(words, &text, &bytes);
    if (result == CLI_CLEAN)
        result = add_git_paths(text, bytes, here, files);
    free(text);
    free(words);
    return result;
}

cli_exit cli_changed_files(
    const cli_changed *changed, char *const *paths, size_t count, cli_listed_files *files)
{
    const char *const differing[] = { "diff", "--name-only", "-z", "--diff-filter=d", "--no-renames",
        "--no-relative", "--no-ext-diff", "--ignore-submodules", changed->revision, NULL };
    static const char *const others[] = { "ls-files", "--others", "--exclude-standard", "--full-name", "-z",
        NULL };
    git_location here = { .text = NULL };
    if (changed->revision[0] == '-')
        return cli_usage_error(
            "lint", "--changed: '%s' is not a revision", cli_quote(changed->revision).text);
    for (size_t i = 0; i < count; i++) { /* git treats a missing path as an unchanged file */
        struct stat about;
        if (lstat(paths[i], &about) != 0)
            return cli_fail_errno(paths[i], errno);
    }
    cli_exit result = find_location(&here);
    if (result == CLI_CLEAN)
        result = add_git_output(differing, paths, count, &here, files);
    if (result == CLI_CLEAN)
        result = add_git_output(others, paths, count, &here, files);
    free(here.text);
    return result;
}
