/* Compares two camera paths: frames, rate, cuts, positions, orientations and angles of view. */
#include <string.h>

#include "validators/md5camera/md5camera_source.h"
#include "validators/services/compare/md5_compare.h"

enum { AXES = 3, NUMBERS = 7 /* numbers of a frame: position, orientation, angle of view */ };

typedef struct camera_pair {
    ap_md5camera_file *one, *other;
    ap_changes *changes;
    ap_rounding_statistics rounding;
} camera_pair;

/* A number or vector of a camera's frames, and how a difference is reported. */
typedef struct view_part {
    ap_change_kind kind;
    const char *title, *field, *unit;
    size_t first, count; /* index of the first number in a frame, and count of numbers */
} view_part;

static const view_part parts[] = {
    { AP_CHANGE_POSITIONS, "positions", "position", "units", 0, AXES },
    { AP_CHANGE_ROTATIONS, "orientations", "orientation", "degrees", AXES, AXES },
    { AP_CHANGE_FIELD_OF_VIEW, "angles of view", "fov", "degrees", 2 * AXES, 1 },
};
enum { PARTS = sizeof parts / sizeof *parts };

static void compare_frame_counts_and_rates(camera_pair *s)
{
    const ap_md5camera *one = &s->one->camera, *other = &s->other->camera;
    if (one->frame_count != other->frame_count) {
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_FRAME_COUNT,
            "%d frames instead of %d", other->frame_count, one->frame_count);
        ap_set_change_path(change, "num_frames");
        ap_set_change_values(change, ap_integer(one->frame_count), ap_integer(other->frame_count));
    }
    ap_compare_rate(ap_md5camera_rate(one), ap_md5camera_rate(other), (size_t)other->frame_count, s->changes);
}

/* Reads the cuts of both files, and adds a change if they differ. Returns false if a file has an error. */
static bool compare_cuts(camera_pair *s)
{
    const size_t before = (size_t)s->one->camera.cut_count, after = (size_t)s->other->camera.cut_count;
    const size_t most = before > after ? before : after;
    size_t first = most;
    for (size_t i = 0; i < most; i++) {
        int32_t one = -1, other = -1;
        if ((i < before && !s->one->source.cut(&s->one->source, i, &one))
            || (i < after && !s->other->source.cut(&s->other->source, i, &other)))
            return false;
        first = one != other && first == most ? i : first;
    }
    if (first == most)
        return true;
    ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_CUTS,
        "%zu cuts instead of %zu, the first other cut is number %zu", after, before, first);
    if (first < before)
        ap_set_old_path(change, "cuts[%zu]", first);
    if (first < after)
        ap_set_new_path(change, "cuts[%zu]", first);
    return true;
}

static bool read_frame(ap_md5camera_file *file, size_t index, float numbers[NUMBERS])
{
    ap_md5camera_frame frame;
    if (!file->source.frame(&file->source, index, &frame))
        return false;
    memcpy(numbers, frame.position, sizeof frame.position);
    memcpy(numbers + AXES, frame.orientation, sizeof frame.orientation);
    numbers[NUMBERS - 1] = frame.fov;
    return true;
}

static void report_part(const camera_pair *s, const view_part *part,
    const ap_changed_element_statistics *spread, double largest, size_t frames)
{
    if (spread->places == 0)
        return;
    ap_change *change = ap_add_change_or_spare(s->changes, part->kind,
        "%s changed in %zu of %zu frames, most in frame %zu: %s %s", part->title, spread->places, frames,
        spread->new_index, ap_format_rounded(largest).text, part->unit);
    if (part->count == 1)
        ap_set_change_path(change, "frames[%zu].%s", spread->new_index, part->field);
    else
        ap_set_change_path(change, "frames[%zu].%s.%c", spread->new_index, part->field, "xyz"[spread->part]);
    ap_set_change_values(change, ap_float((float)spread->old_value), ap_float((float)spread->new_value));
    ap_set_largest_difference(change, largest, spread->places);
}

/* Returns the size of a difference: a distance, or an angle in degrees. */
static double length_or_angle_of_change(const view_part *part, const float *one, const float *other)
{
    return part->kind == AP_CHANGE_POSITIONS   ? ap_distance_between(one, other)
           : part->kind == AP_CHANGE_ROTATIONS ? ap_degrees_between_orientations(one, other)
                                               : fabs((double)*one - (double)*other);
}

static bool compare_frames(camera_pair *s)
{
    const size_t before = (size_t)s->one->camera.frame_count, after = (size_t)s->other->camera.frame_count;
    const size_t most = before > after ? before : after, common = before < after ? before : after;
    ap_changed_element_statistics spreads[PARTS] = { { 0 } };
    double largest[PARTS] = { -1, -1, -1 }; /* less than the size of any change */
    for (size_t i = 0; i < most; i++) {
        float one[NUMBERS], other[NUMBERS];
        if ((i < before && !read_frame(s->one, i, one)) || (i < after && !read_frame(s->other, i, other)))
            return false;
        for (size_t p = 0; p < PARTS && i < common; p++) {
            const float *a = one + parts[p].first, *b = other + parts[p].first;
            ap_changed_element_statistics here = { 0 };
            if (!ap_count_if_numbers_differ(&here, &s->rounding, i, i, a, b, parts[p].count))
                continue;
            const double size = length_or_angle_of_change(&parts[p], a, b);
            here.places = spreads[p].places + 1;
            if (size > largest[p]) {
                largest[p] = size;
                spreads[p] = here;
            }
            spreads[p].places = here.places;
        }
    }
    for (size_t p = 0; p < PARTS; p++)
        report_part(s, &parts[p], &spreads[p], largest[p], common);
    return true;
}

bool ap_md5camera_compare(const ap_compare_source *source, ap_changes *changes)
{
    camera_pair s = { .changes = changes };
    s.one = ap_md5camera_open_file(source->old_input, changes->arena);
    s.other = ap_md5camera_open_file(source->new_input, changes->arena);
    if (s.one == NULL || s.other == NULL)
        return false;
    compare_frame_counts_and_rates(&s);
    if (!compare_cuts(&s) || !compare_frames(&s))
        return false;
    ap_compare_commandlines(s.one->camera.commandline, s.other->camera.commandline, changes);
    ap_report_rounding(&s.rounding, changes);
    return ap_md5_read_to_end_without_error(&s.one->stream.base)
           && ap_md5_read_to_end_without_error(&s.other->stream.base) && !changes->arena->failed;
}
