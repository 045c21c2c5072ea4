/* Renumbers joints, and changes how an animation stores their components. */
#include <string.h>

#include "corpus/equivalent/equivalent_work.h"

enum { COMPONENTS = 6, AXES = 3 };

static int64_t integer_field_of_element(
    const ap_equivalent_work *work, const ap_element_list *list, size_t element, const char *name)
{
    return ap_equivalent_field_integer(work, ap_element_field(work, list, element, name));
}

static size_t bit_count(int64_t bits)
{
    size_t count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* The joints that may get the next number: roots, and joints with a parent that already has its new number. */
typedef struct ready_joints {
    size_t *items, count;
    size_t *first_child, *next_sibling; /* for each joint, 1 + the index of a joint; 0: no such joint */
} ready_joints;

static bool list_roots_and_children(
    const ap_equivalent_work *work, const ap_element_list *list, ap_arena *arena, ready_joints *ready)
{
    ready->items = ap_alloc_array(arena, list->count, sizeof *ready->items);
    ready->first_child = ap_alloc_array(arena, list->count, sizeof *ready->first_child);
    ready->next_sibling = ap_alloc_array(arena, list->count, sizeof *ready->next_sibling);
    if (arena->failed)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const int64_t parent = integer_field_of_element(work, list, i, "parent");
        if (parent < 0) {
            ready->items[ready->count++] = i;
        } else {
            ready->next_sibling[i] = ready->first_child[parent];
            ready->first_child[parent] = i + 1;
        }
    }
    return true;
}

static size_t *choose_other_joint_order(ap_equivalent_work *work, const ap_element_list *list)
{
    ready_joints ready = { 0 };
    size_t *order = ap_alloc_array(work->arena, list->count, sizeof *order);
    bool is_identity = true;
    if (order == NULL || !list_roots_and_children(work, list, work->arena, &ready))
        return NULL;
    for (size_t i = 0; i < list->count; i++) {
        const size_t chosen = ap_choose_below(work->choices, ready.count);
        const size_t joint = order[i] = ready.items[chosen];
        is_identity = is_identity && joint == i;
        ready.items[chosen] = ready.items[--ready.count];
        for (size_t child = ready.first_child[joint]; child != 0; child = ready.next_sibling[child - 1])
            ready.items[ready.count++] = child - 1;
    }
    return is_identity ? NULL : order;
}

/* Reorders the joints at random, with parents before their children, and sets the field `parent` of each joint to the parent's
   new number. Fields with a name in `kept`, which must have "parent", stay in their place. Returns the old number of each joint,
   indexed by its new number; NULL if the random order is the old one, or when out of memory. */
static size_t *reorder_joints(ap_equivalent_work *work, const ap_element_list *list, const char *const *kept)
{
    size_t *order = choose_other_joint_order(work, list);
    const size_t *moved = order == NULL ? NULL : ap_invert_order(work, order, list->count);
    if (moved == NULL || !ap_reorder_elements(work, list, order, kept))
        return NULL;
    for (size_t i = 0; i < list->count; i++) {
        const int64_t parent = integer_field_of_element(work, list, order[i], "parent");
        if (!ap_equivalent_set_field_integer(work, ap_element_field(work, list, i, "parent"),
                parent < 0 ? parent : (int64_t)moved[parent]))
            return NULL;
    }
    return order;
}

/* Returns true if the field is a value of a frame, and sets *index to its index in the frame. */
static bool is_frame_value(const ap_listed_field *field, size_t *index)
{
    const ap_field_path_step record = /* frames[3].values: three steps */
        field->record_steps < 3 ? (ap_field_path_step){ NULL, 0 } : ap_path_step(field, 2);
    *index = field->last.index;
    return field->last.name == NULL && record.name != NULL && strcmp(record.name, "values") == 0;
}

/* Reorders the values of each frame of an md5anim: first the values of joint order[0], then those of joint order[1], and so on.
   Returns the new start index of each joint, indexed by the joint's old number; NULL if the frames have no values, or when out of
   memory. */
static int32_t *reorder_frame_values(
    ap_equivalent_work *work, const ap_element_list *joints, const size_t *order)
{
    size_t count = 0, index;
    for (size_t i = 0; i < joints->count; i++)
        count += bit_count(integer_field_of_element(work, joints, i, "flags"));
    int32_t *starts = ap_alloc_array(work->arena, joints->count, sizeof *starts);
    size_t *sources = ap_alloc_array(work->arena, count, sizeof *sources);
    if (work->arena->failed || count == 0)
        return NULL;
    for (size_t i = 0, at = 0; i < joints->count; i++) {
        const size_t start = (size_t)integer_field_of_element(work, joints, order[i], "start_index");
        const size_t components = bit_count(integer_field_of_element(work, joints, order[i], "flags"));
        starts[order[i]] =
            (int32_t)(at < count ? at : count - 1); /* valid also for a joint without components */
        for (size_t k = 0; k < components; k++)
            sources[at++] = start + k;
    }
    const ap_listed_field *items = work->fields.items;
    for (size_t i = 0; i < work->fields.count; i++) {
        if (!is_frame_value(&items[i], &index) || index >= count || sources[index] == index)
            continue;
        if (!ap_equivalent_replace_bytes(
                work, items[i].span, ap_equivalent_field_bytes(work, &items[i - index + sources[index]])))
            return NULL;
    }
    return starts;
}

static bool reorder_animation(ap_equivalent_work *work, const ap_element_list *joints)
{
    static const char *const kept[] = { "parent", "start_index", NULL };
    ap_element_list base;
    const size_t *order = reorder_joints(work, joints, kept);
    if (order == NULL || !ap_find_elements(work, "baseframe", 0, 0, &base)
        || !ap_reorder_elements(work, &base, order, NULL))
        return false;
    const int32_t *starts = reorder_frame_values(work, joints, order);
    for (size_t i = 0; i < joints->count && starts != NULL; i++) {
        if (!ap_equivalent_set_field_integer(
                work, ap_element_field(work, joints, i, "start_index"), starts[order[i]]))
            return false;
    }
    return !work->arena->failed; /* frames without values: no start index changes */
}

static bool reorder_skeleton(ap_equivalent_work *work, const ap_element_list *joints)
{
    static const char *const kept[] = { "parent", NULL };
    const size_t *order = reorder_joints(work, joints, kept);
    const size_t *moved = order == NULL ? NULL : ap_invert_order(work, order, joints->count);
    for (size_t i = 0; i < work->fields.count && moved != NULL; i++) {
        const ap_listed_field *field = &work->fields.items[i];
        if (field->last.name != NULL && strcmp(field->last.name, "joint") == 0
            && !ap_equivalent_set_field_integer(
                work, field, (int64_t)moved[ap_equivalent_field_integer(work, field)]))
            return false;
    }
    return moved != NULL;
}

/* Returns true if no two joints have the same name: compare matches joints by name. */
static bool are_joint_names_unique(const ap_equivalent_work *work, const ap_element_list *list)
{
    for (size_t i = 1; i < list->count; i++) {
        const ap_view name = ap_equivalent_field_bytes(work, ap_element_field(work, list, i, "name"));
        for (size_t k = 0; k < i; k++) {
            const ap_view other = ap_equivalent_field_bytes(work, ap_element_field(work, list, k, "name"));
            if (name.size == other.size && memcmp(name.bytes, other.bytes, name.size) == 0)
                return false;
        }
    }
    return true;
}

bool ap_equivalent_reorder_joints(ap_equivalent_work *work)
{
    enum { MOST_JOINTS = 1024 /* a limit, since each name is compared with all others */ };
    ap_element_list joints;
    const bool is_mesh = !ap_find_elements(work, "hierarchy", 0, 0, &joints);
    if ((is_mesh && !ap_find_elements(work, "joints", 0, 0, &joints)) || joints.count > MOST_JOINTS
        || !are_joint_names_unique(work, &joints))
        return false;
    return is_mesh ? reorder_skeleton(work, &joints) : reorder_animation(work, &joints);
}

bool ap_equivalent_reorder_components(ap_equivalent_work *work)
{
    ap_element_list joints;
    if (!ap_find_elements(work, "hierarchy", 0, 0, &joints))
        return false;
    const size_t *order = ap_equivalent_choose_other_order(work, joints.count);
    const int32_t *starts = order == NULL ? NULL : reorder_frame_values(work, &joints, order);
    for (size_t i = 0; i < joints.count && starts != NULL; i++) {
        if (!ap_equivalent_set_field_integer(
                work, ap_element_field(work, &joints, i, "start_index"), starts[i]))
            return false;
    }
    return starts != NULL;
}

/* A component to add: bit `bit` of a joint, before value `at` of each frame. */
typedef struct added_component {
    size_t joint, bit, at, end; /* end: index after the last value that the joint has now */
} added_component;

/* Adds 1 to each start index from added->end on. Returns false if another joint shares values with the component's joint, or
   when out of memory. */
static bool shift_later_start_indices(
    ap_equivalent_work *work, const ap_element_list *joints, const added_component *added, size_t start)
{
    for (size_t i = 0; i < joints->count; i++) {
        const int64_t other = integer_field_of_element(work, joints, i, "start_index");
        const size_t count = bit_count(integer_field_of_element(work, joints, i, "flags"));
        if (i == added->joint)
            continue;
        if (count > 0 && (size_t)other < added->end && (size_t)other + count > start)
            return false;
        if ((size_t)other >= added->end
            && !ap_equivalent_set_field_integer(
                work, ap_element_field(work, joints, i, "start_index"), other + 1))
            return false;
    }
    return true;
}

/* Inserts the component's value into each frame, which has `count` values before. `number` is the text of the value, copied from
   the baseframe. Returns false when out of memory, or if the text is longer than 126 bytes. */
static bool add_value_to_each_frame(
    ap_equivalent_work *work, const added_component *added, size_t count, ap_view number)
{
    char text[128];
    size_t index;
    if (number.size + 1 >= sizeof text)
        return false;
    const bool at_end = added->at == count;
    text[0] = ' ';
    memcpy(text + at_end, number.bytes, number.size);
    text[at_end ? 0 : number.size] = ' ';
    for (size_t i = 0; i < work->fields.count; i++) {
        const ap_listed_field *field = &work->fields.items[i];
        if (!is_frame_value(field, &index) || index != added->at - at_end)
            continue;
        const size_t offset = at_end ? ap_span_end(field->span) : field->span.offset;
        if (!ap_equivalent_replace_by_text(work, (ap_span){ offset, 0 }, text, number.size + 1))
            return false;
    }
    return true;
}

static const ap_listed_field *find_header_field(const ap_equivalent_work *work, const char *name)
{
    for (size_t i = 0; i < work->fields.count && work->fields.items[i].record_steps == 0; i++) {
        if (work->fields.items[i].last.name != NULL && strcmp(work->fields.items[i].last.name, name) == 0)
            return &work->fields.items[i];
    }
    return NULL;
}

bool ap_equivalent_add_component(ap_equivalent_work *work)
{
    ap_element_list joints, base;
    const ap_listed_field *count = find_header_field(work, "num_animated_components");
    if (count == NULL || ap_equivalent_field_integer(work, count) == 0
        || !ap_find_elements(work, "hierarchy", 0, 0, &joints)
        || !ap_find_elements(work, "baseframe", 0, 0, &base) || base.stride != COMPONENTS)
        return false;
    const size_t joint = ap_choose_below(work->choices, joints.count);
    const int64_t flags = integer_field_of_element(work, &joints, joint, "flags");
    size_t bit = ap_choose_below(work->choices, COMPONENTS);
    for (size_t tries = 0; (flags >> bit & 1) != 0; bit = (bit + 1) % COMPONENTS) {
        if (++tries > COMPONENTS)
            return false;
    }
    const size_t start = (size_t)integer_field_of_element(work, &joints, joint, "start_index");
    const added_component added = { joint, bit, start + bit_count(flags & ((INT64_C(1) << bit) - 1)),
        start + bit_count(flags) };
    const size_t values = (size_t)ap_equivalent_field_integer(work, count);
    return added.at <= values && shift_later_start_indices(work, &joints, &added, start)
           && ap_equivalent_set_field_integer(work, count, (int64_t)values + 1)
           && ap_equivalent_set_field_integer(
               work, ap_element_field(work, &joints, joint, "flags"), flags | INT64_C(1) << bit)
           && add_value_to_each_frame(work, &added, values,
               ap_equivalent_field_bytes(work, ap_element_field(work, &base, joint, NULL) + bit));
}

bool ap_equivalent_change_baseframe(ap_equivalent_work *work)
{
    static const char *const numbers[] = { "0", "1", "-2.5" };
    ap_element_list joints, base;
    if (!ap_find_elements(work, "hierarchy", 0, 0, &joints)
        || !ap_find_elements(work, "baseframe", 0, 0, &base) || base.stride != COMPONENTS)
        return false;
    for (size_t i = 0; i < joints.count; i++) {
        const int64_t flags = integer_field_of_element(work, &joints, i, "flags");
        const size_t axis = ap_choose_below(work->choices, AXES);
        const char *number = numbers[ap_choose_below(work->choices, 3)];
        if ((flags >> axis & 1) != 0
            && !ap_equivalent_replace_by_text(
                work, (ap_element_field(work, &base, i, NULL) + axis)->span, number, strlen(number)))
            return false;
    }
    return work->edit_count > 0;
}
