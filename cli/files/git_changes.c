#include "cli/files/git_changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/files/git_paths.h"
#include "cli/files/git_process.h"
#include "validators/recognize.h"

enum { MOST_REVISION = 1024, MODE_DIGITS = 6 };

static const char link_mode[] = "120000", submodule_mode[] = "160000";

typedef struct git_change_listing {
    cli_git_location here;
    ap_arena *arena;
    cli_git_changes *changes;
} git_change_listing;

static cli_exit report_no_memory(void)
{
    return cli_fail(CLI_INTERNAL, NULL, "--against: no memory");
}

static cli_exit report_unknown_revision(const char *revision)
{
    return cli_fail(CLI_UNREADABLE, NULL, "--against: '%s' is not a revision of this repository",
        cli_shorten(revision).text);
}

/* If the text is one line with the name of a git object, removes the line end and returns true. Otherwise returns false. */
static bool end_if_object_name(char *text, size_t bytes)
{
    const size_t digits = strspn(text, "0123456789abcdef");
    if (digits == 0 || digits + 1 != bytes || text[digits] != '\n')
        return false;
    text[digits] = '\0';
    return true;
}

/* Frees *name, and sets it to the name of the object that git answers with, which the caller frees. */
static cli_exit read_object_name(const char *const *words, const char *revision, char **name)
{
    size_t bytes;
    free(*name);
    const cli_exit result = cli_git_read_output(words, true, name, &bytes);
    if (result == CLI_INTERNAL)
        return result;
    return result == CLI_CLEAN && end_if_object_name(*name, bytes) ? CLI_CLEAN
                                                                   : report_unknown_revision(revision);
}

/* Sets *tree to the name of the revision's tree or, for "REV...", to the name of a commit, the merge base of REV and HEAD.
   The caller frees the name. */
static cli_exit find_git_tree(const char *revision, char **tree)
{
    char named[MOST_REVISION + sizeof "^{tree}"];
    const size_t length = strlen(revision);
    const bool leaves = length > 3 && strcmp(revision + length - 3, "...") == 0;
    *tree = NULL;
    if (revision[0] == '-')
        return cli_usage_error("lint", "--against: '%s' is not a revision", cli_shorten(revision).text);
    if (length == 0 || length >= MOST_REVISION || strchr(revision, '\n') != NULL)
        return report_unknown_revision(revision);
    snprintf(named, sizeof named, "%.*s%s", (int)(leaves ? length - 3 : length), revision,
        leaves ? "" : "^{tree}");
    const char *const branch[] = { CLI_GIT_WORDS, "merge-base", "--end-of-options", named, "HEAD", NULL };
    const char *const single[] = { CLI_GIT_WORDS, "rev-parse", "--quiet", "--verify", "--end-of-options",
        named, NULL };
    const cli_exit result = read_object_name(single, revision, tree);
    return result == CLI_CLEAN && leaves ? read_object_name(branch, revision, tree) : result;
}

/* Returns false if the path is in a repository nested in this one. git ignores such a path without a message. */
static bool is_path_in_repository(const char *path, const struct stat *root)
{
    char folder[4096];
    struct stat about;
    size_t length = strlen(path);
    while (length > 0 && length + sizeof "/.git" < sizeof folder) {
        memcpy(folder, path, length);
        folder[length] = '\0';
        const bool found =
            stat(folder, &about) == 0 && about.st_dev == root->st_dev && about.st_ino == root->st_ino;
        memcpy(folder + length, "/.git", sizeof "/.git");
        if (found || lstat(folder, &about) == 0)
            return found;
        while (length > 0 && path[length - 1] != '/')
            length--;
        while (length > 0 && path[length - 1] == '/')
            length--;
    }
    return true;
}

static cli_exit check_paths_are_in_repository(
    const git_change_listing *list, char *const *paths, size_t count)
{
    struct stat root;
    const cli_exit result = cli_git_check_paths_exist(paths, count);
    if (result != CLI_CLEAN || stat(list->here.up[0] == '\0' ? "." : list->here.up, &root) != 0)
        return result;
    for (size_t i = 0; i < count; i++) {
        if (!is_path_in_repository(paths[i], &root))
            return cli_fail(CLI_UNREADABLE, paths[i],
                "is in another repository (a submodule): run --against in that folder");
    }
    return CLI_CLEAN;
}

static const char *reason_to_skip_change(const char *path, const char *old_mode, const char *new_mode)
{
    const bool was_link = memcmp(old_mode, link_mode, MODE_DIGITS) == 0;
    const bool is_link = memcmp(new_mode, link_mode, MODE_DIGITS) == 0;
    if (memcmp(old_mode, submodule_mode, MODE_DIGITS) == 0
        || memcmp(new_mode, submodule_mode, MODE_DIGITS) == 0)
        return "is a submodule: run --against in that folder";
    if ((!was_link && !is_link) || !ap_has_format_extension(path))
        return NULL;
    return was_link && is_link ? "is a symbolic link to another file"
           : was_link          ? "was a symbolic link, and is a file"
                               : "is a symbolic link, and was a file";
}

/* Adds the change of `path`, unless it neither was nor is a regular file. `modes` is "OLD NEW", the file modes that git prints;
   `blob` begins with the name of the old object. Returns false when out of memory. */
static bool add_change(git_change_listing *list, const char *path, const char *modes, const char *blob)
{
    cli_git_changes *changes = list->changes;
    const char *front, *rest = cli_git_path_relative_to_here(&list->here, path, &front);
    const size_t front_bytes = strlen(front), rest_bytes = strlen(rest);
    const char *new_mode = modes + MODE_DIGITS + 1;
    const bool was_file = modes[0] == '1' && modes[1] == '0',
               is_file = new_mode[0] == '1' && new_mode[1] == '0';
    const char *skipped = reason_to_skip_change(path, modes, new_mode);
    if (!was_file && !is_file && skipped == NULL)
        return true;
    cli_git_change *items =
        ap_grow_array(list->arena, changes->items, changes->count, &changes->room, sizeof *items);
    char *whole = ap_alloc(list->arena, front_bytes + rest_bytes + 1);
    const char *name = was_file ? ap_arena_copy_text(list->arena, blob, strcspn(blob, " ")) : NULL;
    if (items == NULL || whole == NULL || (was_file && name == NULL))
        return false;
    memcpy(whole, front, front_bytes);
    memcpy(whole + front_bytes, rest, rest_bytes);
    changes->items = items;
    items[changes->count++] =
        (cli_git_change){ .path = whole, .blob = name, .gone = !is_file, .skipped = skipped };
    return true;
}

/* Adds the files that `git diff --raw -z` lists: ":OLDMODE NEWMODE OLDNAME NEWNAME STATUS", NUL, path, NUL. Stops
   at text of another form. Returns false when out of memory. */
static bool add_differing_files(git_change_listing *list, const char *text, size_t bytes)
{
    for (const char *at = text; at < text + bytes;) {
        const char *path = at + strlen(at) + 1;
        if (at[0] != ':' || path >= text + bytes || strlen(at) < 2 * MODE_DIGITS + 4)
            return true;
        const char *blob = at + 1 + 2 * (MODE_DIGITS + 1);
        /* git lists a file with a merge conflict twice; the line with status U is ignored */
        if (path[-2] != 'U' && !add_change(list, path, at + 1, blob))
            return false;
        at = path + strlen(path) + 1;
    }
    return true;
}

/* Adds the files in the working tree that git does not track. Returns false when out of memory. */
static bool add_untracked_files(git_change_listing *list, const char *text, size_t bytes)
{
    for (const char *path = text; path < text + bytes; path += strlen(path) + 1) {
        if (path[strlen(path) - 1] != '/' && !add_change(list, path, "000000 100644", NULL))
            return false;
    }
    return true;
}

static cli_exit list_changes(git_change_listing *list, const char *tree, char *const *paths, size_t count)
{
    const char *const differing[] = { "diff", "--raw", "--no-abbrev", "-z", "--no-renames", "--no-relative",
        "--no-ext-diff", "--ignore-submodules=dirty", tree, NULL };
    static const char *const others[] = { "ls-files", "--others", "--exclude-standard", "--full-name", "-z",
        NULL };
    char *text;
    size_t bytes;
    cli_exit result = cli_git_list_paths(differing, paths, count, &text, &bytes);
    if (result == CLI_CLEAN && !add_differing_files(list, text, bytes))
        result = report_no_memory();
    free(text);
    if (result != CLI_CLEAN)
        return result;
    result = cli_git_list_paths(others, paths, count, &text, &bytes);
    if (result == CLI_CLEAN && !add_untracked_files(list, text, bytes))
        result = report_no_memory();
    free(text);
    return result;
}

cli_exit cli_git_list_changes(
    const char *revision, char *const *paths, size_t count, ap_arena *arena, cli_git_changes *changes)
{
    git_change_listing list = { .arena = arena, .changes = changes };
    char *tree = NULL;
    cli_exit result = cli_git_find_location(&list.here);
    if (result == CLI_CLEAN)
        result = check_paths_are_in_repository(&list, paths, count);
    if (result == CLI_CLEAN)
        result = find_git_tree(revision, &tree);
    if (result == CLI_CLEAN)
        result = list_changes(&list, tree, paths, count);
    free(tree);
    free(list.here.text);
    return result;
}
