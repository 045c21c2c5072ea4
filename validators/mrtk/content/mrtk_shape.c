/* Checks a hand's size, its side, and the axes of its palm. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "validators/mrtk/content/mrtk_hands.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"

static const double smallest_hand_size = 0.03, largest_hand_size = 0.2, usual_hand_size = 0.08; /* metres */

/* A unit of length that a writer may have used. */
typedef struct length_unit {
    const char *name;
    double metres;
} length_unit;

static const length_unit units[] = { { "centimetres", 0.01 }, { "millimetres", 0.001 }, { "inches", 0.0254 },
    { "feet", 0.3048 }, { "kilometres", 1000 } };

/* Returns true if the lower median of `total` numbers is below a limit, where `count` of the numbers are below the limit. */
static bool is_median_among_smallest(size_t count, size_t total)
{
    return count > (total - 1) / 2;
}

/* Returns the longer length divided by the shorter length. */
static double longer_to_shorter_ratio(double one, double other)
{
    return one > other ? one / other : other / one;
}

static const length_unit *nearest_unit(double length)
{
    const length_unit *nearest = &units[0];
    for (size_t i = 1; i < sizeof units / sizeof *units; i++) {
        if (longer_to_shorter_ratio(length * units[i].metres, usual_hand_size)
            < longer_to_shorter_ratio(length * nearest->metres, usual_hand_size))
            nearest = &units[i];
    }
    return nearest;
}

static void report_hand_size(ap_io *io, const ap_mrtk_hand *h, double size)
{
    char message[AP_MRTK_MESSAGE_BYTES];
    const length_unit *unit = nearest_unit(size);
    snprintf(message, sizeof message,
        "the %s hand measures %.6g from Wrist to MiddleKnuckle, and positions are in metres, where it is "
        "about %.2g; the hand seems to be in %s: multiply all positions by %g",
        h->side, size, usual_hand_size, unit->name, unit->metres);
    ap_mrtk_report_at_key_count(io, AP_MRTK_RULE(HAND_SIZE), &h->joints[AP_MRTK_WRIST],
        ap_text_value("from 0.03 to 0.2"), ap_double(size), message);
}

static void check_hand_size(
    ap_io *io, const ap_mrtk_hand *h, const ap_mrtk_track *wrist, const ap_mrtk_track *knuckle)
{
    const ap_mrtk_distances distances = ap_mrtk_distances_at_times_of_first(wrist, knuckle);
    const double size = sqrt(ap_mrtk_lower_median(&distances, wrist->count));
    if (size > 0 && (size < smallest_hand_size || size > largest_hand_size))
        report_hand_size(io, h, size);
}

/* Indices of the tracks that show the axes of a hand: the rotation of the Palm, and the positions of four joints. */
enum { AXIS_WRIST, AXIS_PALM, AXIS_INDEX, AXIS_MIDDLE, AXIS_PINKY, AXIS_TRACKS };

/* Number of times at which the axes of the palm were measured, and numbers of those times at which a condition holds. */
typedef struct axis_counts {
    size_t times;
    size_t beside;    /* the palm's z axis is over 60 degrees from the direction of the fingers */
    size_t away;      /* the palm's z axis is about 154 degrees or more from the direction of the fingers */
    size_t not_along; /* the palm's z axis is over about 26 degrees from the direction of the fingers */
    /* left: the palm's x axis is about 143 degrees or more from the direction from the pinky to the index
       finger; not_right: the x axis is over about 37 degrees from that direction */
    size_t left, not_right;
} axis_counts;

static double length_of(const double *vector, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += vector[i] * vector[i];
    return sqrt(sum);
}

/* Updates the counts with the directions of the palm's axes at one time. Does nothing if one of the vectors has length 0. */
static void count_axes(double at[AXIS_TRACKS][AP_MRTK_TRACK_PARTS], axis_counts *counts)
{
    double across[3], along[3], q[4];
    for (size_t i = 0; i < 3; i++) {
        across[i] = at[AXIS_INDEX][i] - at[AXIS_PINKY][i];
        along[i] = at[AXIS_MIDDLE][i] - at[AXIS_WRIST][i];
    }
    const double turn = length_of(at[AXIS_PALM], 4), width = length_of(across, 3),
                 length = length_of(along, 3);
    if (turn == 0 || width == 0 || length == 0)
        return;
    for (size_t i = 0; i < 4; i++)
        q[i] = at[AXIS_PALM][i] / turn;
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double x_axis[3] = { 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y) };
    const double z_axis[3] = { 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y) };
    const double side = (x_axis[0] * across[0] + x_axis[1] * across[1] + x_axis[2] * across[2]) / width;
    const double ahead = (z_axis[0] * along[0] + z_axis[1] * along[1] + z_axis[2] * along[2]) / length;
    counts->times++;
    counts->beside += ahead < 0.5;
    counts->away += ahead <= -0.9;
    counts->not_along += ahead < 0.9;
    counts->left += side <= -0.8;
    counts->not_right += side < 0.8;
}

static void report_hand_axes(ap_io *io, const ap_mrtk_hand *h, const axis_counts *counts)
{
    char message[AP_MRTK_MESSAGE_BYTES], off[128];
    const bool away = is_median_among_smallest(counts->away, counts->times);
    snprintf(off, sizeof off, "over 60 degrees off the fingers at %zu of %zu key%s of the Wrist",
        counts->beside, counts->times, counts->times == 1 ? "" : "s");
    snprintf(message, sizeof message,
        "the z axis of the %s Palm points %s; in MRTK it points to the fingers, and y out of the back of "
        "the hand%s",
        h->side, away ? "away from the fingers" : off, away ? ": these are the axes of OpenXR" : "");
    ap_mrtk_report_at_key_count(io, AP_MRTK_RULE(HAND_AXES), &h->joints[AP_MRTK_WRIST],
        ap_text_value("z to the fingers"), ap_text_value(away ? "z away from the fingers" : "another z"),
        message);
}

static void report_exchanged_hands(ap_io *io, const ap_mrtk_hand *h)
{
    char message[AP_MRTK_MESSAGE_BYTES];
    const char *other = strcmp(h->side, "left") == 0 ? "right" : "left";
    snprintf(message, sizeof message,
        "the joints of the %s hand are those of a %s hand: its index finger is on the other side of the "
        "palm; exchange the curves of the two hands, or convert from right-handed axes",
        h->side, other);
    ap_mrtk_report_at_key_count(io, AP_MRTK_RULE(HAND_EXCHANGED), &h->joints[AP_MRTK_WRIST],
        ap_value_with_prefix("a", ap_text_value(h->side)), ap_value_with_prefix("a", ap_text_value(other)),
        message);
}

/* Checks that the palm's z axis points to the fingers and then, by the palm's x axis, that the joints are not those of the other
   hand. Compares medians over the keys of the Wrist. */
static void check_palm_axes_and_side(
    ap_io *io, const ap_mrtk_hand *h, const ap_mrtk_track tracks[AXIS_TRACKS])
{
    size_t after[AXIS_TRACKS] = { 0 };
    double at[AXIS_TRACKS][AP_MRTK_TRACK_PARTS];
    axis_counts counts = { 0 };
    for (size_t key = 0; key < tracks[AXIS_WRIST].count; key++) {
        const double time = ap_mrtk_track_time(&tracks[AXIS_WRIST], key);
        for (size_t i = 0; i < AXIS_TRACKS; i++)
            ap_mrtk_interpolate_track(&tracks[i], time, &after[i], at[i]);
        count_axes(at, &counts);
    }
    if (counts.times == 0)
        return;
    if (is_median_among_smallest(counts.beside, counts.times))
        report_hand_axes(io, h, &counts);
    else if (!is_median_among_smallest(counts.not_along, counts.times)
             && (strcmp(h->side, "left") == 0 ? is_median_among_smallest(counts.left, counts.times)
                                              : !is_median_among_smallest(counts.not_right, counts.times)))
        report_exchanged_hands(io, h);
}

/* Stores the vector from one position to another at a key. */
static void get_vector_between(
    const ap_mrtk_track *from, const ap_mrtk_track *to, size_t key, double vector[3])
{
    for (size_t i = 0; i < 3; i++)
        vector[i] = ap_mrtk_track_value(to, i, key) - ap_mrtk_track_value(from, i, key);
}

/* Returns true if all tracks have the key at the same time, and the hand has its usual size, side and axes at the key, with a
   margin for rounding. */
static bool is_hand_usual_at_key(const ap_mrtk_track tracks[AXIS_TRACKS], size_t key, bool left)
{
    double across[3], along[3];
    const ap_mrtk_track *palm = &tracks[AXIS_PALM];
    for (size_t i = 0; i < AXIS_TRACKS; i++) {
        if (key >= tracks[i].count
            || ap_mrtk_track_time(&tracks[i], key) != ap_mrtk_track_time(&tracks[AXIS_WRIST], key))
            return false;
    }
    get_vector_between(&tracks[AXIS_PINKY], &tracks[AXIS_INDEX], key, across);
    get_vector_between(&tracks[AXIS_WRIST], &tracks[AXIS_MIDDLE], key, along);
    const double x = ap_mrtk_track_value(palm, 0, key), y = ap_mrtk_track_value(palm, 1, key);
    const double z = ap_mrtk_track_value(palm, 2, key), w = ap_mrtk_track_value(palm, 3, key);
    /* The palm's quaternion need not have length 1: the axes computed from it have its squared length. */
    const double squared_length = x * x + y * y + z * z + w * w;
    const double side = (w * w + x * x - y * y - z * z) * across[0] + 2 * (x * y + w * z) * across[1]
                        + 2 * (x * z - w * y) * across[2];
    const double ahead = 2 * (x * z + w * y) * along[0] + 2 * (y * z - w * x) * along[1]
                         + (w * w - x * x - y * y + z * z) * along[2];
    const double size = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
    return size > smallest_hand_size * smallest_hand_size * 1.01
           && size < largest_hand_size * largest_hand_size * 0.99 && ahead > 0
           && ahead * ahead > 0.26 * squared_length * squared_length * size && (left ? side > 0 : side < 0);
}

/* Returns true if the hand has its usual size, side and axes at more than half of the Wrist's keys. The medians that
   check_hand_size and check_palm_axes_and_side compare are usual then. Stops at the last key that is needed. */
static bool is_hand_usual(const ap_mrtk_hand *h, const ap_mrtk_track tracks[AXIS_TRACKS])
{
    const bool left = strcmp(h->side, "left") == 0;
    const size_t count = tracks[AXIS_WRIST].count;
    size_t usual = 0;
    for (size_t key = 0; key < count && usual <= count / 2; key++)
        usual += is_hand_usual_at_key(tracks, key, left);
    return usual > count / 2;
}

void ap_mrtk_check_hand_shape(ap_io *io, const ap_mrtk_hand *h)
{
    ap_mrtk_track tracks[AXIS_TRACKS];
    if (!ap_mrtk_open_position_track(&h->joints[AP_MRTK_WRIST], &tracks[AXIS_WRIST])
        || !ap_mrtk_open_position_track(&h->joints[AP_MRTK_MIDDLE_KNUCKLE], &tracks[AXIS_MIDDLE]))
        return;
    const bool has_axes =
        ap_mrtk_open_track(&h->joints[AP_MRTK_PALM], true, &tracks[AXIS_PALM])
        && ap_mrtk_open_position_track(&h->joints[AP_MRTK_INDEX_KNUCKLE], &tracks[AXIS_INDEX])
        && ap_mrtk_open_position_track(&h->joints[AP_MRTK_PINKY_KNUCKLE], &tracks[AXIS_PINKY]);
    if (has_axes && is_hand_usual(h, tracks))
        return;
    check_hand_size(io, h, &tracks[AXIS_WRIST], &tracks[AXIS_MIDDLE]);
    if (has_axes && ap_mrtk_track_is_valid(&tracks[AXIS_PALM]))
        check_palm_axes_and_side(io, h, tracks);
}
