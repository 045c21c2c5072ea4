/* Draws the positions of head, gaze and hands in an MRTK animation at a time, and the curves over time. Values between two keys
   are interpolated linearly. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/bytes.h"
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

/* A curve of the recording, and the point that it moves. */
typedef struct hands_curve {
    const ap_mrtk_curve *stored;
    const char *field; /* path of the curve */
    const char *group, *name;
    size_t point; /* WEB_NONE if it moves no point */
} hands_curve;

typedef struct hands_recording {
    ap_mrtk_animation *animation;
    hands_curve *curves; /* curves with keys */
    size_t curve_count;
} hands_recording;

static float time_of_key(const ap_mrtk_curve *curve, size_t key)
{
    return ap_load_f32(curve->keys.bytes + key * curve->stored->bytes, false);
}

static float value_of_key(const ap_mrtk_curve *curve, size_t key)
{
    return ap_load_f32(curve->keys.bytes + key * curve->stored->bytes + sizeof(float), false);
}

/* Returns the index of the last key at or before `time`, or 0 if all keys are later. The curve must have at least one key. */
static size_t last_key_at_or_before(const ap_mrtk_curve *curve, double time)
{
    size_t first = 0, end = (size_t)curve->key_count;
    while (end - first > 1) {
        const size_t middle = first + (end - first) / 2;
        if ((double)time_of_key(curve, middle) <= time)
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
    const size_t key = last_key_at_or_before(curve, time);
    const double from = (double)time_of_key(curve, key), value = (double)value_of_key(curve, key);
    if (key + 1 >= count || time <= from)
        return value;
    const double share = (time - from) / ((double)time_of_key(curve, key + 1) - from);
    return value + share * ((double)value_of_key(curve, key + 1) - value);
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
            return value_of_key(&record->curves[0], last_key_at_or_before(&record->curves[0], time)) < 0.5f;
    }
    return false;
}

static void copy_point(float point[3], const double at[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        point[axis] = (float)at[axis];
}

/* Returns true if the numbers can be a direction or a rotation: finite, and as a vector clearly longer than 0. */
static bool is_valid_direction(const double *way, size_t count)
{
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += way[i] * way[i];
    return squares > 1e-12 && isfinite(squares);
}

/* Sets the two points of head or gaze: the position, and a point 0.25 m away in the direction of view. If the direction is
   invalid, leaves the second point unchanged: the caller has set it to NaN. */
static void set_view_points(const ap_mrtk_record *record, double time, float (*points)[3])
{
    const size_t count = record->shape->quaternion ? 4 : 3;
    double at[3], way[4], direction[3] = { 0, 0, 1 };
    vector_at(record, 0, 3, time, at);
    copy_point(points[0], at);
    vector_at(record, 3, count, time, way);
    if (!is_valid_direction(way, count))
        return;
    ap_normalise_or_identity(way, count);
    if (record->shape->quaternion)
        ap_rotate_vector(way, direction, direction);
    else
        memcpy(direction, way, sizeof direction);
    for (size_t axis = 0; axis < 3; axis++)
        at[axis] += direction[axis] / 4;
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
    const hands_recording *h = picture->private_data;
    const ap_mrtk_animation *animation = h->animation;
    const bool untracked[] = { is_hand_untracked(animation, "hand_tracked_left", moment),
        is_hand_untracked(animation, "hand_tracked_right", moment) };
    const double nowhere[3] = { (double)NAN, (double)NAN, (double)NAN };
    for (size_t i = 0; i < POINTS; i++)
        copy_point(picture->points[i], nowhere);
    for (size_t i = 0; i < animation->record_count; i++) {
        const ap_mrtk_record *record = &animation->records[i];
        const size_t point = first_point_of_record(record);
        double at[3];
        if (point == WEB_NONE || (point >= LEFT && (record->index == 0 || untracked[point >= RIGHT])))
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

static bool load_curves(web_picture *picture, size_t point)
{
    const hands_recording *h = picture->private_data;
    picture->curves = ap_alloc_array(&picture->chosen, h->curve_count, sizeof *picture->curves);
    for (size_t i = 0; picture->curves != NULL && i < h->curve_count; i++) {
        const hands_curve *of_file = &h->curves[i];
        if (of_file->point != point)
            continue;
        web_curve *curve = web_picture_add_curve(picture, of_file->group, of_file->name,
            ap_arena_print(&picture->chosen, "%s.keys[%%].value", of_file->field),
            (size_t)of_file->stored->key_count);
        for (size_t key = 0; curve != NULL && key < curve->key_count; key++) {
            curve->keys[key][0] = time_of_key(of_file->stored, key);
            curve->keys[key][1] = value_of_key(of_file->stored, key);
        }
    }
    return !picture->chosen.failed;
}

static void find_elements(const web_picture *picture, const char *path, web_elements *elements)
{
    const hands_recording *h = picture->private_data;
    const hands_curve *best = NULL;
    size_t key, longest = 0;
    for (size_t i = 0; i < h->curve_count; i++) {
        const hands_curve *curve = &h->curves[i];
        const size_t length = strlen(curve->field);
        if (length <= longest || strncmp(path, curve->field, length) != 0
            || (path[length] != '.' && path[length] != '\0'))
            continue;
        longest = length;
        best = curve;
    }
    if (best == NULL)
        return;
    elements->point = best->point;
    elements->curve = 0;
    for (const hands_curve *curve = h->curves; curve < best; curve++)
        elements->curve += curve->point == best->point;
    if (sscanf(path + longest, ".keys[%zu]", &key) == 1 && key < (size_t)best->stored->key_count)
        elements->moment = (double)time_of_key(best->stored, key);
}

/* Widens the range of moments to the times of a curve. */
static void widen_time(web_picture *picture, const ap_mrtk_curve *curve)
{
    for (size_t i = 0; i < (size_t)curve->key_count; i++) {
        const double time = (double)time_of_key(curve, i);
        if (!isfinite(time))
            continue;
        picture->first = fmin(picture->first, time);
        picture->last = fmax(picture->last, time);
    }
}

static void add_curve(web_picture *picture, hands_recording *h, const ap_mrtk_record *record, size_t number)
{
    hands_curve *curve = &h->curves[h->curve_count++];
    const char *name = record->shape->curve_names == NULL ? NULL : record->shape->curve_names[number];
    const ap_field_path path = { { { record->name, record->index } }, 1 };
    char text[128];
    ap_snprint_field_path(&path, name, text, sizeof text);
    *curve = (hands_curve){ .stored = &record->curves[number], .point = first_point_of_record(record) };
    curve->field = ap_arena_print(&picture->arena, "%s", text);
    curve->name = name == NULL ? record->name : name;
    const size_t length = strlen(curve->name);
    const bool of_vector = length > 2 && curve->name[length - 2] == '_';
    curve->group =
        ap_arena_print(&picture->arena, "%.*s", (int)(of_vector ? length - 2 : length), curve->name);
    if (of_vector)
        curve->name += length - 1;
    widen_time(picture, curve->stored);
}

/* Adds all curves that have keys, and sets the time range from the first to the last key. Returns false if no key has a finite
   time, or when out of memory. */
static bool add_curves(web_picture *picture, hands_recording *h)
{
    const ap_mrtk_animation *animation = h->animation;
    h->curves = ap_alloc_array(&picture->arena, AP_MRTK_RECORDS * AP_MRTK_POSE_CURVES, sizeof *h->curves);
    picture->first = INFINITY;
    picture->last = -INFINITY;
    for (size_t i = 0; h->curves != NULL && i < animation->record_count; i++) {
        const ap_mrtk_record *record = &animation->records[i];
        for (size_t number = 0; number < record->shape->curve_count; number++) {
            if (record->curves[number].key_count > 0)
                add_curve(picture, h, record, number);
        }
    }
    return !picture->arena.failed && picture->first <= picture->last;
}

/* Adds lines from wrist to palm, and from the wrist along each finger to its tip. */
static void add_hand_lines(web_picture *picture, size_t first)
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
        picture->paths[i] = ap_arena_print(&picture->arena, "%s.%s", paths[i],
            i < HEAD_POINTS ? "position_x.key_count" : "origin_x.key_count");
    }
    for (size_t i = LEFT; i < POINTS; i++) {
        const bool left = i < RIGHT;
        const size_t joint = i - (size_t)(left ? LEFT : RIGHT);
        picture->names[i] =
            ap_arena_print(&picture->arena, "%s %s", left ? "left" : "right", ap_mrtk_joint_name(joint));
        picture->paths[i] = ap_arena_print(
            &picture->arena, "hand_joints_%s[%zu].position_x.key_count", left ? "left" : "right", joint);
    }
}

bool web_hands_picture(web_picture *picture)
{
    hands_recording *h = picture->private_data = ap_alloc(&picture->arena, sizeof *h);
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
    web_picture_add_line(picture, 0, 1);
    web_picture_add_line(picture, HEAD_POINTS, HEAD_POINTS + 1);
    add_hand_lines(picture, LEFT);
    add_hand_lines(picture, RIGHT);
    name_points(picture);
    picture->framed_from = LEFT;
    picture->load_curves = load_curves;
    return add_curves(picture, h);
}
