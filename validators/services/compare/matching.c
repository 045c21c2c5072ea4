#include "validators/services/compare/matching.h"

#include <stdlib.h>
#include <string.h>

typedef struct sorted_name {
    ap_view name;
    size_t index;
} sorted_name;

static int compare_views(ap_view one, ap_view other)
{
    const size_t shorter = one.size < other.size ? one.size : other.size;
    const int order = shorter == 0 ? 0 : memcmp(one.bytes, other.bytes, shorter);
    return order != 0 ? order : (one.size > other.size) - (one.size < other.size);
}

static int compare_sorted_names(const void *a, const void *b)
{
    const sorted_name *one = a, *other = b;
    const int order = compare_views(one->name, other->name);
    return order != 0 ? order : (one->index > other->index) - (one->index < other->index);
}

static sorted_name *sort_names(const ap_named_list *list, ap_arena *arena)
{
    sorted_name *names = ap_alloc_array(arena, list->count, sizeof *names);
    if (names == NULL)
        return NULL;
    for (size_t i = 0; i < list->count; i++)
        names[i] = (sorted_name){ list->items[i].name, i };
    if (list->count > 1)
        qsort(names, list->count, sizeof *names, compare_sorted_names);
    return names;
}

static void set_match(ap_matching *matching, size_t of_old, size_t of_new)
{
    matching->to_new[of_old] = of_new;
    matching->to_old[of_new] = of_old;
}

/* Matches equal names. Empty names are left to match_renamed. */
static bool match_equal_names(
    const ap_named_list *old_list, const ap_named_list *new_list, ap_arena *arena, ap_matching *matching)
{
    const sorted_name *one = sort_names(old_list, arena), *other = sort_names(new_list, arena);
    if (one == NULL || other == NULL)
        return false;
    for (size_t i = 0, j = 0; i < old_list->count && j < new_list->count;) {
        const int order = compare_views(one[i].name, other[j].name);
        if (order == 0 && one[i].name.size > 0)
            set_match(matching, one[i].index, other[j].index);
        i += order <= 0;
        j += order >= 0;
    }
    return true;
}

static bool parents_match(const ap_matching *matching, const ap_named_item *one, const ap_named_item *other)
{
    if (one->parent < 0 || other->parent < 0)
        return one->parent < 0 && other->parent < 0;
    return matching->to_new[one->parent] == (size_t)other->parent;
}

/* Matches, in their order, elements without a match that are between the same two matched elements in both lists, if their
   parents match. */
static void match_renamed(const ap_named_list *old_list, const ap_named_list *new_list, ap_matching *matching)
{
    size_t j = 0;
    for (size_t i = 0; i < old_list->count;) {
        if (matching->to_new[i] != AP_NO_MATCH) {
            j = matching->to_new[i++] + 1;
            continue;
        }
        size_t old_end = i, new_end = j;
        while (old_end < old_list->count && matching->to_new[old_end] == AP_NO_MATCH)
            old_end++;
        while (new_end < new_list->count && matching->to_old[new_end] == AP_NO_MATCH)
            new_end++;
        while (i < old_end && j < new_end) {
            if (parents_match(matching, &old_list->items[i], &new_list->items[j]))
                set_match(matching, i++, j++);
            else if (new_end - j > old_end - i)
                j++;
            else
                i++;
        }
        i = old_end;
    }
}

/* Marks as moved the elements outside the longest increasing subsequence of matches. tails[n] is the last element of the
   subsequence of n + 1 matches that ends earliest in the new list. */
static bool mark_moved_elements(const ap_named_list *old_list, ap_arena *arena, ap_matching *matching)
{
    const size_t count = old_list->count;
    size_t *tails = ap_alloc_array(arena, count, sizeof *tails);
    size_t *before = ap_alloc_array(arena, count, sizeof *before);
    size_t length = 0;
    if (tails == NULL || before == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const size_t at = matching->to_new[i];
        if (at == AP_NO_MATCH)
            continue;
        size_t low = 0, high = length;
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            if (matching->to_new[tails[middle]] < at)
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low == 0 ? AP_NO_MATCH : tails[low - 1];
        tails[low] = i;
        length += low == length;
        matching->moved[i] = true;
    }
    for (size_t i = length == 0 ? AP_NO_MATCH : tails[length - 1]; i != AP_NO_MATCH; i = before[i])
        matching->moved[i] = false;
    return true;
}

bool ap_match_named_lists(
    const ap_named_list *old_list, const ap_named_list *new_list, ap_arena *arena, ap_matching *matching)
{
    matching->to_new = ap_alloc_array(arena, old_list->count, sizeof *matching->to_new);
    matching->to_old = ap_alloc_array(arena, new_list->count, sizeof *matching->to_old);
    matching->moved = ap_alloc_array(arena, old_list->count, sizeof *matching->moved);
    if (arena->failed)
        return false;
    for (size_t i = 0; i < old_list->count; i++)
        matching->to_new[i] = AP_NO_MATCH;
    for (size_t i = 0; i < new_list->count; i++)
        matching->to_old[i] = AP_NO_MATCH;
    if (!match_equal_names(old_list, new_list, arena, matching))
        return false;
    match_renamed(old_list, new_list, matching);
    return mark_moved_elements(old_list, arena, matching);
}
