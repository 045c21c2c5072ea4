#include "validators/export/export_gltf.h"

#include "validators/md5anim/md5anim.h"
#include "validators/md5camera/md5camera.h"
#include "validators/md5mesh/md5mesh.h"
#include "validators/memg/memg.h"
#include "validators/mrtk/mrtk.h"

bool ap_export_gltf(const ap_format *format, const ap_export_source *source, ap_gltf *gltf)
{
    static const struct {
        const ap_format *format;
        bool (*make)(const ap_export_source *source, ap_gltf *gltf);
    } makers[] = {
        { &ap_md5anim_format, ap_md5anim_to_gltf },
        { &ap_md5mesh_format, ap_md5mesh_to_gltf },
        { &ap_md5camera_format, ap_md5camera_to_gltf },
        { &ap_mrtk_format, ap_mrtk_to_gltf },
        { &ap_memg_format, ap_memg_to_gltf },
    };
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        if (makers[i].format == format)
            return makers[i].make(source, gltf) && !gltf->arena->failed;
    }
    gltf->refused = "a file of this format cannot be converted to glTF";
    return false;
}
