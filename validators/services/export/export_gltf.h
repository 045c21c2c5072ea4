/* Files of the formats as glTF documents (docs/use/export.md): what is exact, lost and made up, format by format. */
#ifndef AP_EXPORT_GLTF_H
#define AP_EXPORT_GLTF_H

#include "core/gltf/gltf.h"
#include "validators/format.h"

/* A file without errors, and what is beside it. */
typedef struct ap_export_source {
    ap_view input;
    ap_view mesh; /* of an animation, without errors, whose joints are the animation's; no bytes: none */
    const ap_lint_options *options;
} ap_export_source;

/* Makes a document of a file of that format. It shows names of the input. False when gltf->refused says why there is
   none, when memory has run out (gltf->arena->failed), or when the file has an error after all. */
bool ap_export_gltf(const ap_format *format, const ap_export_source *source, ap_gltf *gltf);

#endif
