#include "cli/check/folder_set.h"

#include <stdlib.h>
#include <string.h>

#include "cli/check/set_member.h"
#include "validators/set_judge.h"

enum { BATCH = 16 /* most files that a thread takes under one lock */ };

/* Functions that make and free the comparison of a folder */

static cli_folder_set *make_set(const cli_candidate_list *files, atomic_size_t *kept_bytes)
{
    cli_folder_set *set = calloc(1, sizeof *set);
    if (set == NULL)
        return NULL;
    cli_mutex_init(&set->lock, CLI_RANK_SET);
    pthread_cond_init(&set->advanced, NULL);
    ap_arena_init(&set->work, 0);
    ap_arena_init(&set->arena, 0);
    set->files = files;
    set->kept_bytes = kept_bytes;
    set->skeletons.arena = &set->work;
    const size_t count = files->count < 2 || files->count > CLI_SET_FILES ? 0 : files->count;
    set->members = ap_alloc_array(&set->arena, count, sizeof *set->members);
    set->stage = count == 0 ? SET_JUDGED : SET_READS;
    if (set->members != NULL) {
        set->count = set->left = count;
        return set;
    }
    cli_folder_set_free(set);
    return NULL;
}

void cli_folder_set_free(cli_folder_set *set)
{
    if (set == NULL)
        return;
    for (size_t i = 0; i < set->count; i++) {
        if (set->members[i].bytes != NULL)
            atomic_fetch_sub(set->kept_bytes, set->members[i].size_bytes);
        free(set->members[i].bytes);
    }
    cli_mutex_free(&set->lock);
    ap_arena_free(&set->work);
    ap_arena_free(&set->arena);
    free(set);
}

/* Returns the comparison of the folder. Returns NULL if the folder could not be listed, or when out of memory. */
static cli_folder_set *set_of(cli_folder *folder, atomic_size_t *kept_bytes, bool *no_memory)
{
    cli_lock(&folder->lock);
    const cli_candidate_list *files = cli_folder_candidates(folder, NULL);
    const bool listed = folder->error == 0;
    if (listed && folder->set == NULL)
        folder->set = make_set(files, kept_bytes);
    cli_folder_set *set = folder->set;
    cli_unlock(&folder->lock);
    *no_memory = listed && set == NULL;
    return set;
}

/* Functions that judge. The caller holds the lock. */

/* Returns the skeleton that other files have, in the set's arena; NULL when out of memory. */
static const ap_set_use *make_use(cli_folder_set *set, size_t right, size_t files)
{
    const ap_view skeleton = set->skeletons.items[right];
    ap_set_use *use = ap_alloc(&set->arena, sizeof *use);
    uint8_t *bytes = ap_alloc(&set->arena, skeleton.size);
    if (use == NULL || bytes == NULL)
        return NULL;
    memcpy(bytes, skeleton.bytes, skeleton.size);
    *use = (ap_set_use){ .skeleton = { bytes, skeleton.size }, .files = files };
    return use;
}

/* Sets `told` of the members that should have another skeleton. */
static void tell_members(cli_folder_set *set, const ap_set_skeleton *skeletons)
{
    const ap_set_use **uses = ap_alloc_array(&set->work, set->skeletons.count, sizeof *uses);
    for (size_t i = 0; uses != NULL && i < set->count; i++) {
        set_member *member = &set->members[i];
        const size_t right =
            cli_set_is_compared(set, member) ? ap_set_right(&member->about, skeletons) : AP_SET_NONE;
        if (right == AP_SET_NONE)
            continue;
        if (uses[right] == NULL)
            uses[right] = make_use(set, right, skeletons[right].files);
        member->told = uses[right];
    }
}

static void judge_members(cli_folder_set *set)
{
    const size_t count = set->skeletons.count;
    ap_set_file *files = ap_alloc_array(&set->work, set->count, sizeof *files);
    ap_set_skeleton *skeletons = ap_alloc_array(&set->work, count, sizeof *skeletons);
    size_t file_count = 0;
    if (set->work.failed || set->no_memory)
        return;
    for (size_t i = 0; i < set->count; i++) {
        if (cli_set_is_compared(set, &set->members[i]))
            files[file_count++] = set->members[i].about;
    }
    for (size_t i = 0; i < count; i++)
        skeletons[i].akin = set->skeletons.akin + i * count;
    ap_set_judge(files, file_count, skeletons, count);
    tell_members(set, skeletons);
}

/* Begins the next stage, after all members are finished. */
static void advance(cli_folder_set *set)
{
    cli_set_skeletons *skeletons = &set->skeletons;
    const bool compared = set->stage == SET_READS && !skeletons->too_many && skeletons->count > 1
                          && cli_set_find_akin(skeletons, cli_set_format(set->files->items[0].path)->set);
    if (set->stage == SET_CHECKS)
        judge_members(set);
    set->stage = compared ? SET_CHECKS : SET_JUDGED;
    set->next = 0;
    set->left = set->count;
    set->no_memory = set->no_memory || set->work.failed || set->arena.failed;
    if (set->stage == SET_JUDGED)
        ap_arena_free(&set->work);
    pthread_cond_broadcast(&set->advanced);
}

/* Works on members until the folder is judged, together with other threads. The caller holds the lock. */
static void compare_members(set_reader *r)
{
    cli_folder_set *set = r->set;
    while (set->stage != SET_JUDGED) {
        if (set->next == set->count) {
            cli_condition_wait(&set->lock, &set->advanced);
            continue;
        }
        const set_stage stage = set->stage;
        const size_t first = set->next, end = set->count - first < BATCH ? set->count : first + BATCH;
        set->next = end;
        cli_unlock(&set->lock);
        for (size_t i = first; i < end; i++)
            (stage == SET_READS ? cli_set_read_member : cli_set_check_member)(
                r, &set->members[i], &set->files->items[i]);
        cli_lock(&set->lock);
        set->left -= end - first;
        set->no_memory |= r->lacks_memory;
        if (set->left == 0)
            advance(set);
    }
}

static bool is_judged(cli_folder_set *set)
{
    cli_lock(&set->lock);
    const bool judged = set->stage == SET_JUDGED;
    cli_unlock(&set->lock);
    return judged;
}

static void compare_folder(const cli_file_check *at, cli_folder_set *set)
{
    if (is_judged(set))
        return;
    set_reader r = { .checker = at->checker, .folder = at->folder, .set = set };
    cli_lock(&set->lock);
    compare_members(&r);
    cli_unlock(&set->lock);
    if (r.options.reading != NULL)
        cli_checker_free(&r.judge);
}

/* Functions that load a file */

static int compare_path(const void *path, const void *file)
{
    return strcmp(path, ((const cli_companion_candidate *)file)->path);
}

/* Returns the member with the path, or NULL. */
static set_member *find_member(const cli_folder_set *set, const char *path)
{
    const cli_companion_candidate *files = set->files->items;
    const cli_companion_candidate *file =
        set->count == 0 ? NULL : bsearch(path, files, set->count, sizeof *files, compare_path);
    return file == NULL ? NULL : &set->members[file - files];
}

/* Reads the kept bytes, as the source of an input. */
static const char *read_kept(void *context, uint8_t *room, size_t bytes, size_t *got)
{
    ap_view *left = context;
    *got = bytes < left->size ? bytes : left->size;
    if (*got > 0)
        memcpy(room, left->bytes, *got);
    *left = (ap_view){ left->bytes + *got, left->size - *got };
    return NULL;
}

/* Moves the kept bytes of a member to the input. Loads the entry if none are kept. */
static ap_status load_member(const cli_file_check *at, cli_folder_set *set, set_member *member)
{
    ap_input *input = &at->checker->input;
    cli_lock(&set->lock);
    uint8_t *bytes = member->bytes;
    member->bytes = NULL;
    cli_unlock(&set->lock);
    if (bytes == NULL)
        return cli_entry_load(at->entry, input);
    ap_view left = { bytes, member->size_bytes };
    const ap_input_source source = { &left, read_kept };
    const ap_status status = ap_input_load_source(input, &source, NULL);
    atomic_fetch_sub(set->kept_bytes, member->size_bytes);
    free(bytes);
    return status;
}

ap_status cli_set_load(cli_file_check *at)
{
    const cli_entry *entry = at->entry;
    atomic_size_t *kept_bytes = at->checker->options->kept_bytes;
    const bool compared = kept_bytes != NULL && at->folder != NULL && entry->kind != CLI_ENTRY_STREAM
                          && cli_set_format(entry->path) != NULL;
    cli_folder_set *set = compared ? set_of(at->folder, kept_bytes, &at->set_no_memory) : NULL;
    if (set == NULL)
        return cli_entry_load(entry, &at->checker->input);
    compare_folder(at, set);
    set_member *member = find_member(set, entry->path);
    at->set_no_memory = set->no_memory;
    at->lint.set = member == NULL ? NULL : member->told;
    return member == NULL ? cli_entry_load(entry, &at->checker->input) : load_member(at, set, member);
}
