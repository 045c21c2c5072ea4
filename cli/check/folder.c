#include "cli/check/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/check/folder_set.h"
#include "cli/shared/companion.h"
#include "cli/shared/extension.h"
#include "core/base/span.h"
#include "validators/companion_name.h"
#include "validators/registry.h"

/* Returns the length of the part of a file's path that names its folder, with the last slash. The path of an archive's
   top folder ends with `!`, not with a slash. */
static size_t folder_path_length(const char *path, size_t member_name_offset)
{
    const char *slash = strrchr(path, '/');
    const size_t bytes = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    return bytes < member_name_offset ? member_name_offset : bytes;
}

cli_folder *cli_folder_create_unlisted(const char *file_path, cli_archive *archive, size_t member_name_offset)
{
    cli_folder *folder = calloc(1, sizeof *folder);
    const size_t bytes = folder_path_length(file_path, member_name_offset);
    if (folder == NULL)
        return NULL;
    folder->path = strndup(file_path, bytes);
    folder->archive = archive;
    folder->inside = member_name_offset;
    atomic_init(&folder->holders, 1);
    cli_mutex_init(&folder->lock, CLI_RANK_FOLDER);
    if (folder->path != NULL)
        return folder;
    cli_folder_release(folder);
    return NULL;
}

/* Returns true if the file is directly in the folder. */
static bool has_file(const cli_folder *folder, const char *path, const cli_archive *archive)
{
    const size_t bytes = strlen(folder->path);
    return folder->archive == archive && strncmp(folder->path, path, bytes) == 0
           && folder_path_length(path, folder->inside) == bytes;
}

void cli_folder_retain(cli_folder *folder)
{
    atomic_fetch_add(&folder->holders, 1);
}

static void free_candidates(cli_candidate_list *candidates)
{
    for (size_t i = 0; i < candidates->count; i++)
        free(candidates->items[i].path);
    free(candidates->items);
}

void cli_folder_release(cli_folder *folder)
{
    if (folder == NULL || atomic_fetch_sub(&folder->holders, 1) > 1)
        return;
    for (size_t kind = 0; kind < CLI_COMPANIONS; kind++)
        free_candidates(&folder->candidates[kind]);
    cli_folder_comparison_free(folder->set);
    free_candidates(&folder->set_files);
    cli_folder_release(folder->tree);
    cli_mutex_free(&folder->lock);
    free(folder->path);
    free(folder);
}

/* Functions that list a folder. Except in cli_folder_find_candidate_others_may_need, the caller holds the folder's lock, or
   no other thread has the folder yet. */

/* Adds a candidate: the file `name` in the folder. Returns false when out of memory. */
static bool add_candidate(
    cli_candidate_list *candidates, const char *folder, const char *name, const cli_member *member)
{
    const size_t before = strlen(folder), bytes = strlen(name) + 1;
    if (candidates->count == candidates->room) {
        const size_t room = candidates->room == 0 ? 8 : ap_saturating_size_product(candidates->room, 2);
        cli_companion_candidate *items = reallocarray(candidates->items, room, sizeof *items);
        if (items == NULL)
            return false;
        candidates->items = items;
        candidates->room = room;
    }
    char *path = malloc(before + bytes);
    if (path == NULL)
        return false;
    memcpy(path, folder, before);
    memcpy(path + before, name, bytes);
    candidates->items[candidates->count++] = (cli_companion_candidate){ .path = path, .member = member };
    return true;
}

bool cli_folder_add_candidate(cli_folder *folder, size_t kind, const char *path, const cli_member *member)
{
    return add_candidate(&folder->candidates[kind], "", path, member);
}

/* Returns true for mixed case such as "Obj"; false for "obj" and "OBJ". */
static bool is_neither_lower_nor_upper_case(const char *own_extension, const char *extension)
{
    char capitals[AP_EXTENSION_BYTES];
    ap_make_upper_case_extension(extension, capitals);
    return strcmp(own_extension, extension) != 0 && strcmp(own_extension, capitals) != 0;
}

const ap_format *cli_format_of_set_file(const char *name)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        if (formats[i]->set != NULL && cli_ends_in_any_case(name, strlen(name), formats[i]->extension))
            return formats[i];
    }
    return NULL;
}

/* Adds the file to the candidates of each kind of companion with the file's extension, and to set_files if its format
   compares skeletons. Returns false when out of memory. */
static bool add_candidate_by_extension(cli_folder *folder, const char *name, const cli_member *member)
{
    const ap_companion *companion;
    const size_t length = strlen(name);
    for (size_t kind = 0; kind < CLI_COMPANIONS && (companion = ap_companion_at(kind)) != NULL; kind++) {
        if (!cli_ends_in_any_case(name, length, companion->extension))
            continue;
        if (!add_candidate(&folder->candidates[kind], folder->path, name, member))
            return false;
        const char *own_extension = name + length - strlen(companion->extension);
        folder->candidates[kind].mixed |=
            is_neither_lower_nor_upper_case(own_extension, companion->extension);
    }
    return folder->set_files.count > CLI_SET_FILES || cli_format_of_set_file(name) == NULL
           || add_candidate(&folder->set_files, folder->path, name, member);
}

/* Returns true if the entry can be a companion: a regular file, a link to one, or a dangling link, so that its error is
   reported. Returns false for a fifo, because reading one would block, and for a folder. */
static bool is_file_or_dangling_link(DIR *directory, const struct dirent *found)
{
    struct stat about;
    if (found->d_type != DT_LNK && found->d_type != DT_UNKNOWN)
        return found->d_type == DT_REG;
    return fstatat(dirfd(directory), found->d_name, &about, 0) != 0 || S_ISREG(about.st_mode);
}

/* Returns 0, or the errno that stopped the listing. */
static int list_candidates_in_directory(cli_folder *folder)
{
    const struct dirent *found;
    DIR *directory = opendir(folder->path[0] == '\0' ? "." : folder->path);
    int error = directory == NULL ? errno : 0;
    while (directory != NULL && error == 0) {
        errno = 0; /* readdir returns NULL for both end and error */
        found = readdir(directory);
        if (found == NULL)
            error = errno;
        else if (is_file_or_dangling_link(directory, found)
                 && !add_candidate_by_extension(folder, found->d_name, NULL))
            error = ENOMEM;
        if (found == NULL)
            break;
    }
    if (directory != NULL)
        closedir(directory);
    return error;
}

static int list_folder_in_archive(cli_folder *folder)
{
    size_t count;
    const cli_member *members = cli_archive_members(folder->archive, &count);
    const char *within = folder->path + folder->inside;
    const size_t bytes = strlen(within);
    bool room = true;
    for (size_t i = cli_archive_member_lower_bound(folder->archive, within); room && i < count; i++) {
        const cli_member *member = &members[i];
        if (strncmp(member->name, within, bytes) != 0)
            break;
        if (member->wrong == NULL && member->skipped == NULL && strchr(member->name + bytes, '/') == NULL)
            room = add_candidate_by_extension(folder, member->name + bytes, member);
    }
    return room ? 0 : ENOMEM;
}

static int compare_candidate_paths(const void *one, const void *other)
{
    const cli_companion_candidate *a = one, *b = other;
    return strcmp(a->path, b->path);
}

void cli_sort_candidates(const cli_candidate_list *candidates)
{
    if (candidates->count > 1)
        qsort(candidates->items, candidates->count, sizeof *candidates->items, compare_candidate_paths);
}

cli_candidate_list *cli_folder_candidates(cli_folder *folder, const ap_companion *companion)
{
    if (!folder->listed) {
        folder->listed = true;
        folder->error =
            folder->archive == NULL ? list_candidates_in_directory(folder) : list_folder_in_archive(folder);
        for (size_t i = 0; i < CLI_COMPANIONS; i++)
            cli_sort_candidates(&folder->candidates[i]);
        cli_sort_candidates(&folder->set_files);
    }
    return companion == NULL ? &folder->set_files : &folder->candidates[cli_companion_index(companion)];
}

const cli_companion_candidate *cli_find_candidate_by_path(
    const cli_candidate_list *candidates, const char *path)
{
    const cli_companion_candidate wanted = { .path = (char *)(uintptr_t)path };
    return candidates->count == 0 ? NULL
                                  : bsearch(&wanted, candidates->items, candidates->count,
                                      sizeof *candidates->items, compare_candidate_paths);
}

const cli_companion_candidate *cli_folder_find_candidate_others_may_need(
    cli_folder *folder, const ap_companion *companion, const char *path, bool may_list)
{
    const cli_companion_candidate *found = NULL;
    cli_lock(&folder->lock);
    const cli_candidate_list *candidates =
        may_list || folder->listed ? cli_folder_candidates(folder, companion) : NULL;
    if (candidates != NULL && folder->error == 0 && folder->set_files.count > candidates->count)
        found = cli_find_candidate_by_path(candidates, path);
    cli_unlock(&folder->lock);
    return found;
}

/* Functions of the list of recently used folders */

cli_folder *cli_folders_get_folder_of_file(cli_folders *folders, const char *file_path, cli_archive *archive,
    size_t member_name_offset, cli_folder *tree)
{
    size_t at = 0;
    while (at < folders->count
           && (folders->items[at]->tree != tree || !has_file(folders->items[at], file_path, archive)))
        at++;
    cli_folder *folder = at < folders->count
                             ? folders->items[at]
                             : cli_folder_create_unlisted(file_path, archive, member_name_offset);
    if (folder == NULL)
        return NULL;
    if (at == folders->count && tree != NULL) {
        cli_folder_retain(tree);
        folder->tree = tree;
    }
    if (at == folders->count && at < CLI_FOLDERS)
        folders->count++;
    else if (at == folders->count)
        cli_folder_release(folders->items[--at]);
    memmove(&folders->items[1], folders->items, at * sizeof *folders->items);
    folders->items[0] = folder;
    return folder;
}

void cli_folders_free(cli_folders *folders)
{
    for (size_t i = 0; i < folders->count; i++)
        cli_folder_release(folders->items[i]);
    folders->count = 0;
}
