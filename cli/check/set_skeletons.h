/* Collects the different skeletons of a folder, and finds the pairs that are akin. */
#ifndef AP_SET_SKELETONS_H
#define AP_SET_SKELETONS_H

#include "validators/format.h"

#define CLI_NO_SKELETON ((size_t)-1)

/* Skeletons as ap_set.skeleton returns them. Initialise with zeros and an arena. */
typedef struct cli_set_skeletons {
    ap_arena *arena; /* owns all */
    ap_view *items;
    uint64_t *hashes;
    size_t count, room, bytes;
    bool too_many; /* the folder is over a limit */
    bool *akin;    /* for each pair of skeletons; set by cli_set_find_akin */
} cli_set_skeletons;

/* Returns the index of the skeleton with this hash, which is added if it is new. Returns CLI_NO_SKELETON if the folder is
   over a limit, or when out of memory: then the arena says so. */
size_t cli_set_add_skeleton(cli_set_skeletons *skeletons, ap_view skeleton, uint64_t hash);

/* Compares all pairs. Returns true if two skeletons are akin. */
bool cli_set_find_akin(cli_set_skeletons *skeletons, const ap_set *set);

/* Returns true if the skeleton is akin to another one. */
bool cli_set_has_akin(const cli_set_skeletons *skeletons, size_t index);

#endif
