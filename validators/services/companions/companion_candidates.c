#include "validators/services/companions/companion_candidates.h"

#include <string.h>

#include "validators/companion_name.h"

/* Compares the candidate's path with the first `stem` bytes of `path` followed by the extension. Returns a negative
   number, 0 or a positive number, as strcmp does. */
static int compare_with_stem(const char *candidate, const char *path, size_t stem, const char *extension)
{
    const int order = strncmp(candidate, path, stem);
    return order != 0 ? order : strcmp(candidate + stem, extension);
}

static size_t find_by_stem_and_extension(
    const ap_candidate_list *list, const char *path, size_t stem, const char *extension)
{
    size_t first = 0, end = list->count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        const int order = compare_with_stem(list->path(list->context, middle), path, stem, extension);
        if (order == 0)
            return middle;
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return AP_NO_CANDIDATE;
}

size_t ap_find_candidate_with_path(const ap_candidate_list *list, const char *path)
{
    return find_by_stem_and_extension(list, path, strlen(path), "");
}

/* Returns the index of a candidate with the file's stem and the extension in any mix of small letters and capitals, such as
   "Obj"; AP_NO_CANDIDATE if no candidate has such a name. */
static size_t find_first_with_mixed_case_extension(
    const ap_candidate_list *list, const char *path, size_t stem, const char *extension)
{
    char spelled_extension[AP_EXTENSION_BYTES];
    const size_t letters = strlen(extension);
    size_t found = AP_NO_CANDIDATE;
    for (unsigned capitals = 1; found == AP_NO_CANDIDATE && capitals >> letters == 0; capitals++) {
        ap_make_upper_case_extension(extension, spelled_extension);
        for (size_t i = 0; i < letters; i++)
            spelled_extension[i] = (capitals >> i & 1) != 0 ? spelled_extension[i] : extension[i];
        found = find_by_stem_and_extension(list, path, stem, spelled_extension);
    }
    return found;
}

size_t ap_find_companion_by_name(const ap_candidate_list *list, const char *path, const char *extension)
{
    char capitals[AP_EXTENSION_BYTES];
    const size_t stem = ap_stem_bytes(path);
    size_t found = find_by_stem_and_extension(list, path, stem, extension);
    ap_make_upper_case_extension(extension, capitals);
    if (found == AP_NO_CANDIDATE)
        found = find_by_stem_and_extension(list, path, stem, capitals);
    if (found == AP_NO_CANDIDATE && list->allows_mixed_case)
        found = find_first_with_mixed_case_extension(list, path, stem, extension);
    /* a file is not its own companion, although both may have the same extension */
    return found != AP_NO_CANDIDATE && strcmp(list->path(list->context, found), path) == 0 ? AP_NO_CANDIDATE
                                                                                           : found;
}

/* Returns the index of the first candidate with a path that begins with the first `bytes` bytes of `path`; without such
   a candidate, the index where it would be inserted. */
static size_t lower_bound_of_prefix(const ap_candidate_list *list, const char *path, size_t bytes)
{
    size_t first = 0, end = list->count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (strncmp(list->path(list->context, middle), path, bytes) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

ap_identity_choice ap_choose_by_identity(
    const ap_candidate_list *list, const char *path, size_t prefix_bytes, bool name_decides)
{
    ap_identity_choice choice = { .chosen = AP_NO_CANDIDATE, .pending = AP_NO_CANDIDATE };
    size_t only = AP_NO_CANDIDATE, named = AP_NO_CANDIDATE, named_count = 0;
    for (size_t i = lower_bound_of_prefix(list, path, prefix_bytes); i < list->count; i++) {
        const char *candidate = list->path(list->context, i);
        if (strncmp(candidate, path, prefix_bytes) != 0)
            break;
        const ap_identity_match match = list->match(list->context, i);
        if (match == AP_IDENTITY_PENDING) {
            choice.pending = i;
            return choice;
        }
        if (match != AP_IDENTITY_EQUAL)
            continue;
        only = i;
        choice.count++;
        if (!ap_stem_begins_with_companion_stem(candidate, path))
            continue;
        named = i;
        named_count++;
    }
    choice.by_stem = name_decides && choice.count > 1;
    choice.chosen = choice.count == 1 ? only : choice.by_stem && named_count == 1 ? named : AP_NO_CANDIDATE;
    return choice;
}

ap_identity_choice ap_choose_in_other_folders(
    const ap_candidate_list *list, const char *path, size_t folder_bytes, size_t root_bytes)
{
    ap_identity_choice choice = { .chosen = AP_NO_CANDIDATE, .pending = AP_NO_CANDIDATE };
    for (size_t above = 1; above <= 2 && choice.count == 0 && choice.pending == AP_NO_CANDIDATE; above++) {
        const size_t searched = choice.searched;
        if (!ap_find_parent_folder(path, &folder_bytes, root_bytes))
            break;
        choice = ap_choose_by_identity(list, path, folder_bytes, true);
        choice.searched = searched + 1;
        choice.above = choice.count > 0 ? above : 0;
    }
    return choice;
}

void ap_visit_matches(const ap_candidate_list *list, const char *path, size_t bytes,
    void (*visit)(void *context, const char *path), void *context)
{
    for (size_t i = lower_bound_of_prefix(list, path, bytes); i < list->count; i++) {
        const char *candidate = list->path(list->context, i);
        if (strncmp(candidate, path, bytes) != 0)
            break;
        if (list->match(list->context, i) == AP_IDENTITY_EQUAL)
            visit(context, candidate);
    }
}
