#include "validators/services/compare/compare_joints.h"
#include "core/base/same_bytes.h"

#include <stdio.h>

typedef struct joint_lists {
    const ap_named_list *old_list, *new_list;
    const char *list_name;
    ap_changes *changes;
    const ap_matching *matching;
    /* per joint of the old and of the new list: the index of the joint itself if it has a match, otherwise of its nearest
       ancestor with a match; AP_NO_MATCH if no ancestor has one */
    size_t *old_kept, *new_kept;
} joint_lists;

/* Returns for each joint its own index if it has a match, otherwise the index of its nearest ancestor with a match, or
   AP_NO_MATCH. Requires that parents come before their children. Returns NULL when out of memory. */
static size_t *find_matched_selves_or_ancestors(
    const ap_named_list *list, const size_t *matches, ap_arena *arena)
{
    size_t *kept = ap_alloc_array(arena, list->count, sizeof *kept);
    for (size_t i = 0; kept != NULL && i < list->count; i++) {
        const int32_t parent = list->items[i].parent;
        kept[i] = matches[i] != AP_NO_MATCH ? i : parent < 0 ? AP_NO_MATCH : kept[parent];
    }
    return kept;
}

static size_t nearest_matched_parent(const ap_named_list *list, const size_t *kept, size_t joint)
{
    const int32_t parent = list->items[joint].parent;
    return parent < 0 ? AP_NO_MATCH : kept[parent];
}

/* Describes the parent of a joint for messages: `below "arm"`, or "without a parent". */
static void describe_parent(const ap_named_list *list, size_t joint, char *text, size_t size)
{
    const int32_t parent = list->items[joint].parent;
    if (parent < 0)
        snprintf(text, size, "without a parent");
    else
        snprintf(text, size, "below %s", ap_quote_name(list->items[parent].name).text);
}

/* Text at the start or the end of a name that was added or removed when the joint was renamed. */
typedef struct name_affix {
    ap_view text;
    /* at_start: the text is at the start of the name; added: the new name has the text, the old name has
       not */
    bool at_start, added;
} name_affix;

/* Returns true if the longer name is the shorter name with text before it (at_start) or after it, and sets
   *affix to this text. */
static bool find_affix(ap_view one, ap_view other, bool at_start, name_affix *affix)
{
    const bool added = other.size > one.size;
    const ap_view longer = added ? other : one, shorter = added ? one : other;
    const size_t rest = longer.size - shorter.size;
    const size_t kept_at = at_start ? rest : 0;
    if (rest == 0 || !ap_same_bytes((ap_view){ longer.bytes + kept_at, shorter.size }, shorter))
        return false;
    *affix = (name_affix){ { longer.bytes + (at_start ? 0 : shorter.size), rest }, at_start, added };
    return true;
}

/* Returns the number of renamed joints if all of their names gained or all lost the same text at the start (at_start) or at the
   end; otherwise 0. */
static size_t find_common_affix(const joint_lists *s, bool at_start, name_affix *common)
{
    size_t renamed = 0;
    for (size_t i = 0; i < s->old_list->count; i++) {
        const size_t j = s->matching->to_new[i];
        name_affix affix;
        if (j == AP_NO_MATCH || ap_same_bytes(s->old_list->items[i].name, s->new_list->items[j].name))
            continue;
        if (!find_affix(s->old_list->items[i].name, s->new_list->items[j].name, at_start, &affix))
            return 0;
        if (renamed++ == 0)
            *common = affix;
        if (affix.added != common->added || !ap_same_bytes(affix.text, common->text))
            return 0;
    }
    return renamed;
}

/* If at least three joints were renamed, and all of them gained or all lost the same prefix or suffix, reports them as one
   change and returns true; otherwise returns false. */
static bool report_if_all_renamed_alike(const joint_lists *s)
{
    enum { LEAST_JOINTS = 3 };
    name_affix affix = { { NULL, 0 }, false, false };
    size_t renamed = find_common_affix(s, true, &affix);
    if (renamed < LEAST_JOINTS)
        renamed = find_common_affix(s, false, &affix);
    if (renamed < LEAST_JOINTS)
        return false;
    ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_JOINT_RENAMED,
        "%zu joints renamed: their names %s with %s", renamed,
        affix.added ? (affix.at_start ? "now begin" : "now end")
                    : (affix.at_start ? "no longer begin" : "no longer end"),
        ap_quote_name(affix.text).text);
    ap_set_change_path(change, "%s[*].name", s->list_name);
    ap_set_change_values(change, affix.added ? ap_no_value() : ap_bytes(affix.text),
        affix.added ? ap_bytes(affix.text) : ap_no_value());
    return true;
}

static void report_renamed_joints(const joint_lists *s)
{
    if (report_if_all_renamed_alike(s))
        return;
    for (size_t i = 0; i < s->old_list->count; i++) {
        const size_t j = s->matching->to_new[i];
        if (j == AP_NO_MATCH || ap_same_bytes(s->old_list->items[i].name, s->new_list->items[j].name))
            continue;
        const ap_view one = s->old_list->items[i].name, other = s->new_list->items[j].name;
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_JOINT_RENAMED,
            "joint %zu renamed from %s to %s", i, ap_quote_name(one).text, ap_quote_name(other).text);
        ap_set_old_path(change, "%s[%zu].name", s->list_name, i);
        ap_set_new_path(change, "%s[%zu].name", s->list_name, j);
        ap_set_change_values(change, ap_bytes(one), ap_bytes(other));
    }
}

static void report_added_and_removed_joints(const joint_lists *s)
{
    char where[100];
    for (size_t i = 0; i < s->old_list->count; i++) {
        if (s->matching->to_new[i] != AP_NO_MATCH)
            continue;
        const ap_view name = s->old_list->items[i].name;
        describe_parent(s->old_list, i, where, sizeof where);
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_JOINT_REMOVED,
            "joint %zu %s removed; it was %s", i, ap_quote_name(name).text, where);
        ap_set_old_path(change, "%s[%zu]", s->list_name, i);
        ap_set_change_values(change, ap_bytes(name), ap_no_value());
    }
    for (size_t j = 0; j < s->new_list->count; j++) {
        if (s->matching->to_old[j] != AP_NO_MATCH)
            continue;
        const ap_view name = s->new_list->items[j].name;
        describe_parent(s->new_list, j, where, sizeof where);
        ap_change *change = ap_add_change_or_spare(
            s->changes, AP_CHANGE_JOINT_ADDED, "joint %zu %s added %s", j, ap_quote_name(name).text, where);
        ap_set_new_path(change, "%s[%zu]", s->list_name, j);
        ap_set_change_values(change, ap_no_value(), ap_bytes(name));
    }
}

static void report_reordered_joints(const joint_lists *s)
{
    for (size_t i = 0; i < s->old_list->count; i++) {
        if (!s->matching->moved[i])
            continue;
        const size_t j = s->matching->to_new[i];
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_JOINT_MOVED,
            "joint %s moved from number %zu to %zu", ap_quote_name(s->new_list->items[j].name).text, i, j);
        ap_set_old_path(change, "%s[%zu]", s->list_name, i);
        ap_set_new_path(change, "%s[%zu]", s->list_name, j);
        ap_set_change_values(change, ap_size(i), ap_size(j));
    }
}

/* Returns true if the parent of the joint changed. Joints that were added or removed between the joint and its parent do not
   count as a change. */
static bool has_other_parent(const joint_lists *s, size_t i, size_t j)
{
    const size_t one = nearest_matched_parent(s->old_list, s->old_kept, i),
                 other = nearest_matched_parent(s->new_list, s->new_kept, j);
    return one == AP_NO_MATCH || other == AP_NO_MATCH ? one != other : s->matching->to_new[one] != other;
}

static void report_changed_parents(const joint_lists *s)
{
    char before[100], after[100];
    for (size_t i = 0; i < s->old_list->count; i++) {
        const size_t j = s->matching->to_new[i];
        if (j == AP_NO_MATCH || !has_other_parent(s, i, j))
            continue;
        describe_parent(s->old_list, i, before, sizeof before);
        describe_parent(s->new_list, j, after, sizeof after);
        ap_change *change =
            ap_add_change_or_spare(s->changes, AP_CHANGE_JOINT_PARENT, "joint %zu %s is %s; it was %s", j,
                ap_quote_name(s->new_list->items[j].name).text, after, before);
        ap_set_old_path(change, "%s[%zu].parent", s->list_name, i);
        ap_set_new_path(change, "%s[%zu].parent", s->list_name, j);
        ap_set_change_values(
            change, ap_integer(s->old_list->items[i].parent), ap_integer(s->new_list->items[j].parent));
    }
}

/* Returns true if the parents of joints i and j match, or if neither joint has a parent. */
static bool do_parents_match(const joint_lists *s, size_t i, size_t j)
{
    const int32_t one = s->old_list->items[i].parent, other = s->new_list->items[j].parent;
    return one < 0 || other < 0 ? one < 0 && other < 0 : s->matching->to_new[one] == (size_t)other;
}

bool ap_compare_joints(const ap_named_list *old_list, const ap_named_list *new_list, const char *list_name,
    ap_changes *changes, ap_matching *matching, bool **comparable)
{
    ap_arena *arena = changes->arena;
    if (!ap_match_named_lists(old_list, new_list, arena, matching))
        return false;
    joint_lists s = { old_list, new_list, list_name, changes, matching, NULL, NULL };
    s.old_kept = find_matched_selves_or_ancestors(old_list, matching->to_new, arena);
    s.new_kept = find_matched_selves_or_ancestors(new_list, matching->to_old, arena);
    *comparable = ap_alloc_array(arena, old_list->count, sizeof **comparable);
    if (arena->failed)
        return false;
    report_added_and_removed_joints(&s);
    report_renamed_joints(&s);
    report_changed_parents(&s);
    report_reordered_joints(&s);
    for (size_t i = 0; i < old_list->count; i++) {
        const size_t j = matching->to_new[i];
        (*comparable)[i] = j != AP_NO_MATCH && do_parents_match(&s, i, j);
    }
    return !arena->failed;
}
