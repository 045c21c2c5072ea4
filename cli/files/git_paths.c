#include "cli/files/git_paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/files/git_process.h"

enum { MOST_WORDS = 24 /* most words of a git command, not counting paths */ };

static cli_exit report_no_memory(void)
{
    return cli_fail(CLI_INTERNAL, "git", "no memory for its words");
}

cli_exit cli_git_find_location(cli_git_location *here)
{
    static const char *const words[] = { CLI_GIT_WORDS, "rev-parse", "--show-cdup", "--show-prefix", NULL };
    size_t bytes;
    const cli_exit result = cli_git_read_output(words, false, &here->text, &bytes);
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

const char *cli_git_path_relative_to_here(
    const cli_git_location *here, const char *path_from_root, const char **front)
{
    const size_t prefix_bytes = strlen(here->prefix);
    const bool below = strncmp(path_from_root, here->prefix, prefix_bytes) == 0;
    *front = below ? "" : here->up;
    return below ? path_from_root + prefix_bytes : path_from_root;
}

cli_exit cli_git_check_paths_exist(char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct stat about;
        if (lstat(paths[i], &about) != 0)
            return cli_fail_errno(paths[i], errno);
    }
    return CLI_CLEAN;
}

cli_exit cli_git_list_paths(
    const char *const *command, char *const *paths, size_t count, char **text, size_t *bytes)
{
    static const char *const first[] = { CLI_GIT_WORDS, "--no-optional-locks" };
    const char **words = calloc(count + MOST_WORDS, sizeof *words);
    size_t used = 0;
    *text = NULL;
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
    const cli_exit result = cli_git_read_output(words, false, text, bytes);
    free(words);
    return result;
}
