/* The rules of mesh-ensemble motion about values and records. Each check is about the data just read, and adds no finding in a
   reading for structure only. A check with a result returns false if reading must stop. */
#ifndef AP_MEMG_RULES_H
#define AP_MEMG_RULES_H

#include "validators/memg/memg_file_rules.h"
#include "validators/memg/memg_layout.h"
#include "validators/memg/memg_mapping.h"
#include "validators/memg/memg_names.h"
#include "validators/memg/memg_scale.h"
#include "validators/memg/memg_scene.h"
#include "validators/services/policy/policy.h"

/* Data that the rules keep between groups. */
typedef struct ap_memg_state {
    ap_memg_order order;     /* order of the elements of U and Q */
    const ap_policy *policy; /* project policy; NULL if the project has none */
    /* names of the groups read so far; the entry of a name is the offset of the group's name_length */
    ap_name_table names;
    ap_memg_scratch scratch;
    ap_memg_scene_state scene;
    ap_memg_scale_state scale;
    ap_memg_file_answers answers;
    uint64_t order_work;    /* number of multiplications that the rule matrix-order may still make */
    uint64_t *spiky_frames; /* one bit per frame, set if the frame may have a spike; NULL: no frame may */
} ap_memg_state;

/* Initialises the state of the rules for the input that `io` reads. `io` must outlive the state and must not
   be moved. Allocates no memory. */
void ap_memg_state_init(ap_memg_state *state, const ap_io *io, const ap_lint_options *options);

bool ap_memg_check_endian(ap_io *io, const ap_memg_motion *motion) AP_MUST_USE;
void ap_memg_check_framerate(ap_io *io, const ap_memg_cursor *cursor);
void ap_memg_report_if_no_frames(ap_io *io, int32_t frame_count);
void ap_memg_check_timesteps_and_duration(ap_io *io, const ap_memg_cursor *cursor);
void ap_memg_check_number(ap_io *io, double value);
void ap_memg_check_transform(ap_io *io, ap_view entries);

void ap_memg_report_if_name_empty(ap_io *io, int32_t name_length);
/* Returns true if the four bytes at `length` are printable characters other than the space: then they are probably the
   first letters of a name that has no length before it. */
bool ap_memg_are_length_bytes_printable(const uint8_t *length);
bool ap_memg_check_name(ap_io *io, ap_memg_cursor *cursor) AP_MUST_USE;
void ap_memg_report_if_no_vertices(ap_io *io, int32_t vertex_count);
void ap_memg_check_mapping_entry(ap_io *io, int32_t entry, const ap_memg_cursor *cursor);
bool ap_memg_check_mapping(ap_io *io, ap_memg_cursor *cursor) AP_MUST_USE;
void ap_memg_check_parent(ap_io *io, const ap_memg_cursor *cursor);

/* Check the row count and the column count of a matrix, before its values are read. */
void ap_memg_check_basis(ap_io *io, const ap_memg_cursor *cursor);
void ap_memg_check_coefficients(ap_io *io, const ap_memg_cursor *cursor);

/* Reports memg/matrix-order if U is orthonormal in the other element order only. */
void ap_memg_check_matrix_order(ap_io *io, ap_memg_cursor *cursor);

/* Checks of the whole file: called after the last group if no bytes follow. */
void ap_memg_check_whole_file(ap_io *io, const ap_memg_motion *motion);

#endif
