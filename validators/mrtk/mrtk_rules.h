/* The rules of MRTK input animation about values, keys and records. Each check is about the field just read, and adds no
   finding in a reading for structure only. A check with a result returns false if reading must stop. */
#ifndef AP_MRTK_RULES_H
#define AP_MRTK_RULES_H

#include "validators/mrtk/mrtk_text.h"
#include "validators/mrtk/mrtk_variant.h"
#include "validators/services/policy/policy.h"

bool ap_mrtk_check_magic(ap_io *io, uint64_t magic) AP_MUST_USE;
/* Reports that the line ends of the file were converted. Call only if that is certain. */
void ap_mrtk_report_converted_lines(ap_io *io, const ap_mrtk_crlf_overlay *ends);
/* Reports that the stored version is wrong: the file can be read only in the version `other`. Call only if no
   layout of the stored version fits. */
void ap_mrtk_report_wrong_version(
    ap_io *io, const ap_mrtk_animation *animation, const ap_mrtk_other_layout *other);
bool ap_mrtk_check_version(ap_io *io, const ap_mrtk_animation *animation) AP_MUST_USE;
void ap_mrtk_check_flag(ap_io *io, uint8_t value);

/* Checks the key count that was just read. Returns false if it is the wrong key count that the cursor
   (io->scope) holds in `wrong`. */
bool ap_mrtk_check_key_count(ap_io *io, const ap_mrtk_curve *curve) AP_MUST_USE;

/* `key_bytes` is the distance in bytes to the time of the previous key. */
void ap_mrtk_check_key_time(ap_io *io, float time, size_t key_bytes, const ap_mrtk_animation *animation);
void ap_mrtk_check_value(ap_io *io, float value);
void ap_mrtk_check_tangent_is_not_nan(ap_io *io, float tangent);
void ap_mrtk_check_weights(ap_io *io, const ap_mrtk_key *key);
void ap_mrtk_check_boolean_value_and_flip(ap_io *io, float value);

/* Return true if reading the block field by field would report nothing. `record` is an ap_mrtk_key_record. */
bool ap_mrtk_are_long_keys_clean(const ap_block_of_array *block, const void *record);
bool ap_mrtk_are_short_keys_clean(const ap_block_of_array *block, const void *record);
bool ap_mrtk_are_boolean_keys_clean(const ap_block_of_array *block, const void *record);

/* Looks for signs of a wrong key count in the cursor's curve, and checks the vector or rotation that ends with the curve.
   `reported` is io->findings->reported before the curve was read: without a new finding, its times increase. */
void ap_mrtk_check_complete_curve(ap_io *io, ap_mrtk_cursor *cursor, size_t reported);

/* Reports the flips of all rotations, after the last rotation was read. */
void ap_mrtk_report_flips(ap_io *io, const ap_mrtk_flips *flips);

/* Writes a record's name: "hand_joints_left[26 PinkyTip]". */
enum { AP_MRTK_NAME_BYTES = 64 };
void ap_mrtk_put_record_name(const ap_mrtk_record *record, char name[AP_MRTK_NAME_BYTES]);

/* Returns false if the file ends before the marker list. */
bool ap_mrtk_check_marker_list_is_there(ap_io *io) AP_MUST_USE;
void ap_mrtk_check_marker_time(ap_io *io, float time, ap_mrtk_cursor *cursor);
/* Returns false if the prefix is broken or the name is longer than the rest of the file. */
bool ap_mrtk_check_prefix(ap_io *io, const ap_mrtk_prefix *prefix) AP_MUST_USE;
void ap_mrtk_check_marker_name_is_utf8(ap_io *io, ap_view name);

/* Checks of the whole file. Call ap_mrtk_check_curves after all curves were read, and ap_mrtk_check_end_of_file at
   the end of reading. */
void ap_mrtk_check_end_of_file(ap_io *io);
/* Returns true if the bytes that are left begin with MRTK's magic number, as another recording would. */
bool ap_mrtk_is_recording_next(const ap_io *io);
/* Returns true if bytes are left and all of them are 0. */
bool ap_mrtk_is_padding_next(const ap_io *io);
void ap_mrtk_check_variant(ap_io *io, const ap_mrtk_animation *animation);
void ap_mrtk_check_curves(ap_io *io, const ap_mrtk_animation *animation);
void ap_mrtk_check_duration(ap_io *io, const ap_mrtk_animation *animation, const ap_policy *policy);

/* Returns true if the findings are only counted, to try a layout, and an error was counted; or if the cursor stops because a
   key count is suspected to be wrong. */
bool ap_mrtk_has_trial_failed_or_count_suspected(const ap_io *io);

#endif
