/* Compares the motion of two animations: scale, positions and rotations of joints relative to their parents. */
#include <string.h>

#include "validators/services/compare/md5_compare.h"
#include "validators/services/compare/md5anim_clips.h"

enum { AXES = 3 };

/* Statistics of the joints with other positions, or with other rotations. */
typedef struct joint_difference_statistics {
    size_t joints, frames; /* number of joints and frames that differ */
    /* a joint with a position, or rotation, that is not animated differs, so all frames differ */
    bool constant;
    size_t last_frame;     /* the frame that was counted last; SIZE_MAX before the first */
    double largest;        /* largest difference: a distance, or an angle in degrees */
    size_t frame;          /* the common frame with the largest difference */
    size_t of_old, of_new; /* the joint with this difference, in the old and in the new animation */
    bool *differs;         /* true for each joint of the old animation that moves differently */
} joint_difference_statistics;

/* Returns true if one of the three components of a joint from bit `first` on is animated, in one of the animations. */
static bool is_vector_animated(const ap_md5anim_comparison *s, size_t i, size_t j, size_t first)
{
    for (size_t bit = first; bit < first + AXES; bit++) {
        if (s->one.columns[i][bit] >= 0 || s->other.columns[j][bit] >= 0)
            return true;
    }
    return false;
}

/* Compares three numbers, and counts those that differ by rounding. Returns true if a number differs by more
   than rounding. */
static bool do_vectors_differ(ap_md5anim_comparison *s, const float one[AXES], const float other[AXES])
{
    ap_changed_element_statistics spread = { 0 };
    return memcmp(one, other, AXES * sizeof *one) != 0
           && ap_count_if_numbers_differ(&spread, &s->rounding, 0, 0, one, other, AXES);
}

static void add_difference(
    joint_difference_statistics *moved, size_t i, size_t j, size_t frame, double difference)
{
    moved->joints += !moved->differs[i];
    moved->differs[i] = true;
    moved->frames += moved->last_frame != frame;
    moved->last_frame = frame;
    if (difference > moved->largest) {
        moved->largest = difference;
        moved->frame = frame;
        moved->of_old = i;
        moved->of_new = j;
    }
}

static void compare_joint(ap_md5anim_comparison *s, size_t i, size_t j, size_t frame,
    joint_difference_statistics *positions, joint_difference_statistics *rotations)
{
    const bool moves = is_vector_animated(s, i, j, 0), turns = is_vector_animated(s, i, j, AXES);
    ap_md5anim_joint_values one, other;
    ap_md5anim_get_joint_values(&s->one, i, ap_old_frame_of_common(s, frame), one);
    ap_md5anim_get_joint_values(&s->other, j, ap_new_frame_of_common(s, frame), other);
    if (s->scale == 1 && (frame == 0 || moves) && do_vectors_differ(s, one, other)) {
        positions->constant |= !moves;
        add_difference(positions, i, j, frame, ap_distance_between(one, other));
    }
    if ((frame == 0 || turns) && do_vectors_differ(s, one + AXES, other + AXES)) {
        rotations->constant |= !turns;
        add_difference(rotations, i, j, frame, ap_degrees_between_orientations(one + AXES, other + AXES));
    }
}

/* Sums to find one factor from all old positions to the new positions, over x, y and z of the positions of all comparable
   joints: in each common frame if the position is animated, otherwise once. */
typedef struct scale_sums {
    double squares, products; /* sums of old x old and of old x new numbers */
    double largest_new;       /* the largest magnitude of a new number */
    double farthest; /* the largest difference between a new number and the old number times the factor */
    size_t joints;   /* number of joints with an old position other than 0 0 0 relative to their parent */
} scale_sums;

/* Computes the sums; only `farthest` depends on the factor. */
static scale_sums sum_positions(const ap_md5anim_comparison *s, double factor)
{
    scale_sums sums = { 0 };
    ap_md5anim_joint_values one, other;
    for (size_t i = 0; i < s->one.joints.count; i++) {
        const size_t j = s->matching.to_new[i];
        if (!s->comparable[i])
            continue;
        const size_t frames = is_vector_animated(s, i, j, 0) ? s->common : 1;
        bool apart = false;
        for (size_t frame = 0; frame < frames; frame++) {
            ap_md5anim_get_joint_values(&s->one, i, ap_old_frame_of_common(s, frame), one);
            ap_md5anim_get_joint_values(&s->other, j, ap_new_frame_of_common(s, frame), other);
            for (size_t axis = 0; axis < AXES; axis++) {
                const double a = (double)one[axis], b = (double)other[axis];
                sums.squares += a * a;
                sums.products += a * b;
                sums.largest_new = fmax(sums.largest_new, fabs(b));
                sums.farthest = fmax(sums.farthest, fabs(b - factor * a));
                apart |= a != 0;
            }
        }
        sums.joints += apart;
    }
    return sums;
}

/* If all new positions are the old positions times one factor, sets s->scale to it and adds the change; otherwise sets s->scale
   to 1. */
static void find_and_report_scale_of_positions(ap_md5anim_comparison *s)
{
    enum {
        LEAST_JOINTS =
            2 /* a single joint that is farther from its parent is a change of this joint, not of the scale */
    };
    const scale_sums sums = sum_positions(s, 1);
    s->scale = 1;
    if (sums.joints < LEAST_JOINTS)
        return;
    const double factor = sums.products / sums.squares;
    if (!(factor > 0) || fabs(factor - 1) <= 10 * AP_ROUNDING)
        return;
    if (sum_positions(s, factor).farthest > 10 * AP_ROUNDING * sums.largest_new)
        return;
    s->scale = factor;
    ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_SCALE,
        "all positions are %s times as far from their parents: the skeleton has another size",
        ap_format_rounded(factor).text);
    ap_set_largest_difference(change, factor, sums.joints);
}

/* Returns the index in the stored frame of the component with the index `column` in whole->values of a frame. The two differ if
   the file does not store the components in the order of the joints. */
static size_t stored_index(const ap_loaded_md5anim *whole, int32_t column)
{
    return whole->file->stored_indices == NULL ? (size_t)column : (size_t)whole->file->stored_indices[column];
}

static void set_path_of_joint_value(
    ap_change *change, bool of_old, const ap_loaded_md5anim *whole, size_t joint, size_t bit, size_t frame)
{
    const int32_t column = whole->columns[joint][bit];
    void (*const set)(ap_change *, const char *, ...) = of_old ? ap_set_old_path : ap_set_new_path;
    if (column >= 0)
        set(change, "frames[%zu].values[%zu]", frame, stored_index(whole, column));
    else
        set(change, "baseframe[%zu].%s.%c", joint, bit < AXES ? "position" : "orientation",
            "xyz"[bit % AXES]);
}

static void report_joint_differences(
    ap_md5anim_comparison *s, const joint_difference_statistics *moved, ap_change_kind kind)
{
    if (moved->joints == 0)
        return;
    const bool turns = kind == AP_CHANGE_ROTATIONS;
    const size_t first = turns ? AXES : 0;
    const size_t old_frame = ap_old_frame_of_common(s, moved->frame),
                 new_frame = ap_new_frame_of_common(s, moved->frame);
    const ap_quoted_name name = ap_quote_name(s->other.joints.items[moved->of_new].name);
    const size_t frames = moved->constant ? s->common : moved->frames;
    ap_md5anim_joint_values one, other;
    size_t bit = first;
    ap_change *change = ap_add_change_or_spare(s->changes, kind,
        "%s of %zu joint%s changed in %zu of %zu frames, most of joint %s in frame %zu: %s%s",
        turns ? "rotations" : "positions", moved->joints, moved->joints == 1 ? "" : "s", frames, s->common,
        name.text, new_frame, ap_format_rounded(moved->largest).text, turns ? " degrees" : " units");
    ap_md5anim_get_joint_values(&s->one, moved->of_old, old_frame, one);
    ap_md5anim_get_joint_values(&s->other, moved->of_new, new_frame, other);
    for (size_t i = first; i < first + AXES; i++)
        bit = fabs((double)one[i] - (double)other[i]) > fabs((double)one[bit] - (double)other[bit]) ? i : bit;
    set_path_of_joint_value(change, true, &s->one, moved->of_old, bit, old_frame);
    set_path_of_joint_value(change, false, &s->other, moved->of_new, bit, new_frame);
    ap_set_change_values(change, ap_float(one[bit]), ap_float(other[bit]));
    ap_set_largest_difference(change, moved->largest, moved->joints);
}

void ap_compare_motion(ap_md5anim_comparison *s)
{
    ap_arena *arena = s->changes->arena;
    const size_t joints = s->one.joints.count;
    joint_difference_statistics positions = { .last_frame = SIZE_MAX, .largest = -1 }, rotations = positions;
    positions.differs = ap_alloc_array(arena, joints, sizeof *positions.differs);
    rotations.differs = ap_alloc_array(arena, joints, sizeof *rotations.differs);
    if (arena->failed)
        return;
    size_t *animated = ap_alloc_array(arena, joints, sizeof *animated), animated_count = 0;
    if (animated == NULL)
        return;
    find_and_report_scale_of_positions(s);
    for (size_t i = 0; i < joints; i++) {
        const size_t j = s->matching.to_new[i];
        if (!s->comparable[i])
            continue;
        compare_joint(s, i, j, 0, &positions, &rotations);
        if (is_vector_animated(s, i, j, 0) || is_vector_animated(s, i, j, AXES))
            animated[animated_count++] = i;
    }
    for (size_t frame = 1; frame < s->common; frame++) {
        for (size_t i = 0; i < animated_count; i++)
            compare_joint(s, animated[i], s->matching.to_new[animated[i]], frame, &positions, &rotations);
    }
    report_joint_differences(s, &positions, AP_CHANGE_POSITIONS);
    report_joint_differences(s, &rotations, AP_CHANGE_ROTATIONS);
}
