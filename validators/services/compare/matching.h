/* Finds the element of the new file for each element of the old: joints, meshes, groups, markers. */
#ifndef AP_MATCHING_H
#define AP_MATCHING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/span.h"

#define AP_NO_MATCH SIZE_MAX

/* An element of a list: its name and the index of its parent, which is less than its own index; -1 for no
   parent. */
typedef struct ap_named_item {
    ap_view name;
    int32_t parent;
} ap_named_item;

typedef struct ap_named_list {
    ap_named_item *items; /* in the arena */
    size_t count;
} ap_named_list;

typedef struct ap_matching {
    size_t *to_new; /* index in the new list for each element of the old list, or AP_NO_MATCH; in the arena */
    size_t *to_old; /* index in the old list for each element of the new list, or AP_NO_MATCH; in the arena */
    /* per element of the old list: true if it is matched, and not in the largest set of matches with one order in both lists */
    bool *moved;
} ap_matching;

/* Matches elements with equal names that are not empty; of several elements with one name, the first with the first. Then
   matches the remaining elements between two matches in their order if their parents match: these were renamed. Returns false
   when out of memory. Compares names O(n log n) times. */
bool ap_match_named_lists(
    const ap_named_list *old_list, const ap_named_list *new_list, ap_arena *arena, ap_matching *matching);

#endif
