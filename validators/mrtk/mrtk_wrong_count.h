/* Measures how much of a file can be read without a fault in a layout, and finds the wrong key count that explains the damage. */
#ifndef AP_MRTK_WRONG_COUNT_H
#define AP_MRTK_WRONG_COUNT_H

#include "validators/mrtk/mrtk_layout.h"

/* A wrong key count and the value with which the file reads to its end. */
typedef struct ap_mrtk_wrong_count {
    size_t count_at; /* offset of the count in the input */
    int32_t count;   /* the value with which the file can be read to its end */
} ap_mrtk_wrong_count;

enum { AP_MRTK_CURVES = 7 + 4 + 2 * AP_MRTK_JOINTS * AP_MRTK_POSE_CURVES + 6 };

/* How much of a file can be read without a fault in one layout. A curve stumbles if its head or its keys have an error or an
   unlikely value; a key is valid if its time is finite, 0 or normal, and greater than the time before, and if its boolean value
   or weighted mode is valid. */
typedef struct ap_mrtk_readable_part {
    size_t curve_count; /* number of curves of the file, according to its flags */
    size_t complete;    /* number of curves before the first stumble; curve_count if no curve stumbles */
    size_t keys;        /* number of valid keys at the beginning of the curve that stumbles */
    bool has_wrong_count;
    ap_mrtk_wrong_count wrong;
} ap_mrtk_readable_part;

/* Counts the curves and keys that read without error if the file has the animation's version and layout. `first_curve` is
   the offset of the first curve. The records of the animation must be listed; their curves are overwritten. Searches for a
   wrong key count and its right value if the curves and markers do not end at the end of the file, if a wrap mode
   is unknown, or if a time is subnormal: a small integer read as a float32 is subnormal. Sets arena->failed, and finds no
   count, when out of memory. Takes time linear in the file; the search is limited to AP_SEARCH_COUNTS values and
   AP_SEARCH_STEPS curves and markers for each of at most 16 counts. */
void ap_mrtk_measure_readable_part(
    const ap_io *io, ap_mrtk_animation *animation, size_t first_curve, ap_mrtk_readable_part *result);

/* Returns true if a wrap mode of the curve is unknown or a key time is subnormal: both are signs of a wrong key count, and a
   small integer that is read as a time is subnormal. `are_times_increasing`: each time is known to be greater than the time
   before it; then few times are read. */
bool ap_mrtk_may_curve_have_wrong_count(const ap_mrtk_curve *curve, bool are_times_increasing);

/* Returns true if ap_mrtk_may_curve_have_wrong_count does for a curve. All curves must have been read. */
bool ap_mrtk_may_have_wrong_count(const ap_mrtk_animation *animation);

/* Returns true if `one` has more complete curves than `other`, or as many and more valid keys in the curve that stumbles. */
bool ap_mrtk_is_more_readable(const ap_mrtk_readable_part *one, const ap_mrtk_readable_part *other);

/* Returns true if the curves of the animation, which begin at offset `at`, and its markers end exactly at the end of the file,
   and no wrap mode is unknown. */
bool ap_mrtk_can_be_read_to_end(const ap_io *io, ap_mrtk_animation *animation, size_t at);

#endif
