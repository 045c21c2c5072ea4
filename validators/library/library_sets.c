/* Finds which of the caller's files belong together, for animproof_sets. */
#include <stdlib.h>
#include <string.h>

#include "validators/library/handle.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"
#include "validators/services/companions/memory_files.h"

enum { REASON_BYTES = 512 };

/* A file of the caller. */
typedef struct set_entry {
    ap_memory_file file; /* first, so that a pointer to it points to the entry */
    const ap_format *format;
    ap_companion_choice choice;
    const struct set_entry *companion; /* NULL: none */
    const struct set_entry *sidecar;   /* NULL: none */
    size_t members;                    /* number of files that have this file as companion or sidecar */
} set_entry;

/* State of one animproof_sets, in the handle's arena. */
typedef struct sets_state {
    set_entry *entries;
    size_t count;
    /* per kind of companion, in the order of ap_companion_at: the files with its extension */
    ap_memory_files candidates[AP_MOST_COMPANIONS];
    char reason[REASON_BYTES];
} sets_state;

/* Compares two files for qsort: files without an extension of companions come first, then the others by extension; files that are
   equal in this are compared by path. */
static int compare_by_companion_extension_then_path(const void *one, const void *other)
{
    const char *a = (*(ap_memory_file *const *)one)->extension,
               *b = (*(ap_memory_file *const *)other)->extension;
    const int order = strcmp(a == NULL ? "" : a, b == NULL ? "" : b);
    return order != 0 ? order : ap_compare_memory_files(one, other);
}

/* Adds the files as entries, and lists them in `sorted`, in the order of compare_by_companion_extension_then_path. */
static void add_entries(
    const animproof *handle, const animproof_set_file *files, sets_state *call, ap_memory_file **sorted)
{
    static const uint8_t nothing[1];
    for (size_t i = 0; i < call->count; i++) {
        const ap_view view = { files[i].bytes == NULL ? nothing : files[i].bytes, files[i].size };
        set_entry *entry = &call->entries[i];
        entry->file = (ap_memory_file){ .path = files[i].name,
            .extension = ap_extension_if_of_companion(files[i].name),
            .is_held = true,
            .bytes = view };
        entry->format = ap_choose_format(view, files[i].name, handle->settings.input_format);
        sorted[i] = &entry->file;
    }
    if (call->count > 1)
        qsort(sorted, call->count, sizeof *sorted, compare_by_companion_extension_then_path);
}

/* Sets the candidates of each kind of companion. They follow each other in `sorted`. */
static void set_candidates_of_each_kind(animproof *handle, sets_state *call, ap_memory_file *const *sorted)
{
    const ap_companion *companion;
    for (size_t kind = 0; (companion = ap_companion_at(kind)) != NULL; kind++) {
        ap_memory_files *candidates = &call->candidates[kind];
        *candidates = (ap_memory_files){ .files = sorted, .kept = &handle->work };
        for (size_t i = 0; i < call->count; i++) {
            if (sorted[i]->extension == NULL || strcmp(sorted[i]->extension, companion->extension) != 0)
                continue;
            if (candidates->count++ == 0)
                candidates->files = sorted + i;
        }
    }
}

static bool lacks_memory(const sets_state *call)
{
    bool lacks = false;
    for (size_t kind = 0; kind < AP_MOST_COMPANIONS; kind++)
        lacks |= call->candidates[kind].lacks_memory;
    return lacks;
}

/* Returns the entry of the companion of this kind, sets *choice, and counts the file as a member of the companion. Returns NULL
   if the file has none. */
static set_entry *find_and_count_companion(
    sets_state *call, const set_entry *entry, const ap_companion *companion, ap_companion_choice *choice)
{
    size_t kind = 0;
    if (companion == NULL)
        return NULL;
    while (ap_companion_at(kind) != companion)
        kind++;
    /* 0: the caller has named no folder where the search ends, so it ends two folders above the file's */
    const ap_memory_companion found =
        ap_find_memory_companion(&call->candidates[kind], &entry->file, companion, 0);
    set_entry *chosen = (set_entry *)found.file;
    *choice = found.choice;
    if (chosen == NULL)
        return NULL;
    ap_parse_memory_companion(&call->candidates[kind], &chosen->file, companion);
    choice->has_errors = chosen->file.has_errors;
    chosen->members++;
    return chosen;
}

static const char *companion_reason_or_null(sets_state *call, const set_entry *entry)
{
    if (entry->choice.companion != NULL) {
        ap_describe_companion_choice(&entry->choice, call->reason, sizeof call->reason);
        return call->reason;
    }
    if (entry->members > 0)
        return NULL;
    return entry->file.extension != NULL ? "no file has it as its companion"
           : entry->format == NULL       ? "it has no known format"
                                         : "files of its format belong to no set";
}

static animproof_set_member describe_entry(sets_state *call, const set_entry *entry)
{
    const set_entry *companion = entry->companion;
    return (animproof_set_member){
        .struct_size = sizeof(animproof_set_member),
        .file = (size_t)(entry - call->entries),
        .name = entry->file.path,
        .format = entry->format == NULL ? NULL : entry->format->name,
        .companion = companion == NULL ? NULL : companion->file.path,
        .companion_file = companion == NULL ? 0 : (size_t)(companion - call->entries),
        .sidecar = entry->sidecar == NULL ? NULL : entry->sidecar->file.path,
        .members = entry->members,
        .reason = companion_reason_or_null(call, entry),
    };
}

static animproof_status find_sets(animproof *handle, const animproof_set_file *files, sets_state *call)
{
    ap_companion_choice by_name;
    call->entries = ap_alloc_array(&handle->work, call->count, sizeof *call->entries);
    ap_memory_file **sorted = ap_alloc_array(&handle->work, call->count, sizeof *sorted);
    if (call->entries == NULL || sorted == NULL)
        return ap_handle_fail_for_memory(handle);
    add_entries(handle, files, call, sorted);
    for (size_t i = 1; i < call->count; i++) {
        if (strcmp(sorted[i - 1]->path, sorted[i]->path) == 0)
            return ap_handle_fail(
                handle, ANIMPROOF_MISUSE, "two files have the name %.200s", sorted[i]->path);
    }
    set_candidates_of_each_kind(handle, call, sorted);
    for (size_t i = 0; i < call->count && !lacks_memory(call); i++) {
        set_entry *entry = &call->entries[i];
        if (entry->format == NULL)
            continue;
        entry->companion = find_and_count_companion(call, entry, entry->format->companion, &entry->choice);
        entry->sidecar = find_and_count_companion(call, entry, entry->format->sidecar, &by_name);
    }
    return lacks_memory(call) ? ap_handle_fail_for_memory(handle) : ANIMPROOF_OK;
}

static animproof_status find_and_report_sets(animproof *handle, const animproof_set_file *files, size_t count,
    animproof_set_callback callback, void *user)
{
    sets_state *call = ap_alloc(&handle->work, sizeof *call);
    if (call == NULL)
        return ap_handle_fail_for_memory(handle);
    call->count = count;
    const animproof_status status = find_sets(handle, files, call);
    for (size_t i = 0; status == ANIMPROOF_OK && i < count; i++) {
        const animproof_set_member shown = describe_entry(call, &call->entries[i]);
        if (callback(user, &shown) != 0)
            break;
    }
    return status;
}

/* Returns why the files cannot be used, or NULL. */
static const char *fault_of_files(const animproof_set_file *files, size_t count)
{
    if (files == NULL && count > 0)
        return "the files are NULL, but their number is not 0";
    for (size_t i = 0; i < count; i++) {
        if (files[i].name == NULL)
            return "the name of a file is NULL";
        if (files[i].bytes == NULL && files[i].size > 0)
            return "the bytes of a file are NULL, but their size is not 0";
    }
    return NULL;
}

animproof_status animproof_sets(animproof *handle, const animproof_set_file *files, size_t count,
    animproof_set_callback callback, void *user)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    const char *fault = callback == NULL ? "the callback is NULL" : fault_of_files(files, count);
    return ap_handle_end_call_and_restore_locale(
        handle, fault != NULL ? ap_handle_fail(handle, ANIMPROOF_MISUSE, "%s", fault)
                              : find_and_report_sets(handle, files, count, callback, user));
}
