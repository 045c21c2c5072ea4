#include "validators/memg/obj/obj_index.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/base/bits.h"

enum { BEFORE_ANY_G = 1 };

ap_view ap_obj_default_group_name(void)
{
    static const uint8_t name[] = { 'd', 'e', 'f', 'a', 'u', 'l', 't' };
    return (ap_view){ name, sizeof name };
}

static ap_view name_of_group(const void *owner, size_t entry)
{
    const ap_obj_scene *scene = owner;
    return scene->groups[entry - 1].name;
}

const ap_obj_group *ap_obj_find_group(const ap_obj_scene *scene, ap_view name)
{
    size_t entry = ap_name_table_entry_or_0(&scene->names, name);
    return entry == 0 ? NULL : &scene->groups[entry - 1];
}

bool ap_obj_gatherer_init(
    ap_obj_gatherer *gatherer, ap_obj_scene *scene, ap_arena *arena, size_t vertex_count, size_t corner_count)
{
    *gatherer = (ap_obj_gatherer){ .arena = arena, .scene = scene, .g_number = BEFORE_ANY_G };
    ap_name_table_init(&scene->names, arena, scene, name_of_group);
    scene->corners = ap_alloc_array(arena, corner_count, sizeof *scene->corners);
    scene->used = ap_alloc_array(arena, ap_words_for_bits_and_a_spare(vertex_count), sizeof *scene->used);
    scene->last = ap_alloc_array(arena, ap_words_for_bits_and_a_spare(corner_count), sizeof *scene->last);
    scene->faulty = ap_alloc_array(arena, ap_words_for_bits_and_a_spare(corner_count), sizeof *scene->faulty);
    scene->positions =
        ap_alloc_array(arena, ap_saturating_size_sum(vertex_count, 1), sizeof *scene->positions);
    return !arena->failed;
}

/* Stores the index of the group with this name in *index; adds the group if the name is new. Returns false
   when out of memory. */
static bool find_or_add_group(ap_obj_gatherer *gatherer, ap_view name, size_t *index)
{
    size_t earlier;
    ap_obj_scene *scene = gatherer->scene;
    if (!ap_name_table_add_or_find(&scene->names, name, scene->group_count + 1, &earlier))
        return false;
    *index = earlier - 1;
    if (earlier != 0)
        return true;
    *index = scene->group_count;
    ap_obj_group *groups = ap_grow_array(
        gatherer->arena, scene->groups, scene->group_count, &gatherer->group_room, sizeof *groups);
    uint8_t *bytes = groups == NULL ? NULL : ap_alloc(gatherer->arena, name.size);
    if (bytes == NULL)
        return false;
    memcpy(bytes, name.bytes, name.size);
    scene->groups = groups;
    groups[scene->group_count++] = (ap_obj_group){ .name = { bytes, name.size } };
    return true;
}

void ap_obj_begin_g_statement(ap_obj_gatherer *gatherer)
{
    gatherer->current_count = 0;
    gatherer->run = NULL;
    gatherer->g_number++;
}

bool ap_obj_add_group_name(ap_obj_gatherer *gatherer, ap_view name)
{
    size_t index;
    if (!find_or_add_group(gatherer, name, &index))
        return false;
    ap_obj_group *group = &gatherer->scene->groups[index];
    if (group->listed_in == gatherer->g_number)
        return true; /* the statement names the group twice */
    size_t *current = ap_grow_array(gatherer->arena, gatherer->current, gatherer->current_count,
        &gatherer->current_room, sizeof *current);
    if (current == NULL)
        return false;
    group->listed_in = gatherer->g_number;
    gatherer->current = current;
    current[gatherer->current_count++] = index;
    return true;
}

void ap_obj_end_g_statement(ap_obj_gatherer *gatherer, ap_span statement)
{
    for (size_t i = 0; i < gatherer->current_count; i++) {
        ap_obj_group *group = &gatherer->scene->groups[gatherer->current[i]];
        if (!group->stated)
            group->statement = statement;
        group->stated = true;
    }
}

/* Begins the run for faces of the current groups and adds it to each of them. */
static bool begin_run(ap_obj_gatherer *gatherer)
{
    ap_obj_corner_run *run = ap_alloc(gatherer->arena, sizeof *run);
    if (run == NULL)
        return false;
    *run =
        (ap_obj_corner_run){ .index = gatherer->scene->run_count++, .first = gatherer->scene->corner_count };
    for (size_t i = 0; i < gatherer->current_count; i++) {
        ap_obj_group *group = &gatherer->scene->groups[gatherer->current[i]];
        ap_obj_corner_run_list *list = ap_alloc(gatherer->arena, sizeof *list);
        if (list == NULL)
            return false;
        *list = (ap_obj_corner_run_list){ .run = run, .next = group->runs };
        group->runs = list;
        gatherer->scene->member_count++;
        group->has_faces = true;
    }
    gatherer->run = run;
    return true;
}

bool ap_obj_begin_face(ap_obj_gatherer *gatherer)
{
    if (gatherer->current_count == 0 && !ap_obj_add_group_name(gatherer, ap_obj_default_group_name()))
        return false;
    gatherer->face_first = gatherer->scene->corner_count;
    return gatherer->run != NULL || begin_run(gatherer);
}

void ap_obj_add_corner(ap_obj_gatherer *gatherer, size_t vertex)
{
    ap_obj_scene *scene = gatherer->scene;
    scene->corners[scene->corner_count++] = vertex;
    ap_set_bit(scene->used, vertex);
    gatherer->run->count++;
}

void ap_obj_end_face_and_mark_faulty(ap_obj_gatherer *gatherer, ap_span statement, bool valid)
{
    ap_obj_scene *scene = gatherer->scene;
    ap_obj_group *first = &scene->groups[gatherer->current[0]];
    if (scene->corner_count > gatherer->face_first) {
        ap_set_bit(scene->last, scene->corner_count - 1);
        if (!valid)
            ap_set_bit(scene->faulty, scene->corner_count - 1);
    }
    if (gatherer->g_number == BEFORE_ANY_G && first->statement.length == 0)
        first->statement = statement;
}

void ap_obj_add_vertex(ap_obj_gatherer *gatherer, const double position[3])
{
    double *added = gatherer->scene->positions[++gatherer->vertex_count];
    for (size_t axis = 0; axis < 3; axis++)
        added[axis] = position == NULL ? NAN : position[axis];
}
