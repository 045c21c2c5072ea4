#include "cli/dump/shown_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/output_file.h"

/* Removes the last component of an absolute path: "/a/b" becomes "/a", "/a" becomes "". */
static void remove_last_component(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        *slash = '\0';
}

/* Appends the components of a path to a folder. Ignores "." and empty components; ".." removes the last component. */
static void append_path_components(char folder[PATH_MAX], const char *path)
{
    for (const char *at = path; *at != '\0';) {
        const size_t bytes = strcspn(at, "/"), used = strlen(folder);
        if (bytes == 2 && strncmp(at, "..", 2) == 0)
            remove_last_component(folder);
        else if (bytes > 0 && !(bytes == 1 && *at == '.'))
            snprintf(folder + used, PATH_MAX - used, "/%.*s", (int)bytes, at);
        at += bytes + (at[bytes] == '/');
    }
}

/* Makes the path absolute, without "." and ".." components. */
static void make_absolute_path(const cli_shown_names *names, const char *path, char absolute[PATH_MAX])
{
    snprintf(absolute, PATH_MAX, "%s", path[0] == '/' ? "" : names->working_folder);
    append_path_components(absolute, path);
}

/* Returns true if a relative path leads to a folder above the one that it begins in. */
static bool does_path_lead_above_start(const char *path)
{
    long depth = 0;
    for (const char *at = path; *at != '\0' && depth >= 0;) {
        const size_t bytes = strcspn(at, "/");
        if (bytes == 2 && strncmp(at, "..", 2) == 0)
            depth--;
        else
            depth += bytes > 0 && !(bytes == 1 && *at == '.');
        at += bytes + (at[bytes] == '/');
    }
    return depth < 0;
}

/* Returns the length of the longest common start of both paths that ends with a complete component. */
static size_t common_folder_length(const char *one, const char *other)
{
    size_t bytes = 0;
    for (size_t i = 0;; i++) {
        const bool ends = (one[i] == '/' || one[i] == '\0') && (other[i] == '/' || other[i] == '\0');
        if (ends)
            bytes = i;
        if (one[i] != other[i] || one[i] == '\0')
            return bytes;
    }
}

void cli_shown_names_init(cli_shown_names *names, cli_operands words)
{
    char absolute[PATH_MAX];
    bool first = true;
    *names = (cli_shown_names){ .relative_to_common = false };
    for (size_t i = 0; i < words.count; i++)
        names->relative_to_common |= words.items[i][0] == '/' || does_path_lead_above_start(words.items[i]);
    if (!names->relative_to_common || getcwd(names->working_folder, sizeof names->working_folder) == NULL)
        return;
    for (size_t i = 0; i < words.count; i++) {
        if (strcmp(words.items[i], "-") == 0)
            continue;
        make_absolute_path(names, words.items[i], absolute);
        if (!cli_names_directory(words.items[i]))
            remove_last_component(absolute);
        if (first)
            snprintf(names->common, sizeof names->common, "%s", absolute);
        else
            names->common[common_folder_length(names->common, absolute)] = '\0';
        first = false;
    }
}

void cli_write_shown_name(const cli_shown_names *names, const char *path, char shown[PATH_MAX])
{
    char absolute[PATH_MAX] = "";
    const char *home = getenv("HOME");
    const size_t home_bytes = home == NULL ? 0 : strlen(home), common = strlen(names->common);
    if (!names->relative_to_common) {
        append_path_components(absolute, path);
        snprintf(shown, PATH_MAX, "%s", absolute + (absolute[0] == '/'));
        return;
    }
    make_absolute_path(names, path, absolute);
    if (home_bytes > common && home[home_bytes - 1] != '/' && strncmp(absolute, home, home_bytes) == 0
        && absolute[home_bytes] == '/')
        snprintf(shown, PATH_MAX, "~%s", absolute + home_bytes);
    else
        snprintf(shown, PATH_MAX, "%s", absolute + common + (absolute[common] == '/'));
}
