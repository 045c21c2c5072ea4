/* The places in a mesh-ensemble motion file where a defect can be made, found in the list of fields. */
#ifndef AP_MEMG_CANDIDATES_H
#define AP_MEMG_CANDIDATES_H

#include "corpus/defect/defect_edit.h"
#include "corpus/memg/obj_sketch.h"

typedef struct ap_memg_candidate_matrix {
    const ap_listed_field *rows, *columns;
    /* first value of the matrix; if the matrix has no values, the field after `columns` */
    const ap_listed_field *values;
    size_t row_count, column_count;
} ap_memg_candidate_matrix;

typedef struct ap_memg_candidate_group {
    size_t index;
    const ap_listed_field *name_length, *name, *vertex_count;
    /* first entry of the mapping, and of the mean; without vertices, the field that follows */
    const ap_listed_field *mapping, *mean;
    const ap_listed_field *parent_frame;
    size_t vertices;
    ap_memg_candidate_matrix basis, coefficients;
    size_t end; /* offset after the last byte of the group */
} ap_memg_candidate_group;

typedef struct ap_memg_candidates {
    ap_damage *damage;
    const ap_listed_field *frame_count, *timestep_count;
    size_t frames, timesteps;
    const ap_listed_field *transforms; /* first entry of the first transform; a transform has 12 entries */
    size_t groups_at;                  /* offset after the transforms */
    ap_memg_candidate_group *groups;
    size_t count;
    bool has_scene;
    ap_obj_sketch scene; /* groups of the .obj; valid if has_scene */
} ap_memg_candidates;

/* Finds the candidates in the input's fields, and in the companion if there is one. Returns false when out
   of memory, or if the companion is too complex for an ap_obj_sketch. */
bool ap_memg_find_candidates(ap_damage *damage, ap_memg_candidates *candidates);

/* Picks one of the groups that fit, with equal probability; NULL if no group fits. `fits` may be NULL:
   every group fits. */
const ap_memg_candidate_group *ap_memg_pick_group(ap_memg_candidates *candidates,
    bool (*fits)(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group));

/* The `change` of a defect that changes one group. */
typedef struct ap_memg_change {
    /* returns true if the change can be made to the group; NULL if it can be made to every group */
    bool (*fits)(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group);
    bool (*apply)(ap_memg_candidates *candidates, const ap_memg_candidate_group *group);
} ap_memg_change;

/* The `run` function of defects that change one group: picks a group that fits and applies the change. */
bool ap_memg_apply_change(ap_damage *damage);

/* Defines a defect that changes one group. Parameters: rule, what, reason, `fits`, `apply`; then pattern, text and number, or
   members by name. */
#define GROUP(rule_name, what, words, fits, function, ...)                                                   \
    AP_CHANGE(rule_name, what, words, ap_memg_apply_change, &((const ap_memg_change){ fits, function }),     \
        __VA_ARGS__)

/* ap_memg_candidate_group_name returns the group's name; ap_memg_has_group_named returns true if a group has the name. Names
   are compared as bytes. */
ap_view ap_memg_candidate_group_name(
    const ap_memg_candidates *candidates, const ap_memg_candidate_group *group);
bool ap_memg_has_group_named(const ap_memg_candidates *candidates, ap_view name);

/* Returns the greatest absolute value of an element of R R^T - I, where R is the rotation of the transform; NaN if an entry of R
   is not finite. */
double ap_memg_orthonormal_error_or_nan(
    const ap_memg_candidates *candidates, const ap_listed_field *transform);

/* Returns true if the determinant of a transform's rotation is negative. */
bool ap_memg_is_reflection(const ap_memg_candidates *candidates, const ap_listed_field *transform);

/* Expects the findings that the reader makes if it reads the bytes from `at` on as group number `index`. Returns false if the
   first two counts that it reads there are valid, or if the file ends before the end of the second count. */
bool ap_memg_expect_misread_group(ap_memg_candidates *candidates, size_t at, size_t index);

/* Expects the finding that the faces of the group in the scene have no motion, after the group's motion was removed or renamed.
   Expects nothing without a scene, or if the group has no faces there. */
bool ap_memg_expect_group_without_motion(
    ap_memg_candidates *candidates, const ap_memg_candidate_group *group);

/* Expects the findings of memg/vertex-unmapped and memg/mapping-foreign that the group has after its mapping entry `entry` was
   set to `number`. */
bool ap_memg_expect_changed_mapping(ap_memg_candidates *candidates, const ap_memg_candidate_group *group,
    const ap_listed_field *entry, int64_t number);

/* Returns true if each group maps all vertices that its faces use, and no mapping entry is faulty. */
bool ap_memg_are_all_mappings_valid(const ap_memg_candidates *candidates);

#endif
