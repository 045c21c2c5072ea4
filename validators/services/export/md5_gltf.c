#include "validators/services/export/md5_gltf.h"

#include <string.h>

ap_gltf_node *ap_md5_gltf_add_root(ap_gltf *gltf)
{
    static const float turn[4] = { -0.5F, -0.5F, -0.5F, 0.5F };
    ap_gltf_node *root = ap_gltf_add_node(gltf, NULL, ap_gltf_view_of_text("id Tech 4 axes"));
    if (root != NULL)
        memcpy(root->rotation, turn, sizeof turn);
    return root;
}

void ap_md5_gltf_transform_to_float(const ap_md5_transform *transform, float at[3], float rotation[4])
{
    for (size_t i = 0; i < 3; i++)
        at[i] = (float)transform->position[i];
    for (size_t i = 0; i < 4; i++)
        rotation[i] = (float)transform->rotation[i];
}

const ap_gltf_accessor *ap_md5_gltf_add_times(ap_gltf *gltf, size_t count, double rate)
{
    ap_gltf_accessor *times = ap_gltf_add_times(gltf, count);
    if (times == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++)
        times->floats[i] = (float)((double)i / rate);
    return ap_gltf_check_times(gltf, times) ? times : NULL;
}
