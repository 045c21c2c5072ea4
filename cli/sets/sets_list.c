/* Stores the files of sets, finds them by their paths, and sorts them. */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sets/sets.h"

/* A position in a path, for reading its bytes. */
typedef struct path_byte_reader {
    const char *at;
    bool begins_name;
} path_byte_reader;

/* Returns the next byte of the path, 0 at its end. Leaves out ./ and a slash after a slash, so that ./walk.md5mesh, as
   the user may name a file, equals walk.md5mesh, as the search finds it. */
static char next_byte_of_path(path_byte_reader *path)
{
    while (path->begins_name && (path->at[0] == '/' || (path->at[0] == '.' && path->at[1] == '/')))
        path->at += path->at[0] == '/' ? 1 : 2;
    const char byte = *path->at;
    path->at += byte != '\0';
    path->begins_name = byte == '/';
    return byte;
}

static path_byte_reader begin_path_byte_reader(const char *path)
{
    return (path_byte_reader){ path, path[0] != '/' };
}

/* Compares the paths of two files; two spellings of a path that next_byte_of_path makes equal are equal. */
static int compare_paths_of_files(const void *one, const void *other)
{
    path_byte_reader a = begin_path_byte_reader(((const sets_file *)one)->row.path),
                     b = begin_path_byte_reader(((const sets_file *)other)->row.path);
    for (;;) {
        const unsigned char byte = (unsigned char)next_byte_of_path(&a),
                            other_byte = (unsigned char)next_byte_of_path(&b);
        if (byte != other_byte || byte == '\0')
            return byte - other_byte;
    }
}

sets_file *sets_find_file(const sets_run *run, const char *path)
{
    const sets_file wanted = { .row.path = path };
    sets_file *const *found = tfind(&wanted, &run->by_path, compare_paths_of_files);
    return found == NULL ? NULL : *found;
}

static sets_file *add_file(sets_run *run, const char *path)
{
    sets_file **list = ap_grow_array(&run->kept, run->list, run->count, &run->room, sizeof(sets_file *));
    sets_file *file = ap_alloc(&run->kept, sizeof *file);
    const char *copy = cli_copy_text(&run->kept, path);
    if (list == NULL || file == NULL || copy == NULL)
        return NULL;
    run->list = list;
    file->row.path = copy;
    if (tsearch(file, &run->by_path, compare_paths_of_files) == NULL) {
        run->kept.failed = true;
        return NULL;
    }
    run->list[run->count++] = file;
    return file;
}

sets_file *sets_find_or_add_file(sets_run *run, const char *path)
{
    sets_file *file = sets_find_file(run, path);
    return file != NULL ? file : add_file(run, path);
}

bool sets_is_file_without_set(const sets_file *file)
{
    return file->companion == NULL && file->companion_kind == NULL;
}

/* Returns the rank of a file in the sorted list: files with a companion, then files in no set, then companions. */
static int sort_rank_of(const sets_file *file)
{
    return file->companion != NULL ? 0 : sets_is_file_without_set(file) ? 1 : 2;
}

static int compare_files(const void *one, const void *other)
{
    const sets_file *a = *(sets_file *const *)one, *b = *(sets_file *const *)other;
    int order = sort_rank_of(a) - sort_rank_of(b);
    if (order == 0 && a->companion != b->companion)
        order = strcmp(a->companion->row.path, b->companion->row.path);
    if (order == 0 && a->companion != NULL)
        order = a->found_by != b->found_by ? a->found_by - b->found_by
                                           : (int)a->found_by_stem - (int)b->found_by_stem;
    return order != 0 ? order : strcmp(a->row.path, b->row.path);
}

void sets_sort_files(sets_run *run)
{
    if (run->count > 1)
        qsort(run->list, run->count, sizeof *run->list, compare_files);
}

const char *sets_reason_for_no_set(const sets_run *run, const sets_file *file)
{
    if (file->reason != NULL)
        return file->reason;
    if (file->row.failure.message != NULL && file->row.failure.rule == NULL)
        return "it cannot be read";
    if (file->row.format != NULL && file->row.format->companion != NULL)
        return "standard input has no folder to search";
    if (file->row.format != NULL && !sets_supports_format(run, file->row.format))
        return "files of its format belong to no set";
    return run->files.finder.shard.count > 0 ? "no file of this shard has it as its companion"
                                             : "no file has it as its companion";
}
