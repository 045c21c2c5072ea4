/* Matches paths with patterns as in .gitignore: `*` and `?` match within one name, `**` between slashes
   matches any number of folders, [a-z] matches one character, and a backslash quotes the next character. */
#ifndef AP_GLOB_H
#define AP_GLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A parsed pattern; the pointers lead into the caller's text. */
typedef struct cli_glob {
    const char *start, *end;
    const char *wildcard; /* first wildcard of the pattern; the text before it is compared byte by byte */
    bool folders_only;    /* the pattern ends with a slash: it matches only folders */
    bool by_name;         /* the pattern has no slash, except at its end: it matches a name at any depth */
} cli_glob;

/* Number of matching steps so far, and their limit. Initialise with zeros. */
typedef struct cli_glob_budget {
    uint64_t steps, most;
} cli_glob_budget;

/* Raises the limit by the steps allowed for one path; the first call also adds the steps allowed for the run. */
void cli_glob_budget_add_path(cli_glob_budget *budget);

/* Returns true if the limit is exceeded. Results of matching are then not valid. */
bool cli_glob_budget_is_spent(const cli_glob_budget *budget);

/* A path to match with patterns, relative to the folder of the patterns. */
typedef struct cli_glob_path {
    /* first byte and end of the path in the caller's text; a NUL after the path is not needed */
    const char *start, *end;
    const char *name; /* start of the last component of the path */
    bool is_folder;
} cli_glob_path;

/* Parses a path that ends with NUL. is_folder: true if the path is that of a folder. */
cli_glob_path cli_glob_parse_path(const char *path, bool is_folder);

cli_glob cli_glob_parse(const char *pattern);

/* Returns true if the pattern matches the path. Adds the steps taken to *steps: at most (length of the
   pattern) × (length of the path) × (names in the path). */
bool cli_glob_matches(const cli_glob *glob, const cli_glob_path *path, uint64_t *steps);

/* Returns true if the pattern matches the path or a folder that contains the path. Only the paths that end with one of
   the last `names` components are tried. A pattern without a slash matches files and folders at any depth; a pattern
   with a slash at the start or inside matches only at that place; a pattern with a slash at the end matches only
   folders. Also returns false when the budget is spent. */
bool cli_glob_matches_path_or_parent(
    const char *pattern, const char *path, bool is_folder, size_t names, cli_glob_budget *budget);

#endif
