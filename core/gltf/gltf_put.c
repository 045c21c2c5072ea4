/* Writes the JSON of a glTF document. */
#include <inttypes.h>
#include <stdio.h>

#include "core/gltf/gltf.h"
#include "core/json/json_put.h"
#include "core/number/float_text.h"

enum { FLOAT_TYPE = 5126, UINT16_TYPE = 5123, UINT32_TYPE = 5125, POINTS = 0, MOST_COMPONENTS = 16 };

static const char *const types[] = { "SCALAR", "VEC2", "VEC3", "VEC4", "MAT4" };

#define EACH(type, item, list) (const type *item = (list).first; item != NULL; item = item->next)

static void put_index(ap_json_put *put, const char *key, size_t index)
{
    ap_json_put_integer(put, key, (int64_t)index);
}

static void put_float(ap_json_put *put, const char *key, float value)
{
    char text[AP_FLOAT_TEXT_BYTES];
    const size_t length = ap_float_text(value, text);
    ap_batch_short_text(ap_json_put_begin_raw(put, key), text, length);
}

static void put_floats(ap_json_put *put, const char *key, const float *values, size_t count)
{
    ap_json_put_begin_array(put, key);
    for (size_t i = 0; i < count; i++)
        put_float(put, NULL, values[i]);
    ap_json_put_end_array(put);
}

static void put_name(ap_json_put *put, ap_view name)
{
    if (name.size > 0)
        ap_json_put_view(put, "name", name);
}

static bool do_floats_differ(const float *values, const float *usual, size_t count)
{
    bool differing = false;
    for (size_t i = 0; i < count; i++)
        differing |= values[i] != usual[i];
    return differing;
}

static void put_children(ap_json_put *put, const char *key, const ap_gltf_node *first)
{
    if (first == NULL)
        return;
    ap_json_put_begin_array(put, key);
    for (const ap_gltf_node *node = first; node != NULL; node = node->sibling)
        put_index(put, NULL, node->index);
    ap_json_put_end_array(put);
}

static void put_node(ap_json_put *put, const ap_gltf_node *node)
{
    static const float zeros[] = { 0, 0, 0, 1 }, ones[] = { 1, 1, 1 };
    ap_json_put_begin_object(put, NULL);
    put_name(put, node->name);
    put_children(put, "children", node->first_child);
    if (do_floats_differ(node->translation, zeros, 3))
        put_floats(put, "translation", node->translation, 3);
    if (do_floats_differ(node->rotation, zeros, 4))
        put_floats(put, "rotation", node->rotation, 4);
    if (do_floats_differ(node->scale, ones, 3))
        put_floats(put, "scale", node->scale, 3);
    if (node->mesh != NULL)
        put_index(put, "mesh", node->mesh->index);
    if (node->skin != NULL)
        put_index(put, "skin", node->skin->index);
    if (node->camera != NULL)
        put_index(put, "camera", node->camera->index);
    ap_json_put_end_object(put);
}

static void put_scene_and_nodes(ap_json_put *put, const ap_gltf *gltf)
{
    put_index(put, "scene", 0);
    ap_json_put_begin_array(put, "scenes");
    ap_json_put_begin_object(put, NULL);
    put_children(put, "nodes", gltf->first_root);
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
    if (gltf->nodes.count == 0)
        return;
    ap_json_put_begin_array(put, "nodes");
    for
        EACH(ap_gltf_node, node, gltf->nodes)
    put_node(put, node);
    ap_json_put_end_array(put);
}

static void put_vertex_influences(
    ap_json_put *put, const char *name, const ap_gltf_accessor **sets, size_t count)
{
    char key[32];
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(key, sizeof key, "%s_%zu", name, i);
        put_index(put, key, sets[i]->index);
    }
}

static void put_primitive(ap_json_put *put, const ap_gltf_mesh *mesh)
{
    ap_json_put_begin_object(put, NULL);
    ap_json_put_begin_object(put, "attributes");
    put_index(put, "POSITION", mesh->positions->index);
    if (mesh->texture != NULL)
        put_index(put, "TEXCOORD_0", mesh->texture->index);
    put_vertex_influences(put, "JOINTS", mesh->joints, mesh->set_count);
    put_vertex_influences(put, "WEIGHTS", mesh->weights, mesh->set_count);
    ap_json_put_end_object(put);
    if (mesh->indices != NULL)
        put_index(put, "indices", mesh->indices->index);
    else
        put_index(put, "mode", POINTS);
    if (mesh->material.size > 0)
        put_index(put, "material", mesh->material_index);
    if (mesh->target_count > 0)
        ap_json_put_begin_array(put, "targets");
    for (size_t i = 0; i < mesh->target_count; i++) {
        ap_json_put_begin_object(put, NULL);
        put_index(put, "POSITION", mesh->targets[i]->index);
        ap_json_put_end_object(put);
    }
    if (mesh->target_count > 0)
        ap_json_put_end_array(put);
    ap_json_put_end_object(put);
}

static void put_meshes(ap_json_put *put, const ap_gltf *gltf)
{
    if (gltf->meshes.count == 0)
        return;
    ap_json_put_begin_array(put, "meshes");
    for
        EACH(ap_gltf_mesh, mesh, gltf->meshes)
        {
            ap_json_put_begin_object(put, NULL);
            put_name(put, mesh->name);
            ap_json_put_begin_array(put, "primitives");
            put_primitive(put, mesh);
            ap_json_put_end_array(put);
            ap_json_put_end_object(put);
        }
    ap_json_put_end_array(put);
}

static void put_materials(ap_json_put *put, const ap_gltf *gltf)
{
    size_t count = 0;
    for
        EACH(ap_gltf_mesh, mesh, gltf->meshes)
        {
            if (mesh->material.size == 0)
                continue;
            if (count++ == 0)
                ap_json_put_begin_array(put, "materials");
            ap_json_put_begin_object(put, NULL);
            put_name(put, mesh->material);
            ap_json_put_end_object(put);
        }
    if (count > 0)
        ap_json_put_end_array(put);
}

static void put_skins(ap_json_put *put, const ap_gltf *gltf)
{
    if (gltf->skins.count == 0)
        return;
    ap_json_put_begin_array(put, "skins");
    for
        EACH(ap_gltf_skin, skin, gltf->skins)
        {
            ap_json_put_begin_object(put, NULL);
            put_index(put, "inverseBindMatrices", skin->inverses->index);
            put_index(put, "skeleton", skin->root->index);
            ap_json_put_begin_array(put, "joints");
            for (size_t i = 0; i < skin->joint_count; i++)
                put_index(put, NULL, skin->joints[i]->index);
            ap_json_put_end_array(put);
            ap_json_put_end_object(put);
        }
    ap_json_put_end_array(put);
}

static void put_cameras(ap_json_put *put, const ap_gltf *gltf)
{
    if (gltf->cameras.count == 0)
        return;
    ap_json_put_begin_array(put, "cameras");
    for
        EACH(ap_gltf_camera, camera, gltf->cameras)
        {
            ap_json_put_begin_object(put, NULL);
            ap_json_put_text(put, "type", "perspective");
            ap_json_put_begin_object(put, "perspective");
            put_float(put, "aspectRatio", camera->aspect_ratio);
            put_float(put, "yfov", camera->height_angle);
            put_float(put, "znear", camera->near);
            ap_json_put_end_object(put);
            ap_json_put_end_object(put);
        }
    ap_json_put_end_array(put);
}

static void put_target(ap_json_put *put, const ap_gltf_channel *channel)
{
    static const char *const paths[] = { "translation", "rotation", "scale", "weights", "pointer" };
    char pointer[64];
    ap_json_put_begin_object(put, "target");
    if (channel->path != AP_GLTF_HEIGHT_ANGLE)
        put_index(put, "node", channel->node->index);
    ap_json_put_text(put, "path", paths[channel->path]);
    if (channel->path == AP_GLTF_HEIGHT_ANGLE) {
        (void)snprintf(pointer, sizeof pointer, "/cameras/%zu/perspective/yfov", channel->camera->index);
        ap_json_put_begin_object(put, "extensions");
        ap_json_put_begin_object(put, "KHR_animation_pointer");
        ap_json_put_text(put, "pointer", pointer);
        ap_json_put_end_object(put);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_object(put);
}

static void put_animation(ap_json_put *put, const ap_gltf *gltf)
{
    size_t sampler = 0;
    if (gltf->channels.count == 0)
        return;
    ap_json_put_begin_array(put, "animations");
    ap_json_put_begin_object(put, NULL);
    ap_json_put_begin_array(put, "channels");
    for
        EACH(ap_gltf_channel, channel, gltf->channels)
        {
            ap_json_put_begin_object(put, NULL);
            put_index(put, "sampler", sampler++);
            put_target(put, channel);
            ap_json_put_end_object(put);
        }
    ap_json_put_end_array(put);
    ap_json_put_begin_array(put, "samplers");
    for
        EACH(ap_gltf_channel, channel, gltf->channels)
        {
            ap_json_put_begin_object(put, NULL);
            put_index(put, "input", channel->times->index);
            put_index(put, "output", channel->values->index);
            ap_json_put_end_object(put);
        }
    ap_json_put_end_array(put);
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
}

/* Writes the minimum and maximum of each component. */
static void put_bounds(ap_json_put *put, const ap_gltf_accessor *accessor)
{
    const size_t width = ap_gltf_component_count(accessor->type);
    float least[MOST_COMPONENTS], most[MOST_COMPONENTS];
    for (size_t i = 0; i < width * accessor->count; i++) {
        const float value = accessor->floats[i];
        const size_t c = i % width;
        least[c] = i < width || value < least[c] ? value : least[c];
        most[c] = i < width || value > most[c] ? value : most[c];
    }
    put_floats(put, "min", least, width);
    put_floats(put, "max", most, width);
}

static void put_accessors(ap_json_put *put, const ap_gltf *gltf)
{
    static const int64_t codes[] = { FLOAT_TYPE, UINT16_TYPE, UINT32_TYPE };
    if (gltf->accessors.count == 0)
        return;
    ap_json_put_begin_array(put, "accessors");
    for
        EACH(ap_gltf_accessor, accessor, gltf->accessors)
        {
            ap_json_put_begin_object(put, NULL);
            put_index(put, "bufferView", accessor->index);
            ap_json_put_integer(put, "componentType", codes[accessor->component]);
            put_index(put, "count", accessor->count);
            ap_json_put_text(put, "type", types[accessor->type]);
            if (accessor->bounded)
                put_bounds(put, accessor);
            ap_json_put_end_object(put);
        }
    ap_json_put_end_array(put);
}

/* Writes the JSON of a buffer view for each accessor. Returns the size of the buffer in bytes. */
static size_t put_views(ap_json_put *put, const ap_gltf *gltf)
{
    static const int64_t targets[] = { 0, 34962, 34963 };
    size_t at = 0;
    ap_json_put_begin_array(put, "bufferViews");
    for
        EACH(ap_gltf_accessor, accessor, gltf->accessors)
        {
            const size_t bytes = ap_gltf_accessor_size(accessor);
            ap_json_put_begin_object(put, NULL);
            put_index(put, "buffer", 0);
            put_index(put, "byteOffset", at);
            put_index(put, "byteLength", bytes);
            if (accessor->use != AP_GLTF_FOR_NODES)
                ap_json_put_integer(put, "target", targets[accessor->use]);
            ap_json_put_end_object(put);
            at += bytes;
        }
    ap_json_put_end_array(put);
    return at;
}

static void put_views_and_buffer(ap_json_put *put, const ap_gltf *gltf, bool binary, ap_writer *writer)
{
    if (gltf->accessors.count == 0)
        return;
    const size_t bytes = put_views(put, gltf);
    ap_json_put_begin_array(put, "buffers");
    ap_json_put_begin_object(put, NULL);
    put_index(put, "byteLength", bytes);
    if (!binary) {
        ap_batch *batch = ap_json_put_begin_raw(put, "uri");
        ap_batch_text(batch, "\"data:application/octet-stream;base64,");
        ap_batch_flush(batch);
        ap_gltf_put_buffer(gltf, true, writer);
        ap_batch_byte(batch, '"');
    }
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
}

void ap_gltf_put_json(const ap_gltf *gltf, bool binary, ap_writer *writer)
{
    ap_json_put put;
    ap_json_put_init_for_writer(&put, writer, 0);
    put.compact = true;
    ap_json_put_begin_object(&put, NULL);
    ap_json_put_begin_object(&put, "asset");
    ap_json_put_text(&put, "version", "2.0");
    ap_json_put_text(&put, "generator", "animproof");
    ap_json_put_end_object(&put);
    if (gltf->uses_pointers) {
        ap_json_put_begin_array(&put, "extensionsUsed");
        ap_json_put_text(&put, NULL, "KHR_animation_pointer");
        ap_json_put_end_array(&put);
    }
    put_scene_and_nodes(&put, gltf);
    put_meshes(&put, gltf);
    put_materials(&put, gltf);
    put_skins(&put, gltf);
    put_cameras(&put, gltf);
    put_animation(&put, gltf);
    put_accessors(&put, gltf);
    put_views_and_buffer(&put, gltf, binary, writer);
    ap_json_put_end_object(&put);
}
