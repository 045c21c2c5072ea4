/* The rules of MRTK input animation over values, keys and records. A judge speaks of the field just read,
   does nothing when the layout runs for its structure alone, and returns false where reading must stop. */
#ifndef AP_MRTK_RULES_H
#define AP_MRTK_RULES_H

#include "validators/mrtk/mrtk_layout.h"
#include "validators/mrtk/mrtk_text.h"
#include "validators/services/policy/policy.h"

bool ap_mrtk_check_magic(ap_io *io, uint64_t magic) AP_MUST_USE;
/* Once it is known that they were converted. */
void ap_mrtk_report_line_ends(ap_io *io, const ap_mrtk_line_ends *ends);
bool ap_mrtk_check_version(ap_io *io, const ap_mrtk_animation *animation) AP_MUST_USE;
void ap_mrtk_check_flag(ap_io *io, uint8_t value);

/* key_bytes: the distance to the time of the key before. */
void ap_mrtk_check_key_time(ap_io *io, float time, size_t key_bytes, const ap_mrtk_animation *animation);
void ap_mrtk_check_value(ap_io *io, float value);
void ap_mrtk_check_tangent(ap_io *io, float tangent);
void ap_mrtk_check_weights(ap_io *io, const ap_mrtk_key *key);
void ap_mrtk_check_boolean(ap_io *io, float value);

/* Whether a walk of the block would find nothing. `record` is an ap_mrtk_key_record. */
bool ap_mrtk_long_keys_clean(const ap_block *block, const void *record);
bool ap_mrtk_short_keys_clean(const ap_block *block, const void *record);
bool ap_mrtk_boolean_keys_clean(const ap_block *block, const void *record);

/* The rules over a vector or rotation, when its last curve is the one that was read. */
void ap_mrtk_check_vector(ap_io *io, ap_mrtk_cursor *cursor);

/* Once no more rotations are read: the flips that they had. */
void ap_mrtk_report_flips(ap_io *io, const ap_mrtk_flips *flips);

/* "hand_joints_left[26]" */
enum { AP_MRTK_NAME_BYTES = 32 };
void ap_mrtk_name_record(const ap_mrtk_record *record, char name[AP_MRTK_NAME_BYTES]);

/* False when the file ends where the list should begin. */
bool ap_mrtk_check_marker_list(ap_io *io) AP_MUST_USE;
void ap_mrtk_check_marker_time(ap_io *io, float time, ap_mrtk_cursor *cursor);
/* False when the prefix is broken, or when the name does not fit into what is left. */
bool ap_mrtk_check_prefix(ap_io *io, const ap_mrtk_prefix *prefix) AP_MUST_USE;
void ap_mrtk_check_marker_name(ap_io *io, ap_view name);

/* The file as a whole; ap_mrtk_check_curves once all of them were read. */
void ap_mrtk_check_end(ap_io *io);
bool ap_mrtk_is_recording(const ap_io *io); /* what is left begins as another one */
bool ap_mrtk_is_padding(const ap_io *io);   /* nothing but 0 is left */
void ap_mrtk_check_variant(ap_io *io, const ap_mrtk_animation *animation);
void ap_mrtk_check_curves(ap_io *io, const ap_mrtk_animation *animation);
void ap_mrtk_check_duration(ap_io *io, const ap_mrtk_animation *animation, const ap_policy *policy);

/* Whether this is a trial of a layout (the findings only count) that has met an error. */
bool ap_mrtk_trial_failed(const ap_io *io);

#endif
