#include "core/gltf/gltf.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { REMARK_BYTES = 400 };

void ap_gltf_init(ap_gltf *gltf, ap_arena *arena)
{
    *gltf = (ap_gltf){ .arena = arena };
}

ap_view ap_gltf_view_of_text(const char *text)
{
    return (ap_view){ (const uint8_t *)text, strlen(text) };
}

/* Appends an item to a linked list: as its first item, or as `next` of its last item. */
#define APPEND(list, item)                                                                                   \
    do {                                                                                                     \
        if ((list).count++ == 0)                                                                             \
            (list).first = (item);                                                                           \
        else                                                                                                 \
            ((__typeof__(item))(list).last)->next = (item);                                                  \
        (list).last = (item);                                                                                \
    } while (0)

ap_gltf_node *ap_gltf_add_node(ap_gltf *gltf, ap_gltf_node *parent, ap_view name)
{
    ap_gltf_node *node = ap_alloc(gltf->arena, sizeof *node);
    if (node == NULL)
        return NULL;
    *node = (ap_gltf_node){
        .name = name, .rotation = { 0, 0, 0, 1 }, .scale = { 1, 1, 1 }, .index = gltf->nodes.count
    };
    ap_gltf_node **first = parent == NULL ? &gltf->first_root : &parent->first_child;
    ap_gltf_node **last = parent == NULL ? &gltf->last_root : &parent->last_child;
    if (*first == NULL)
        *first = node;
    else
        (*last)->sibling = node;
    *last = node;
    APPEND(gltf->nodes, node);
    return node;
}

ap_gltf_mesh *ap_gltf_add_mesh(ap_gltf *gltf, ap_view name, ap_view material)
{
    ap_gltf_mesh *mesh = ap_alloc(gltf->arena, sizeof *mesh);
    if (mesh == NULL)
        return NULL;
    *mesh = (ap_gltf_mesh){ .name = name, .material = material, .index = gltf->meshes.count };
    if (material.size > 0)
        mesh->material_index = gltf->material_count++;
    APPEND(gltf->meshes, mesh);
    return mesh;
}

ap_gltf_skin *ap_gltf_add_skin(ap_gltf *gltf, size_t joint_count)
{
    ap_gltf_skin *skin = ap_alloc(gltf->arena, sizeof *skin);
    if (skin == NULL)
        return NULL;
    *skin = (ap_gltf_skin){ .joint_count = joint_count, .index = gltf->skins.count };
    skin->joints = ap_alloc_array(gltf->arena, joint_count, sizeof *skin->joints);
    if (skin->joints == NULL)
        return NULL;
    APPEND(gltf->skins, skin);
    return skin;
}

ap_gltf_camera *ap_gltf_add_camera(ap_gltf *gltf)
{
    ap_gltf_camera *camera = ap_alloc(gltf->arena, sizeof *camera);
    if (camera == NULL)
        return NULL;
    *camera = (ap_gltf_camera){ .index = gltf->cameras.count };
    APPEND(gltf->cameras, camera);
    return camera;
}

size_t ap_gltf_component_count(ap_gltf_type type)
{
    static const size_t components[] = { 1, 2, 3, 4, 16 };
    return components[type];
}

static ap_gltf_accessor *add_accessor(ap_gltf *gltf, const ap_gltf_accessor *like)
{
    static const size_t bytes[] = { sizeof(float), sizeof(uint16_t), sizeof(uint32_t) };
    ap_gltf_accessor *accessor = ap_alloc(gltf->arena, sizeof *accessor);
    const size_t numbers = ap_saturating_size_product(like->count, ap_gltf_component_count(like->type));
    void *values = ap_alloc_array(gltf->arena, numbers, bytes[like->component]);
    if (accessor == NULL || values == NULL)
        return NULL;
    *accessor = *like;
    accessor->index = gltf->accessors.count;
    if (like->component == AP_GLTF_FLOAT)
        accessor->floats = values;
    else if (like->component == AP_GLTF_UINT16)
        accessor->shorts = values;
    else
        accessor->words = values;
    APPEND(gltf->accessors, accessor);
    return accessor;
}

ap_gltf_accessor *ap_gltf_add_floats(ap_gltf *gltf, ap_gltf_type type, size_t count, ap_gltf_use use)
{
    return add_accessor(gltf, &(ap_gltf_accessor){ .type = type, .use = use, .count = count });
}

ap_gltf_accessor *ap_gltf_add_shorts(ap_gltf *gltf, ap_gltf_type type, size_t count)
{
    return add_accessor(
        gltf, &(ap_gltf_accessor){
                  .type = type, .component = AP_GLTF_UINT16, .use = AP_GLTF_FOR_VERTICES, .count = count });
}

ap_gltf_accessor *ap_gltf_add_indices(ap_gltf *gltf, size_t count)
{
    return add_accessor(
        gltf, &(ap_gltf_accessor){ .component = AP_GLTF_UINT32, .use = AP_GLTF_FOR_INDICES, .count = count });
}

ap_gltf_accessor *ap_gltf_add_times(ap_gltf *gltf, size_t count)
{
    return add_accessor(gltf, &(ap_gltf_accessor){ .count = count, .bounded = true });
}

float *ap_gltf_add_channel(
    ap_gltf *gltf, const ap_gltf_node *node, ap_gltf_animated_property path, const ap_gltf_accessor *times)
{
    static const ap_gltf_type types[] = { AP_GLTF_VEC3, AP_GLTF_VEC4, AP_GLTF_VEC3, AP_GLTF_SCALAR,
        AP_GLTF_SCALAR };
    ap_gltf_channel *channel = ap_alloc(gltf->arena, sizeof *channel);
    const size_t each = path == AP_GLTF_WEIGHTS ? node->mesh->target_count : 1;
    ap_gltf_accessor *values = ap_gltf_add_floats(
        gltf, types[path], ap_saturating_size_product(times->count, each), AP_GLTF_FOR_NODES);
    if (channel == NULL || values == NULL)
        return NULL;
    *channel = (ap_gltf_channel){
        .node = node, .camera = node->camera, .path = path, .times = times, .values = values
    };
    gltf->uses_pointers |= path == AP_GLTF_HEIGHT_ANGLE;
    APPEND(gltf->channels, channel);
    return values->floats;
}

bool ap_gltf_check_floats(ap_gltf *gltf, const float *values, size_t count)
{
    bool finite = true;
    for (size_t i = 0; i < count; i++)
        finite &= isfinite(values[i]);
    if (!finite)
        gltf->refused = "a value is not finite as float32: a glTF document cannot store it";
    return finite;
}

bool ap_gltf_check_times(ap_gltf *gltf, const ap_gltf_accessor *times)
{
    const float *at = times->floats;
    bool increasing = at[0] >= 0;
    for (size_t i = 1; i < times->count; i++)
        increasing &= at[i] > at[i - 1];
    if (!ap_gltf_check_floats(gltf, at, times->count))
        return false;
    if (!increasing)
        gltf->refused = "two neighbouring times are equal as float32: a glTF document cannot store them";
    return increasing;
}

void ap_gltf_add_remark(ap_gltf *gltf, const char *form, ...)
{
    char text[REMARK_BYTES];
    va_list arguments;
    va_start(arguments, form);
    const int length = vsnprintf(text, sizeof text, form, arguments);
    va_end(arguments);
    const size_t size = length < 0 ? 0 : (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    ap_gltf_remark *remark = ap_alloc(gltf->arena, sizeof *remark);
    char *copy = ap_alloc(gltf->arena, size + 1);
    if (remark == NULL || copy == NULL)
        return;
    memcpy(copy, text, size);
    remark->text = copy;
    APPEND(gltf->remarks, remark);
}

void ap_gltf_make_rotations_continuous(float *rotations, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const float *before = rotations + 4 * (i - 1);
        float *now = rotations + 4 * i;
        float dot = 0;
        for (size_t c = 0; c < 4; c++)
            dot += before[c] * now[c];
        for (size_t c = 0; c < 4 && dot < 0; c++)
            now[c] = -now[c];
    }
}
