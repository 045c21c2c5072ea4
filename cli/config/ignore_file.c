#include "cli/config/ignore_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/open_text.h"

enum {
    MOST_BYTES = 1 << 20 /* size of the largest ignore file that is read; people write much shorter ones */,
    MOST_LINE_BYTES = 4096 /* PATH_MAX: no path is longer */
};

/* Removes spaces at the end of the line that are not quoted by a backslash. */
static void trim_trailing_spaces(char *line)
{
    char *blanks = NULL;
    for (char *at = line; *at != '\0'; at++) {
        if (*at != ' ')
            blanks = NULL;
        else if (blanks == NULL)
            blanks = at;
        if (*at == '\\' && *++at == '\0')
            return;
    }
    if (blanks != NULL)
        *blanks = '\0';
}

static void parse_ignore_line(cli_ignore_file *file, char *line, char *end)
{
    if (line == end || *line == '#')
        return;
    end[end[-1] == '\r' ? -1 : 0] = '\0';
    trim_trailing_spaces(line);
    const bool negated = *line == '!';
    line += negated;
    if (*line != '\0')
        file->lines[file->count++] = (cli_ignore_line){ cli_glob_parse(line), negated };
}

static const char *parse_ignore_lines(cli_ignore_file *file, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF";
    char *line = file->text + (strncmp(file->text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0);
    char *end = file->text + size;
    size_t count = 1;
    for (const char *at = line; at < end; at++)
        count += *at == '\n';
    file->lines = calloc(count, sizeof *file->lines);
    if (file->lines == NULL)
        return cli_no_room_to_read;
    while (line < end) {
        char *newline = memchr(line, '\n', (size_t)(end - line));
        char *line_end = newline == NULL ? end : newline;
        if (line_end - line > MOST_LINE_BYTES && *line != '#')
            return "ignored: a pattern is longer than 4096 bytes";
        parse_ignore_line(file, line, line_end);
        line = line_end + 1;
    }
    return NULL;
}

const char *cli_ignore_read_file(cli_ignore_file *file, const char *path, bool follows_link)
{
    size_t size = 0;
    *file = (cli_ignore_file){ .count = 0 };
    const int open_file =
        open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follows_link ? 0 : O_NOFOLLOW));
    if (open_file < 0) {
        const bool absent =
            errno == ENOENT || errno == ENOTDIR || errno == ELOOP || errno == ENXIO || errno == ENAMETOOLONG;
        return absent ? NULL : strerror(errno);
    }
    const char *wrong = cli_read_text_and_keep_file_open(open_file, MOST_BYTES, &file->text, &size);
    close(open_file);
    if (wrong == cli_not_to_read)
        return NULL;
    if (wrong == NULL)
        wrong = parse_ignore_lines(file, size);
    if (wrong != NULL)
        cli_ignore_free(file);
    return wrong == cli_too_long_to_read ? "ignored: larger than 1 MiB" : wrong;
}

cli_ignore_answer cli_ignore_match(
    const cli_ignore_file *file, const cli_glob_path *path, cli_glob_budget *budget)
{
    for (size_t i = file->count; i > 0 && !cli_glob_budget_is_spent(budget); i--) {
        const cli_ignore_line *line = &file->lines[i - 1];
        if (cli_glob_matches(&line->glob, path, &budget->steps))
            return line->negated ? CLI_NOT_IGNORED : CLI_IGNORED;
    }
    return CLI_IGNORE_NO_MATCH;
}

void cli_ignore_free(cli_ignore_file *file)
{
    free(file->text);
    free(file->lines);
    *file = (cli_ignore_file){ .count = 0 };
}
