/* Reads one file of git ignore patterns: .gitignore or .git/info/exclude. */
#ifndef AP_IGNORE_FILE_H
#define AP_IGNORE_FILE_H

#include "cli/config/glob.h"

/* A pattern of a .gitignore. */
typedef struct cli_ignore_line {
    cli_glob glob;
    bool negated; /* the line starts with "!": paths that match are not ignored */
} cli_ignore_line;

/* The patterns of one ignore file. All members are zero if the file has no patterns. */
typedef struct cli_ignore_file {
    char *text; /* the text of the file, split into lines by NULs; owned */
    cli_ignore_line *lines;
    size_t count;
} cli_ignore_file;

/* Reads the file at `path`. Returns NULL on success, or the reason of the failure, a static text or a text of strerror; the
   text cli_no_room_to_read means out of memory. After a failure `file` has no patterns. Like git, treats a missing file, and
   anything but a regular file, as empty; also a symbolic link, unless `follows_link` is true. */
const char *cli_ignore_read_file(cli_ignore_file *file, const char *path, bool follows_link);

/* Result of matching a path against the lines of a .gitignore. */
typedef enum cli_ignore_answer { CLI_IGNORE_NO_MATCH, CLI_IGNORED, CLI_NOT_IGNORED } cli_ignore_answer;

/* Returns what the last matching line says about the path: ignored or not. The path is relative to the folder of the
   ignore file. Returns CLI_IGNORE_NO_MATCH if no line matches, or if the budget is spent. */
cli_ignore_answer cli_ignore_match(
    const cli_ignore_file *file, const cli_glob_path *path, cli_glob_budget *budget);

void cli_ignore_free(cli_ignore_file *file);

#endif
