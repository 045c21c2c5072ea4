/* Converts an MRTK input animation to another version or layout, and counts lost and added data. */
#ifndef AP_MRTK_CONVERT_H
#define AP_MRTK_CONVERT_H

#include "validators/mrtk/mrtk.h"

/* Data that a conversion loses or adds. */
typedef struct ap_mrtk_losses_and_additions {
    /* number of keys that lose tangents, weights or a weighted mode that differ from the values MRTK
       writes */
    size_t keys;
    bool loses_gaze;  /* the gaze is lost, since 1.0 has none */
    size_t gaze_keys; /* number of keys of the lost gaze */
    size_t markers;   /* number of lost markers; the published layout has no markers */
    bool adds_camera; /* an empty camera is added, since 1.0 always has a camera */
    bool adds_hands;  /* two empty hands are added, since 1.0 always has hands */
} ap_mrtk_losses_and_additions;

/* Returns true if the conversion lost or added data. Otherwise, converting back restores the original bytes. */
bool ap_mrtk_has_losses_or_additions(const ap_mrtk_losses_and_additions *losses);

/* Converts the animation to version 1.`minor` (below AP_MRTK_VERSIONS) and to the layout `variant` (AP_MRTK_WRITER or
   AP_MRTK_PUBLISHED); ap_mrtk_write writes the result. The result lives in the arena; its views point to the
   same bytes as those of `from`. Returns NULL when out of memory. */
ap_mrtk_animation *ap_mrtk_convert(const ap_mrtk_animation *from, int32_t minor, ap_mrtk_variant variant,
    ap_arena *arena, ap_mrtk_losses_and_additions *losses);

#endif
