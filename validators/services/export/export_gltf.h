/* Exports files as glTF documents; docs/use/export.md lists the data that is exact, lost or added for each
   format. */
#ifndef AP_EXPORT_GLTF_H
#define AP_EXPORT_GLTF_H

#include "core/gltf/gltf.h"
#include "validators/format.h"

/* A file without errors, with an optional companion. */
typedef struct ap_export_source {
    ap_view input;
    /* for an animation: its .md5mesh, which has no errors and the same joints as the animation; empty if the
       animation is exported without a mesh */
    ap_view mesh;
    const ap_lint_options *options;
} ap_export_source;

/* Converts a file of the format to a glTF document, which refers to names in the input. Returns false if the
   file cannot be converted (gltf->refused has the reason), when out of memory (gltf->arena->failed), or if
   the file has an error. */
bool ap_export_gltf(const ap_format *format, const ap_export_source *source, ap_gltf *gltf);

#endif
