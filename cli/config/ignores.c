#include "cli/config/ignores.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/open_text.h"

enum { MOST_LINK_BYTES = 4096 };

/* Returns the first line of the file `name` in the folder, without the prefix `start` of the line; the caller frees the
   line. Returns NULL if the line does not begin with the prefix, or if the file cannot be read. *no_memory is set when
   out of memory. */
static char *read_first_line_after_prefix(
    const char *folder, const char *name, const char *start, bool *no_memory)
{
    char text[MOST_LINK_BYTES], *path = NULL;
    struct stat about;
    if (asprintf(&path, "%s/%s", folder, name) < 0) {
        *no_memory = true;
        return NULL;
    }
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    free(path);
    const bool regular = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode);
    ssize_t got = -1;
    do
        got = regular ? read(file, text, sizeof text - 1) : -1;
    while (regular && got < 0 && errno == EINTR);
    if (file >= 0)
        close(file);
    if (got < 0)
        return NULL;
    text[got] = '\0';
    text[strcspn(text, "\r\n")] = '\0';
    const size_t skipped = strlen(start);
    if (strncmp(text, start, skipped) != 0)
        return NULL;
    char *line = strdup(text + skipped);
    *no_memory |= line == NULL;
    return line;
}

/* Returns the path, with the folder before it if the path is relative. Frees `path`, which may be NULL; the caller
   frees the result. Returns NULL if `path` is NULL or when out of memory. */
static char *join_folder_and_free_path(const char *folder, char *path, bool *no_memory)
{
    char *whole = NULL;
    if (path == NULL || path[0] == '/')
        return path;
    if (asprintf(&whole, "%s/%s", folder, path) < 0) {
        whole = NULL;
        *no_memory = true;
    }
    free(path);
    return whole;
}

static char *git_folder_of_linked_tree(const char *top, bool *no_memory)
{
    return join_folder_and_free_path(
        top, read_first_line_after_prefix(top, ".git", "gitdir: ", no_memory), no_memory);
}

/* Returns the folder with the data that all working trees of the repository share; the caller frees it. In a linked
   working tree, .git is a file with the path of the tree's own git folder, where the file `commondir` has the path of
   the shared folder. Returns NULL if the folder is not found or when out of memory. */
static char *git_folder_shared_by_trees(const char *top, bool is_folder, bool *no_memory)
{
    char *own = NULL, *shared = NULL;
    if (!is_folder)
        own = git_folder_of_linked_tree(top, no_memory);
    else
        own = join_folder_and_free_path(top, strdup(".git"), no_memory);
    *no_memory |= is_folder && own == NULL;
    if (own != NULL)
        shared = join_folder_and_free_path(
            own, read_first_line_after_prefix(own, "commondir", "", no_memory), no_memory);
    if (shared == NULL && !*no_memory)
        return own;
    free(own);
    return shared;
}

char *cli_git_folder_of_linked_tree(const char *top)
{
    bool no_memory = false;
    return git_folder_of_linked_tree(top, &no_memory);
}

char *cli_git_exclude_path_of_linked_tree(const char *top)
{
    bool no_memory = false;
    char *shared = git_folder_shared_by_trees(top, false, &no_memory), *path = NULL;
    if (shared != NULL && asprintf(&path, "%s/info/exclude", shared) < 0)
        path = NULL;
    free(shared);
    return path;
}

static void report_unread(const cli_ignores *ignores, const char *path, const char *why)
{
    if (ignores->unread != NULL)
        ignores->unread(ignores->context, path, why);
}

/* Reads the patterns of the file `name` in the folder. If the file cannot be read, reports that. Returns false
   when out of memory. */
static bool read_patterns(
    const cli_ignores *ignores, cli_ignore_file *file, const char *folder, const char *name, bool followed)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return false;
    const char *wrong = cli_ignore_read_file(file, path, followed);
    const bool no_memory = wrong == cli_no_room_to_read;
    if (wrong != NULL && !no_memory)
        report_unread(ignores, path, wrong);
    free(path);
    return !no_memory;
}

/* Returns true if `error`, the errno of looking for .git, means that .git does not exist or that the folder may not be
   searched. */
static bool means_git_is_absent(int error)
{
    return error == ENOENT || error == ENOTDIR || error == EACCES || error == ELOOP || error == ENAMETOOLONG;
}

/* Looks for .git in the folder, and reads the folder's ignore files if the folder is in a working tree. Returns false when out
   of memory. */
static bool read_folder_patterns(const cli_ignores *ignores, cli_ignore_folder *f)
{
    struct stat about;
    char *git = NULL;
    if (asprintf(&git, "%s/.git", f->path) < 0)
        return false;
    const bool exists = lstat(git, &about) == 0;
    if (!exists && !means_git_is_absent(errno))
        report_unread(ignores, git, strerror(errno));
    f->is_top = exists && (S_ISDIR(about.st_mode) || S_ISREG(about.st_mode));
    free(git);
    f->in_tree = f->is_top || (f->above != NULL && f->above->in_tree);
    if (!f->in_tree)
        return true;
    bool no_memory = false;
    char *shared = f->is_top ? git_folder_shared_by_trees(f->path, S_ISDIR(about.st_mode), &no_memory) : NULL;
    const bool known = shared == NULL || read_patterns(ignores, &f->of_tree, shared, "info/exclude", true);
    free(shared);
    return known && !no_memory && read_patterns(ignores, &f->own, f->path, ".gitignore", false);
}

static void pop_ignore_folder(cli_ignores *ignores)
{
    cli_ignore_folder *f = ignores->folder;
    ignores->folder = f->above;
    cli_ignore_free(&f->own);
    cli_ignore_free(&f->of_tree);
    free(f->path);
    free(f);
}

/* Adds the folder as a child of the current folder and makes it the current one. Returns false when out of memory. */
static bool push_ignore_folder(cli_ignores *ignores, const char *folder, size_t length)
{
    cli_ignore_folder *f = calloc(1, sizeof *f);
    if (f == NULL)
        return false;
    f->above = ignores->folder;
    f->length = length;
    f->path = strndup(folder, length);
    ignores->folder = f;
    return f->path != NULL && read_folder_patterns(ignores, f);
}

/* Makes `folder` the current folder. Keeps the entries of the folders above that the old and the new folder have in
   common. Returns false when out of memory. */
static bool set_folder_of_ignores(cli_ignores *ignores, const char *folder)
{
    const size_t length = strlen(folder);
    for (const cli_ignore_folder *f; (f = ignores->folder) != NULL;) {
        if (f->length <= length && strncmp(f->path, folder, f->length) == 0
            && (folder[f->length] == '/' || folder[f->length] == '\0'))
            break;
        pop_ignore_folder(ignores);
    }
    while (ignores->folder == NULL || ignores->folder->length < length) {
        const size_t from = ignores->folder == NULL ? 0 : ignores->folder->length + 1;
        const size_t to = ignores->folder == NULL ? 0 : from + strcspn(folder + from, "/");
        const cli_ignore_folder *above = ignores->folder;
        if (!push_ignore_folder(ignores, folder, to)) {
            if (ignores->folder != above)
                pop_ignore_folder(ignores);
            return false;
        }
    }
    return true;
}

/* Returns true if git ignores the path. The nearest ignore file with a matching line decides. */
static bool is_path_ignored(cli_ignores *ignores, const char *path, bool is_folder)
{
    cli_ignore_answer match = CLI_IGNORE_NO_MATCH;
    cli_glob_path inside = cli_glob_parse_path(path, is_folder);
    for (const cli_ignore_folder *f = ignores->folder; f != NULL && match == CLI_IGNORE_NO_MATCH;
         f = f->is_top ? NULL : f->above) {
        inside.start = path + f->length + 1;
        match = cli_ignore_match(&f->own, &inside, &ignores->budget);
        if (match == CLI_IGNORE_NO_MATCH && f->is_top)
            match = cli_ignore_match(&f->of_tree, &inside, &ignores->budget);
    }
    return match == CLI_IGNORED;
}

cli_ignore_result cli_ignores_find_result(
    cli_ignores *ignores, const char *folder, const char *name, bool is_folder)
{
    char *path = NULL;
    if (!set_folder_of_ignores(ignores, folder))
        return CLI_IGNORING_NO_MEMORY;
    if (!ignores->folder->in_tree)
        return CLI_NO_TREE;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return CLI_IGNORING_NO_MEMORY;
    cli_glob_budget_add_path(&ignores->budget);
    const bool ignored = is_path_ignored(ignores, path, is_folder);
    free(path);
    if (cli_glob_budget_is_spent(&ignores->budget))
        return CLI_IGNORING_TOO_LONG;
    return ignored ? CLI_IGNORES : CLI_IGNORES_NOT;
}

void cli_ignores_free(cli_ignores *ignores)
{
    while (ignores->folder != NULL)
        pop_ignore_folder(ignores);
}
