#include "cli/check/folder_set.h"

#include <stdlib.h>
#include <string.h>

#include "cli/check/set_member.h"

enum { BATCH = 16 /* most members that a thread takes each time it holds the lock */ };

/* Functions that make and free the comparison of a folder's skeletons */

static cli_folder_comparison *create_folder_comparison(
    const cli_candidate_list *files, atomic_size_t *kept_bytes)
{
    const size_t count = files->count < 2 || files->count > CLI_SET_FILES ? 0 : files->count;
    cli_folder_comparison *set = calloc(1, sizeof *set + count * sizeof *set->members);
    if (set == NULL)
        return NULL;
    cli_mutex_init(&set->lock, CLI_RANK_SET);
    pthread_cond_init(&set->advanced, NULL);
    ap_arena_init(&set->work, 0);
    ap_arena_init(&set->arena, 0);
    set->files = files;
    set->kept_bytes = kept_bytes;
    set->skeletons.arena = &set->work;
    set->stage = count == 0 ? SET_COMPARED : SET_READS;
    set->count = set->left = count;
    return set;
}

void cli_folder_comparison_free(cli_folder_comparison *set)
{
    if (set == NULL)
        return;
    for (size_t i = 0; i < set->count; i++)
        cli_free_kept_bytes(set->members[i].kept, set->kept_bytes);
    cli_mutex_free(&set->lock);
    ap_arena_free(&set->work);
    ap_arena_free(&set->arena);
    free(set);
}

/* Returns the comparison of the folder's skeletons, and makes it at the first call. Returns NULL if the folder could
   not be listed, or with *no_memory set when out of memory. */
static cli_folder_comparison *get_comparison_of_listed_folder(
    cli_folder *folder, atomic_size_t *kept_bytes, bool *no_memory)
{
    cli_lock(&folder->lock);
    const cli_candidate_list *files = cli_folder_candidates(folder, NULL);
    const bool listed = folder->error == 0;
    if (listed && folder->set == NULL)
        folder->set = create_folder_comparison(files, kept_bytes);
    cli_folder_comparison *set = folder->set;
    cli_unlock(&folder->lock);
    *no_memory = listed && set == NULL;
    return set;
}

/* Functions that choose which files of a folder are checked to compare their skeletons, and decide which files should have
   another skeleton. They run under the lock of the comparison. */

/* Copies skeleton `right`, which `files` other files have, into the set's arena for the finding; NULL when out of
   memory. */
static const ap_expected_skeleton *copy_expected_skeleton(
    cli_folder_comparison *set, size_t right, size_t files)
{
    const ap_view skeleton = set->skeletons.items[right];
    ap_expected_skeleton *use = ap_alloc(&set->arena, sizeof *use);
    uint8_t *bytes = ap_alloc(&set->arena, skeleton.size);
    if (use == NULL || bytes == NULL)
        return NULL;
    memcpy(bytes, skeleton.bytes, skeleton.size);
    *use = (ap_expected_skeleton){ .skeleton = { bytes, skeleton.size }, .files = files };
    return use;
}

/* Sets `expected_use` of each member that should have another skeleton than its own. */
static void set_expected_skeletons(cli_folder_comparison *set, const ap_set_skeleton *skeletons)
{
    const ap_expected_skeleton **uses = ap_alloc_array(&set->work, set->skeletons.count, sizeof *uses);
    for (size_t i = 0; uses != NULL && i < set->count; i++) {
        set_member *member = &set->members[i];
        const size_t right = cli_set_member_has_akin_skeleton(set, member)
                                 ? ap_find_right_skeleton(&member->about, skeletons)
                                 : AP_SET_NONE;
        if (right == AP_SET_NONE)
            continue;
        if (uses[right] == NULL)
            uses[right] = copy_expected_skeleton(set, right, skeletons[right].files);
        member->expected_use = uses[right];
    }
}

/* Decides by the members checked so far which skeletons are right, and fills `skeletons` (ap_choose_right_skeletons). `files`
   is scratch memory for one record per member. */
static void decide_right_skeletons(
    const cli_folder_comparison *set, ap_set_file *files, ap_set_skeleton *skeletons)
{
    const size_t count = set->skeletons.count;
    size_t file_count = 0;
    for (size_t i = 0; i < set->count; i++) {
        const set_member *member = &set->members[i];
        if (member->is_checked && cli_set_member_has_akin_skeleton(set, member))
            files[file_count++] = member->about;
    }
    for (size_t i = 0; i < count; i++)
        skeletons[i].akin = set->skeletons.akin + i * count;
    ap_choose_right_skeletons(files, file_count, skeletons, count);
}

/* Sets is_wanted of one mesh and one animation with each skeleton that is akin to another one. Returns false when out of
   memory. */
static bool choose_mesh_and_animation_unless_no_memory(cli_folder_comparison *set)
{
    bool(*has)[2] = ap_alloc_array(&set->work, set->skeletons.count, sizeof *has);
    for (size_t i = 0; has != NULL && i < set->count; i++) {
        set_member *member = &set->members[i];
        if (!cli_set_member_has_akin_skeleton(set, member))
            continue;
        bool *one = &has[member->skeleton][cli_set_member_is_companion(member)];
        member->is_wanted = !*one;
        *one = true;
    }
    return has != NULL;
}

/* Sets is_wanted of all unchecked members that have one of these skeletons. Returns false if all such members have been
   checked. */
static bool choose_files_with_skeletons(cli_folder_comparison *set, const bool *wanted_skeletons)
{
    bool any = false;
    for (size_t i = 0; i < set->count; i++) {
        set_member *member = &set->members[i];
        member->is_wanted = !member->is_checked && cli_set_member_has_akin_skeleton(set, member)
                            && wanted_skeletons[member->skeleton];
        any = any || member->is_wanted;
    }
    return any;
}

static bool choose_files_with_unserved_skeletons(
    cli_folder_comparison *set, const ap_set_skeleton *skeletons, bool *wanted)
{
    for (size_t i = 0; i < set->skeletons.count; i++)
        wanted[i] = !skeletons[i].is_served;
    return choose_files_with_skeletons(set, wanted);
}

static bool choose_files_akin_to_unserved_skeletons(
    cli_folder_comparison *set, const ap_set_skeleton *skeletons, bool *wanted)
{
    const size_t count = set->skeletons.count;
    memset(wanted, 0, count * sizeof *wanted);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; !skeletons[i].is_served && skeletons[i].files > 0 && k < count; k++)
            wanted[k] = wanted[k] || skeletons[i].akin[k];
    }
    return choose_files_with_skeletons(set, wanted);
}

/* Sets `is_wanted` of the members that the next round checks, and returns true. After the last round sets `expected_use` of all
   members and returns false; also returns false when out of memory. A skeleton that both a mesh and an animation have is right.
   So the first round checks one mesh and one animation with each skeleton. The second round checks all files with a skeleton
   that no such pair has. If some of these files are without errors, the third round checks the files with skeletons akin to
   theirs, because the finding says how many files have the right skeleton. */
static bool choose_next_round_or_decide(cli_folder_comparison *set)
{
    const size_t count = set->skeletons.count;
    if (set->stage == SET_READS)
        return choose_mesh_and_animation_unless_no_memory(set);
    ap_set_file *files = ap_alloc_array(&set->work, set->count, sizeof *files);
    ap_set_skeleton *skeletons = ap_alloc_array(&set->work, count, sizeof *skeletons);
    bool *wanted = ap_alloc_array(&set->work, count, sizeof *wanted);
    if (set->work.failed || set->no_memory)
        return false;
    decide_right_skeletons(set, files, skeletons);
    if (choose_files_with_unserved_skeletons(set, skeletons, wanted)
        || choose_files_akin_to_unserved_skeletons(set, skeletons, wanted))
        return true;
    set_expected_skeletons(set, skeletons);
    return false;
}

/* Functions that compare the folder. All but compare_folder run under the lock of the comparison. */

/* Begins the next round of checks, or ends the comparison. Called when the last member of a round is finished. */
static void start_round_or_end_comparison(cli_folder_comparison *set)
{
    cli_skeleton_list *skeletons = &set->skeletons;
    const bool differs = set->stage == SET_CHECKS
                         || (!skeletons->too_many && skeletons->count > 1
                             && cli_skeleton_list_mark_and_has_akin_pairs(
                                 skeletons, cli_format_of_set_file(set->files->items[0].path)->set));
    set->stage = differs && choose_next_round_or_decide(set) ? SET_CHECKS : SET_COMPARED;
    set->next = 0;
    set->left = set->count;
    set->no_memory = set->no_memory || set->work.failed || set->arena.failed;
    if (set->stage == SET_COMPARED)
        ap_arena_free(&set->work);
    pthread_cond_broadcast(&set->advanced);
}

/* Reads and checks members, as other threads do at the same time, until the comparison has ended. The caller holds the
   lock, which is released while this thread works on a member. */
static void compare_files_of_folder(folder_set_worker *r)
{
    cli_folder_comparison *set = r->set;
    while (set->stage != SET_COMPARED) {
        if (set->next == set->count) {
            cli_condition_wait(&set->lock, &set->advanced);
            continue;
        }
        const set_stage stage = set->stage;
        const size_t first = set->next, end = set->count - first < BATCH ? set->count : first + BATCH;
        set->next = end;
        cli_unlock(&set->lock);
        for (size_t i = first; i < end; i++)
            (stage == SET_READS ? cli_read_set_member_skeleton : cli_check_set_member_if_wanted)(
                r, &set->members[i], &set->files->items[i]);
        cli_lock(&set->lock);
        set->left -= end - first;
        set->no_memory |= r->lacks_memory;
        if (set->left == 0)
            start_round_or_end_comparison(set);
    }
}

static void compare_folder(const cli_file_check *at, cli_folder_comparison *set)
{
    folder_set_worker r = { .checker = at->checker, .folder = at->folder, .set = set };
    cli_lock(&set->lock);
    compare_files_of_folder(&r);
    cli_unlock(&set->lock);
    if (r.set_checker != NULL)
        cli_checker_free(r.set_checker);
    free(r.set_checker);
}

/* Functions that load a file */

/* Returns the member of the file with this path, or NULL. The caller holds the lock of the comparison. */
static set_member *find_member(cli_folder_comparison *set, const char *path)
{
    const cli_companion_candidate *files = set->files->items, *file = NULL;
    if (set->likely < set->count && strcmp(path, files[set->likely].path) == 0)
        file = &files[set->likely];
    else if (set->count > 0)
        file = cli_find_candidate_by_path(set->files, path);
    if (file == NULL)
        return NULL;
    set->likely = (size_t)(file - files) + 1;
    return &set->members[file - files];
}

/* Copies kept bytes of a file into `room`; ap_input calls this function in place of reading the file. */
static const char *read_kept_bytes(void *context, uint8_t *room, size_t bytes, size_t *got)
{
    ap_view *left = context;
    *got = bytes < left->size ? bytes : left->size;
    if (*got > 0)
        memcpy(room, left->bytes, *got);
    *left = (ap_view){ left->bytes + *got, left->size - *got };
    return NULL;
}

/* Compares the folder's skeletons unless that has been done. Returns the kept bytes of the checked file, and sets
   at->lint.set to the skeleton that the file should have. */
static ap_view compare_and_take_kept_bytes(cli_file_check *at, cli_folder_comparison *set)
{
    ap_view kept = { NULL, 0 };
    cli_lock(&set->lock);
    if (set->stage != SET_COMPARED) {
        cli_unlock(&set->lock);
        compare_folder(at, set);
        cli_lock(&set->lock);
    }
    set_member *member = find_member(set, at->entry->path);
    if (member != NULL) {
        kept = member->kept;
        member->kept = (ap_view){ NULL, 0 };
        at->lint.set = member->expected_use;
    }
    at->set_no_memory = set->no_memory;
    cli_unlock(&set->lock);
    return kept;
}

/* Returns true if the skeleton of the file is compared with those of its folder, and the rule of that comparison is
   on. */
static bool is_in_set_comparison(const cli_file_check *at)
{
    const cli_entry *entry = at->entry;
    if (at->checker->options->kept_bytes == NULL || at->folder == NULL || entry->kind == CLI_ENTRY_STREAM)
        return false;
    const ap_format *format = cli_format_of_set_file(entry->path);
    return format != NULL
           && ap_rule_settings_level(&entry->settings->reading.rule_settings, format->set->rule) != AP_OFF;
}

ap_status cli_load_and_compare_folder(cli_file_check *at)
{
    const cli_entry *entry = at->entry;
    ap_input *input = &at->checker->input;
    atomic_size_t *kept_bytes = at->checker->options->kept_bytes;
    cli_folder_comparison *set =
        is_in_set_comparison(at) ? get_comparison_of_listed_folder(at->folder, kept_bytes, &at->set_no_memory)
                                 : NULL;
    const ap_view kept = set == NULL ? (ap_view){ NULL, 0 } : compare_and_take_kept_bytes(at, set);
    if (kept.bytes == NULL)
        return cli_entry_load(entry, input);
    ap_view left = kept;
    const ap_input_source source = { &left, read_kept_bytes };
    const ap_status status = ap_input_load_source(input, &source, NULL);
    cli_free_kept_bytes(kept, kept_bytes);
    return status;
}
