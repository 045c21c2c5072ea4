/* Finds meshes of one model by their names: the gib model and the levels of detail of a mesh in its folder. Doom 3 refuses a gib
   model with another number of joints, and an animation fits only meshes with equal joints. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/sets/sets.h"
#include "validators/companion_name.h"

/* The end of a name that says which variant it is: "_gib", "-lod2". */
typedef struct variant_end {
    size_t base; /* bytes of the path before it */
    size_t word; /* offset of the word in the path, after the separator */
    bool is_lod;
    bool is_first; /* level of detail 0 */
} variant_end;

static bool is_digits(const char *text, size_t bytes)
{
    size_t i = 0;
    while (i < bytes && isdigit((unsigned char)text[i]))
        i++;
    return i == bytes;
}

/* Returns true if the path's stem ends in a separator and a word for a variant, with or without a number. */
static bool find_end(const char *path, variant_end *end)
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
            || !is_digits(path + at + bytes, stem - at - bytes))
            continue;
        *end = (variant_end){
            .base = at - 1, .word = at, .is_lod = i == 0, .is_first = strspn(path + at + bytes, "0") > 0
        };
        return true;
    }
    return false;
}

/* Finds the mesh with the first `bytes` bytes of the path, the added text and the path's extension. */
static const sets_file *find_mesh(
    const sets_run *run, const sets_file *file, size_t bytes, const char *added, ap_arena *arena)
{
    const char *path = file->row.path, *extension = path + ap_stem_bytes(path);
    const size_t room = strlen(path) + strlen(added) + 1;
    char *wanted = ap_alloc(arena, room);
    if (wanted == NULL)
        return NULL;
    (void)snprintf(wanted, room, "%.*s%s%s", (int)bytes, path, added, extension);
    const sets_file *found = sets_find_file(run, wanted);
    return found == file || found == NULL || found->row.format != file->row.format ? NULL : found;
}

static const sets_file *find_model(const sets_run *run, const sets_file *file, ap_arena *arena)
{
    variant_end end;
    if (file->identity == 0 || !find_end(file->row.path, &end))
        return NULL;
    const sets_file *found = find_mesh(run, file, end.base, "", arena);
    const bool follows = end.is_lod && !end.is_first;
    if (found == NULL && follows) /* of levels of detail without a mesh of the plain name, the first */
        found = find_mesh(run, file, end.word + 3, "0", arena);
    if (found == NULL && follows)
        found = find_mesh(run, file, end.word + 3, "1", arena);
    return found;
}

void sets_find_variants(sets_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        run->list[i]->variant_of = find_model(run, run->list[i], &run->kept);
}
