/* Defects in the names and mappings of the groups of a motion file. */
#include <string.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_corpus.h"
#include "corpus/memg/memg_group_bytes.h"
#include "corpus/memg/memg_page.h"

#define FORMAT "memg"

/* Returns true if all characters of the name are ASCII, and neither spaces nor control characters, so that no rule applies to its
   bytes. */
static bool is_name_ascii_word(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    const ap_view name = ap_memg_candidate_group_name(candidates, group);
    for (size_t i = 0; i < name.size; i++) {
        if (name.bytes[i] <= 0x20 || name.bytes[i] >= 0x7f)
            return false;
    }
    return true;
}

/* Expects the findings about the scene after the group was given a name that no group of the motion has. `span` is the name in
   the changed file. Returns false if a group of the scene has the name. */
static bool expect_findings_of_rename(
    ap_memg_candidates *candidates, const ap_memg_candidate_group *group, ap_view name, ap_span span)
{
    ap_damage *damage = candidates->damage;
    if (!candidates->has_scene)
        return true;
    if (ap_find_sketched_group(&candidates->scene, name) != NULL)
        return false;
    return ap_expect_with_path_of_field(damage, "memg/group-not-in-obj", span, group->name)
           && ap_memg_expect_group_without_motion(candidates, group)
           && ap_expect_vanished_at(damage, "memg/vertex-unmapped", group->vertex_count->span);
}

/* Replaces a byte of the name by the defect's number: the last byte if the defect has a text, otherwise a random byte. */
static bool replace_byte_of_name(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    const uint8_t byte = (uint8_t)damage->defect->number;
    if (damage->defect->near_miss && candidates->has_scene)
        return false;
    const ap_span span = group->name->span;
    uint8_t *changed = ap_alloc(damage->arena, span.length);
    if (changed == NULL)
        return false;
    const size_t at =
        damage->defect->text != NULL ? span.length - 1 : ap_choose_below(damage->choices, span.length);
    memcpy(changed, damage->input.bytes + span.offset, span.length);
    changed[at] = byte;
    const ap_view name = { changed, span.length };
    if (ap_memg_has_group_named(candidates, name))
        return false;
    const bool own = strcmp(damage->defect->rule, "memg/group-not-in-obj") != 0;
    return ap_edit_span(damage, span, changed, span.length)
           && (!own || ap_expect_own_rule(damage, group->name))
           && expect_findings_of_rename(candidates, group, name, span);
}

/* Replaces the group's name by one that no group has, adjusts the name length, and expects the findings about the scene. */
static bool give_unused_name(
    ap_memg_candidates *candidates, const ap_memg_candidate_group *group, ap_view name)
{
    ap_damage *damage = candidates->damage;
    const ap_span old = { group->name_length->span.offset, MEMG_COUNT_BYTES + group->name->span.length };
    uint8_t *block = ap_alloc(damage->arena, MEMG_COUNT_BYTES + name.size);
    if (block == NULL || group->name->swap || (damage->defect->near_miss && candidates->has_scene)
        || ap_memg_has_group_named(candidates, name))
        return false;
    ap_memg_put_count(block, name.size);
    memcpy(block + MEMG_COUNT_BYTES, name.bytes, name.size);
    return ap_edit_span(damage, old, block, MEMG_COUNT_BYTES + name.size)
           && expect_findings_of_rename(
               candidates, group, name, (ap_span){ group->name->span.offset, name.size });
}

/* Appends `_` to the name of the group. */
static bool lengthen_name(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    const size_t length = group->name->span.length + 1;
    uint8_t *name = ap_alloc(damage->arena, length);
    if (name == NULL)
        return false;
    memcpy(name, damage->input.bytes + group->name->span.offset, length - 1);
    name[length - 1] = '_';
    return give_unused_name(candidates, group, (ap_view){ name, length });
}

/* Gives the group an ASCII name with as many bytes as the defect's number says. */
static bool rename_group(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    const size_t length = (size_t)damage->defect->number;
    uint8_t *name = ap_alloc(damage->arena, length);
    if (name == NULL)
        return false;
    memset(name, 'n', length);
    return give_unused_name(candidates, group, (ap_view){ name, length });
}

static bool empty_name(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    const uint8_t none[MEMG_COUNT_BYTES] = { 0 };
    const ap_span old = { group->name_length->span.offset, MEMG_COUNT_BYTES + group->name->span.length };
    return ap_edit_span(damage, old, none, sizeof none) && ap_expect_own_rule(damage, group->name_length)
           && ap_memg_expect_group_without_motion(candidates, group)
           && ap_expect_vanished_at(damage, "memg/vertex-unmapped", group->vertex_count->span);
}

static bool is_not_first_group(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    (void)candidates;
    return group->index > 0;
}

/* Picks a group, and a group that precedes it in the file. */
static bool pick_group_and_earlier_group(ap_damage *damage, ap_memg_candidates *candidates,
    const ap_memg_candidate_group **group, const ap_memg_candidate_group **earlier)
{
    *group = ap_memg_find_candidates(damage, candidates) ? ap_memg_pick_group(candidates, is_not_first_group)
                                                         : NULL;
    if (*group == NULL)
        return false;
    *earlier = &candidates->groups[ap_choose_below(damage->choices, (*group)->index)];
    return true;
}

/* Gives a group the name of an earlier group. */
static bool repeat_name(ap_damage *damage)
{
    ap_memg_candidates candidates;
    const ap_memg_candidate_group *group, *earlier;
    if (!pick_group_and_earlier_group(damage, &candidates, &group, &earlier))
        return false;
    const size_t length = earlier->name->span.length;
    if (!is_name_ascii_word(&candidates, earlier))
        return false;
    const ap_span old = { group->name_length->span.offset, MEMG_COUNT_BYTES + group->name->span.length };
    const uint8_t *bytes = damage->input.bytes + earlier->name_length->span.offset;
    return ap_edit_span(damage, old, bytes, MEMG_COUNT_BYTES + length)
           && ap_expect_with_path_of_field(
               damage, damage->defect->rule, (ap_span){ group->name->span.offset, length }, group->name)
           && ap_memg_expect_group_without_motion(&candidates, group)
           && ap_expect_vanished_at(damage, "memg/vertex-unmapped", group->vertex_count->span);
}

/* Gives a group the name of an earlier group, with the last letter replaced by `~`. */
static bool repeat_name_with_tilde_at_end(ap_damage *damage)
{
    ap_memg_candidates candidates;
    const ap_memg_candidate_group *group, *earlier;
    if (!pick_group_and_earlier_group(damage, &candidates, &group, &earlier))
        return false;
    const ap_view old = ap_memg_candidate_group_name(&candidates, earlier);
    uint8_t *name = ap_alloc(damage->arena, old.size);
    if (name == NULL || !is_name_ascii_word(&candidates, earlier))
        return false;
    memcpy(name, old.bytes, old.size);
    name[old.size - 1] = '~';
    return give_unused_name(&candidates, group, (ap_view){ name, old.size });
}

/* Mappings */

/* Returns the number of entries of the group that map to the vertex. */
static size_t count_entries_of_vertex(
    const ap_memg_candidates *candidates, const ap_memg_candidate_group *group, int32_t vertex)
{
    size_t times = 0;
    for (size_t i = 0; i < group->vertices; i++)
        times += ap_field_i32(candidates->damage, group->mapping + i) == vertex;
    return times;
}

static bool has_two_vertices(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    (void)candidates;
    return group->vertices >= 2;
}

static bool has_vertices(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    (void)candidates;
    return group->vertices > 0;
}

/* Picks a group, and an entry of its mapping, from index `least` on. Returns NULL if no group fits, or if another entry of the
   group has the entry's vertex. */
static const ap_listed_field *pick_mapping_entry_of_unique_vertex(ap_memg_candidates *candidates,
    bool (*fits)(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group),
    const ap_memg_candidate_group **group, size_t least)
{
    *group = ap_memg_pick_group(candidates, fits);
    if (*group == NULL)
        return NULL;
    const size_t at = least + ap_choose_below(candidates->damage->choices, (*group)->vertices - least);
    const ap_listed_field *entry = (*group)->mapping + at;
    const int32_t vertex = ap_field_i32(candidates->damage, entry);
    return count_entries_of_vertex(candidates, *group, vertex) == 1 ? entry : NULL;
}

/* Sets a mapping entry to the defect's number, or, if the defect has a text, to the number of vertices of the scene plus the
   defect's number. (Without a scene, any vertex number is valid.) */
static bool set_mapping_entry(ap_damage *damage)
{
    ap_memg_candidates candidates;
    const ap_memg_candidate_group *group;
    const bool near_miss = damage->defect->near_miss;
    if (!ap_memg_find_candidates(damage, &candidates)
        || (damage->defect->text != NULL && !candidates.has_scene) || (near_miss && candidates.has_scene))
        return false;
    const ap_listed_field *entry = pick_mapping_entry_of_unique_vertex(&candidates, has_vertices, &group, 0);
    if (entry == NULL)
        return false;
    const int64_t number =
        damage->defect->number + (damage->defect->text != NULL ? (int64_t)candidates.scene.vertices : 0);
    return (!near_miss || count_entries_of_vertex(&candidates, group, (int32_t)number) == 0)
           && ap_edit_number(damage, entry, (uint64_t)number) && ap_expect_own_rule(damage, entry)
           && ap_memg_expect_changed_mapping(&candidates, group, entry, number);
}

static bool repeat_mapping_entry(ap_damage *damage)
{
    ap_memg_candidates candidates;
    const ap_memg_candidate_group *group;
    if (!ap_memg_find_candidates(damage, &candidates))
        return false;
    const ap_listed_field *entry =
        pick_mapping_entry_of_unique_vertex(&candidates, has_two_vertices, &group, 1);
    if (entry == NULL)
        return false;
    const size_t at = (size_t)(entry - group->mapping);
    const int32_t earlier = ap_field_i32(damage, group->mapping + ap_choose_below(damage->choices, at));
    return count_entries_of_vertex(&candidates, group, earlier) == 1
           && ap_edit_number(damage, entry, (uint32_t)earlier) && ap_expect_own_rule(damage, entry)
           && ap_memg_expect_changed_mapping(&candidates, group, entry, earlier);
}

/* Sets a mapping entry to a vertex of another group. Avoids the vertex number that equals the entry's position, counted from 1:
   the linter could then report that all mappings count from 1. */
static bool map_vertex_of_other_group(ap_damage *damage)
{
    ap_memg_candidates candidates;
    const ap_memg_candidate_group *group;
    if (damage->companion.bytes != NULL || !ap_memg_find_candidates(damage, &candidates))
        return false;
    const ap_listed_field *entry = pick_mapping_entry_of_unique_vertex(&candidates, has_vertices, &group, 0);
    const ap_memg_candidate_group *other = ap_memg_pick_group(&candidates, has_vertices);
    if (entry == NULL || other == group)
        return false;
    const size_t at = ap_choose_below(damage->choices, other->vertices);
    const int32_t vertex = ap_field_i32(damage, other->mapping + at);
    return vertex != entry - group->mapping + 1 && count_entries_of_vertex(&candidates, group, vertex) == 0
           && ap_edit_number(damage, entry, (uint32_t)vertex);
}

static bool is_vertex_used_by_face(const ap_obj_sketch *scene, size_t vertex)
{
    size_t corner = 0;
    while (corner < scene->corner_count && scene->corners[corner].vertex != vertex)
        corner++;
    return corner < scene->corner_count;
}

/* Replaces a mapped vertex that the group's faces use by a vertex that no entry of the group maps. The new vertex depends on the
   defect's rule: it is used only by faces of other groups, or by no face at all. */
static bool unmap_vertex(ap_damage *damage)
{
    ap_memg_candidates candidates;
    const ap_memg_candidate_group *group;
    if (!ap_memg_find_candidates(damage, &candidates) || !candidates.has_scene
        || candidates.scene.vertices == 0)
        return false;
    const ap_listed_field *entry = pick_mapping_entry_of_unique_vertex(&candidates, has_vertices, &group, 0);
    const size_t vertex = 1 + ap_choose_below(damage->choices, candidates.scene.vertices);
    const bool foreign = strcmp(damage->defect->rule, "memg/mapping-foreign") == 0;
    return entry != NULL && count_entries_of_vertex(&candidates, group, (int32_t)vertex) == 0
           && is_vertex_used_by_face(&candidates.scene, vertex) == foreign
           && ap_edit_number(damage, entry, vertex)
           && ap_memg_expect_changed_mapping(&candidates, group, entry, (int64_t)vertex)
           && ap_do_expectations_suit_defect(damage) && damage->expected_count == 1;
}

static const ap_defect defects[] = {
    GROUP("name-empty", "taken-out", "a group has no name", NULL, empty_name, NULL),
    ROW("name-duplicate", "earlier", "a group has the name of an earlier group", repeat_name,
        .knobs = "groups=2..4"),
    GROUP("name-character", "space", "a name contains a space", is_name_ascii_word, replace_byte_of_name,
        .number = ' '),
    GROUP("name-character", "tab", "a name contains a tab", is_name_ascii_word, replace_byte_of_name,
        .number = '\t'),
    GROUP("name-character", "line-feed", "a name ends in a line feed", is_name_ascii_word,
        replace_byte_of_name, .text = "last", .number = '\n'),
    GROUP("name-character", "nul", "a name contains a NUL", is_name_ascii_word, replace_byte_of_name, NULL),
    GROUP("name-character", "terminator", "a name ends in a NUL", is_name_ascii_word, replace_byte_of_name,
        .text = "last"),
    GROUP("name-character", "delete", "a name contains the control character 127", is_name_ascii_word,
        replace_byte_of_name, .number = 127),
    GROUP("name-not-ascii", "latin", "a name contains a byte that is not ASCII", is_name_ascii_word,
        replace_byte_of_name, .number = 0xe9),
    GROUP("name-not-ascii", "ff", "a name ends in the byte 255", is_name_ascii_word, replace_byte_of_name,
        .text = "last", .number = 0xff),
    GROUP("name-character", "printable", "a name is replaced by other printable characters",
        is_name_ascii_word, lengthen_name, .near_miss = true),
    GROUP("group-not-in-obj", "renamed", "a group has a name that the .obj file does not contain",
        is_name_ascii_word, lengthen_name, .needs_companion = true),
    GROUP("group-not-in-obj", "one-letter", "a letter of a group's name is replaced", is_name_ascii_word,
        replace_byte_of_name, .number = '~', .needs_companion = true),

    ROW("mapping-range", "0", "a mapping entry is 0, as in a mapping that counts from 0", set_mapping_entry),
    ROW("mapping-range", "-1", "a mapping entry is -1", set_mapping_entry, .number = -1),
    ROW("mapping-range", "least", "a mapping entry is the smallest int32", set_mapping_entry,
        .number = INT32_MIN),
    ROW("mapping-range", "above", "a mapping entry is one more than the number of vertices in the .obj file",
        set_mapping_entry, .text = "plus", .number = 1, .needs_companion = true),
    ROW("mapping-range", "most", "a mapping entry is the largest int32", set_mapping_entry,
        .number = INT32_MAX, .needs_companion = true),
    ROW("mapping-duplicate", "earlier", "a vertex is mapped twice in one group", repeat_mapping_entry),
    ROW("mapping-foreign", "replaced",
        "a vertex of a group's faces is replaced in the mapping by one of another group's", unmap_vertex,
        .knobs = "groups=2..4", .needs_companion = true),
    ROW("vertex-unmapped", "replaced",
        "a vertex of a group's faces is replaced in the mapping by one that no face uses", unmap_vertex,
        .knobs = "groups=3..6 vertices=1..6", .needs_companion = true),

    GROUP("name-empty", "letter", "a name is one letter", NULL, rename_group, .number = 1, .near_miss = true),
    NEAR("name-duplicate", "last-letter", "a group's name differs from an earlier one in the last letter",
        repeat_name_with_tilde_at_end, .knobs = "groups=2..4"),
    GROUP("name-not-ascii", "tilde", "a name contains ~, the last printable character of ASCII",
        is_name_ascii_word, replace_byte_of_name, .number = '~', .near_miss = true),
    GROUP("count-negative", "name-128",
        "a name has 128 bytes: the low byte of its length is negative as a signed byte", NULL, rename_group,
        .number = 128, .near_miss = true),
    NEAR("mapping-range", "most-alone", "a mapping entry is the largest int32, and the .obj file is unknown",
        set_mapping_entry, .number = INT32_MAX),
    NEAR("byte-order", "mapping", "a mapping entry, and no other number, looks like a big-endian 1",
        set_mapping_entry, .number = 0x01000000),
    NEAR("mapping-duplicate", "two-groups", "two groups map to the same vertex", map_vertex_of_other_group,
        .knobs = "groups=2..4"),
};

const ap_defect_table ap_memg_group_defects = { defects, sizeof defects / sizeof *defects };
