/* MRTK input animation made into another version or layout of it: what is lost by that, and what is made
   up. */
#ifndef AP_MRTK_CONVERT_H
#define AP_MRTK_CONVERT_H

#include "validators/mrtk/mrtk.h"

/* What converting changes besides the form. All 0: converting back gives the first bytes again. */
typedef struct ap_mrtk_losses {
    size_t keys;      /* keys that lose tangents, weights and weighted mode other than those MRTK writes */
    bool gaze;        /* lost, since 1.0 has none */
    size_t gaze_keys; /* of it */
    size_t markers;   /* lost, since the published layout has none */
    bool camera;      /* not there, and made up out of empty curves, since 1.0 always has one */
    bool hand;        /* the same of both hands */
} ap_mrtk_losses;

/* The animation in version 1.`minor` (0 or 1) and in that layout (writer or published), as ap_mrtk_write
   writes it. It lives in the arena, its views show what those of `from` show. NULL when memory has run
   out. */
ap_mrtk_animation *ap_mrtk_convert(const ap_mrtk_animation *from, int32_t minor, ap_mrtk_variant variant,
    ap_arena *arena, ap_mrtk_losses *losses);

#endif
