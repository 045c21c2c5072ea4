#include "cli/files/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/span.h"

typedef struct directory_entry {
    size_t name_at;     /* offset of the entry's name in `names` of the level */
    unsigned char type; /* type of the entry from readdir: DT_REG and others */
} directory_entry;

/* A directory on the path from the start of the walk to the current directory, with the sorted names of its entries. The
   directory is not open: its names were read at once. */
typedef struct directory_level {
    directory_entry *entries;
    size_t count, room;
    char *names; /* names of the entries, each ended by a NUL */
    size_t names_bytes, names_room;
    size_t next;
    size_t path_length; /* length of the directory's path */
} directory_level;

typedef struct directory_walk {
    const cli_walk_callbacks *visitor;
    cli_walked_paths *state;
    /* the directories from the one that the user named down to the current one */
    directory_level *levels;
    size_t depth, room;
    char *path;
    size_t path_room;
    bool no_memory;
} directory_walk;

/* Makes room for at least `wanted` elements of `size` bytes. Returns the array, which may have moved, or NULL when out
   of memory; the array is then unchanged. */
static void *grow_array(directory_walk *w, void *array, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return array;
    size_t more = *room < 32 ? 64 : ap_saturating_size_product(*room, 2);
    more = more < wanted ? wanted : more;
    void *grown = reallocarray(array, more, size);
    if (grown == NULL)
        w->no_memory = true;
    else
        *room = more;
    return grown;
}

static bool grow_path(directory_walk *w, size_t wanted)
{
    char *path = grow_array(w, w->path, &w->path_room, wanted, sizeof *path);
    if (path != NULL)
        w->path = path;
    return path != NULL;
}

static void free_directory_level(directory_level *l)
{
    free(l->names);
    free(l->entries);
}

static int compare_names(const void *one, const void *other, void *names)
{
    const directory_entry *a = one;
    const directory_entry *b = other;
    return strcmp((const char *)names + a->name_at, (const char *)names + b->name_at);
}

static bool add_directory_entry(directory_walk *w, directory_level *l, const struct dirent *found)
{
    const cli_walk_callbacks *visitor = w->visitor;
    if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0
        || (visitor->wants != NULL && found->d_type == DT_REG && !visitor->wants(found->d_name)))
        return true;
    const size_t bytes = strlen(found->d_name) + 1;
    directory_entry *entries = grow_array(w, l->entries, &l->room, l->count + 1, sizeof *entries);
    if (entries == NULL)
        return false;
    l->entries = entries;
    char *names = grow_array(w, l->names, &l->names_room, l->names_bytes + bytes, sizeof *names);
    if (names == NULL)
        return false;
    l->names = names;
    memcpy(names + l->names_bytes, found->d_name, bytes);
    entries[l->count++] = (directory_entry){ l->names_bytes, found->d_type };
    l->names_bytes += bytes;
    return true;
}

/* Functions that visit a skipped or an unreadable entry. They return false to end the walk. */

static bool visit_as_skipped(const cli_walk_callbacks *visitor, const char *path, const char *why)
{
    return visitor->visit(
        visitor->context, &(cli_entry){ .kind = CLI_ENTRY_SKIPPED, .path = path, .reason = why });
}

static bool visit_as_unreadable(
    const cli_walk_callbacks *visitor, const char *path, cli_exit result, const char *why)
{
    return visitor->visit(visitor->context,
        &(cli_entry){ .kind = CLI_ENTRY_UNREADABLE, .path = path, .result = result, .reason = why });
}

static bool visit_as_out_of_memory(const cli_walk_callbacks *visitor, const char *path)
{
    return visit_as_unreadable(visitor, path, CLI_INTERNAL, "no memory to list the directory");
}

static bool visit_as_failed_by_errno(const cli_walk_callbacks *visitor, const char *path, int error)
{
    return error == ENOMEM ? visit_as_out_of_memory(visitor, path)
                           : visit_as_unreadable(visitor, path, CLI_UNREADABLE, strerror(error));
}

/* Adds the entries of the directory that the visitor wants. Sets errno to 0, or to the error if reading fails. */
static void list_names_and_set_errno(directory_walk *w, directory_level *l, DIR *directory)
{
    struct dirent *found;
    errno = 0;
    while ((found = readdir(directory)) != NULL) {
        if (!add_directory_entry(w, l, found))
            break;
        errno = 0;
    }
}

/* Lists and closes the directory, and makes it the current level. Returns false to end the walk. */
static bool enter_opened_directory(directory_walk *w, DIR *directory)
{
    directory_level l = { .path_length = strlen(w->path) };
    list_names_and_set_errno(w, &l, directory);
    const int error = w->no_memory ? 0 : errno;
    closedir(directory);
    directory_level *levels =
        w->no_memory ? NULL : grow_array(w, w->levels, &w->room, w->depth + 1, sizeof *levels);
    if (levels == NULL) {
        free_directory_level(&l);
        return false;
    }
    w->levels = levels;
    if (l.count > 1)
        qsort_r(l.entries, l.count, sizeof *l.entries, compare_names, l.names);
    w->levels[w->depth++] = l;
    return error == 0 || visit_as_unreadable(w->visitor, w->path, CLI_UNREADABLE, strerror(error));
}

/* Enters the directory at w->path unless the run has entered it before. `named`: the user named the directory. Returns
   false to end the walk. */
static bool open_and_enter_directory(directory_walk *w, bool named)
{
    struct stat about;
    const int file = open(w->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (named ? 0 : O_NOFOLLOW));
    const bool open = file >= 0 && fstat(file, &about) == 0;
    const bool again = open && cli_seen_files_has(&w->state->directories, &about);
    DIR *directory = open && !again ? fdopendir(file) : NULL;
    const int error = errno;
    if (file >= 0 && directory == NULL)
        close(file);
    if (again)
        return true;
    if (directory == NULL && error != ENOMEM)
        return visit_as_unreadable(w->visitor, w->path, CLI_UNREADABLE, strerror(error));
    if (directory == NULL || !cli_seen_files_add(&w->state->directories, &about)) {
        if (directory != NULL)
            closedir(directory);
        w->no_memory = true;
        return false;
    }
    return enter_opened_directory(w, directory);
}

/* Returns the type of the entry at w->path. If the type cannot be found out, returns DT_REG, so that reading the file
   reports the error. */
static unsigned char find_entry_type(const directory_walk *w, unsigned char type)
{
    struct stat about;
    if (type != DT_UNKNOWN)
        return type;
    return lstat(w->path, &about) == 0 ? (unsigned char)IFTODT(about.st_mode) : DT_REG;
}

static bool visit_skipped_file_type(const cli_walk_callbacks *visitor, const char *path, unsigned char type)
{
    const char *why = type == DT_LNK    ? "a symbolic link is not followed"
                      : type == DT_FIFO ? "a fifo in a directory is not read"
                      : type == DT_SOCK ? "a socket is not read"
                                        : "a device is not read";
    return visit_as_skipped(visitor, path, why);
}

/* Visits a file found in a directory, unless the user named the file and it was visited already. Returns false to end the
   walk. */
static bool visit_file(const cli_walk_callbacks *visitor, const cli_walked_paths *state, const char *path)
{
    struct stat about;
    const cli_seen_files *named = &state->named;
    if (named->tree != NULL && lstat(path, &about) == 0 && cli_seen_files_has(named, &about))
        return true;
    return visitor->visit(visitor->context, &(cli_entry){ .path = path, .origin = CLI_WALKED });
}

static bool visit_directory(directory_walk *w)
{
    const char *why = NULL;
    const cli_walk_callbacks *visitor = w->visitor;
    if (!visitor->enter(visitor->context, w->path, &why))
        return false;
    return why == NULL ? open_and_enter_directory(w, false) : visit_as_skipped(visitor, w->path, why);
}

static bool visit_directory_entry(directory_walk *w, const directory_entry *e)
{
    const directory_level *l = &w->levels[w->depth - 1];
    size_t length = l->path_length;
    const char *name = l->names + e->name_at;
    size_t name_length = strlen(name);
    if (!grow_path(w, length + name_length + 2))
        return false;
    if (length > 0 && w->path[length - 1] != '/')
        w->path[length++] = '/';
    memcpy(w->path + length, name, name_length + 1);
    const unsigned char type = find_entry_type(w, e->type);
    if (type == DT_DIR)
        return visit_directory(w);
    return type == DT_REG ? visit_file(w->visitor, w->state, w->path)
                          : visit_skipped_file_type(w->visitor, w->path, type);
}

static bool walk_directory_levels(directory_walk *w)
{
    bool go_on = true;
    while (go_on && w->depth > 0) {
        directory_level *l = &w->levels[w->depth - 1];
        if (l->next < l->count) {
            size_t at = l->next++;
            go_on = visit_directory_entry(w, &l->entries[at]);
        } else {
            free_directory_level(l);
            w->depth--;
        }
    }
    return go_on;
}

/* Sets *was_walked if the directory of the file, with links resolved, has been walked. Returns 0, or an
   errno. */
static int find_if_folder_of_file_was_walked(
    const cli_walked_paths *state, const char *file_path, bool *was_walked)
{
    struct stat about;
    *was_walked = false;
    if (state->directories.tree == NULL)
        return 0;
    char *real = realpath(file_path, NULL);
    if (real == NULL)
        return errno;
    char *slash = strrchr(real, '/');
    slash[slash == real ? 1 : 0] = '\0';
    const int error = stat(real, &about) == 0 ? 0 : errno;
    *was_walked = error == 0 && cli_seen_files_has(&state->directories, &about);
    free(real);
    return error;
}

/* Visits a path that the user named and that is not a directory. A regular file is visited only once; a fifo each time
   it is named, because each read gives other bytes. Returns false to end the walk. */
static bool visit_named_file(
    const char *path, const struct stat *about, const cli_walk_callbacks *visitor, cli_walked_paths *state)
{
    cli_path_origin origin = CLI_NAMED;
    if (about != NULL && S_ISREG(about->st_mode)) {
        if (cli_seen_files_has(&state->named, about))
            return true;
        bool was_walked;
        const int error = cli_seen_files_add(&state->named, about)
                              ? find_if_folder_of_file_was_walked(state, path, &was_walked)
                              : ENOMEM;
        if (error != 0)
            return visit_as_failed_by_errno(visitor, path, error);
        origin = was_walked ? CLI_NAMED_LATER : CLI_NAMED;
    }
    return visitor->visit(visitor->context, &(cli_entry){ .path = path, .origin = origin });
}

bool cli_walk(const char *path, const cli_walk_callbacks *visitor, cli_walked_paths *state)
{
    struct stat about;
    directory_walk w = { .visitor = visitor, .state = state };
    const bool exists = stat(path, &about) == 0;
    /* reports the path as unreadable, because without its inode the file could be visited twice if it can be opened later */
    if (!exists && (errno == EIO || errno == ENOMEM))
        return visit_as_failed_by_errno(visitor, path, errno);
    if (!exists || !S_ISDIR(about.st_mode))
        return visit_named_file(path, exists ? &about : NULL, visitor, state);
    bool done = grow_path(&w, strlen(path) + 1);
    if (done) {
        memcpy(w.path, path, strlen(path) + 1);
        done = open_and_enter_directory(&w, true) && walk_directory_levels(&w);
    }
    while (w.depth > 0)
        free_directory_level(&w.levels[--w.depth]);
    free(w.levels);
    free(w.path);
    return w.no_memory ? visit_as_out_of_memory(visitor, path) : done;
}

bool cli_visit_file_as_walked(const char *path, const cli_walk_callbacks *visitor, cli_walked_paths *state)
{
    struct stat about;
    bool was_walked;
    if (lstat(path, &about) != 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? visit_as_skipped(visitor, path, "the file no longer exists")
                   : visit_as_failed_by_errno(visitor, path, errno);
    if (S_ISDIR(about.st_mode)) /* git lists a directory only if it is a repository of its own */
        return visit_as_skipped(visitor, path, "a repository in a repository is not entered");
    if (!S_ISREG(about.st_mode))
        return visit_skipped_file_type(visitor, path, (unsigned char)IFTODT(about.st_mode));
    const int error = find_if_folder_of_file_was_walked(state, path, &was_walked);
    return error != 0 ? visit_as_failed_by_errno(visitor, path, error)
                      : was_walked || visit_file(visitor, state, path);
}

void cli_walked_paths_free(cli_walked_paths *state)
{
    cli_seen_files_free(&state->directories);
    cli_seen_files_free(&state->named);
}

size_t cli_count_names_after(const char *path, size_t given_bytes)
{
    size_t names = 0;
    for (const char *at = path + given_bytes; *at != '\0'; at++)
        names += *at != '/' && (at == path || at[-1] == '/');
    return names;
}
