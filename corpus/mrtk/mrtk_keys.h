/* Keys of generated curves. The view of a curve in the model points to the state of a generator, and the layout of an element
   generates the next key when the writer asks for it, so that the keys need no memory. */
#ifndef AP_MRTK_KEYS_H
#define AP_MRTK_KEYS_H

#include "corpus/generate/generator_parts.h"
#include "validators/mrtk/mrtk.h"

/* Bits that say which fields of a curve's keys get extreme values. */
enum {
    AP_UNUSUAL_TIMES = 1,
    AP_UNUSUAL_VALUES = 2,
    AP_UNUSUAL_TANGENTS = 4,
    AP_UNUSUAL_WEIGHTS = 8, /* weights and weighted modes */
    AP_UNUSUAL_ALL = 15
};

/* How the value of a curve is computed from its swings at each step. */
typedef enum ap_curve_motion_kind {
    AP_MOTION_BOOLEAN,   /* 0 and 1 in turn; uses no swings */
    AP_MOTION_SUM,       /* the sum of the swings */
    AP_MOTION_DIRECTION, /* a component of the vector of the first three swings, scaled to length 1 */
    AP_MOTION_ROTATION, /* a component of a rotation (mrtk_motion.h): with t / 2 = swings 0 to 2 + swing 3 × bend_axis, it is
                            base + shares · t / 2, divided by the length of (t / 2, 1) */
} ap_curve_motion_kind;

/* State of a curve. The curves of one vector start with the same choices of times, and so have the same times. */
typedef struct ap_generated_curve {
    ap_choices times;
    ap_choices choices; /* choices for extreme fields */
    bool begun;         /* true once the time of the first key was taken */
    float time;
    double seconds; /* average time between two keys */
    ap_curve_motion_kind motion;
    size_t component;       /* index of the component of the vector that the curve holds: 0 for x */
    ap_oscillations swings; /* unused swings are 0 */
    double base, shares[3], bend_axis[3];
    bool on; /* the value of the last key of a boolean curve; the next key has the other value */
    int32_t weighted_mode;
    unsigned unusual;
} ap_generated_curve;

/* Sets up the keys of the curve. `*state` must not move until the keys are written. Writing the keys changes the state, so that
   they can be written only once. */
void ap_bind_curve_to_generated_keys(ap_mrtk_curve *curve, ap_generated_curve **state, int32_t key_count);

#endif
