#include "web/file_set.h"

#include <stdlib.h>
#include <string.h>

#include "validators/companion_name.h"
#include "validators/lint_bytes.h"
#include "validators/recognize.h"
#include "validators/registry.h"
#include "validators/services/companions/memory_files.h"
#include "web/lint_text.h"

typedef struct file_set_entry {
    ap_memory_file
        file;      /* first, so that a pointer to it points to the entry; file.bytes was returned by malloc */
    size_t choice; /* number of the drop or the file dialog that gave the file */
    bool from_folder;
    size_t companion; /* number of the companion; WEB_NONE if unknown or missing */
    ap_view skeleton; /* skeleton of a file that may be a companion, in web_file_set.kept; empty if unknown */
} file_set_entry;

struct web_file_set {
    file_set_entry *files;
    size_t count, room;
    ap_arena kept;           /* identities and skeletons of files that may be companions */
    ap_memory_file **sorted; /* all files, by choice and path */
    size_t sorted_count;     /* number of files in `sorted`, which is rebuilt after a file was added */
};

web_file_set *web_file_set_make(void)
{
    return calloc(1, sizeof(web_file_set));
}

void web_file_set_free(web_file_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        free((char *)set->files[i].file.path);
        free((uint8_t *)set->files[i].file.bytes.bytes);
    }
    free(set->files);
    free(set->sorted);
    ap_arena_free(&set->kept);
    free(set);
}

size_t web_file_set_add(web_file_set *set, const char *name, bool from_folder, size_t choice)
{
    if (set->count == set->room) {
        const size_t room = set->room == 0 ? 16 : ap_saturating_size_product(set->room, 2);
        file_set_entry *files = realloc(set->files, ap_saturating_size_product(room, sizeof *files));
        if (files == NULL)
            return WEB_NONE;
        set->files = files;
        set->room = room;
    }
    char *copy = strdup(name);
    if (copy == NULL)
        return WEB_NONE;
    set->files[set->count] =
        (file_set_entry){ .file = { .path = copy, .extension = ap_extension_if_of_companion(copy) },
            .choice = choice,
            .from_folder = from_folder,
            .companion = WEB_NONE };
    set->sorted_count = 0;
    return set->count++;
}

bool web_file_set_may_skip(const web_file_set *set, size_t file, ap_view start)
{
    const file_set_entry *one = &set->files[file];
    const bool companion = set->count > 1 && one->file.extension != NULL;
    return (one->from_folder || companion) && !ap_has_format_extension(one->file.path)
           && ap_has_no_format_mark(start);
}

void web_file_set_free_bytes(web_file_set *set, size_t file)
{
    ap_memory_file *one = &set->files[file].file;
    free((uint8_t *)one->bytes.bytes);
    one->bytes = (ap_view){ NULL, 0 };
    one->is_held = false;
}

static const ap_format *format_of(const file_set_entry *one)
{
    const ap_memory_file *file = &one->file;
    return one->from_folder ? ap_recognize_walked(file->path, file->bytes)
                            : ap_choose_format(file->bytes, file->path, NULL);
}

/* Keeps the skeleton of a held file that may be a companion, because its bytes are freed before others are compared with it. */
static void keep_skeleton(web_file_set *set, file_set_entry *one)
{
    const ap_format *format = one->file.extension == NULL || one->skeleton.size > 0 ? NULL : format_of(one);
    ap_arena arena;
    if (format == NULL || format->set == NULL)
        return;
    ap_arena_init_from(&arena, set->kept.limit_bytes, set->kept.memory);
    const ap_view skeleton = format->set->skeleton(one->file.bytes, &arena);
    uint8_t *copy = skeleton.size == 0 ? NULL : ap_alloc(&set->kept, skeleton.size);
    if (copy != NULL) {
        memcpy(copy, skeleton.bytes, skeleton.size);
        one->skeleton = (ap_view){ copy, skeleton.size };
    }
    ap_arena_free(&arena);
}

void web_file_set_store_bytes(web_file_set *set, size_t file, uint8_t *bytes, size_t size)
{
    web_file_set_free_bytes(set, file);
    set->files[file].file.bytes = (ap_view){ bytes, size };
    set->files[file].file.is_held = true;
    keep_skeleton(set, &set->files[file]);
}

static int compare_choices_and_paths(const void *one, const void *other)
{
    const file_set_entry *a = *(file_set_entry *const *)one, *b = *(file_set_entry *const *)other;
    return a->choice != b->choice ? (a->choice < b->choice ? -1 : 1) : ap_compare_memory_files(one, other);
}

/* Sorts the files unless they are sorted. Returns false when out of memory. */
static bool sort_files(web_file_set *set)
{
    if (set->sorted_count == set->count)
        return true;
    ap_memory_file **sorted = realloc(set->sorted, ap_saturating_size_product(set->count, sizeof *sorted));
    if (sorted == NULL)
        return false;
    for (size_t i = 0; i < set->count; i++)
        sorted[i] = &set->files[i].file;
    qsort(sorted, set->count, sizeof *sorted, compare_choices_and_paths);
    set->sorted = sorted;
    set->sorted_count = set->count;
    return true;
}

/* Returns the files of a choice; none when out of memory. */
static ap_memory_files files_of_choice(web_file_set *set, size_t choice)
{
    ap_memory_files files = { .kept = &set->kept };
    size_t first = 0;
    if (!sort_files(set))
        return files;
    while (first < set->count && ((const file_set_entry *)set->sorted[first])->choice < choice)
        first++;
    files.files = set->sorted + first;
    while (first + files.count < set->count
           && ((const file_set_entry *)files.files[files.count])->choice == choice)
        files.count++;
    return files;
}

static size_t number_of(const web_file_set *set, const ap_memory_file *file)
{
    return (size_t)((const file_set_entry *)file - set->files);
}

/* Searches the earlier choices, the latest first, for a companion with the content that the file wants. */
static ap_memory_companion search_earlier_choices(
    web_file_set *set, const file_set_entry *one, const ap_companion *companion)
{
    ap_memory_companion found = { .file = NULL };
    for (size_t choice = one->choice; choice > 0 && !found.is_decided;) {
        ap_memory_files files = files_of_choice(set, --choice);
        found = ap_find_memory_companion_by_identity(&files, &one->file, companion);
    }
    return found;
}

/* Searches for the companion of a held file, and sets one->companion if it is found. Returns the number of a file that must be
   held before the search can go on, or WEB_NONE if the search has ended. */
static size_t search_for_companion(web_file_set *set, file_set_entry *one, const ap_companion *companion)
{
    /* the first name in the path is the folder that the user chose: no folder above is searched */
    const size_t root_bytes = one->from_folder ? strcspn(one->file.path, "/") + 1 : SIZE_MAX;
    ap_memory_files files = files_of_choice(set, one->choice);
    ap_memory_companion found = ap_find_memory_companion(&files, &one->file, companion, root_bytes);
    if (!found.is_decided && companion->peek != NULL)
        found = search_earlier_choices(set, one, companion);
    if (found.file != NULL)
        one->companion = number_of(set, found.file);
    return found.needed == NULL ? WEB_NONE : number_of(set, found.needed);
}

void web_file_set_set_companion(web_file_set *set, size_t file, size_t companion)
{
    if (file < set->count && companion < set->count)
        set->files[file].companion = companion;
}

size_t web_file_set_next_needed(web_file_set *set, size_t file)
{
    file_set_entry *one = &set->files[file];
    if (!one->file.is_held)
        return file;
    const ap_format *format = format_of(one);
    if (format == NULL || format->companion == NULL)
        return WEB_NONE;
    if (one->companion == WEB_NONE) {
        const size_t needed = search_for_companion(set, one, format->companion);
        if (needed != WEB_NONE)
            return needed;
    }
    return one->companion == WEB_NONE || set->files[one->companion].file.is_held ? WEB_NONE : one->companion;
}

/* Returns true if the name of the file begins with the name of the other, both without folder and extension. */
static bool has_name_of(const file_set_entry *one, const file_set_entry *other)
{
    return ap_stem_begins_with_companion_stem(other->file.path, one->file.path);
}

/* The file that comes nearest to fitting a file without a companion. Candidates have the companion's extension and a known
   skeleton. */
typedef struct near_companion {
    size_t file, count; /* number of the nearest candidate, and how many candidates there are */
    int nearness;       /* flags (IS_CANDIDATE …) of the nearest candidate; 0 without a candidate */
} near_companion;

enum { IS_CANDIDATE = 1, IS_OF_CHOICE = 2, HAS_NAME = 4, IS_AKIN = 8 };

/* Finds the candidate that comes nearest to fitting a file with the skeleton `own`: one with similar joint names is preferred,
   then one with a name that begins the file's name, then one of the file's choice. */
static near_companion find_near_companion(
    const web_file_set *set, const file_set_entry *one, const ap_format *format, ap_view own, ap_arena *arena)
{
    const ap_skeleton_comparer *skeletons = format->set;
    const void *names = skeletons->names(own, arena);
    near_companion best = { .nearness = 0 };
    for (size_t i = 0; names != NULL && i < set->count; i++) {
        const file_set_entry *other = &set->files[i];
        if (other->skeleton.size == 0 || strcmp(other->file.extension, format->companion->extension) != 0)
            continue;
        const void *other_names = skeletons->names(other->skeleton, arena);
        const int nearness = IS_CANDIDATE | (other->choice == one->choice ? IS_OF_CHOICE : 0)
                             | (has_name_of(one, other) ? HAS_NAME : 0)
                             | (other_names != NULL && skeletons->are_akin(names, other_names) ? IS_AKIN : 0);
        best.count++;
        if (nearness > best.nearness) {
            best.file = i;
            best.nearness = nearness;
        }
    }
    return best;
}

bool web_file_set_find_misfit(const web_file_set *set, size_t file, web_misfit *misfit)
{
    const file_set_entry *one = &set->files[file];
    const ap_format *format = one->file.is_held && one->companion == WEB_NONE ? format_of(one) : NULL;
    ap_arena arena;
    if (format == NULL || format->set == NULL || format->companion == NULL || format->companion->lone == NULL)
        return false;
    ap_arena_init_from(&arena, set->kept.limit_bytes, set->kept.memory);
    const ap_view own = format->set->skeleton(one->file.bytes, &arena);
    const near_companion near = own.size == 0 ? (near_companion){ .nearness = 0 }
                                              : find_near_companion(set, one, format, own, &arena);
    *misfit = (web_misfit){ .file = near.file, .missing = format->companion->lone[2] };
    const bool is_near = near.count == 1 || (near.nearness & (HAS_NAME | IS_AKIN)) != 0;
    const bool differs =
        is_near && format->set->difference(own, set->files[near.file].skeleton, misfit->difference);
    ap_arena_free(&arena);
    return differs;
}

web_set_file web_file_set_describe_file(const web_file_set *set, size_t file)
{
    const file_set_entry *one = &set->files[file];
    web_set_file held = { .name = one->file.path,
        .bytes = one->file.bytes,
        .format = format_of(one),
        .companion_number = one->companion };
    if (one->companion != WEB_NONE && set->files[one->companion].file.is_held) {
        held.companion_name = set->files[one->companion].file.path;
        held.companion = set->files[one->companion].file.bytes;
    }
    return held;
}

char *web_file_set_lint(const web_file_set *set, size_t file, const char *reporter, size_t *size)
{
    const web_lint_request request = { .file = web_file_set_describe_file(set, file),
        .reporter = ap_find_reporter(reporter),
        .max_findings = AP_DEFAULT_MAX_FINDINGS,
        .max_per_rule = AP_DEFAULT_MAX_PER_RULE };
    return request.reporter == NULL ? NULL : web_lint_text(&request, size);
}
