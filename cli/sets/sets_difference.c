/* Finds the file that each file of a folder should be like in its skeleton. A file in a set should be like its mesh. A file in
   no set should be like a file of its folder with a similar skeleton (ap_skeleton_comparer.are_akin): an animation like a
   mesh, a mesh like an animation, or else like a file with a skeleton that as many files or more have. */
#include <stdlib.h>
#include <string.h>

#include "cli/check/set_skeletons.h"
#include "cli/sets/sets.h"
#include "validators/companion_name.h"

/* One of the different skeletons in a folder. */
typedef struct known_skeleton {
    size_t files;
    /* the first mesh and the first animation with the skeleton; NULL: none */
    const sets_file *mesh, *animation;
} known_skeleton;

static void store_skeleton_difference(sets_run *run, sets_file *file, const sets_file *other)
{
    char text[AP_SET_DIFFERENCE_BYTES];
    if (other == NULL || file->skeleton.size == 0 || other->skeleton.size == 0
        || !file->row.format->set->difference(file->skeleton, other->skeleton, text))
        return;
    file->differs_from = other;
    file->difference = cli_copy_text(&run->kept, text);
}

/* Compares the folders of two files, then their paths. */
static int compare_folders_then_paths(const void *one, const void *other)
{
    const char *a = (*(sets_file *const *)one)->row.path, *b = (*(sets_file *const *)other)->row.path;
    const size_t folder = ap_folder_bytes(a), other_folder = ap_folder_bytes(b);
    const int order = memcmp(a, b, folder < other_folder ? folder : other_folder);
    if (order != 0 || folder != other_folder)
        return order != 0 ? order : (folder > other_folder) - (folder < other_folder);
    return strcmp(a + folder, b + folder);
}

static bool is_mesh_file(const sets_file *file)
{
    return file->row.format->companion == NULL;
}

/* Returns the file that a file in no set, with the skeleton `own`, should be like; NULL if no file of the folder is. */
static const sets_file *choose_file_to_match(
    const cli_skeleton_list *skeletons, const known_skeleton *known, size_t own, const sets_file *file)
{
    const known_skeleton *right = NULL;
    bool serves = false;
    for (size_t i = 0; i < skeletons->count; i++) {
        const bool fits = is_mesh_file(file) ? known[i].animation != NULL : known[i].mesh != NULL;
        if (!skeletons->akin[own * skeletons->count + i]
            || (!fits && (serves || known[i].files < known[own].files))
            || (right != NULL && fits == serves && known[i].files <= right->files))
            continue;
        right = &known[i];
        serves = fits;
    }
    if (right == NULL)
        return NULL;
    const bool mesh_first = right->mesh != NULL && (!is_mesh_file(file) || right->animation == NULL);
    return mesh_first ? right->mesh : right->animation;
}

/* Adds the skeletons of files of one folder. Returns an array with the index of each file's skeleton; NULL when out of memory, or
   if the folder has too many different skeletons. */
static size_t *add_skeletons_of_files(
    cli_skeleton_list *skeletons, known_skeleton **known, sets_file *const *files, size_t count)
{
    size_t *indices = ap_alloc_array(skeletons->arena, count, sizeof *indices);
    known_skeleton *list = *known = ap_alloc_array(skeletons->arena, count, sizeof *list);
    for (size_t i = 0; indices != NULL && list != NULL && i < count && !skeletons->too_many; i++) {
        const ap_view skeleton = files[i]->skeleton;
        const size_t index = indices[i] =
            cli_skeleton_list_find_or_add(skeletons, skeleton, cli_hash_identity(skeleton));
        if (index == CLI_NO_SKELETON)
            continue;
        const sets_file **first = is_mesh_file(files[i]) ? &list[index].mesh : &list[index].animation;
        list[index].files++;
        *first = *first == NULL ? files[i] : *first;
    }
    return skeletons->arena->failed || skeletons->too_many ? NULL : indices;
}

/* Compares the files of one folder; each of them has a skeleton. */
static void compare_folder(sets_run *run, sets_file **files, size_t count)
{
    ap_arena *arena = &run->files.arena;
    known_skeleton *known;
    ap_arena_reset(arena);
    cli_skeleton_list skeletons = { .arena = arena };
    const size_t *indices = count < 2 ? NULL : add_skeletons_of_files(&skeletons, &known, files, count);
    if (indices == NULL || skeletons.count < 2
        || !cli_skeleton_list_mark_and_has_akin_pairs(&skeletons, files[0]->row.format->set))
        return;
    for (size_t i = 0; i < count; i++) {
        const known_skeleton *own = &known[indices[i]];
        const bool served = own->mesh != NULL && own->animation != NULL;
        if (sets_is_file_without_set(files[i]) && !served && files[i]->candidate_count == 0)
            store_skeleton_difference(
                run, files[i], choose_file_to_match(&skeletons, known, indices[i], files[i]));
    }
}

void sets_find_differences(sets_run *run)
{
    sets_file **files = ap_alloc_array(&run->kept, run->count, sizeof *files);
    size_t count = 0, end;
    for (size_t i = 0; files != NULL && i < run->count; i++) {
        sets_file *file = run->list[i];
        if (file->companion != NULL)
            store_skeleton_difference(run, file, file->companion);
        if (file->skeleton.size > 0)
            files[count++] = file;
    }
    if (count > 1)
        qsort(files, count, sizeof *files, compare_folders_then_paths);
    for (size_t first = 0; first < count; first = end) {
        const size_t folder = ap_folder_bytes(files[first]->row.path);
        for (end = first + 1; end < count && ap_folder_bytes(files[end]->row.path) == folder
                              && memcmp(files[end]->row.path, files[first]->row.path, folder) == 0;)
            end++;
        compare_folder(run, files + first, end - first);
    }
}
