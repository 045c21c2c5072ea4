/* One file of patterns as git has them: .gitignore, .git/info/exclude. */
#ifndef AP_IGNORE_FILE_H
#define AP_IGNORE_FILE_H

#include "cli/config/glob.h"

typedef struct cli_ignore_line {
    cli_glob glob;
    bool negated; /* "!" before it: what it names is not ignored */
} cli_ignore_line;

/* All zero: there are no patterns. */
typedef struct cli_ignore_file {
    char *text; /* the lines, cut up */
    cli_ignore_line *lines;
    size_t count;
} cli_ignore_file;

/* Reads the file at `path`, which need not be there. What is not a regular file has no patterns, as for git; so has a
   link, unless it is `followed`. NULL; or why it cannot be read, a text that stays
   (cli_no_room_to_read: out of memory), and then there are no patterns. */
const char *cli_ignore_read(cli_ignore_file *file, const char *path, bool followed);

typedef enum cli_ignored { CLI_UNSAID, CLI_IGNORED, CLI_NOT_IGNORED } cli_ignored;

/* What the last line says that names the path, which is relative to the folder of the file. CLI_UNSAID also where the
   budget is spent before that is known. */
cli_ignored cli_ignore_says(const cli_ignore_file *file, const cli_glob_path *path, cli_glob_budget *budget);

void cli_ignore_free(cli_ignore_file *file);

#endif
