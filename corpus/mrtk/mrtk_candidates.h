/* The places in an MRTK animation where a defect can be made: curves and markers, found in the list of
   fields. */
#ifndef AP_MRTK_CANDIDATES_H
#define AP_MRTK_CANDIDATES_H

#include "corpus/defect/defect_edit.h"
#include "validators/mrtk/mrtk.h"

enum { AP_MRTK_NO_VECTOR = 0, AP_MRTK_VECTOR = 3, AP_MRTK_ROTATION = 4 };

/* The fields of a key, in file order. Short keys have the first two only. */
enum ap_mrtk_key_part {
    AP_MRTK_TIME,
    AP_MRTK_VALUE,
    AP_MRTK_IN_TANGENT,
    AP_MRTK_OUT_TANGENT,
    AP_MRTK_IN_WEIGHT,
    AP_MRTK_OUT_WEIGHT,
    AP_MRTK_MODE,
    AP_MRTK_PARTS
};

enum { AP_MRTK_MARKER_FIELDS = 3 }; /* the fields of a marker, in file order: time, length, name */

typedef struct ap_mrtk_candidate_curve {
    /* first field of the curve; post_wrap, the count and the fields of the keys follow */
    const ap_listed_field *pre_wrap;
    const ap_listed_field *count;
    const ap_listed_field *keys; /* time of the first key; if there are no keys, the field after the count */
    size_t key_count;
    size_t parts;     /* number of fields of a key: 2 or AP_MRTK_PARTS */
    size_t component; /* component of the curve: x 0, y 1, z 2, w 3 */
    size_t vector; /* number of curves in the vector of this curve: AP_MRTK_ROTATION, …; AP_MRTK_NO_VECTOR
                      for a boolean curve */
    bool
        vector_has_equal_times; /* true if all curves of the vector have the same number of keys, at the same times */
} ap_mrtk_candidate_curve;

typedef struct ap_mrtk_candidates {
    ap_damage *damage;
    ap_mrtk_candidate_curve *curves;
    size_t count;
    ap_mrtk_minor version;
    bool published;
    const ap_listed_field *marker_count; /* NULL if the layout has no markers: the published layout */
    size_t markers;                      /* number of markers; their fields follow the count */
    size_t markers_end; /* offset after the last marker, or after the count if the file has no markers */
} ap_mrtk_candidates;

/* One key of a curve. */
typedef struct ap_mrtk_candidate_key {
    const ap_mrtk_candidate_curve *curve;
    size_t key;
} ap_mrtk_candidate_key;

/* If a length differs from 1 by less than this, it is within the linter's limit of 1e-3, however the sum is rounded. */
#define AP_MRTK_SURELY_UNIT 0.9e-3

/* The pattern of a defect that means the four boolean curves. */
#define AP_MRTK_BOOLEANS "boolean"

/* Finds the candidates in the input's fields. Returns false when out of memory. */
bool ap_mrtk_find_candidates(ap_damage *damage, ap_mrtk_candidates *candidates);

/* ap_mrtk_key_part returns a field of a key. ap_mrtk_key_bytes returns the size in bytes of each key of the curve. */
const ap_listed_field *ap_mrtk_key_part(
    const ap_mrtk_candidate_curve *curve, size_t key, enum ap_mrtk_key_part part);
size_t ap_mrtk_key_bytes(const ap_mrtk_candidate_curve *curve);

/* Returns a field of a marker: 0 its time, 1 the name's length, 2 the name. */
const ap_listed_field *ap_mrtk_marker_field(
    const ap_mrtk_candidates *candidates, size_t marker, size_t which);

/* Returns the x curve of the vector that the curve belongs to. */
static inline const ap_mrtk_candidate_curve *ap_mrtk_x_curve_of(const ap_mrtk_candidate_curve *curve)
{
    return curve - curve->component;
}

/* Returns the squared length of the first `components` components of the vector that the curve belongs to, at a key, computed in
   double. The curves of the vector must have equal times. */
double ap_mrtk_squared_norm_of_vector(const ap_mrtk_candidates *candidates,
    const ap_mrtk_candidate_curve *curve_of_vector, size_t key, size_t components);

/* Returns the dot product of a rotation at key `key` (1 or more) and at the key before, computed in double. `x` is the x curve of
   the rotation. The four curves of the rotation must have equal times. */
double ap_mrtk_dot_product(
    const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *x, size_t key);

/* Returns true if changing the key removes no findings about rotations: the key does not belong to a rotation,
   or the rotation's curves agree, and at the key its length is about 1 and no sign flip begins or ends.
   (Only the first flip of a file is reported: without it, the finding would move to the next.) */
bool ap_mrtk_is_valid_if_rotation(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate);

/* ap_mrtk_is_w_of_valid_rotation returns true if the key is on the w curve of a rotation, and ap_mrtk_is_valid_if_rotation
   accepts the key. ap_mrtk_has_long_keys returns true if the key has tangents and weights. */
bool ap_mrtk_is_w_of_valid_rotation(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate);
bool ap_mrtk_has_long_keys(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate);

/* Returns true if at least one float curve of the file has two or more keys. */
bool ap_mrtk_has_float_curve_of_several_keys(const ap_mrtk_candidates *candidates);

/* Returns the id of the rule that a vector breaks if its curves have different keys: mrtk/component-mismatch for a 1.1 file in
   the writer's layout, otherwise mrtk/components-apart. */
const char *ap_mrtk_rule_if_vector_keys_differ(const ap_mrtk_candidates *candidates);

/* Marks the input's findings about lengths of the curve's vector as vanished; does nothing if the curve has no
   vector. Returns false when out of memory, or if the vector has a sign flip: only the first flip of a file is
   reported, and without it the finding would move to the next. */
bool ap_mrtk_expect_length_findings_vanish_unless_flip(
    const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve);

/* The `change` of a defect that changes one key. */
typedef struct ap_mrtk_change {
    bool (*fits)(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate);
    bool (*apply)(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate);
    enum ap_mrtk_key_part part; /* the field to change, for an apply function that serves several fields */
} ap_mrtk_change;

/* The `run` function of defects that change one key: picks a key that fits and applies the change. */
bool ap_mrtk_apply_change(ap_damage *damage);

/* Defines a defect that changes one key. Parameters: rule, what, reason, `fits`, `apply`; then pattern, text and number, or
   members by name. */
#define KEY(rule_name, what, words, fits, function, ...)                                                     \
    AP_CHANGE(rule_name, what, words, ap_mrtk_apply_change, &((const ap_mrtk_change){ fits, function, 0 }),  \
        __VA_ARGS__)

/* Picks one of the curves that fit, with equal probability, from the curves with a count field that matches
   the defect's pattern. Returns NULL if no curve fits. */
const ap_mrtk_candidate_curve *ap_mrtk_pick_curve(ap_mrtk_candidates *candidates,
    bool (*fits)(const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve));

/* Sets the minor version. Makes no edit, and returns true, if the file has this minor version. */
bool ap_mrtk_set_minor_version(ap_damage *damage, ap_mrtk_minor minor);

/* Marks the findings that depend on all curves as vanished, for a change after which some curves are not read. */
bool ap_mrtk_expect_findings_needing_all_curves_vanish(ap_damage *damage);

/* Marks the findings from offset `offset` of the input on as vanished, because reading now ends there. The offset is inside the
   curve; if `curve` is NULL, it is after all curves. */
bool ap_mrtk_expect_reading_stops(ap_damage *damage, const ap_mrtk_candidate_curve *curve, size_t offset);

#endif
