/* Draws the positions of head, gaze and hands in an MRTK animation at a time, and the curves over time. Values between two keys
   are interpolated linearly. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/finding/joint_path.h"
#include "core/number/rotation.h"
#include "validators/mrtk/mrtk_layout.h"
#include "web/pictures/picture.h"

enum {
    HEAD_POINTS =
        2, /* head and gaze have two points each: the position, and a point in the direction of view */
    LEFT = 2 * HEAD_POINTS,
    RIGHT = LEFT + AP_MRTK_JOINTS,
    POINTS = RIGHT + AP_MRTK_JOINTS,
    HAND_LINES = 25,
    LINES = 2 + 2 * HAND_LINES,
    FINGERS = 5
};

typedef struct hands_recording {
    ap_mrtk_animation *animation;
} hands_recording;

static float time_of(const ap_mrtk_curve *curve, size_t key)
{
    return ap_load_f32(curve->keys.bytes + key * curve->stored->bytes, false);
}

static float value_of(const ap_mrtk_curve *curve, size_t key)
{
    return ap_load_f32(curve->keys.bytes + key * curve->stored->bytes + sizeof(float), false);
}

/* Returns the index of the last key at or before `time`, or 0 if all keys are later. The curve must have at least one key. */
static size_t key_at(const ap_mrtk_curve *curve, double time)
{
    size_t first = 0, end = (size_t)curve->key_count;
    while (end - first > 1) {
        const size_t middle = first + (end - first) / 2;
        if ((double)time_of(curve, middle) <= time)
            first = middle;
        else
            end = middle;
    }
    return first;
}

/* Returns the value of a curve at a time; NaN if the curve has no key. The value is constant before the first key and after the
   last key. */
static double value_at(const ap_mrtk_curve *curve, double time)
{
    const size_t count = (size_t)curve->key_count;
    if (count == 0)
        return (double)NAN;
    const size_t key = key_at(curve, time);
    const double from = (double)time_of(curve, key), value = (double)value_of(curve, key);
    if (key + 1 >= count || time <= from)
        return value;
    const double share = (time - from) / ((double)time_of(curve, key + 1) - from);
    return value + share * ((double)value_of(curve, key + 1) - value);
}

static void vector_at(const ap_mrtk_record *record, size_t first, size_t count, double time, double *vector)
{
    for (size_t i = 0; i < count; i++)
        vector[i] = value_at(&record->curves[first + i], time);
}

/* Returns true if the hand is not tracked at the time: the curve named `tracked` is 0. This curve is not interpolated: it keeps
   the value of a key until the next key. */
static bool is_hand_untracked(const ap_mrtk_animation *animation, const char *tracked, double time)
{
    for (size_t i = 0; i < animation->record_count; i++) {
        const ap_mrtk_record *record = &animation->records[i];
        if (strcmp(record->name, tracked) == 0 && record->curves[0].key_count > 0)
            return value_of(&record->curves[0], key_at(&record->curves[0], time)) < 0.5f;
    }
    return false;
}

static void copy_point(float point[3], const double at[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        point[axis] = (float)at[axis];
}

/* Returns true if the numbers can be a direction or a rotation: finite, and as a vector clearly longer than 0. */
static bool is_direction(const double *way, size_t count)
{
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += way[i] * way[i];
    return squares > 1e-12 && isfinite(squares);
}

/* Sets the two points of head or gaze: the position, and a point 0.25 m away in the direction of view, or NaN if the direction is
   invalid. */
static void set_view_points(const ap_mrtk_record *record, double time, float (*points)[3])
{
    const size_t count = record->shape->quaternion ? 4 : 3;
    double at[3], way[4], prefetch[3] = { 0, 0, 1 };
    vector_at(record, 0, 3, time, at);
    copy_point(points[0], at);
    vector_at(record, 3, count, time, way);
    if (!is_direction(way, count))
        return;
    ap_normalise(way, count);
    if (record->shape->quaternion)
        ap_rotate_vector(way, prefetch, prefetch);
    else
        memcpy(prefetch, way, sizeof prefetch);
    for (size_t axis = 0; axis < 3; axis++)
        at[axis] += prefetch[axis] / 4;
    copy_point(points[1], at);
}

/* Returns the first point of a record, or WEB_NONE if the record has no points. */
static size_t first_point_of_record(const ap_mrtk_record *record)
{
    if (strcmp(record->name, "camera") == 0)
        return 0;
    if (strcmp(record->name, "gaze") == 0)
        return HEAD_POINTS;
    if (record->index == AP_NO_INDEX)
        return WEB_NONE;
    return record->index + (size_t)(strcmp(record->name, "hand_joints_left") == 0 ? LEFT : RIGHT);
}

static bool show_moment(web_picture *picture, double moment)
{
    const hands_recording *h = picture->own;
    const ap_mrtk_animation *animation = h->animation;
    const bool lost[] = { is_hand_untracked(animation, "hand_tracked_left", moment),
        is_hand_untracked(animation, "hand_tracked_right", moment) };
    const double nowhere[3] = { (double)NAN, (double)NAN, (double)NAN };
    for (size_t i = 0; i < POINTS; i++)
        copy_point(picture->points[i], nowhere);
    for (size_t i = 0; i < animation->record_count; i++) {
        const ap_mrtk_record *record = &animation->records[i];
        const size_t point = first_point_of_record(record);
        double at[3];
        if (point == WEB_NONE || (point >= LEFT && (record->index == 0 || lost[point >= RIGHT])))
            continue;
        if (point < LEFT) {
            set_view_points(record, moment, picture->points + point);
            continue;
        }
        vector_at(record, 0, 3, moment, at);
        copy_point(picture->points[point], at);
    }
    return true;
}

static void find_elements(const web_picture *picture, const char *path, web_moment *moment)
{
    const web_curve *best = NULL;
    size_t key, longest = 0;
    for (size_t i = 0; i < picture->curve_count; i++) {
        const web_curve *curve = &picture->curves[i];
        const size_t length = strlen(curve->path);
        if (length <= longest || strncmp(path, curve->path, length) != 0
            || (path[length] != '.' && path[length] != '\0'))
            continue;
        longest = length;
        best = curve;
        moment->curve = i;
    }
    if (best == NULL)
        return;
    moment->point = best->point;
    if (sscanf(path + longest, ".keys[%zu]", &key) == 1 && key < best->key_count)
        moment->at = (double)best->keys[key][0];
}

static bool add_curve(web_picture *picture, const ap_mrtk_record *record, size_t number)
{
    const ap_mrtk_curve *stored = &record->curves[number];
    web_curve *curve = &picture->curves[picture->curve_count++];
    const char *name = record->shape->curve_names == NULL ? NULL : record->shape->curve_names[number];
    const ap_field_path path = { { { record->name, record->index } }, 1 };
    char text[128];
    ap_field_path_text(&path, name, text, sizeof text);
    curve->path = web_picture_format(picture, "%s", text);
    if (record->index != AP_NO_INDEX) {
        char shown[AP_SHOWN_PATH_BYTES];
        (void)ap_shown_path(text, (ap_shown_joint){ ap_mrtk_joint_name(record->index), NULL }, shown);
        curve->shown = web_picture_format(picture, "%s", shown);
    }
    curve->point = first_point_of_record(record);
    curve->key_count = (size_t)stored->key_count;
    curve->keys = ap_alloc_array(&picture->arena, curve->key_count, sizeof *curve->keys);
    for (size_t i = 0; curve->keys != NULL && i < curve->key_count; i++) {
        const float time = time_of(stored, i);
        curve->keys[i][0] = time;
        curve->keys[i][1] = value_of(stored, i);
        if (isfinite(time)) {
            picture->first = fmin(picture->first, (double)time);
            picture->last = fmax(picture->last, (double)time);
        }
    }
    return curve->keys != NULL;
}

/* Adds all curves that have keys, and sets the time range from the first to the last key. */
static bool add_curves(web_picture *picture, const ap_mrtk_animation *animation)
{
    const size_t most = AP_MRTK_RECORDS * AP_MRTK_POSE_CURVES;
    picture->curves = ap_alloc_array(&picture->arena, most, sizeof *picture->curves);
    picture->first = INFINITY;
    picture->last = -INFINITY;
    bool room = picture->curves != NULL;
    for (size_t i = 0; room && i < animation->record_count; i++) {
        const ap_mrtk_record *record = &animation->records[i];
        for (size_t number = 0; room && number < record->shape->curve_count; number++) {
            if (record->curves[number].key_count > 0)
                room = add_curve(picture, record, number);
        }
    }
    return room && picture->first <= picture->last;
}

/* Adds lines from wrist to palm, and from the wrist along each finger to its tip. */
static void add_hand(web_picture *picture, size_t first)
{
    web_picture_add_line(picture, first + 1, first + 2);
    for (size_t finger = 0, joint = 3; finger < FINGERS; finger++) {
        const size_t joints = finger == 0 ? 4 : 5;
        web_picture_add_line(picture, first + 1, first + joint);
        for (const size_t end = joint + joints - 1; joint < end; joint++)
            web_picture_add_line(picture, first + joint, first + joint + 1);
        joint++;
    }
}

static void name_points(web_picture *picture)
{
    static const char *const looks[] = { "head", "head looks at", "gaze", "gaze looks at" };
    static const char *const paths[] = { "camera", "camera", "gaze", "gaze" };
    for (size_t i = 0; i < LEFT; i++) {
        picture->names[i] = looks[i];
        picture->paths[i] = web_picture_format(
            picture, "%s.%s", paths[i], i < HEAD_POINTS ? "position_x.key_count" : "origin_x.key_count");
    }
    for (size_t i = LEFT; i < POINTS; i++) {
        const bool left = i < RIGHT;
        const size_t joint = i - (size_t)(left ? LEFT : RIGHT);
        picture->names[i] =
            web_picture_format(picture, "%s %s", left ? "left" : "right", ap_mrtk_joint_name(joint));
        picture->paths[i] = web_picture_format(
            picture, "hand_joints_%s[%zu].position_x.key_count", left ? "left" : "right", joint);
    }
}

bool web_hands_picture(web_picture *picture)
{
    hands_recording *h = picture->own = ap_alloc(&picture->arena, sizeof *h);
    if (h == NULL)
        return false;
    h->animation = ap_mrtk_read(picture->file.bytes, AP_MRTK_AUTO, &picture->arena);
    if (h->animation == NULL || !web_picture_allocate(picture, POINTS, POINTS, LINES, 0))
        return false;
    picture->kind = "hands";
    picture->unit = "second";
    picture->rate = 1;
    picture->up = 'y';
    picture->show = show_moment;
    picture->find = find_elements;
    picture->line_count = 0;
    web_picture_add_line(picture, 0, 1);
    web_picture_add_line(picture, HEAD_POINTS, HEAD_POINTS + 1);
    add_hand(picture, LEFT);
    add_hand(picture, RIGHT);
    name_points(picture);
    return add_curves(picture, h->animation);
}
