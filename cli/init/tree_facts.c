#include "cli/init/tree_facts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/shared/extension.h"
#include "cli/shared/file_figures.h"

/* Ends of file names, and names of folders, that show for which program the files are. */
typedef struct profile_signs {
    const char *profile;
    const char *title; /* name of the program: "Doom 3" */
    const char *extensions[4];
    const char *folders[3]; /* names of folders in which the program has md5 files */
} profile_signs;

static const profile_signs signs[TREE_PROFILES] = {
    { "doom3", "Doom 3", { ".pk4", ".mtr", ".def", NULL }, { NULL } },
    { "rerelease", "a Quake re-release", { ".md5scale", NULL }, { "progs/", "md5/", NULL } },
};

/* Returns true if a folder in the path has this name, which ends in '/'. */
static bool has_path_folder(const char *path, const char *name)
{
    const char *at = strstr(path, name);
    while (at != NULL && at != path && at[-1] != '/')
        at = strstr(at + 1, name);
    return at != NULL;
}

static bool is_path_sign_of_program(const profile_signs *program, const char *path)
{
    const size_t length = strlen(path);
    for (size_t i = 0; program->extensions[i] != NULL; i++) {
        if (cli_ends_in_any_case(path, length, program->extensions[i]))
            return true;
    }
    if (!cli_ends_in_any_case(path, length, ".md5mesh") && !cli_ends_in_any_case(path, length, ".md5anim"))
        return false;
    for (size_t i = 0; program->folders[i] != NULL; i++) {
        if (has_path_folder(path, program->folders[i]))
            return true;
    }
    return false;
}

void tree_facts_look_for_program_signs(tree_facts *facts, const char *path)
{
    for (size_t i = 0; i < TREE_PROFILES; i++) {
        if (facts->signs[i] != NULL || !is_path_sign_of_program(&signs[i], path))
            continue;
        facts->signs[i] = strdup(path);
        facts->no_memory |= facts->signs[i] == NULL;
    }
}

/* Returns true if the first `length` bytes of `word` are one of `words`; upper and lower case are equal. */
static bool is_one_of_words(const char *word, size_t length, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++) {
        if (strlen(words[i]) == length && strncasecmp(word, words[i], length) == 0)
            return true;
    }
    return false;
}

/* Returns true if a word of the file's name says that the file is meant to be broken. Fewer words count here than in
   names of folders: a valid file may well be called broken_window or bad_dog. */
static bool is_broken_file_name(const char *name)
{
    static const char *const words[] = { "invalid", "malformed", NULL };
    for (const char *at = name; *at != '\0';) {
        const size_t length = strcspn(at, " -_.");
        if (is_one_of_words(at, length, words))
            return true;
        at += length + strspn(at + length, " -_.");
    }
    return false;
}

/* Returns the length of the shortest part at the start of the path that is named like files that are meant to be
   broken: a folder with its slash, or the whole path. Returns 0 if no part is. */
static size_t length_of_broken_prefix(const char *path)
{
    static const char *const folders[] = { "invalid", "malformed", "broken", "corrupt", "corrupted", "bad",
        "crash", "crashes", "errors", "fuzz", "fuzzing", "negative", NULL };
    const char *name = path;
    for (const char *slash; (slash = strchr(name, '/')) != NULL; name = slash + 1) {
        if (is_one_of_words(name, (size_t)(slash - name), folders))
            return (size_t)(slash - path) + 1;
    }
    return is_broken_file_name(name) ? strlen(path) : 0;
}

/* Doubles the room of a full array. Returns the array, which may have moved, or NULL when out of memory. */
static void *make_room_for_item(void *items, size_t count, size_t *room, size_t item_bytes)
{
    if (count < *room)
        return items;
    const size_t more = *room == 0 ? 16 : 2 * *room;
    void *grown = realloc(items, more * item_bytes);
    *room = grown == NULL ? *room : more;
    return grown;
}

/* Returns true if the text `known` equals the first `length` bytes of the path. */
static bool equals_path_start(const char *known, const char *path, size_t length)
{
    return strlen(known) == length && strncmp(known, path, length) == 0;
}

/* Returns the exclusion of the path's first `length` bytes, which is added if it is new. Looks only at the last
   exclusion, because a walk visits the files of a folder one after the other. Returns NULL when out of memory. */
static tree_exclusion *find_or_add_exclusion(tree_facts *facts, const char *path, size_t length)
{
    const size_t count = facts->exclusion_count;
    if (count > 0 && equals_path_start(facts->exclusions[count - 1].path, path, length))
        return &facts->exclusions[count - 1];
    tree_exclusion *grown =
        make_room_for_item(facts->exclusions, count, &facts->exclusion_room, sizeof *grown);
    if (grown == NULL)
        return NULL;
    facts->exclusions = grown;
    facts->exclusions[count] = (tree_exclusion){ .path = strndup(path, length) };
    facts->exclusion_count += facts->exclusions[count].path != NULL;
    return facts->exclusions[count].path == NULL ? NULL : &facts->exclusions[count];
}

/* Counts a file in an archive. `format` is the index of its format in ap_formats. */
static void count_archived_file(tree_facts *facts, const char *path, size_t archive_bytes, size_t format)
{
    const size_t count = facts->archive_count;
    if (count == 0 || !equals_path_start(facts->archives[count - 1].path, path, archive_bytes)) {
        tree_archive *grown = make_room_for_item(facts->archives, count, &facts->archive_room, sizeof *grown);
        char *copy = strndup(path, archive_bytes);
        facts->archives = grown == NULL ? facts->archives : grown;
        if (grown == NULL || copy == NULL) {
            free(copy);
            facts->no_memory = true;
            return;
        }
        facts->archives[facts->archive_count++] = (tree_archive){ .path = copy };
    }
    facts->archives[facts->archive_count - 1].files[format]++;
}

void tree_facts_add_file(tree_facts *facts, const char *path, const tree_file *file)
{
    const size_t i = cli_format_index(file->format);
    if (file->format != NULL)
        facts->files[i]++;
    if (file->format != NULL && file->archive_bytes > 0)
        count_archived_file(facts, path, file->archive_bytes, i);
    facts->published += file->published;
    facts->broken += file->has_errors;
    const size_t length = length_of_broken_prefix(path);
    if (length == 0)
        return;
    tree_exclusion *exclusion = find_or_add_exclusion(facts, path, length);
    facts->no_memory |= exclusion == NULL;
    if (exclusion != NULL) {
        exclusion->files++;
        exclusion->broken += file->has_errors;
    }
}

void tree_facts_drop_mostly_valid_exclusions(tree_facts *facts)
{
    size_t kept = 0;
    for (size_t i = 0; i < facts->exclusion_count; i++) {
        tree_exclusion *exclusion = &facts->exclusions[i];
        if (exclusion->broken > 0 && 2 * exclusion->broken >= exclusion->files) {
            facts->broken -= exclusion->broken;
            facts->exclusions[kept++] = *exclusion;
        } else {
            free(exclusion->path);
        }
    }
    facts->exclusion_count = kept;
}

/* Returns the sum of the files of all formats. */
static size_t count_files(const tree_facts *facts)
{
    size_t sum = 0;
    for (size_t i = 0; i < AP_MOST_FORMATS; i++)
        sum += facts->files[i];
    return sum;
}

tree_profile tree_facts_choose_profile(const tree_facts *facts)
{
    tree_profile profile = { .name = NULL };
    if (facts->published > 0 && facts->published == count_files(facts))
        return (tree_profile){ .name = "published" };
    for (size_t i = 0; i < TREE_PROFILES; i++) {
        if (facts->signs[i] == NULL)
            continue;
        if (profile.sign == NULL) {
            profile = (tree_profile){ signs[i].profile, signs[i].title, facts->signs[i], NULL, NULL };
            continue;
        }
        profile.name = NULL;
        profile.other_program = signs[i].title;
        profile.other_sign = facts->signs[i];
    }
    return profile;
}

void tree_facts_free(tree_facts *facts)
{
    for (size_t i = 0; i < TREE_PROFILES; i++)
        free(facts->signs[i]);
    for (size_t i = 0; i < facts->exclusion_count; i++)
        free(facts->exclusions[i].path);
    free(facts->exclusions);
    for (size_t i = 0; i < facts->archive_count; i++)
        free(facts->archives[i].path);
    free(facts->archives);
}
