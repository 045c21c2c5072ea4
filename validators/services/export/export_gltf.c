#include "validators/services/export/export_gltf.h"

#include "core/base/utf8.h"

static bool is_utf8(ap_view name)
{
    return ap_utf8_valid_prefix_length(name) == name.size;
}

/* Adds a remark to the document if a name is not UTF-8. JSON must be UTF-8, so invalid bytes of a name are
   written as U+FFFD. */
static void add_remark_if_names_not_utf8(ap_gltf *gltf)
{
    bool complete = true;
    for (const ap_gltf_node *node = gltf->nodes.first; complete && node != NULL; node = node->next)
        complete = is_utf8(node->name);
    for (const ap_gltf_mesh *mesh = gltf->meshes.first; complete && mesh != NULL; mesh = mesh->next)
        complete = is_utf8(mesh->name) && is_utf8(mesh->material);
    if (!complete)
        ap_gltf_add_remark(gltf, "lost: bytes of names that are not UTF-8");
}

bool ap_export_gltf(const ap_format *format, const ap_export_source *source, ap_gltf *gltf)
{
    if (format->to_gltf == NULL) {
        gltf->refused = "a file of this format cannot be converted to glTF";
        return false;
    }
    if (!format->to_gltf(source, gltf))
        return false;
    add_remark_if_names_not_utf8(gltf);
    return !gltf->arena->failed;
}
