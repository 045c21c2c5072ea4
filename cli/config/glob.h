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

/* What matching may take. */
typedef struct cli_glob_budget {
    uint64_t steps, most;
} cli_glob_budget;

cli_glob cli_glob_of(const char *pattern);

/* Whether the pattern names the path, which is relative to the folder that the pattern belongs to; `name` is where its
   last name begins. The steps that this took are added to *steps; they are at most the product of both lengths and the
   number of names in the path. */
bool cli_glob_is(const cli_glob *glob, const char *path, const char *name, bool is_folder, uint64_t *steps);

/* The same of a pattern as it is written. A pattern without a slash inside names whatever has such a name at any depth;
   one with a slash inside or at its start only what is there; one with a slash at its end only folders. */
bool cli_glob_names(const char *pattern, const char *path, bool is_folder);

/* Whether it names the path, or a folder in which it is: one of the last `names` of the path, its own among them. */
bool cli_glob_covers(const char *pattern, const char *path, bool is_folder, size_t names);

#endif
