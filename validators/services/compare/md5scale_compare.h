/* Compares two versions of the .md5scale of an animation. */
#ifndef AP_MD5SCALE_COMPARE_H
#define AP_MD5SCALE_COMPARE_H

#include "validators/services/compare/changes.h"

/* Both versions of an .md5scale, and the new version of its animation; of size 0 if the animation is unknown. */
typedef struct ap_scales_and_animation {
    ap_view old_input, new_input, animation;
} ap_scales_and_animation;

/* Compares versions with different bytes. Adds a change for each joint that has other scales, and for each joint that the
   animation lacks and only the new version names. Adds AP_CHANGE_ROUNDING if scales differ by rounding, and AP_CHANGE_SPELLING
   if there is no other change. Returns false when
   out of memory (an arena has failed), or if a version has a mistake in its syntax. The mistake is added to the findings, and
   *is_old is true if the old version has it. */
bool ap_compare_scales(const ap_scales_and_animation *versions, ap_findings *findings, ap_changes *changes,
    bool *is_old) AP_MUST_USE;

#endif
