/* The rules of mesh-ensemble motion over values and records. A judge speaks of what was just read, does
   nothing when the layouts run for the structure alone, and returns false where reading must stop. */
#ifndef AP_MEMG_RULES_H
#define AP_MEMG_RULES_H

#include "validators/memg/memg_layout.h"
#include "validators/memg/memg_mapping.h"
#include "validators/memg/memg_names.h"
#include "validators/memg/memg_scene.h"
#include "validators/memg/memg_whole.h"
#include "validators/services/policy/policy.h"

/* What the rules remember between groups. */
typedef struct ap_memg_state {
    ap_memg_order order;     /* of the elements of U and Q */
    const ap_policy *policy; /* NULL: none */
    ap_names names;          /* of the groups so far; an entry is the offset of a group's name_length */
    ap_memg_scratch scratch;
    ap_memg_scene_state scene;
    ap_memg_whole whole;
    uint64_t order_work; /* multiplications that memg/matrix-order may still take */
} ap_memg_state;

/* The state of rules over the input that io reads; io must outlive it and stay where it
   is. Takes no memory yet. */
void ap_memg_state_init(ap_memg_state *state, const ap_io *io, const ap_lint_options *options);

bool ap_memg_check_endian(ap_io *io, const ap_memg_motion *motion) AP_MUST_USE;
void ap_memg_check_framerate(ap_io *io, const ap_memg_cursor *cursor);
void ap_memg_check_frame_count(ap_io *io, int32_t frame_count);
void ap_memg_check_timestep_count(ap_io *io, const ap_memg_cursor *cursor);
void ap_memg_check_number(ap_io *io, double value);
void ap_memg_check_transform(ap_io *io, ap_view entries);

void ap_memg_check_name_length(ap_io *io, int32_t name_length);
bool ap_memg_are_letters(
    const uint8_t *length); /* the four bytes are of a text, as where a name has no length */
bool ap_memg_check_name(ap_io *io, ap_memg_cursor *cursor) AP_MUST_USE;
void ap_memg_check_vertex_count(ap_io *io, int32_t vertex_count);
void ap_memg_check_entry(ap_io *io, int32_t entry, const ap_memg_cursor *cursor);
bool ap_memg_check_mapping(ap_io *io, ap_memg_cursor *cursor) AP_MUST_USE;
void ap_memg_check_parent(ap_io *io, const ap_memg_cursor *cursor);

/* Over both counts of a matrix, its values still unread. */
void ap_memg_check_basis(ap_io *io, const ap_memg_cursor *cursor);
void ap_memg_check_coefficients(ap_io *io, const ap_memg_cursor *cursor);

/* Whether U speaks for the other order of its elements. */
void ap_memg_check_order(ap_io *io, ap_memg_cursor *cursor);

/* The file as a whole, once all groups have been read and nothing is after them. */
void ap_memg_check_groups(ap_io *io, const ap_memg_motion *motion);

#endif
