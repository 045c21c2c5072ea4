/* A vector of a recording over time: a position, rotation, origin or direction with equal times in all its curves. */
#ifndef AP_MRTK_TRACK_H
#define AP_MRTK_TRACK_H

#include "validators/mrtk/mrtk_layout.h"

enum { AP_MRTK_TRACK_PARTS = 4 };

typedef struct ap_mrtk_track {
    const ap_mrtk_record *record;
    size_t first, parts; /* index of the x curve in the record, and number of curves */
    const uint8_t *keys[AP_MRTK_TRACK_PARTS];
    size_t bytes, count; /* bytes of a key, and number of keys of each curve */
} ap_mrtk_track;

/* Opens the second vector of the record if `second` is true, otherwise the first. Returns false if the curves differ in their
   numbers of keys, or have none. */
bool ap_mrtk_open_track(const ap_mrtk_record *record, bool second, ap_mrtk_track *track);

/* Returns true if the curves have the same times, which are finite and increase, and finite values. */
bool ap_mrtk_track_is_valid(const ap_mrtk_track *track);

static inline double ap_mrtk_track_time(const ap_mrtk_track *track, size_t key)
{
    return (double)ap_mrtk_float_at(track->keys[0] + key * track->bytes, 0);
}

static inline double ap_mrtk_track_value(const ap_mrtk_track *track, size_t part, size_t key)
{
    return (double)ap_mrtk_float_at(track->keys[part] + key * track->bytes, sizeof(float));
}

/* Returns 0 if the keys `at` bytes after the first ones of two curves have times with equal bits. */
static inline uint32_t ap_mrtk_difference_of_times(const uint8_t *keys, const uint8_t *other_keys, size_t at)
{
    return ap_mrtk_bits_at(keys + at, 0) ^ ap_mrtk_bits_at(other_keys + at, 0);
}

/* Returns the square of the distance between two positions: key `i` of one track, and key `j` of the same or another track. */
static inline double ap_mrtk_squared_distance(
    const ap_mrtk_track *one, size_t i, const ap_mrtk_track *other, size_t j)
{
    const double x = ap_mrtk_track_value(other, 0, j) - ap_mrtk_track_value(one, 0, i);
    const double y = ap_mrtk_track_value(other, 1, j) - ap_mrtk_track_value(one, 1, i);
    const double z = ap_mrtk_track_value(other, 2, j) - ap_mrtk_track_value(one, 2, i);
    return x * x + y * y + z * z;
}

/* Stores the vector at a time: linear between two keys, and constant before the first key and after the last. *after is the
   number of keys at or before the time of the last call, 0 before the first call; the times of the calls must not decrease. */
void ap_mrtk_interpolate_track(
    const ap_mrtk_track *track, double time, size_t *after, double vector[AP_MRTK_TRACK_PARTS]);

/* Adds the path of a key's value in a curve of the track (0: x), and returns the value's span. */
ap_span ap_mrtk_enter_track_value(ap_io *io, const ap_mrtk_track *track, size_t part, size_t key);

/* Joints of a hand: the first joints of the thumb and of the fingers, and those that show the hand's size and axes. */
enum {
    AP_MRTK_WRIST = 1,
    AP_MRTK_PALM,
    AP_MRTK_THUMB,
    AP_MRTK_INDEX = 7,
    AP_MRTK_INDEX_KNUCKLE,
    AP_MRTK_MIDDLE = 12,
    AP_MRTK_MIDDLE_KNUCKLE,
    AP_MRTK_RING = 17,
    AP_MRTK_PINKY = 22,
    AP_MRTK_PINKY_KNUCKLE
};

/* Returns the joint at which the bone to a joint above AP_MRTK_WRIST starts: the joint before it, or the wrist. */
static inline size_t ap_mrtk_bone_start(size_t joint)
{
    const bool at_wrist = joint == AP_MRTK_PALM || joint == AP_MRTK_THUMB || joint == AP_MRTK_INDEX
                          || joint == AP_MRTK_MIDDLE || joint == AP_MRTK_RING || joint == AP_MRTK_PINKY;
    return at_wrist ? AP_MRTK_WRIST : joint - 1;
}

/* A sequence of squared distances, computed anew each time that it is read. */
typedef struct ap_mrtk_distances {
    bool (*next)(struct ap_mrtk_distances *distances, double *square); /* returns false at the end */
    const ap_mrtk_track *one, *other;
    size_t i, j; /* position in the tracks; 0 at the start */
} ap_mrtk_distances;

/* Return the squared distances between two positions: ap_mrtk_distances_at_common_times at the times at which both have keys,
   ap_mrtk_distances_at_times_of_first at all times of `one`, with `other` interpolated. */
ap_mrtk_distances ap_mrtk_distances_at_common_times(const ap_mrtk_track *one, const ap_mrtk_track *other);
ap_mrtk_distances ap_mrtk_distances_at_times_of_first(const ap_mrtk_track *one, const ap_mrtk_track *other);

/* Returns the lower median of a sequence of `count` squared distances; `count` must be at least 1. Allocates no memory, and
   reads the sequence eight times. */
double ap_mrtk_lower_median(const ap_mrtk_distances *distances, size_t count);

#endif
