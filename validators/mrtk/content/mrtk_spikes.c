/* Finds single keys of positions and rotations that are far from both neighbours, after the last curve of a vector was read. */
#include "validators/mrtk/content/mrtk_spikes.h"

#include <float.h>
#include <math.h>

#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"

static const double longest_gap = 0.25;    /* seconds between the two neighbours of a spike */
static const double least_distance = 0.25; /* metres */
/* least ratio of the distance between the spike and a neighbour to the distance between the neighbours */
static const double least_ratio = 5;
static const double cosine_away =
    0.8660254037844387; /* cosine of 30 degrees, which is half the angle between the rotations */
static const double cosine_near = 0.9914448613738104; /* of 7.5 degrees */

static bool are_neighbours_close_in_time(const ap_mrtk_track *track, size_t key)
{
    return ap_mrtk_track_time(track, key + 1) - ap_mrtk_track_time(track, key - 1) <= longest_gap;
}

static bool is_position_spike(const ap_mrtk_track *track, size_t key)
{
    const double before = sqrt(ap_mrtk_squared_distance(track, key - 1, track, key));
    const double after = sqrt(ap_mrtk_squared_distance(track, key, track, key + 1));
    const double away = before < after ? before : after;
    return away >= least_distance && are_neighbours_close_in_time(track, key)
           && away >= least_ratio * sqrt(ap_mrtk_squared_distance(track, key - 1, track, key + 1));
}

/* Returns |cosine| of half the angle between two rotations; NAN if one of them is 0 0 0 0. */
static double half_angle_cosine(const ap_mrtk_track *track, size_t i, size_t j)
{
    double dot = 0, of_i = 0, of_j = 0;
    for (size_t c = 0; c < track->parts; c++) {
        const double a = ap_mrtk_track_value(track, c, i), b = ap_mrtk_track_value(track, c, j);
        dot += a * b;
        of_i += a * a;
        of_j += b * b;
    }
    return fabs(dot) / (sqrt(of_i) * sqrt(of_j));
}

static bool is_rotation_spike(const ap_mrtk_track *track, size_t key)
{
    return half_angle_cosine(track, key - 1, key) <= cosine_away
           && half_angle_cosine(track, key, key + 1) <= cosine_away
           && are_neighbours_close_in_time(track, key)
           && half_angle_cosine(track, key - 1, key + 1) >= cosine_near;
}

static void count_spikes(const ap_mrtk_track *track, bool (*is_spike)(const ap_mrtk_track *track, size_t key),
    ap_mrtk_spikes *spikes)
{
    for (size_t key = 1; key + 1 < track->count; key++) {
        if (!is_spike(track, key))
            continue;
        if (spikes->count++ == 0) {
            spikes->record = track->record;
            spikes->key = key;
        }
    }
}

typedef struct float_vector {
    float x, y, z;
} float_vector;

/* Returns the position at this offset from the first keys of its curves. */
static inline float_vector point_at(const ap_mrtk_track *track, size_t at)
{
    return (float_vector){ ap_mrtk_float_at(track->keys[0] + at, 4), ap_mrtk_float_at(track->keys[1] + at, 4),
        ap_mrtk_float_at(track->keys[2] + at, 4) };
}

static inline float squared_distance(float_vector a, float_vector b)
{
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

/* Returns 0 if the position at the offset `at` certainly has finite values, is near the one at `before`, and has the same time in
   its three curves. */
static inline uint32_t doubts_about_position(const ap_mrtk_track *track, size_t at, size_t before)
{
    const float most_step = (float)(least_distance * least_distance * 0.999);
    return (unsigned)!(squared_distance(point_at(track, at), point_at(track, before)) < most_step)
           | ap_mrtk_difference_of_times(track->keys[0], track->keys[1], at)
           | ap_mrtk_difference_of_times(track->keys[0], track->keys[2], at);
}

/* Doubts about a position, and about the bone that ends there. */
typedef struct position_doubts {
    /* 0 if doubts_about_position returns 0 at each key, and the times are finite and increase */
    uint32_t position;
    /* 0 if the bone certainly keeps about its length, and its two joints have keys at the same times */
    uint32_t bone;
} position_doubts;

/* Scans the keys of a position and of the joint at the other end of its bone, in float32; `bytes` is the size of a key, a
   constant. The loop has no branch, so that compilers vectorise it. */
static inline __attribute__((always_inline)) position_doubts scan_keys(
    const ap_mrtk_track *track, const ap_mrtk_track *parent, size_t bytes)
{
    const ap_mrtk_track one = *track, other = *parent;
    const float first = squared_distance(point_at(&one, 0), point_at(&other, 0));
    const float shortest = first / 3.6F,
                /* if all squared lengths are within these limits, the ratio of two lengths is at most 3.6 */
        longest = first * 3.6F;
    const uint8_t *times = one.keys[0];
    position_doubts found = { doubts_about_position(&one, 0, 0)
                                  | (unsigned)!(ap_mrtk_float_at(times, 0) > -INFINITY),
        (unsigned)!(first > 1e-30F) | ap_mrtk_difference_of_times(times, other.keys[0], 0) };
    for (size_t i = 1; i < one.count; i++) {
        const size_t at = i * bytes, before = at - bytes;
        const float bone = squared_distance(point_at(&one, at), point_at(&other, at));
        found.position |=
            doubts_about_position(&one, at, before)
            | (unsigned)!(ap_mrtk_float_at(times + at, 0) > ap_mrtk_float_at(times + before, 0));
        found.bone |= (unsigned)!(bone >= shortest) | (unsigned)!(bone <= longest)
                      | ap_mrtk_difference_of_times(times, other.keys[0], at);
    }
    found.position |= (unsigned)!(ap_mrtk_float_at(times + (one.count - 1) * bytes, 0) < INFINITY);
    return found;
}

static position_doubts scan_keys_of_layout(const ap_mrtk_track *track, const ap_mrtk_track *parent)
{
    return track->bytes == AP_MRTK_SHORT_KEY_BYTES ? scan_keys(track, parent, AP_MRTK_SHORT_KEY_BYTES)
                                                   : scan_keys(track, parent, AP_MRTK_LONG_KEY_BYTES);
}

/* Returns the joint at which the bone to this joint starts; NULL if the record is not a joint with a bone. */
static const ap_mrtk_record *find_parent(const ap_mrtk_record *record)
{
    if (record->index == AP_NO_INDEX || record->index <= AP_MRTK_WRIST)
        return NULL;
    return record - record->index + ap_mrtk_bone_start(record->index);
}

bool ap_mrtk_skip_clean_position(ap_mrtk_record *record)
{
    const ap_mrtk_record *joint = find_parent(record);
    ap_mrtk_track track, parent;
    if (!ap_mrtk_open_track(record, false, &track))
        return false;
    const bool has_bone = joint != NULL && joint->position_valid && ap_mrtk_open_track(joint, false, &parent)
                          && parent.count == track.count;
    const position_doubts found = scan_keys_of_layout(&track, has_bone ? &parent : &track);
    record->position_valid = found.position == 0;
    record->bone_steady = has_bone && record->position_valid && found.bone == 0;
    return record->position_valid;
}

void ap_mrtk_record_position_spikes(ap_mrtk_cursor *cursor, ap_mrtk_record *record)
{
    ap_mrtk_track track;
    if (!ap_mrtk_open_track(record, false, &track))
        return;
    record->position_valid = ap_mrtk_track_is_valid(&track);
    if (!record->position_valid)
        return;
    const size_t before = cursor->position_spikes.count;
    count_spikes(&track, is_position_spike, &cursor->position_spikes);
    record->position_spiked = cursor->position_spikes.count > before;
}

void ap_mrtk_record_rotation_spikes(ap_mrtk_cursor *cursor, const ap_mrtk_record *record)
{
    ap_mrtk_track track;
    if (ap_mrtk_open_track(record, true, &track) && ap_mrtk_track_is_valid(&track))
        count_spikes(&track, is_rotation_spike, &cursor->rotation_spikes);
}

/* Returns the smaller of the distances from a key to its two neighbours: in metres, or for a rotation in
   degrees. */
static double distance_to_nearer_neighbour(const ap_mrtk_track *track, size_t key, bool rotation)
{
    if (rotation)
        return 360 / acos(-1)
               * acos(fmax(half_angle_cosine(track, key - 1, key), half_angle_cosine(track, key, key + 1)));
    return sqrt(fmin(ap_mrtk_squared_distance(track, key - 1, track, key),
        ap_mrtk_squared_distance(track, key, track, key + 1)));
}

static void report_spikes_of_kind(
    ap_io *io, const ap_rule *rule, const ap_mrtk_spikes *spikes, const char *limit)
{
    const bool rotation = rule == AP_MRTK_RULE(ROTATION_SPIKE);
    const size_t key = spikes->key, part = rotation ? 3 : 0;
    char name[AP_MRTK_NAME_BYTES];
    ap_mrtk_track track;
    if (spikes->count == 0 || !ap_mrtk_open_track(spikes->record, rotation, &track))
        return;
    ap_mrtk_put_record_name(spikes->record, name);
    const ap_field_path path = io->path;
    const ap_span span = ap_mrtk_enter_track_value(io, &track, part, key);
    ap_add_finding_at(io, rule, span, "value", ap_text_value(limit),
        ap_float((float)ap_mrtk_track_value(&track, part, key)),
        "the %s of %s is %.3g %s or more from the keys before and after it at key %zu, at %.6g s, as %zu of "
        "the file's keys %s: it shows as a flicker in one frame, so remove the key from all curves of the %s",
        rotation ? "rotation" : "position", name, distance_to_nearer_neighbour(&track, key, rotation),
        rotation ? "degrees" : "m", key, ap_mrtk_track_time(&track, key), spikes->count,
        spikes->count == 1 ? "is" : "are", rotation ? "rotation" : "position");
    io->path = path;
}

void ap_mrtk_report_spikes(ap_io *io, const ap_mrtk_cursor *cursor)
{
    report_spikes_of_kind(io, AP_MRTK_RULE(POSITION_SPIKE), &cursor->position_spikes,
        "less than 0.25 m from the key before or after it");
    report_spikes_of_kind(io, AP_MRTK_RULE(ROTATION_SPIKE), &cursor->rotation_spikes,
        "less than 60 degrees from the key before or after it");
}
