#include "cli/files/watch_paths.h"

#include <errno.h>
#include <fts.h>
#include <poll.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/progress_line.h"

enum {
    /* pause after the last event before a run starts: an editor that saves a file writes, renames and touches it */
    QUIET_MS = 50,
    LONGEST_MS = 1000,   /* a run starts this long after the first event, even if more files are saved */
    MOST_SAVED = 1000,   /* most files of a batch; if more are saved, all paths are linted */
    EVENT_BYTES = 65536, /* bytes of events to read at once */
};

static const uint32_t watched_events =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_ONLYDIR | IN_EXCL_UNLINK;

/* Watches a directory. Returns the number of the watch, or -1 with errno set. A directory that is already watched keeps
   the path of its first watch. */
static int get_or_start_watch(cli_watched_paths *watches, const char *path, bool in_tree)
{
    const int number = inotify_add_watch(watches->inotify, path, watched_events);
    if (number < 0)
        return -1;
    if ((size_t)number >= watches->room) {
        const size_t room = (size_t)number * 2 + 16;
        cli_watched_directory *grown = reallocarray(watches->directories, room, sizeof *grown);
        if (grown == NULL)
            return -1;
        memset(grown + watches->room, 0, (room - watches->room) * sizeof *grown);
        watches->directories = grown;
        watches->room = room;
    }
    cli_watched_directory *directory = &watches->directories[number];
    if (directory->path == NULL) {
        directory->path = strdup(path);
        if (directory->path == NULL)
            return -1;
        watches->count++;
    }
    directory->in_tree = directory->in_tree || in_tree;
    return number;
}

static bool is_deleted_error(int error)
{
    return error == ENOENT || error == ENOTDIR;
}

/* Watches a directory and all its subdirectories. Ignores directories that are removed meanwhile or that cannot be
   entered, and .git, in which only git saves files. Returns false with errno set after another error. */
static bool watch_tree(cli_watched_paths *watches, const char *path)
{
    char *const roots[] = { (char *)(uintptr_t)path, NULL };
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR | FTS_NOSTAT, NULL);
    FTSENT *entry;
    bool done = walk != NULL;
    while (done && (errno = 0, entry = fts_read(walk)) != NULL) {
        if (entry->fts_info != FTS_D)
            continue;
        if (entry->fts_level > 0 && strcmp(entry->fts_name, ".git") == 0)
            fts_set(walk, entry, FTS_SKIP);
        else if (get_or_start_watch(watches, entry->fts_path, true) < 0)
            done = is_deleted_error(errno) || errno == EACCES;
    }
    const int error = errno;
    if (walk != NULL)
        fts_close(walk);
    errno = error;
    return done && (error == 0 || is_deleted_error(error) || error == EACCES);
}

/* Watches a named file by watching its directory, so that the file may be replaced or created later. Returns false with
   errno set after an error. */
static bool watch_file(cli_watched_paths *watches, const char *path)
{
    char *real = realpath(path, NULL);
    if (real == NULL && is_deleted_error(errno))
        real = strdup(path);
    if (real == NULL)
        return false;
    char *slash = strrchr(real, '/');
    char *name = strdup(slash == NULL ? real : slash + 1);
    int number = -1;
    if (slash != NULL)
        slash[slash == real ? 1 : 0] = '\0';
    if (name != NULL)
        number = get_or_start_watch(watches, slash == NULL ? "." : real, false);
    const int error = errno;
    free(real);
    errno = error;
    if (number < 0) {
        free(name);
        return false;
    }
    watches->files[watches->file_count++] = (cli_watched_file){ path, name, number };
    return true;
}

static bool is_directory(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool cli_watches_open(cli_watched_paths *watches, char *const *paths, size_t count, const char **failed)
{
    *watches = (cli_watched_paths){
        .paths = paths, .path_count = count, .inotify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK)
    };
    watches->files = calloc(count, sizeof *watches->files);
    *failed = "inotify";
    bool done = watches->inotify >= 0 && watches->files != NULL;
    for (size_t i = 0; i < count && done; i++) {
        *failed = paths[i];
        done = is_directory(paths[i]) ? watch_tree(watches, paths[i]) : watch_file(watches, paths[i]);
    }
    return done;
}

bool cli_watches_add_new_directories(cli_watched_paths *watches)
{
    bool done = true;
    for (size_t i = 0; i < watches->path_count && done; i++)
        done = !is_directory(watches->paths[i]) || watch_tree(watches, watches->paths[i]);
    return done;
}

/* Returns true if the path is that of the directory, or of an entry below it. */
static bool is_path_same_or_below(const char *path, const char *directory)
{
    const size_t length = strlen(directory);
    return strncmp(path, directory, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* Stops watching a directory that was moved, and its subdirectories: their paths are out of date. */
static void stop_watching_tree(cli_watched_paths *watches, const char *path)
{
    for (size_t i = 0; i < watches->room; i++) {
        const cli_watched_directory *directory = &watches->directories[i];
        /* the event IN_IGNORED follows and frees the entry of the watch */
        if (directory->path != NULL && directory->in_tree && is_path_same_or_below(directory->path, path))
            inotify_rm_watch(watches->inotify, (int)i);
    }
}

static void free_watched_directory(cli_watched_paths *watches, cli_watched_directory *directory)
{
    free(directory->path);
    *directory = (cli_watched_directory){ .path = NULL };
    watches->count--;
}

/* Adds the path to `files`, a list of the batch, unless the list has it already. If the batch is full, sets batch->all
   instead. Returns false when out of memory. */
static bool add_changed_path_once(cli_saved_files *batch, cli_listed_files *files, const char *path)
{
    batch->all = batch->all || batch->named.count + batch->listed_files.count >= MOST_SAVED;
    return batch->all || cli_listed_files_has(files, path) || cli_listed_files_add(files, "", path);
}

static bool add_watched_file(
    cli_watched_paths *watches, const struct inotify_event *event, cli_saved_files *batch)
{
    for (size_t i = 0; i < watches->file_count; i++) {
        const cli_watched_file *file = &watches->files[i];
        if (file->directory == event->wd && strcmp(file->name, event->name) == 0
            && !add_changed_path_once(batch, &batch->named, file->path))
            return false;
    }
    return true;
}

/* Handles an event about `path`, which is in a directory in which all files are linted. Returns false with errno set after
   an error. */
static bool handle_event_in_tree(
    cli_watched_paths *watches, const char *path, uint32_t mask, cli_saved_files *batch)
{
    const bool directory = (mask & IN_ISDIR) != 0;
    if (directory && (mask & IN_MOVED_FROM) != 0)
        stop_watching_tree(watches, path);
    if (directory && (mask & (IN_CREATE | IN_MOVED_TO)) != 0)
        return watch_tree(watches, path) && add_changed_path_once(batch, &batch->named, path);
    if (!directory && (mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) != 0)
        return add_changed_path_once(batch, &batch->listed_files, path);
    return true;
}

static bool handle_event(
    cli_watched_paths *watches, const struct inotify_event *event, cli_saved_files *batch)
{
    if ((event->mask & IN_Q_OVERFLOW) != 0) {
        batch->all = true;
        return true;
    }
    if (event->wd < 0 || (size_t)event->wd >= watches->room)
        return true;
    cli_watched_directory *directory = &watches->directories[event->wd];
    if (directory->path == NULL)
        return true;
    if ((event->mask & IN_IGNORED) != 0)
        free_watched_directory(watches, directory);
    if ((event->mask & IN_IGNORED) != 0 || event->len == 0)
        return true;
    if ((event->mask & IN_ISDIR) == 0 && (event->mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) != 0
        && !add_watched_file(watches, event, batch))
        return false;
    if (!directory->in_tree || strcmp(event->name, ".git") == 0)
        return true;
    const size_t length = strlen(directory->path), room = length + strlen(event->name) + 2;
    char *path = malloc(room);
    if (path == NULL)
        return false;
    const bool has_slash = length > 0 && directory->path[length - 1] == '/';
    snprintf(path, room, "%s%s%s", directory->path, has_slash ? "" : "/", event->name);
    const bool handled = handle_event_in_tree(watches, path, event->mask, batch);
    free(path);
    return handled;
}

static bool read_events(cli_watched_paths *watches, cli_saved_files *batch)
{
    static alignas(struct inotify_event) char bytes[EVENT_BYTES];
    const ssize_t count = read(watches->inotify, bytes, sizeof bytes);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR;
    for (const char *at = bytes; at < bytes + count;) {
        const struct inotify_event *event = (const void *)at;
        if (!handle_event(watches, event, batch))
            return false;
        at += sizeof *event + event->len;
    }
    return true;
}

bool cli_watches_wait_for_saves(cli_watched_paths *watches, cli_saved_files *batch)
{
    struct pollfd ready = { .fd = watches->inotify, .events = POLLIN };
    const bool waiting = !batch->all && batch->named.count + batch->listed_files.count == 0;
    if (waiting && poll(&ready, 1, -1) < 0 && errno != EINTR)
        return false;
    const int64_t end_ms = cli_now_ms() + LONGEST_MS;
    do {
        if (!read_events(watches, batch))
            return false;
    } while (poll(&ready, 1, QUIET_MS) != 0 && cli_now_ms() < end_ms);
    return true;
}

void cli_watches_close(cli_watched_paths *watches)
{
    for (size_t i = 0; i < watches->room; i++)
        free(watches->directories[i].path);
    for (size_t i = 0; i < watches->file_count; i++)
        free(watches->files[i].name);
    free(watches->directories);
    free(watches->files);
    if (watches->inotify >= 0)
        close(watches->inotify);
}
