/* Converts a recording to glTF: the camera and the joints of both hands become nodes that move by the keys of
   their curves. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/number/rotation.h"
#include "validators/mrtk/mrtk_convert.h"
#include "validators/mrtk/mrtk_layout.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/services/export/export_gltf.h"

enum {
    AXES = 3,
    QUATERNION = 4,
    VALUE_OFFSET = 4 /* offset of the value in a key, after the time */,
    LOOPS = 2 | 4 /* bits of the wrap modes Loop and PingPong */
};

/* Vertical angle of view in radians (60 degrees), aspect ratio, and distance of the near plane in metres. */
static const float usual_angle = 1.0471976F, usual_ratio = 16.0F / 9, usual_near = 0.1F;

typedef struct curve_key {
    float time, value; /* the time is counted from `start` of the export */
    size_t number;     /* index of the key in its curve */
} curve_key;

/* The keys of a curve sorted by time, without duplicate times. */
typedef struct sorted_curve {
    curve_key *keys;
    size_t count, at; /* number of keys; at: index of the first key not before the current time */
} sorted_curve;

typedef struct recording_export {
    ap_gltf *gltf;
    const ap_mrtk_animation *animation;
    double start; /* the first time of the recording if it is negative, otherwise 0 */
    sorted_curve curves[QUATERNION];
    float *times; /* times of the keys of the current vector */
    /* the accessor of times made last; the next vector reuses it if its times are equal */
    const ap_gltf_accessor *shared;

    /* Statistics for the remarks */
    size_t loops;        /* number of curves with wrap mode Loop or PingPong */
    size_t no_numbers;   /* number of keys that are not finite */
    size_t same_times;   /* number of keys at the time of an earlier key of their curve */
    size_t no_rotations; /* number of rotations 0 0 0 0 */
    size_t resampled;    /* number of keys added at times that only other curves of the vector have */
    size_t booleans;     /* number of keys of boolean curves */
    size_t gaze;         /* number of keys of the gaze */
} recording_export;

static float float_of_key(const ap_mrtk_curve *curve, size_t key, size_t at)
{
    return ap_mrtk_float_at(ap_mrtk_key_at(curve, key), at);
}

static int compare_keys(const void *one, const void *other)
{
    const curve_key *a = one, *b = other;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Sorts the keys by time. Of several keys at one time, keeps the first in the file, and counts the others in r->same_times. */
static void sort_and_deduplicate_keys(recording_export *r, sorted_curve *sorted)
{
    size_t kept = 0;
    for (size_t i = 1; i < sorted->count; i++) {
        if (compare_keys(&sorted->keys[i - 1], &sorted->keys[i]) > 0) {
            qsort(sorted->keys, sorted->count, sizeof *sorted->keys, compare_keys);
            break;
        }
    }
    for (size_t i = 0; i < sorted->count; i++) {
        if (kept == 0 || sorted->keys[i].time > sorted->keys[kept - 1].time)
            sorted->keys[kept++] = sorted->keys[i];
    }
    r->same_times += sorted->count - kept;
    sorted->count = kept;
}

static bool load_sorted_finite_keys(recording_export *r, const ap_mrtk_curve *curve, sorted_curve *sorted)
{
    const size_t count = (size_t)curve->key_count;
    *sorted = (sorted_curve){ .keys = ap_alloc_array(r->gltf->arena, count, sizeof *sorted->keys) };
    if (sorted->keys == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const float time = float_of_key(curve, i, 0), value = float_of_key(curve, i, VALUE_OFFSET);
        const bool finite = isfinite(time) && isfinite(value);
        r->no_numbers += !finite;
        if (finite)
            sorted->keys[sorted->count++] = (curve_key){ (float)((double)time - r->start), value, i };
    }
    r->loops += ((curve->pre_wrap | curve->post_wrap) & LOOPS) != 0;
    sort_and_deduplicate_keys(r, sorted);
    return true;
}

/* Returns the value of a curve at a time, which must not be before the time of the previous call: linear between two keys,
   constant before the first and after the last; 0 for a curve without keys. */
static double interpolate_curve(sorted_curve *curve, float time)
{
    while (curve->at < curve->count && curve->keys[curve->at].time < time)
        curve->at++;
    if (curve->count == 0)
        return 0;
    if (curve->at == curve->count)
        return (double)curve->keys[curve->count - 1].value;
    const curve_key *next = &curve->keys[curve->at];
    if (curve->at == 0 || next->time == time)
        return (double)next->value;
    const curve_key *last = next - 1;
    const double share = ((double)time - (double)last->time) / ((double)next->time - (double)last->time);
    return (double)last->value + share * ((double)next->value - (double)last->value);
}

/* Collects all times at which a component of the current vector has a key. Returns their number. */
static size_t merge_times(recording_export *r, size_t components)
{
    size_t count = 0, most = 0;
    for (size_t c = 0; c < components; c++)
        most = r->curves[c].count > most ? r->curves[c].count : most;
    for (;;) {
        float next = INFINITY;
        for (size_t c = 0; c < components; c++) {
            const sorted_curve *curve = &r->curves[c];
            if (curve->at < curve->count && curve->keys[curve->at].time < next)
                next = curve->keys[curve->at].time;
        }
        if (isinf(next))
            break;
        for (size_t c = 0; c < components; c++) {
            sorted_curve *curve = &r->curves[c];
            curve->at += curve->at < curve->count && curve->keys[curve->at].time == next;
        }
        r->times[count++] = next;
    }
    for (size_t c = 0; c < components; c++) {
        r->curves[c].at = 0;
        r->resampled += count - r->curves[c].count;
    }
    return count;
}

/* Returns the times as an accessor; reuses the one made last if its times are equal. */
static const ap_gltf_accessor *get_times_accessor(recording_export *r, size_t count)
{
    const ap_gltf_accessor *shared = r->shared;
    if (shared != NULL && shared->count == count
        && memcmp(shared->floats, r->times, count * sizeof(float)) == 0)
        return shared;
    ap_gltf_accessor *times = ap_gltf_add_times(r->gltf, count);
    if (times == NULL)
        return NULL;
    memcpy(times->floats, r->times, count * sizeof(float));
    r->shared = times;
    return ap_gltf_check_times(r->gltf, times) ? times : NULL;
}

/* Converts a position or rotation from Unity's left-handed axes to glTF's, by mirroring x: negates x of a position, and y and z
   of a rotation. Makes the length of a rotation 1; counts rotations of length 0. */
static void mirror_and_normalise_value(recording_export *r, double *value, size_t components)
{
    double squares = 0;
    if (components == AXES) {
        value[0] = -value[0];
        return;
    }
    for (size_t c = 0; c < components; c++)
        squares += value[c] * value[c];
    r->no_rotations += squares < 1e-12;
    ap_normalise_or_identity(value, components);
    value[1] = -value[1];
    value[2] = -value[2];
}

static bool add_vector(
    recording_export *r, ap_gltf_node *node, const ap_mrtk_curve *curves, size_t components)
{
    size_t keys = 0;
    for (size_t c = 0; c < components; c++) {
        keys += (size_t)curves[c].key_count;
        if (!load_sorted_finite_keys(r, &curves[c], &r->curves[c]))
            return false;
    }
    r->times = ap_alloc_array(r->gltf->arena, keys, sizeof *r->times);
    const size_t count = r->times == NULL ? 0 : merge_times(r, components);
    if (count == 0)
        return r->times != NULL;
    const ap_gltf_accessor *times = get_times_accessor(r, count);
    float *values = times == NULL ? NULL
                                  : ap_gltf_add_channel(r->gltf, node,
                                      components == AXES ? AP_GLTF_TRANSLATION : AP_GLTF_ROTATION, times);
    if (values == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        double value[QUATERNION];
        for (size_t c = 0; c < components; c++)
            value[c] = interpolate_curve(&r->curves[c], r->times[i]);
        mirror_and_normalise_value(r, value, components);
        for (size_t c = 0; c < components; c++)
            values[components * i + c] = (float)value[c];
    }
    if (components == QUATERNION)
        ap_gltf_make_rotations_continuous(values, count);
    memcpy(components == AXES ? node->translation : node->rotation, values, components * sizeof *values);
    return true;
}

/* Adds the camera node. Unity's camera looks along z, glTF's along -z. */
static bool add_camera_node(recording_export *r, ap_gltf_node *moving)
{
    ap_gltf_node *camera_node = ap_gltf_add_node(r->gltf, moving, ap_gltf_view_of_text("lens"));
    ap_gltf_camera *camera = ap_gltf_add_camera(r->gltf);
    if (camera_node == NULL || camera == NULL)
        return false;
    camera_node->rotation[1] = 1;
    camera_node->rotation[AXES] = 0;
    *camera = (ap_gltf_camera){ usual_angle, usual_ratio, usual_near, camera->index, NULL };
    camera_node->camera = camera;
    ap_gltf_add_remark(r->gltf,
        "made up: the camera's angle of view, 60 degrees, its aspect ratio of 16:9 and its near plane");
    return true;
}

static size_t count_keys(const ap_mrtk_record *record)
{
    size_t keys = 0;
    for (size_t c = 0; c < record->shape->curve_count; c++)
        keys += (size_t)record->curves[c].key_count;
    return keys;
}

static bool add_pose_with_camera_unless_hand(
    recording_export *r, const ap_mrtk_record *record, ap_gltf_node *hand)
{
    char *name = ap_alloc(r->gltf->arena, AP_MRTK_NAME_BYTES);
    if (name == NULL)
        return false;
    ap_mrtk_put_record_name(record, name);
    ap_gltf_node *node = ap_gltf_add_node(r->gltf, hand, ap_gltf_view_of_text(name));
    const size_t second = record->shape->second_vector;
    return node != NULL && add_vector(r, node, record->curves, AXES)
           && add_vector(r, node, record->curves + second, QUATERNION)
           && (hand != NULL || add_camera_node(r, node));
}

/* Sets r->start to the earliest time of the poses' keys with finite time and value if that time is negative, otherwise to 0. */
static void find_start_if_negative(recording_export *r)
{
    for (size_t i = 0; i < r->animation->record_count; i++) {
        const ap_mrtk_record *record = &r->animation->records[i];
        for (size_t c = 0; record->shape->quaternion && c < record->shape->curve_count; c++) {
            for (size_t key = 0; key < (size_t)record->curves[c].key_count; key++) {
                const double time = (double)float_of_key(&record->curves[c], key, 0);
                if (isfinite(time) && isfinite(float_of_key(&record->curves[c], key, VALUE_OFFSET)))
                    r->start = fmin(r->start, time);
            }
        }
    }
}

static void add_lost_remark(ap_gltf *gltf, const char *what, size_t count)
{
    if (count > 0)
        ap_gltf_add_remark(gltf, "lost: %s: %zu", what, count);
}

static bool add_remarks(const recording_export *r)
{
    ap_gltf *gltf = r->gltf;
    ap_mrtk_losses_and_additions losses;
    if (ap_mrtk_convert(r->animation, AP_MRTK_NEWEST, AP_MRTK_WRITER, gltf->arena, &losses) == NULL)
        return false;
    add_lost_remark(gltf, "tangents, weights and weighted mode of keys", losses.keys);
    add_lost_remark(gltf, "keys of the boolean curves of hands", r->booleans);
    add_lost_remark(gltf, "keys of the gaze", r->gaze);
    add_lost_remark(gltf, "markers", (size_t)r->animation->marker_count);
    add_lost_remark(gltf, "wrap modes Loop and PingPong of curves", r->loops);
    add_lost_remark(gltf, "keys that are not finite", r->no_numbers);
    add_lost_remark(gltf, "keys at the time of another key of their curve", r->same_times);
    if (r->no_rotations > 0)
        ap_gltf_add_remark(
            gltf, "made up: the rotation 0 0 0 1 in place of 0 0 0 0; keys: %zu", r->no_rotations);
    if (r->resampled > 0)
        ap_gltf_add_remark(
            gltf, "made up: keys at times that only other curves of their vector have: %zu", r->resampled);
    if (r->start < 0)
        ap_gltf_add_remark(gltf, "made up: times from 0 on; 0 is %.9g of the file", r->start);
    return !gltf->arena->failed;
}

bool ap_mrtk_to_gltf(const ap_export_source *source, ap_gltf *gltf)
{
    const ap_mrtk_variant variant = ap_mrtk_variant_wanted(source->options);
    recording_export r = { .gltf = gltf, .animation = ap_mrtk_read(source->input, variant, gltf->arena) };
    ap_gltf_node *hand = NULL;
    if (r.animation == NULL)
        return false;
    find_start_if_negative(&r);
    for (size_t i = 0; i < r.animation->record_count; i++) {
        const ap_mrtk_record *record = &r.animation->records[i];
        const bool joint = record->index != AP_NO_INDEX;
        if (record->shape->curve_names == NULL)
            r.booleans += count_keys(record);
        else if (!record->shape->quaternion)
            r.gaze += count_keys(record);
        if (!record->shape->quaternion)
            continue;
        if (joint && record->index == 0)
            hand = ap_gltf_add_node(gltf, NULL, ap_gltf_view_of_text(record->name));
        if ((joint && hand == NULL) || !add_pose_with_camera_unless_hand(&r, record, joint ? hand : NULL))
            return false;
    }
    return add_remarks(&r);
}
