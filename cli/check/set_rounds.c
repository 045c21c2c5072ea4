#include "cli/check/set_rounds.h"

#include <string.h>

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

bool cli_choose_next_round_or_decide(cli_folder_comparison *set)
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
