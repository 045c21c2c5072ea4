/* Collects the different skeletons of a folder, and finds the pairs of skeletons that are akin: at least half of their
   joint names are in both. */
#ifndef AP_SET_SKELETONS_H
#define AP_SET_SKELETONS_H

#include "validators/format.h"

#define CLI_NO_SKELETON ((size_t)-1)

/* Skeletons as ap_skeleton_comparer.skeleton returns them. Initialise with zeros, then set `arena`. */
typedef struct cli_skeleton_list {
    ap_arena *arena; /* owns all */
    ap_view *items;
    uint64_t *hashes;
    size_t count, room, bytes;
    bool too_many; /* the folder has more skeletons, or more bytes of skeletons, than the limits allow */
    /* akin[i * count + k]: skeletons i and k are akin; set by cli_skeleton_list_mark_and_has_akin_pairs */
    bool *akin;
} cli_skeleton_list;

/* Returns the index of this skeleton, which is added if it is new. `hash` is its cli_hash_identity. Returns
   CLI_NO_SKELETON if the folder is over a limit (too_many), or when out of memory (arena->failed). */
size_t cli_skeleton_list_find_or_add(cli_skeleton_list *skeletons, ap_view skeleton, uint64_t hash);

/* Sets `akin` of all pairs. Returns true if two skeletons are akin; false when out of memory, too (arena->failed). */
bool cli_skeleton_list_mark_and_has_akin_pairs(cli_skeleton_list *skeletons, const ap_skeleton_comparer *set);

/* Returns true if skeleton `index` is akin to another skeleton. */
bool cli_skeleton_list_has_akin(const cli_skeleton_list *skeletons, size_t index);

#endif
