/* Keys of generated curves, generated one at a time: the model's view points to generator state, and the
   layout of an element generates the next key when the writer asks for it. */
#ifndef AP_MRTK_KEYS_H
#define AP_MRTK_KEYS_H

#include "corpus/generate/generator_parts.h"
#include "validators/mrtk/mrtk.h"

/* The extreme fields in the keys of a curve, as bits. */
enum {
    AP_UNUSUAL_TIMES = 1,
    AP_UNUSUAL_VALUES = 2,
    AP_UNUSUAL_TANGENTS = 4,
    AP_UNUSUAL_WEIGHTS = 8, /* weights and weighted modes */
    AP_UNUSUAL_ALL = 15
};

/* State of a curve. The curves of one vector start with equal states except for the component, and so have
   the same times. */
typedef struct ap_made_curve {
    ap_choices times;
    ap_choices choices; /* choices for extreme fields */
    bool begun;
    float time;
    double seconds;     /* average time between two keys */
    ap_swings swings;   /* motion of the vector; unused components are 0 */
    size_t swing_count; /* number of components; 0 for a boolean curve */
    size_t component;
    bool unit; /* the vector is scaled to length 1 */
    bool on;   /* next value of a boolean curve */
    int32_t weighted_mode;
    unsigned unusual;
} ap_made_curve;

/* Sets up the keys of the curve. `*state` must not move until the keys are written, which uses the state
   up. */
void ap_make_keys(ap_mrtk_curve *curve, ap_made_curve **state, int32_t key_count);

#endif
