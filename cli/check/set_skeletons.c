#include "cli/check/set_skeletons.h"

#include <string.h>

#include "cli/check/folder_set.h"
#include "core/base/same_bytes.h"

static bool make_room_for_skeleton(cli_skeleton_list *skeletons)
{
    size_t room = skeletons->room;
    ap_view *items =
        ap_grow_array(skeletons->arena, skeletons->items, skeletons->count, &room, sizeof *items);
    uint64_t *hashes = ap_grow_array(
        skeletons->arena, skeletons->hashes, skeletons->count, &skeletons->room, sizeof *hashes);
    if (items == NULL || hashes == NULL)
        return false;
    skeletons->items = items;
    skeletons->hashes = hashes;
    return true;
}

size_t cli_skeleton_list_find_or_add(cli_skeleton_list *skeletons, ap_view skeleton, uint64_t hash)
{
    for (size_t i = 0; i < skeletons->count; i++) {
        if (skeletons->hashes[i] == hash && ap_same_bytes(skeletons->items[i], skeleton))
            return i;
    }
    skeletons->bytes += skeleton.size;
    skeletons->too_many = skeletons->too_many || skeletons->count == CLI_SET_SKELETONS
                          || skeletons->bytes > CLI_SET_SKELETON_BYTES;
    uint8_t *bytes = skeletons->too_many ? NULL : ap_alloc(skeletons->arena, skeleton.size);
    if (bytes == NULL || !make_room_for_skeleton(skeletons))
        return CLI_NO_SKELETON;
    memcpy(bytes, skeleton.bytes, skeleton.size);
    skeletons->hashes[skeletons->count] = hash;
    skeletons->items[skeletons->count] = (ap_view){ bytes, skeleton.size };
    return skeletons->count++;
}

bool cli_skeleton_list_mark_and_has_akin_pairs(cli_skeleton_list *skeletons, const ap_skeleton_comparer *set)
{
    const size_t count = skeletons->count;
    const void **names = ap_alloc_array(skeletons->arena, count, sizeof *names);
    bool any = false;
    skeletons->akin = ap_alloc_array(skeletons->arena, count * count, sizeof *skeletons->akin);
    for (size_t i = 0; i < count && !skeletons->arena->failed; i++)
        names[i] = set->names(skeletons->items[i], skeletons->arena);
    for (size_t i = 0; i < count && !skeletons->arena->failed; i++) {
        for (size_t k = 0; k < i; k++) {
            const bool akin = set->are_akin(names[i], names[k]);
            skeletons->akin[i * count + k] = skeletons->akin[k * count + i] = akin;
            any = any || akin;
        }
    }
    return any && !skeletons->arena->failed;
}

bool cli_skeleton_list_has_akin(const cli_skeleton_list *skeletons, size_t index)
{
    return memchr(skeletons->akin + index * skeletons->count, true, skeletons->count) != NULL;
}
