/* Removes the files that sandboxed loaders have written. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/conform/run/loader_sandbox.h"

enum {
    OPEN_FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC,
    MOST_TRIES = 1000, /* most tries to empty a folder in which new entries keep appearing */
    /* most passes over the root folder; a folder tree needs one for each level of depth */
    MOST_PASSES = 1 << 20,
    NAME_BYTES = 24,
};

/* The state of emptying a folder tree. Folders that are not empty are moved up to the root folder, one level at a time.
   So at any depth, no path has more than two components, and at most two folders are open. */
typedef struct emptied_folder {
    int root;
    size_t moved; /* number of folders moved so far; gives the next one a new name */
} emptied_folder;

static bool is_not_empty_error(int error)
{
    return error == ENOTEMPTY || error == EEXIST;
}

/* Removes a file or an empty folder. Returns 0 or errno. */
static int remove_entry(int folder, const char *name)
{
    if (unlinkat(folder, name, 0) == 0 || errno == ENOENT)
        return 0;
    /* other systems than Linux report EPERM for a folder, as POSIX specifies */
    if (errno != EISDIR && errno != EPERM)
        return errno;
    const int error = errno;
    if (unlinkat(folder, name, AT_REMOVEDIR) == 0)
        return 0;
    return errno == ENOTDIR ? error : errno;
}

/* Opens a folder; first restores its permissions if the loader has removed them. Returns -1 with errno set. */
static int open_folder_with_permissions(int in, const char *name)
{
    int file = openat(in, name, OPEN_FOLDER);
    if (file < 0 && errno == EACCES && fchmodat(in, name, S_IRWXU, 0) == 0)
        file = openat(in, name, OPEN_FOLDER);
    if (file >= 0)
        (void)fchmod(file, S_IRWXU);
    return file;
}

/* Moves a folder that is not empty to the root, under an unused name. Returns 0 or errno. */
static int move_folder_to_root(emptied_folder *work, int folder, const char *name)
{
    char fresh[NAME_BYTES];
    /* moving a folder changes its entry "..", so write permission for the folder is needed */
    if (fchmodat(folder, name, S_IRWXU, 0) != 0)
        return errno;
    do {
        snprintf(fresh, sizeof fresh, "%zu", work->moved++);
        if (renameat(folder, name, work->root, fresh) == 0)
            return 0;
    } while (is_not_empty_error(errno) || errno == ENOTDIR);
    return errno;
}

/* Removes all entries of a folder. Calls `handle_full` for each subfolder that is not empty. Sets *found if the folder had
   entries. Returns 0 or errno. */
static int remove_entries_or_move_folders(emptied_folder *work, DIR *folder,
    int (*handle_full)(emptied_folder *work, int folder, const char *name), bool *found)
{
    int error = 0;
    *found = false;
    rewinddir(folder);
    for (const struct dirent *entry; error == 0 && (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        *found = true;
        error = remove_entry(dirfd(folder), entry->d_name);
        if (is_not_empty_error(error))
            error = handle_full(work, dirfd(folder), entry->d_name);
    }
    return error;
}

/* Opens a folder for reading its entries. Returns NULL with errno set. */
static DIR *open_folder_stream(int in, const char *name)
{
    const int file = open_folder_with_permissions(in, name);
    DIR *stream = file < 0 ? NULL : fdopendir(file);
    const int error = errno;
    if (stream == NULL && file >= 0)
        close(file);
    errno = error;
    return stream;
}

/* Removes a folder in the root folder and its contents, except for subfolders that are not empty, which move to the
   root. Returns 0 or errno. */
static int remove_folder(emptied_folder *work, int root, const char *name)
{
    int error = ENOTEMPTY;
    for (int tries = 0; is_not_empty_error(error) && tries < MOST_TRIES; tries++) {
        bool found;
        DIR *folder = open_folder_stream(root, name);
        error = folder == NULL ? errno
                               : remove_entries_or_move_folders(work, folder, move_folder_to_root, &found);
        if (folder != NULL)
            closedir(folder);
        if (error == 0 && unlinkat(root, name, AT_REMOVEDIR) != 0)
            error = errno;
    }
    return error;
}

int cli_empty_folder(const char *path)
{
    DIR *root = open_folder_stream(AT_FDCWD, path);
    if (root == NULL)
        return errno;
    emptied_folder work = { .root = dirfd(root) };
    int error = 0;
    bool left = true;
    for (int pass = 0; error == 0 && left; pass++)
        error = pass < MOST_PASSES ? remove_entries_or_move_folders(&work, root, remove_folder, &left)
                                   : ENOTEMPTY;
    closedir(root);
    return error;
}
