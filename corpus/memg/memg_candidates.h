/* Where a defect of a mesh-ensemble motion file can be: its groups, over the list of its fields. */
#ifndef AP_MEMG_CANDIDATES_H
#define AP_MEMG_CANDIDATES_H

#include "corpus/defect/defect_edit.h"
#include "corpus/memg/obj_sketch.h"

typedef struct ap_memg_candidate_matrix {
    const ap_listed_field *rows, *columns;
    const ap_listed_field *values; /* the first one; without values, the field after the columns */
    size_t row_count, column_count;
} ap_memg_candidate_matrix;

typedef struct ap_memg_candidate_group {
    size_t index;
    const ap_listed_field *name_length, *name, *vertex_count;
    const ap_listed_field *mapping, *mean; /* their first entries, if there are any */
    const ap_listed_field *parent_frame;
    size_t vertices;
    ap_memg_candidate_matrix basis, coefficients;
    size_t end; /* offset after its last byte */
} ap_memg_candidate_group;

typedef struct ap_memg_candidates {
    ap_damage *damage;
    const ap_listed_field *frame_count, *timestep_count;
    size_t frames, timesteps;
    const ap_listed_field *transforms; /* the first entry; each transform has 12 */
    size_t groups_at;                  /* offset after the transforms */
    ap_memg_candidate_group *groups;
    size_t count;
    bool has_scene;
    ap_obj_sketch scene; /* where has_scene */
} ap_memg_candidates;

/* Lists the candidates from the fields of the input, and from the companion if there is one. False when
   memory has run out, or when the companion is more than the sketch can read. */
bool ap_memg_find_candidates(ap_damage *damage, ap_memg_candidates *candidates);

/* One of the groups that fit, each as likely as the others; NULL when there is none. fits may be NULL. */
const ap_memg_candidate_group *ap_memg_pick_group(ap_memg_candidates *candidates,
    bool (*fits)(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group));

/* What the `change` of a defect points at: a change of one of the groups that fit. */
typedef struct ap_memg_change {
    bool (*fits)(
        const ap_memg_candidates *candidates, const ap_memg_candidate_group *group); /* NULL: all do */
    bool (*apply)(ap_memg_candidates *candidates, const ap_memg_candidate_group *group);
} ap_memg_change;

/* The `run` of such a defect: picks the group, and applies the change. */
bool ap_memg_run(ap_damage *damage);

/* The row of such a defect: rule, what, reason, `fits`, `apply`; then pattern, text and number, or members by name. */
#define GROUP(rule_name, what, words, fits, function, ...)                                                   \
    AP_CHANGE(rule_name, what, words, ap_memg_run, &((const ap_memg_change){ fits, function }), __VA_ARGS__)

/* The group's name; whether a group has the name. Names are compared as bytes. */
ap_view ap_memg_name_of(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group);
bool ap_memg_name_taken(const ap_memg_candidates *candidates, ap_view name);

/* The largest element of |R R^T - I| of a transform; NaN where one of the nine is not finite. */
double ap_memg_deviation(const ap_memg_candidates *candidates, const ap_listed_field *transform);

/* Whether the determinant of a transform's rotation is negative. */
bool ap_memg_mirrors(const ap_memg_candidates *candidates, const ap_listed_field *transform);

/* Predicts the finding if bytes from `at` are misread as group `index`; false if its two counts would
   pass. */
bool ap_memg_expect_misread(ap_memg_candidates *candidates, size_t at, size_t index);

/* The group's motion is gone, or has another name: its faces in the scene have no motion. */
bool ap_memg_expect_unmoved(ap_memg_candidates *candidates, const ap_memg_candidate_group *group);

/* The group's entry no longer maps this vertex: what follows for the faces in the scene. */
bool ap_memg_expect_unmapped(
    ap_memg_candidates *candidates, const ap_memg_candidate_group *group, size_t vertex);

#endif
