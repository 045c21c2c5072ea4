#include "cli/files/path_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/open_text.h"

const cli_option cli_path_list_rows[] = {
    { .name = "files-from",
        .value = "FILE",
        CLI_TEXT(cli_path_list, name),
        .completes = CLI_COMPLETES_FILES,
        .help = "read paths from FILE, one per line; '-' for standard input" },
    { .name = "files-from0",
        .value = "FILE",
        CLI_TEXT(cli_path_list, name),
        CLI_GIVEN(cli_path_list, null_separated),
        .completes = CLI_COMPLETES_FILES,
        .help = "short for --files-from FILE --null" },
    { .name = "null",
        .letter = '0',
        CLI_FLAG(cli_path_list, null_separated),
        .help = "paths in the list are separated by NUL bytes" },
    { .name = NULL },
};

/* Reads a list of paths while another program still writes it, so that `find … | animproof lint --files-from -` starts
   immediately. Keeps only the current path. Returns false if `visit` returned false, or with *reason set after an error. */
static bool read_paths(FILE *stream, int separator, bool (*visit)(void *context, const char *path),
    void *context, const char **reason)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool go_on = true;
    errno = 0;
    while (go_on && (length = getdelim(&line, &room, separator, stream)) >= 0) {
        if (length > 0 && line[length - 1] == separator)
            line[--length] = '\0';
        if (strlen(line) < (size_t)length) {
            *reason = "contains a NUL byte: a list separated by NUL bytes needs --null";
            go_on = false;
        } else if (length > 0) {
            go_on = visit(context, line);
        }
        errno = 0;
    }
    if (go_on && !feof(stream)) {
        *reason = cli_read_error_text(errno);
        go_on = false;
    }
    free(line);
    return go_on;
}

bool cli_read_path_list(const cli_path_list *list, bool (*visit)(void *context, const char *path),
    void *context, const char **reason)
{
    bool standard = strcmp(list->name, "-") == 0;
    FILE *stream = standard ? stdin : cli_open_text_file(list->name, reason);
    if (stream == NULL)
        return false;
    *reason = NULL;
    bool go_on = read_paths(stream, list->null_separated ? '\0' : '\n', visit, context, reason);
    if (!standard)
        fclose(stream);
    return go_on;
}
