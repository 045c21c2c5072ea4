/* Patterns of paths, as a .gitignore has them: `*` and `?` stay inside of one name, `**` between slashes is any number
   of folders, [a-z] is one character, and a backslash takes the next character as it is. */
#ifndef AP_GLOB_H
#define AP_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the pattern names the path, which is relative to the folder that the pattern belongs to. A pattern without
   a slash inside names whatever has such a name at any depth; one with a slash inside or at its start only what
   is there; one with a slash at its end only folders. The time is at most the product of both lengths and the number
   of names in the path. */
bool cli_glob_names(const char *pattern, const char *path, bool is_folder);

/* Whether it names the file, or a folder in which the file is: one of the last `names` of the path, the file's own
   among them. */
bool cli_glob_covers(const char *pattern, const char *path, size_t names);

#endif
