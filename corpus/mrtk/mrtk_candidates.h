/* Where a defect of an MRTK animation can be: the curves of a file, over the list of its fields. */
#ifndef AP_MRTK_CANDIDATES_H
#define AP_MRTK_CANDIDATES_H

#include "corpus/defect/defect_edit.h"
#include "validators/mrtk/mrtk.h"

enum { AP_MRTK_NO_VECTOR = 0, AP_MRTK_VECTOR = 3, AP_MRTK_ROTATION = 4 };

/* The fields of a key, in file order; the short ones have the first two. */
enum ap_mrtk_part {
    AP_MRTK_TIME,
    AP_MRTK_VALUE,
    AP_MRTK_IN_TANGENT,
    AP_MRTK_OUT_TANGENT,
    AP_MRTK_IN_WEIGHT,
    AP_MRTK_OUT_WEIGHT,
    AP_MRTK_MODE,
    AP_MRTK_PARTS
};

typedef struct ap_mrtk_candidate_curve {
    const ap_listed_field *pre_wrap; /* followed by post_wrap, the count and the keys' fields */
    const ap_listed_field *count;
    const ap_listed_field *keys; /* the first key's time; without keys, the field after the count */
    size_t key_count;
    size_t parts;  /* of a key: 2 or AP_MRTK_PARTS */
    size_t letter; /* x 0, y 1, z 2, w 3 */
    size_t vector; /* how many curves are a vector with this one: AP_MRTK_ROTATION …; 0: it is boolean */
    bool agrees;   /* the curves of its vector have the same number of keys, at the same times */
} ap_mrtk_candidate_curve;

typedef struct ap_mrtk_candidates {
    ap_damage *damage;
    ap_mrtk_candidate_curve *curves;
    size_t count;
    ap_mrtk_minor version;
    bool published;
    const ap_listed_field *marker_count; /* NULL: none, as in the published layout */
    size_t markers;                      /* their fields follow the count: time, length, name */
} ap_mrtk_candidates;

/* A key of a curve. */
typedef struct ap_mrtk_candidate {
    const ap_mrtk_candidate_curve *curve;
    size_t key;
} ap_mrtk_candidate;

/* A length this close to 1 is within the limit of 1e-3 however its sum is formed. */
#define AP_MRTK_SURELY_UNIT 0.9e-3

/* As a defect's pattern: the four boolean curves. */
#define AP_MRTK_BOOLEANS "boolean"

/* Looks through the fields of the input. False when memory has run out. */
bool ap_mrtk_find_candidates(ap_damage *damage, ap_mrtk_candidates *candidates);

/* A field of a key, and the bytes of one. */
const ap_listed_field *ap_mrtk_part(const ap_mrtk_candidate_curve *curve, size_t key, enum ap_mrtk_part part);
size_t ap_mrtk_key_bytes(const ap_mrtk_candidate_curve *curve);

/* A field of a marker: 0 its time, 1 the length, 2 the name. */
const ap_listed_field *ap_mrtk_marker_field(
    const ap_mrtk_candidates *candidates, size_t marker, size_t which);

/* The x curve of the vector that the curve belongs to. */
static inline const ap_mrtk_candidate_curve *ap_mrtk_x_of(const ap_mrtk_candidate_curve *curve)
{
    return curve - curve->letter;
}

/* The squared length of the first `parts` components of a vector at a key, in double; of one that agrees. */
double ap_mrtk_squared_norm(
    const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve, size_t key, size_t parts);

/* Whether the key belongs to no rotation, or to one that agrees and has about unit length there: changing
   it takes no finding of rotations away. */
bool ap_mrtk_rotation_sound(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate);

/* Whether the key is that of the w curve of such a rotation; whether it has tangents and weights. */
bool ap_mrtk_is_sound_w(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate);
bool ap_mrtk_is_long(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate);

/* Whether a float curve of the file has two keys or more. */
bool ap_mrtk_has_several(const ap_mrtk_candidates *candidates);

/* A finding of the input about the length or the flips of the vector that the curve belongs to (if it does) is not
   made any more. */
bool ap_mrtk_vanish_lengths(const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve);

/* One of the keys that fit, each as likely as the others, of the curves with a count that matches the
   defect's pattern ("*.position_x", NULL: any). False when there is none. */
bool ap_mrtk_pick_key(ap_mrtk_candidates *candidates,
    bool (*fits)(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate),
    ap_mrtk_candidate *picked);

/* What the `change` of a defect points at: a change of one of the keys that fit. */
typedef struct ap_mrtk_change {
    bool (*fits)(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate);
    bool (*apply)(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate);
    enum ap_mrtk_part part; /* of the key, if it is one function's change of several parts */
} ap_mrtk_change;

/* The `run` of such a defect: picks the key, and applies the change. */
bool ap_mrtk_run(ap_damage *damage);

/* The row of such a defect: rule, what, reason, `fits`, `apply`; then pattern, text and number, or members by name. */
#define KEY(rule_name, what, words, fits, function, ...)                                                     \
    AP_CHANGE(                                                                                               \
        rule_name, what, words, ap_mrtk_run, &((const ap_mrtk_change){ fits, function, 0 }), __VA_ARGS__)

/* The same for curves. */
const ap_mrtk_candidate_curve *ap_mrtk_pick_curve(ap_mrtk_candidates *candidates,
    bool (*fits)(const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve));

/* Not all curves are read: the findings about all of them vanish. */
bool ap_mrtk_vanish_curves(ap_damage *damage);

/* Reading ends at this offset of the input, inside the curve (NULL: after all curves): later findings
   vanish. */
bool ap_mrtk_stop_at(ap_damage *damage, const ap_mrtk_candidate_curve *curve, size_t offset);

#endif
