/* Keys of made curves, generated one at a time: the model's view points to generator state, and the element's
   layout makes the next key when the writer asks for one. */
#ifndef AP_MRTK_KEYS_H
#define AP_MRTK_KEYS_H

#include "corpus/generate/generator_parts.h"
#include "validators/mrtk/mrtk.h"

/* The odd things about the keys of a curve. */
enum {
    AP_ODD_TIMES = 1,
    AP_ODD_VALUES = 2,
    AP_ODD_TANGENTS = 4,
    AP_ODD_WEIGHTS = 8, /* and weighted modes */
    AP_ODD_ALL = 15
};

/* Where a curve is. The curves of one vector begin with the same state but for the component, and so have the
   same times. */
typedef struct ap_made_curve {
    ap_choices times;
    ap_choices choices; /* for the odd things */
    bool begun;
    float time;
    double seconds;     /* between two keys, on average */
    ap_swings swings;   /* the vector, with zeros behind its components */
    size_t swing_count; /* 0: a boolean curve */
    size_t component;
    bool unit; /* the vector has length 1 */
    bool on;   /* the next value of a boolean curve */
    int32_t weighted_mode;
    unsigned odd;
} ap_made_curve;

/* The keys of the curve. `state` must stay where it is until they were written, which uses it up. */
void ap_make_keys(ap_mrtk_curve *curve, ap_made_curve **state, int32_t key_count);

#endif
