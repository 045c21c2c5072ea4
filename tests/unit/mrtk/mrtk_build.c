#include "tests/unit/mrtk/mrtk_build.h"

#include <stdio.h>
#include <string.h>

/* The curves of a pose and of a ray in file order */
static const char *const pose[] = { "position_x", "position_y", "position_z", "rotation_x", "rotation_y",
    "rotation_z", "rotation_w" };
static const char *const ray[] = { "origin_x", "origin_y", "origin_z", "direction_x", "direction_y",
    "direction_z" };

static void begin_curve(file_build *file, const char *path, int key_count, size_t key_bytes)
{
    file_build_set_path_prefix(file, "%s", path);
    add_i32(file, "pre_wrap", 8);
    add_i32(file, "post_wrap", 8);
    add_i32(file, "key_count", key_count);
    require_bytes_after_last_field(file, (size_t)key_count * key_bytes, 0);
}

/* Returns the time of a key. The times of keys are 0, 0.5, 1 … unless the spec has other times. */
static float time_of_key(const mrtk_spec *spec, int key)
{
    return spec->start + (spec->step == 0 ? 0.5F : spec->step) * (float)key;
}

static int key_count_of(const mrtk_spec *spec, const char *path, int default_count)
{
    if (spec->only != NULL && strcmp(path, spec->only) == 0)
        return spec->only_keys;
    return spec->fewer != NULL && strcmp(path, spec->fewer) == 0 ? default_count - 1 : default_count;
}

static void put_float_curve(
    file_build *file, const mrtk_spec *spec, const char *path, int default_count, float value)
{
    const bool is_long = spec->minor == 0 || spec->published;
    const int key_count = key_count_of(spec, path, default_count);
    begin_curve(file, path, key_count, is_long ? 28 : 8);
    file->in_array = true;
    for (int key = 0; key < key_count; key++) {
        file_build_set_path_prefix(file, "%s.keys[%d]", path, key);
        add_f32(file, "time", time_of_key(spec, key));
        add_f32(file, "value", value);
        if (!is_long)
            continue;
        add_f32(file, "in_tangent", 0);
        add_f32(file, "out_tangent", 0);
        add_f32(file, "in_weight", 0);
        add_f32(file, "out_weight", 0);
        add_i32(file, "weighted_mode", 3);
    }
    file->in_array = false;
}

/* Writes a curve with the values 1, 0, 1 … */
static void put_boolean_curve(file_build *file, const mrtk_spec *spec, const char *path)
{
    const int key_count = key_count_of(spec, path, spec->boolean_keys);
    begin_curve(file, path, key_count, 8);
    file->in_array = true;
    for (int key = 0; key < key_count; key++) {
        file_build_set_path_prefix(file, "%s.keys[%d]", path, key);
        add_f32(file, "time", time_of_key(spec, key));
        add_f32(file, "value", key % 2 == 0 ? 1 : 0);
    }
    file->in_array = false;
}

/* Writes the float curves `names` of a record, each with key_count keys. `position` has the values of the first three curves. */
static void put_float_curves(file_build *file, const mrtk_spec *spec, const char *record,
    const char *const *names, size_t count, int key_count, const float position[3])
{
    for (size_t i = 0; i < count; i++) {
        char path[2 * FIELD_PATH_BYTES];
        snprintf(path, sizeof path, "%s.%s", record, names[i]);
        put_float_curve(file, spec, path, key_count,
            i < 3                                 ? position[i]
            : strcmp(names[i], "rotation_w") == 0 ? 1.0F
                                                  : 0.0F);
    }
}

static const float origin[3] = { 0, 0, 0 };

/* Stores the position of a joint of a left hand: the wrist at the origin, the fingers along z, each at a smaller x than the
   finger before it, from the thumb to the little finger. */
static void compute_joint_position(int joint, float position[3])
{
    static const float along_thumb[] = { 0.02F, 0.05F, 0.08F,
        0.1F }, /* z of the thumb's joints; along_finger: of each other finger's joints */
        along_finger[] = { 0.02F, 0.08F, 0.11F, 0.13F, 0.15F };
    const int finger = (joint - 7) / 5;
    position[0] = position[1] = position[2] = 0;
    if (joint == 2)
        position[2] = 0.05F;
    if (joint >= 3)
        position[0] = joint < 7 ? 0.04F : 0.02F * (float)(1 - finger);
    if (joint >= 3)
        position[2] = joint < 7 ? along_thumb[joint - 3] : along_finger[(joint - 7) % 5];
}

/* Writes the 27 poses of a hand; the first is the joint None. Without hand_keys only joint 3 has keys. */
static void put_joints(file_build *file, const mrtk_spec *spec, const char *hand, bool left)
{
    const int first = spec->last_joint == 0 ? 1 : spec->first_joint;
    const int last = spec->last_joint == 0 ? 26 : spec->last_joint;
    const bool empty = spec->empty_hand != NULL && strcmp(spec->empty_hand, hand) == 0;
    const int keys_of_joint_3 = empty ? 0 : spec->joint_keys;
    for (int joint = 0; joint < 27; joint++) {
        char record[FIELD_PATH_BYTES];
        float position[3];
        compute_joint_position(joint, position);
        position[0] *= left == spec->exchanged ? -1.0F : 1.0F;
        snprintf(record, sizeof record, "%s[%d]", hand, joint);
        if (spec->hand_keys == 0)
            put_float_curves(file, spec, record, pose, 7, joint == 3 ? keys_of_joint_3 : 0, origin);
        else
            put_float_curves(
                file, spec, record, pose, 7, joint >= first && joint <= last ? spec->hand_keys : 0, position);
    }
}

/* Writes the length as groups of 7 bits, the low group first, and the name. */
static void put_name(file_build *file, const char *name, size_t length)
{
    const uint8_t prefix[2] = { (uint8_t)(length < 128 ? length : (length & 127) | 128),
        (uint8_t)(length >> 7) };
    add_bytes_field(file, "prefix", prefix, length < 128 ? 1 : 2, FIELD_PREFIX);
    require_bytes_after_last_field(file, length, 0);
    add_bytes_field(file, "name", name, length, FIELD_ELEMENT);
}

static void put_markers(file_build *file, const mrtk_spec *spec)
{
    char long_name[200];
    memset(long_name, 'n', sizeof long_name);
    file_build_set_path_prefix(file, "%s", "");
    add_i32(file, "marker_count", spec->markers);
    require_bytes_after_last_field(file, 5 * (size_t)spec->markers, 0);
    for (int i = 0; i < spec->markers; i++) {
        const char *name = i % 2 == 0 ? "start" : "end";
        file_build_set_path_prefix(file, "markers[%d]", i);
        add_f32(file, "time", time_of_key(spec, i));
        if (spec->long_names)
            put_name(file, long_name, sizeof long_name);
        else
            put_name(file, name, strlen(name));
    }
}

static void put_header(file_build *file, const mrtk_spec *spec)
{
    static const uint8_t magic[8] = { 0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a };
    add_bytes_field(file, "magic", magic, sizeof magic, FIELD_SCALAR);
    add_i32(file, "version.major", 1);
    add_i32(file, "version.minor", spec->minor);
    add_span_field(file, "version", 8);
    if (spec->minor == 0)
        return;
    add_u8(file, "has_camera", spec->camera);
    add_u8(file, "has_hand", spec->hand);
    add_u8(file, "has_gaze", spec->gaze);
}

void mrtk_build(file_build *file, const mrtk_spec *spec)
{
    file_build_begin(file);
    put_header(file, spec);
    if (spec->minor == 0 || spec->camera)
        put_float_curves(file, spec, "camera", pose, 7, spec->keys, origin);
    if (spec->minor == 0 || spec->hand) {
        put_boolean_curve(file, spec, "hand_tracked_left");
        put_boolean_curve(file, spec, "hand_tracked_right");
        put_boolean_curve(file, spec, "hand_pinching_left");
        put_boolean_curve(file, spec, "hand_pinching_right");
        put_joints(file, spec, "hand_joints_left", true);
        put_joints(file, spec, "hand_joints_right", false);
    }
    if (spec->minor > 0 && spec->gaze)
        put_float_curves(file, spec, "gaze", ray, 6, spec->keys, origin);
    if (!spec->published)
        put_markers(file, spec);
    file_build_set_path_prefix(file, "%s", "");
    add_span_field(file, "end", file->size);
}

void build_mrtk_10(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .keys = 3, .boolean_keys = 3, .joint_keys = 2, .markers = 2 });
}

void build_mrtk_11(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1, .camera = true, .gaze = true, .keys = 3, .markers = 2 });
}

void build_mrtk_11_hand(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1,
                         .camera = true,
                         .hand = true,
                         .gaze = true,
                         .keys = 3,
                         .boolean_keys = 3,
                         .joint_keys = 2,
                         .markers = 2 });
}

void build_mrtk_10_published(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .published = true, .keys = 3, .boolean_keys = 3, .joint_keys = 2 });
}

void build_mrtk_11_published(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1, .published = true, .camera = true, .gaze = true, .keys = 3 });
}

void build_mrtk_11_without_markers(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1, .camera = true, .gaze = true, .keys = 3 });
}

void build_mrtk_11_bare(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1 });
}
