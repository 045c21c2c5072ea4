#include "validators/services/companions/memory_files.h"

#include <string.h>
#include <strings.h>

#include "core/base/same_bytes.h"
#include "validators/companion_name.h"
#include "validators/registry.h"

const char *ap_extension_if_of_companion(const char *path)
{
    const ap_companion *companion;
    const size_t bytes = strlen(path);
    for (size_t i = 0; (companion = ap_companion_at(i)) != NULL; i++) {
        const size_t ending = strlen(companion->extension);
        if (bytes > ending && strcasecmp(path + bytes - ending, companion->extension) == 0)
            return companion->extension;
    }
    return NULL;
}

int ap_compare_memory_files(const void *one, const void *other)
{
    const ap_memory_file *const *a = one, *const *b = other;
    return strcmp((*a)->path, (*b)->path);
}

/* A search for the companion of a file, as the context of an ap_candidate_list. */
typedef struct memory_search {
    ap_memory_files *files;
    const ap_memory_file *file;
    const ap_companion *companion;
    ap_view wanted;      /* the identity that the companion must have */
    size_t folder;       /* length of the file's folder in its path */
    bool only_in_folder; /* files of subfolders are left out */
} memory_search;

static const char *path_of_candidate(const void *context, size_t index)
{
    const memory_search *search = context;
    return search->files->files[index]->path;
}

static bool is_candidate(const memory_search *search, const ap_memory_file *other)
{
    return other != search->file && other->extension != NULL
           && strcmp(other->extension, search->companion->extension) == 0
           && (!search->only_in_folder || ap_folder_bytes(other->path) == search->folder);
}

static ap_identity_match match_identity(void *context, size_t index)
{
    const memory_search *search = context;
    ap_memory_file *other = search->files->files[index];
    if (!is_candidate(search, other))
        return AP_IDENTITY_DIFFERS;
    if (!other->is_parsed && !other->is_held)
        return AP_IDENTITY_PENDING;
    ap_parse_memory_companion(search->files, other, search->companion);
    return ap_same_bytes(other->identity, search->wanted) ? AP_IDENTITY_EQUAL : AP_IDENTITY_DIFFERS;
}

static ap_candidate_list candidates_of(memory_search *search)
{
    return (ap_candidate_list){ .context = search,
        .count = search->files->count,
        .allows_mixed_case = true,
        .path = path_of_candidate,
        .match = match_identity };
}

void ap_parse_memory_companion(ap_memory_files *files, ap_memory_file *file, const ap_companion *companion)
{
    ap_arena arena;
    ap_findings findings;
    if (file->is_parsed)
        return;
    ap_arena_init_from(&arena, files->kept->limit_bytes, files->kept->memory);
    ap_findings_init(&findings, &arena, NULL, 0, 0);
    const void *model = companion->parse(file->bytes, &findings);
    const ap_view owned =
        model == NULL || companion->has == NULL ? (ap_view){ NULL, 0 } : companion->has(model, &arena);
    uint8_t *copy = owned.size == 0 ? NULL : ap_alloc(files->kept, owned.size);
    if (copy != NULL) {
        memcpy(copy, owned.bytes, owned.size);
        file->identity = (ap_view){ copy, owned.size };
    }
    file->has_errors = findings.faults > 0;
    file->is_parsed = true;
    files->lacks_memory = files->lacks_memory || arena.failed || files->kept->failed;
    ap_arena_free(&arena);
}

/* Returns true if another file has the path of the file at this index; files with equal paths are neighbours, because the list
   is sorted. Returns false for AP_NO_CANDIDATE. */
static bool has_other_file_of_same_path(const ap_memory_files *files, size_t index)
{
    if (index == AP_NO_CANDIDATE)
        return false;
    const char *path = files->files[index]->path;
    return (index > 0 && strcmp(files->files[index - 1]->path, path) == 0)
           || (index + 1 < files->count && strcmp(files->files[index + 1]->path, path) == 0);
}

/* Returns the companion by its name: the file with the path of search->file, but with the extension of the companion. Returns
   NULL if there is no such file. Sets *ambiguous to true, and returns NULL, if another file has the path of search->file or of
   the companion: it is then uncertain which file is meant. */
static ap_memory_file *find_by_name(memory_search *search, bool *ambiguous)
{
    const ap_memory_files *files = search->files;
    const char *path = search->file->path;
    const ap_candidate_list list = candidates_of(search);
    const size_t found = ap_find_companion_by_name(&list, path, search->companion->extension);
    *ambiguous = false;
    if (found == AP_NO_CANDIDATE)
        return NULL;
    *ambiguous = has_other_file_of_same_path(files, found)
                 || has_other_file_of_same_path(files, ap_find_candidate_with_path(&list, path));
    return *ambiguous ? NULL : files->files[found];
}

/* Returns true if the file's own folder, or any folder if `in_any_folder`, has a candidate. */
static bool has_candidate(const memory_search *search, bool in_any_folder)
{
    memory_search all = *search;
    all.only_in_folder = !in_any_folder;
    for (size_t i = 0; i < search->files->count; i++) {
        const ap_memory_file *other = search->files->files[i];
        if (is_candidate(&all, other)
            && (in_any_folder || strncmp(other->path, search->file->path, search->folder) == 0))
            return true;
    }
    return false;
}

/* Stores the result of a search in `found`: is_decided, and the chosen file, or the file that must be held for the search to
   continue. */
static void store_result(
    ap_memory_companion *found, const ap_memory_files *files, const ap_identity_choice *result)
{
    found->is_decided = result->pending != AP_NO_CANDIDATE || result->count > 0;
    if (result->pending != AP_NO_CANDIDATE)
        found->needed = files->files[result->pending];
    else if (result->chosen != AP_NO_CANDIDATE)
        found->file = files->files[result->chosen];
}

/* Searches by identity: in the file's folder, then in other folders. */
static void find_by_identity(
    memory_search *search, bool name_decides, size_t root_bytes, ap_memory_companion *found)
{
    const char *path = search->file->path;
    const ap_candidate_list list = candidates_of(search);
    if (ap_choice_needs_folder_search(&found->choice, search->wanted)) {
        search->only_in_folder = true;
        const ap_identity_choice result = ap_choose_by_identity(&list, path, search->folder, name_decides);
        ap_choice_set_folder_result(&found->choice, &result);
        store_result(found, search->files, &result);
    }
    if (found->needed == NULL && ap_choice_needs_tree_search(&found->choice)) {
        search->only_in_folder = false;
        const ap_identity_choice result = ap_choose_in_other_folders(&list, path, search->folder, root_bytes);
        ap_choice_set_tree_result(&found->choice, &result);
        store_result(found, search->files, &result);
    }
}

ap_memory_companion ap_find_memory_companion(
    ap_memory_files *files, const ap_memory_file *file, const ap_companion *companion, size_t root_bytes)
{
    ap_arena arena;
    bool is_ambiguous;
    memory_search search = {
        .files = files, .file = file, .companion = companion, .folder = ap_folder_bytes(file->path)
    };
    ap_memory_companion found = { .choice.companion = companion,
        .file = find_by_name(&search, &is_ambiguous) };
    const bool in_folder = companion->wants != NULL && has_candidate(&search, false);
    const bool elsewhere = root_bytes != SIZE_MAX && companion->peek != NULL && has_candidate(&search, true);
    ap_choice_set_name_result(&found.choice, found.file != NULL, in_folder);
    found.is_decided = found.file != NULL;
    if (found.file != NULL || (!in_folder && !elsewhere))
        return found;
    ap_arena_init_from(&arena, files->kept->limit_bytes, files->kept->memory);
    search.wanted = companion->wants(file->bytes, &arena);
    files->lacks_memory = files->lacks_memory || arena.failed;
    ap_choice_plan_identity_searches(&found.choice, search.wanted, in_folder, elsewhere);
    find_by_identity(&search, is_ambiguous, root_bytes, &found);
    ap_arena_free(&arena);
    return found;
}

ap_memory_companion ap_find_memory_companion_by_identity(
    ap_memory_files *files, const ap_memory_file *file, const ap_companion *companion)
{
    ap_arena arena;
    memory_search search = { .files = files, .file = file, .companion = companion };
    const ap_candidate_list list = candidates_of(&search);
    ap_memory_companion found = { .choice.companion = companion };
    ap_arena_init_from(&arena, files->kept->limit_bytes, files->kept->memory);
    search.wanted = companion->wants(file->bytes, &arena);
    if (search.wanted.size > 0 && companion->is_distinct(search.wanted)) {
        const ap_identity_choice result = ap_choose_by_identity(&list, file->path, 0, true);
        store_result(&found, files, &result);
    }
    files->lacks_memory = files->lacks_memory || arena.failed;
    ap_arena_free(&arena);
    return found;
}
