/* Patterns of paths, as a .gitignore has them: `*` and `?` stay inside of one name, `**` between slashes is any number
   of folders, [a-z] is one character, and a backslash takes the next character as it is. */
#ifndef AP_GLOB_H
#define AP_GLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A pattern, looked through once; its text is the caller's. */
typedef struct cli_glob {
    const char *start, *end;
    const char *wild;  /* what is before it is matched byte by byte */
    bool folders_only; /* it has a slash at its end */
    bool by_name;      /* it has no other slash: it names whatever has such a name, at any depth */
} cli_glob;

/* Steps that matching has taken and may take. All zero to begin with. */
typedef struct cli_glob_budget {
    uint64_t steps, most;
} cli_glob_budget;

/* Lets matching take as many steps more as one name may need; the first time also what a run may need. */
void cli_glob_allow_name(cli_glob_budget *budget);

/* Returns true if the budget is used up: answers given since then do not count. */
bool cli_glob_is_spent(const cli_glob_budget *budget);

/* A path to match, relative to the folder that the patterns belong to. */
typedef struct cli_glob_path {
    const char *start, *end; /* the caller's; no NUL is needed at the end */
    const char *name;        /* where the last name begins */
    bool is_folder;
} cli_glob_path;

/* The path as a NUL-terminated text. */
cli_glob_path cli_glob_path_of(const char *path, bool is_folder);

cli_glob cli_glob_of(const char *pattern);

/* Returns true if the pattern names the path, and adds the steps that this took: at most the product of both lengths and the
   number of names in the path. */
bool cli_glob_is(const cli_glob *glob, const cli_glob_path *path, uint64_t *steps);

/* Returns true if the pattern names the path or a folder that holds it: one of the last `names` names of the path, the last
   one included. A pattern without a slash inside names files and folders at any depth; one with a slash inside or at its
   start only what is there; one with a slash at its end only folders. Returns false without an answer if the budget is
   spent. */
bool cli_glob_covers(
    const char *pattern, const char *path, bool is_folder, size_t names, cli_glob_budget *budget);

#endif
