#include "cli/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/span.h"

typedef struct entry {
    size_t name_at;     /* in the names of its level */
    unsigned char type; /* DT_… */
} entry;

/* A directory that is being walked: all its names, sorted, since it is closed by then. */
typedef struct level {
    entry *entries;
    size_t count, room;
    char *names; /* one behind the other, each with its NUL */
    size_t names_bytes, names_room;
    size_t next;
    size_t path_length; /* of the directory, in the walk's path */
} level;

typedef struct walk {
    const cli_visitor *visitor;
    level *levels; /* from the directory that was named to the one at hand */
    size_t depth, room;
    char *path;
    size_t path_room;
    bool no_memory;
} walk;

/* The array, moved where need be, with room for at least `wanted` elements of `size` bytes; NULL when memory
   has run out, and the array stays as it was. */
static void *grow(walk *w, void *array, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return array;
    size_t more = *room < 32 ? 64 : ap_product(*room, 2);
    more = more < wanted ? wanted : more;
    void *grown = reallocarray(array, more, size);
    if (grown == NULL)
        w->no_memory = true;
    else
        *room = more;
    return grown;
}

static bool grow_path(walk *w, size_t wanted)
{
    char *path = grow(w, w->path, &w->path_room, wanted, sizeof *path);
    if (path != NULL)
        w->path = path;
    return path != NULL;
}

static void free_level(level *l)
{
    free(l->names);
    free(l->entries);
}

static int by_name(const void *one, const void *other, void *names)
{
    const entry *a = one;
    const entry *b = other;
    return strcmp((const char *)names + a->name_at, (const char *)names + b->name_at);
}

static bool add_entry(walk *w, level *l, const struct dirent *found)
{
    if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0)
        return true;
    const size_t bytes = strlen(found->d_name) + 1;
    entry *entries = grow(w, l->entries, &l->room, l->count + 1, sizeof *entries);
    if (entries == NULL)
        return false;
    l->entries = entries;
    char *names = grow(w, l->names, &l->names_room, l->names_bytes + bytes, sizeof *names);
    if (names == NULL)
        return false;
    l->names = names;
    memcpy(names + l->names_bytes, found->d_name, bytes);
    entries[l->count++] = (entry){ l->names_bytes, found->d_type };
    l->names_bytes += bytes;
    return true;
}

/* Reads all names; errno tells of a failure, 0 of none. */
static void list(walk *w, level *l, DIR *directory)
{
    struct dirent *found;
    errno = 0;
    while ((found = readdir(directory)) != NULL) {
        if (!add_entry(w, l, found))
            break;
        errno = 0;
    }
}

/* Lists the directory that w->path names and makes it the one at hand. False ends the walk. */
static bool enter(walk *w, bool named)
{
    level l = { .path_length = strlen(w->path) };
    int file = open(w->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (named ? 0 : O_NOFOLLOW));
    DIR *directory = file < 0 ? NULL : fdopendir(file);
    int error = errno;
    if (directory != NULL) {
        list(w, &l, directory);
        error = w->no_memory ? 0 : errno;
        closedir(directory);
    } else if (file >= 0) {
        close(file);
    }
    level *levels = w->no_memory ? NULL : grow(w, w->levels, &w->room, w->depth + 1, sizeof *levels);
    if (levels == NULL) {
        free_level(&l);
        return false;
    }
    w->levels = levels;
    if (l.count > 1)
        qsort_r(l.entries, l.count, sizeof *l.entries, by_name, l.names);
    w->levels[w->depth++] = l;
    return error == 0 || w->visitor->unreadable(w->visitor->context, w->path, strerror(error));
}

/* What the entry at w->path is; links count as what they lead to, except that a link to a directory, which
   may lead back to where it stands, is told apart (DT_LNK). */
static unsigned char type_of(const walk *w, unsigned char type)
{
    struct stat about;
    if (type == DT_UNKNOWN) {
        if (lstat(w->path, &about) != 0)
            return DT_REG; /* reading it will say what is wrong */
        type = (unsigned char)IFTODT(about.st_mode);
    }
    if (type != DT_LNK)
        return type;
    if (stat(w->path, &about) != 0)
        return DT_REG;
    return S_ISDIR(about.st_mode) ? DT_LNK : (unsigned char)IFTODT(about.st_mode);
}

static bool visit(walk *w, const entry *e)
{
    const cli_visitor *visitor = w->visitor;
    const level *l = &w->levels[w->depth - 1];
    size_t length = l->path_length;
    const char *name = l->names + e->name_at;
    size_t name_length = strlen(name);
    if (!grow_path(w, length + name_length + 2))
        return false;
    if (length > 0 && w->path[length - 1] != '/')
        w->path[length++] = '/';
    memcpy(w->path + length, name, name_length + 1);
    switch (type_of(w, e->type)) {
    case DT_DIR:
        return enter(w, false);
    case DT_REG:
        return visitor->file(visitor->context, w->path, false);
    default:
        return visitor->passed_over(visitor->context, w->path);
    }
}

static bool walk_levels(walk *w)
{
    bool go_on = true;
    while (go_on && w->depth > 0) {
        level *l = &w->levels[w->depth - 1];
        if (l->next < l->count) {
            size_t at = l->next++;
            go_on = visit(w, &l->entries[at]);
        } else {
            free_level(l);
            w->depth--;
        }
    }
    return go_on;
}

cli_walked cli_walk(const char *path, const cli_visitor *visitor)
{
    struct stat about;
    walk w = { .visitor = visitor };
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return visitor->file(visitor->context, path, true) ? CLI_WALKED : CLI_WALK_ENDED;
    bool done = grow_path(&w, strlen(path) + 1);
    if (done) {
        memcpy(w.path, path, strlen(path) + 1);
        done = enter(&w, true) && walk_levels(&w);
    }
    while (w.depth > 0)
        free_level(&w.levels[--w.depth]);
    free(w.levels);
    free(w.path);
    if (w.no_memory)
        return CLI_WALK_NO_MEMORY;
    return done ? CLI_WALKED : CLI_WALK_ENDED;
}
