#include "cli/check/set_member.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/same_bytes.h"
#include "core/files/guard.h"

enum {
    /* first bytes of a file in which the skeleton is searched first; all bytes of a shorter file are kept */
    START_BYTES = 16 << 10,
    /* most bytes that a run keeps in memory, of all files together; files that are not kept are read twice */
    MOST_KEPT_BYTES = 64 << 20
};

/* Functions that read skeletons */

static void read_skeleton_guarded(void *context)
{
    folder_set_worker *r = context;
    ap_arena *scratch = &r->checker->found->arena;
    ap_arena_reset(scratch);
    r->skeleton = r->format->set->skeleton(r->checker->input.view, scratch);
}

static bool read_skeleton(folder_set_worker *r)
{
    r->skeleton = (ap_view){ NULL, 0 };
    return ap_input_run_guarded(&r->checker->input, read_skeleton_guarded, r) == AP_OK
           && r->skeleton.size > 0;
}

/* Loads all bytes of a file, or the first START_BYTES if `all` is false. Returns false if the file cannot be loaded. */
static bool load_member_bytes(const folder_set_worker *r, const cli_companion_candidate *file, bool all)
{
    ap_input *input = &r->checker->input;
    const ap_status status = file->member != NULL ? cli_archive_load_member(r->folder->archive, file->member,
                                 all ? UINT64_MAX : START_BYTES, input, NULL)
                             : all                ? ap_input_load_known_regular_file(input, file->path)
                                                  : ap_input_load_first_bytes(input, file->path, START_BYTES);
    return status == AP_OK;
}

/* Returns the index of the skeleton r->skeleton in the set, and adds the skeleton if it is new. Returns CLI_NO_SKELETON as
   cli_skeleton_list_find_or_add does. */
static size_t find_or_add_skeleton(folder_set_worker *r)
{
    cli_skeleton_list *skeletons = &r->set->skeletons;
    if (ap_same_bytes(r->last, r->skeleton))
        return r->last_index;
    const uint64_t hash = cli_hash_identity(r->skeleton);
    cli_lock(&r->set->lock);
    r->last_index = cli_skeleton_list_find_or_add(skeletons, r->skeleton, hash);
    r->last = r->last_index == CLI_NO_SKELETON ? (ap_view){ NULL, 0 } : skeletons->items[r->last_index];
    cli_unlock(&r->set->lock);
    return r->last_index;
}

static ap_view copy_bytes_to_keep(ap_view file, atomic_size_t *run_bytes)
{
    const bool fits = atomic_fetch_add(run_bytes, file.size) + file.size <= MOST_KEPT_BYTES;
    uint8_t *copy = fits && file.size > 0 ? malloc(file.size) : NULL;
    if (copy == NULL) {
        atomic_fetch_sub(run_bytes, file.size);
        return (ap_view){ NULL, 0 };
    }
    memcpy(copy, file.bytes, file.size);
    return (ap_view){ copy, file.size };
}

void cli_free_kept_bytes(ap_view kept, atomic_size_t *run_bytes)
{
    atomic_fetch_sub(run_bytes, kept.size);
    free((void *)(uintptr_t)kept.bytes);
}

void cli_read_set_member_skeleton(
    folder_set_worker *r, set_member *member, const cli_companion_candidate *file)
{
    member->format = r->format = cli_format_of_set_file(file->path);
    member->skeleton = CLI_NO_SKELETON;
    if (!load_member_bytes(r, file, false))
        return;
    const bool is_whole = r->checker->input.view.size < START_BYTES;
    if (is_whole)
        member->kept = copy_bytes_to_keep(r->checker->input.view, r->set->kept_bytes);
    if (read_skeleton(r) || (!is_whole && load_member_bytes(r, file, true) && read_skeleton(r)))
        member->skeleton = find_or_add_skeleton(r);
}

/* Functions that check members with akin skeletons (ap_skeleton_comparer.are_akin) */

bool cli_set_member_is_companion(const set_member *member)
{
    return member->format->companion == NULL;
}

bool cli_set_member_has_akin_skeleton(const cli_folder_comparison *set, const set_member *member)
{
    return member->skeleton != CLI_NO_SKELETON
           && cli_skeleton_list_has_akin(&set->skeletons, member->skeleton);
}

static void *allocate_and_record_failure(void *reader, size_t bytes)
{
    void *memory = malloc(bytes);
    ((folder_set_worker *)reader)->lacks_memory |= memory == NULL;
    return memory;
}

static void free_findings_memory(void *reader, void *memory)
{
    (void)reader;
    free(memory);
}

/* Makes r->set_checker. It is NULL, or has no record of findings, when out of memory. */
static void create_member_checker(folder_set_worker *r)
{
    r->options = *r->checker->options;
    r->options.companions = NULL;
    r->options.helper_threads = 0;
    r->options.excerpts = r->options.replacements = r->options.explain_companion = false;
    r->options.kept_bytes = NULL;
    r->memory =
        (ap_allocator){ .allocate = allocate_and_record_failure, .release = free_findings_memory, .user = r };
    r->set_checker = malloc(sizeof *r->set_checker);
    if (r->set_checker != NULL && cli_checker_init(r->set_checker, &r->options))
        r->set_checker->found->arena.memory = &r->memory;
    else
        r->lacks_memory = true;
}

void cli_check_set_member_if_wanted(
    folder_set_worker *r, set_member *member, const cli_companion_candidate *file)
{
    const cli_entry entry = { .kind = file->member == NULL ? CLI_ENTRY_FILE : CLI_ENTRY_MEMBER,
        .path = file->path,
        .origin = CLI_NAMED,
        .settings = r->checker->options->settings,
        .archive = r->folder->archive,
        .member = file->member,
        .member_name_offset = r->folder->inside };
    cli_file_errors_and_pairing about = { .has_errors = true };
    if (!member->is_wanted)
        return;
    member->is_wanted = false;
    member->is_checked = true;
    if (r->set_checker == NULL)
        create_member_checker(r);
    if (r->set_checker != NULL && r->set_checker->found != NULL)
        cli_check_file_for_folder_comparison(r->set_checker, &entry, r->folder, &about);
    r->lacks_memory |= about.no_memory;
    if (about.format != member->format || about.has_errors)
        member->skeleton = CLI_NO_SKELETON;
    member->about = (ap_set_file){ .skeleton = member->skeleton,
        .is_companion = cli_set_member_is_companion(member),
        .fits_companion = about.fits_companion,
        .is_paired = about.is_paired };
}
