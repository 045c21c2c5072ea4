/* Finds, by the names of files, the gib model and the levels of detail that belong to a mesh in their folder. Doom 3
   refuses a gib model with another number of joints, and an animation fits only meshes with equal joints. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/sets/sets.h"
#include "validators/companion_name.h"

/* The end of a file name that says which variant of a mesh the file is: "_gib", "-lod2". */
typedef struct variant_suffix {
    size_t base; /* number of bytes of the path before the end */
    size_t word; /* offset in the path of the word after the separator, such as "gib" */
    bool is_lod;
    /* the number begins with 0, as that of the first level of detail: no other level is its mesh */
    bool is_first;
} variant_suffix;

static bool are_all_digits(const char *text, size_t bytes)
{
    size_t i = 0;
    while (i < bytes && isdigit((unsigned char)text[i]))
        i++;
    return i == bytes;
}

/* Sets *end and returns true if the path's stem ends in a separator and the word for a variant, such as "gib" or "lod",
   with or without a number. */
static bool find_variant_suffix(const char *path, variant_suffix *end)
{
    static const char *const words[] = { "lod", "gibs", "gibbed", "gib", NULL };
    const size_t folder = ap_folder_bytes(path), stem = ap_stem_bytes(path);
    size_t at = stem;
    while (at > folder && strchr("_-.", path[at - 1]) == NULL)
        at--;
    if (at <= folder + 1)
        return false;
    for (size_t i = 0; words[i] != NULL; i++) {
        const size_t bytes = strlen(words[i]);
        if (stem - at < bytes || strncasecmp(path + at, words[i], bytes) != 0
            || !are_all_digits(path + at + bytes, stem - at - bytes))
            continue;
        *end = (variant_suffix){
            .base = at - 1, .word = at, .is_lod = i == 0, .is_first = strspn(path + at + bytes, "0") > 0
        };
        return true;
    }
    return false;
}

/* Finds the mesh with a path made of the first `prefix_bytes` bytes of the file's path, the text `suffix`, and the extension of
   the file's path. Returns NULL if the run has no other file with that path and of that format, or when out of memory. */
static const sets_file *find_mesh_with_path(
    const sets_run *run, const sets_file *file, size_t prefix_bytes, const char *suffix, ap_arena *arena)
{
    const char *path = file->row.path, *extension = path + ap_stem_bytes(path);
    const size_t room = strlen(path) + strlen(suffix) + 1;
    char *wanted = ap_alloc(arena, room);
    if (wanted == NULL)
        return NULL;
    (void)snprintf(wanted, room, "%.*s%s%s", (int)prefix_bytes, path, suffix, extension);
    const sets_file *found = sets_find_file(run, wanted);
    return found == file || found == NULL || found->row.format != file->row.format ? NULL : found;
}

static const sets_file *find_mesh_of_variant(const sets_run *run, const sets_file *file, ap_arena *arena)
{
    variant_suffix end;
    if (file->identity == 0 || !find_variant_suffix(file->row.path, &end))
        return NULL;
    const sets_file *found = find_mesh_with_path(run, file, end.base, "", arena);
    const bool follows = end.is_lod && !end.is_first;
    /* without a mesh of the plain name, levels of detail belong to the first level */
    if (found == NULL && follows)
        found = find_mesh_with_path(run, file, end.word + 3, "0", arena);
    if (found == NULL && follows)
        found = find_mesh_with_path(run, file, end.word + 3, "1", arena);
    return found;
}

void sets_find_variants(sets_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        run->list[i]->variant_of = find_mesh_of_variant(run, run->list[i], &run->kept);
}
