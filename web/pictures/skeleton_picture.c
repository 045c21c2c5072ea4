/* Draws the skeleton of a .md5anim at a frame, its bounds, and the skin of its mesh. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/same_bytes.h"
#include "validators/md5anim/md5anim_poses.h"
#include "validators/md5anim/md5anim_source.h"
#include "web/pictures/picture.h"
#include "web/pictures/skin.h"

/* The six numbers of each joint in the frames, and their curves */

/* Maps the channels of the joints to numbers of a frame, and back. A channel is joint * 6 + 0 to 5, for Tx Ty Tz Qx Qy Qz. */
typedef struct joint_channels {
    size_t joint_count, number_count; /* number_count: numbers of a frame */
    int32_t *channel_of_number;       /* channel of each number of a stored frame */
    int32_t
        *number_of_channel; /* number of each channel in a stored frame; -1 if the baseframe has the value */
    int32_t *place_of_channel; /* index in a frame that the source reads, which is ordered by joints; or -1 */
} joint_channels;

static const char *const names[] = { "Tx", "Ty", "Tz", "Qx", "Qy", "Qz" };
static const char *const groups[] = { "position", "orientation" };

/* Makes the maps for the joints of a file. Returns false when out of memory. The arena owns the members. */
static bool make_channels(joint_channels *channels, const ap_md5anim_file *file, ap_arena *arena)
{
    const ap_md5anim *animation = &file->animation;
    const size_t count = animation->joint_count * AP_MD5_COMPONENTS;
    channels->joint_count = animation->joint_count;
    channels->number_of_channel = ap_alloc_array(arena, count, sizeof(int32_t));
    channels->place_of_channel = ap_alloc_array(arena, count, sizeof(int32_t));
    channels->channel_of_number = ap_alloc_array(arena, count, sizeof(int32_t));
    if (arena->failed)
        return false;
    for (size_t i = 0; i < count; i++) {
        const bool animated =
            (animation->joints[i / AP_MD5_COMPONENTS].flags >> i % AP_MD5_COMPONENTS & 1) != 0;
        const size_t place = channels->number_count;
        channels->place_of_channel[i] = channels->number_of_channel[i] = -1;
        if (!animated)
            continue;
        const int32_t number = file->stored_indices == NULL ? (int32_t)place : file->stored_indices[place];
        channels->place_of_channel[i] = (int32_t)place;
        channels->number_of_channel[i] = number;
        channels->channel_of_number[number] = (int32_t)i;
        channels->number_count++;
    }
    return true;
}

/* Reads the file up to its frames. Sets `base` to the six numbers of a joint in the baseframe. */
static bool read_to_frames(ap_md5anim_file *file, size_t joint, float base[AP_MD5_COMPONENTS])
{
    ap_md5_vector_pair pair;
    bool read = true;
    for (size_t i = 0; read && i < (size_t)file->animation.frame_count; i++)
        read = file->source.bounds(&file->source, i, &pair);
    for (size_t i = 0; read && i < file->animation.joint_count; i++) {
        read = file->source.baseframe(&file->source, i, &pair);
        for (size_t axis = 0; read && i == joint && axis < 3; axis++) {
            base[axis] = pair.first[axis].value;
            base[3 + axis] = pair.second[axis].value;
        }
    }
    return read;
}

/* Adds a curve without values for each channel of a joint: as many keys as frames, or two if the channel is constant. */
static bool add_curves(const joint_channels *channels, web_picture *picture, size_t joint, size_t frames)
{
    picture->curves = ap_alloc_array(&picture->chosen, AP_MD5_COMPONENTS, sizeof *picture->curves);
    for (size_t i = 0; picture->curves != NULL && i < AP_MD5_COMPONENTS; i++) {
        const int32_t number = channels->number_of_channel[joint * AP_MD5_COMPONENTS + i];
        const char *path = number >= 0 ? ap_arena_print(&picture->chosen, "frames[%%].values[%d]", number)
                                       : ap_arena_print(&picture->chosen, "baseframe[%zu].%s.%c", joint,
                                           groups[i / 3], "xyz"[i % 3]);
        web_picture_add_curve(picture, groups[i / 3], names[i], path, number >= 0 ? frames : 2);
    }
    return !picture->chosen.failed;
}

/* Adds the curves of a joint's channels, over the first `frames` frames of the file, to picture->curves. Returns false when out
   of memory, or if the file cannot be read up to its frames. */
static bool add_curves_of_channels(
    const joint_channels *channels, web_picture *picture, size_t joint, size_t frames)
{
    float base[AP_MD5_COMPONENTS] = { 0 };
    ap_md5anim_file *file = ap_md5anim_open_file(picture->file.bytes, &picture->chosen);
    float *values = ap_alloc_array(&picture->chosen, channels->number_count, sizeof *values);
    const int32_t *places = channels->place_of_channel + joint * AP_MD5_COMPONENTS;
    if (file == NULL || values == NULL || !read_to_frames(file, joint, base)
        || !add_curves(channels, picture, joint, frames))
        return false;
    for (size_t frame = 0; frame < frames && file->source.frame(&file->source, frame, values); frame++) {
        for (size_t i = 0; i < AP_MD5_COMPONENTS; i++) {
            float *key = places[i] >= 0 ? picture->curves[i].keys[frame] : NULL;
            if (key == NULL)
                continue;
            key[0] = (float)frame;
            key[1] = values[places[i]];
        }
    }
    for (size_t i = 0; i < AP_MD5_COMPONENTS; i++) {
        for (size_t end = 0; places[i] < 0 && end < 2; end++) {
            picture->curves[i].keys[end][0] = end == 0 ? 0 : (float)(frames - 1);
            picture->curves[i].keys[end][1] = base[i];
        }
    }
    return !picture->chosen.failed;
}

/* Sets point and curve of *elements if the path leads to a number of a frame, or to a joint of the baseframe or one of its
   numbers. */
static void find_channel(const joint_channels *channels, const char *path, web_elements *elements)
{
    size_t frame, index, channel;
    char axis;
    if (sscanf(path, "frames[%zu].values[%zu]", &frame, &index) == 2 && index < channels->number_count)
        channel = (size_t)channels->channel_of_number[index];
    else if (sscanf(path, "baseframe[%zu].position.%c", &index, &axis) == 2 && axis >= 'x' && axis <= 'z')
        channel = index * AP_MD5_COMPONENTS + (size_t)(axis - 'x');
    else if (sscanf(path, "baseframe[%zu].orientation.%c", &index, &axis) == 2 && axis >= 'x' && axis <= 'z')
        channel = index * AP_MD5_COMPONENTS + 3 + (size_t)(axis - 'x');
    else if (sscanf(path, "baseframe[%zu]", &index) == 1)
        channel = index * AP_MD5_COMPONENTS;
    else
        return;
    if (channel / AP_MD5_COMPONENTS >= channels->joint_count)
        return;
    elements->point = channel / AP_MD5_COMPONENTS;
    elements->curve = channel % AP_MD5_COMPONENTS;
}

/* The skeleton at a frame */

enum { KEPT_PLACES = 1 << 20 }; /* limit of cached poses, counted as joints times frames: 56 MB */

typedef struct animated_skeleton {
    size_t frame_count, joint_count;
    bool is_complete;   /* true if the file has no error; otherwise the frames end before the first error */
    float (*bounds)[6]; /* bounding box of each frame */
    joint_channels channels;

    ap_md5anim_poses poses; /* cached poses of some frames, in picture->moving */
    size_t first, count;    /* index of the first frame with a cached pose, and number of such frames */
} animated_skeleton;

static bool read_bounds(animated_skeleton *s, ap_md5anim_file *file, ap_arena *arena)
{
    ap_md5_vector_pair pair;
    s->bounds = ap_alloc_array(arena, s->frame_count, sizeof *s->bounds);
    for (size_t i = 0; s->bounds != NULL && i < s->frame_count; i++) {
        if (!file->source.bounds(&file->source, i, &pair))
            return false;
        for (size_t axis = 0; axis < 3; axis++) {
            s->bounds[i][axis] = pair.first[axis].value;
            s->bounds[i][3 + axis] = pair.second[axis].value;
        }
    }
    return s->bounds != NULL;
}

/* Returns true if the mesh has the joints of the animation: the same number of joints, with the same names. */
static bool has_skin_same_joints(const web_skin *skin, const ap_md5anim_file *file)
{
    bool same = skin->joint_count == file->animation.joint_count;
    for (size_t i = 0; same && i < skin->joint_count; i++) {
        same = ap_same_bytes(skin->joints[i].name, file->animation.joints[i].name);
    }
    return same;
}

/* Caches the poses of `frame` and of as many following frames as fit into the cache. Returns false when out of memory, or if the
   frame is not before the file's first error. */
static bool load_poses(web_picture *picture, animated_skeleton *s, size_t frame)
{
    const size_t room = KEPT_PLACES / (s->joint_count == 0 ? 1 : s->joint_count) + 1;
    const size_t left = s->frame_count - frame;
    s->count = 0;
    ap_arena_reset(&picture->moving);
    const size_t count = left < room ? left : room;
    double *seconds = ap_alloc_array(&picture->moving, count, sizeof *seconds);
    for (size_t i = 0; seconds != NULL && i < count; i++)
        seconds[i] = (double)(frame + i) / picture->rate;
    if (seconds == NULL)
        return false;
    s->is_complete =
        ap_md5anim_compute_poses(picture->file.bytes, seconds, count, &picture->moving, &s->poses);
    if (picture->moving.failed || s->poses.frames_read <= frame)
        return false;
    s->first = frame;
    s->count = count < s->poses.frames_read - frame ? count : s->poses.frames_read - frame;
    return true;
}

/* Sets the number of frames to draw, which in a file with an error is the number of frames before the error. Returns false when
   out of memory, or if there is no such frame. */
static bool set_drawn_frames(web_picture *picture, animated_skeleton *s)
{
    if (!load_poses(picture, s, 0))
        return false;
    if (!s->is_complete)
        web_picture_set_drawn_part(picture, s->poses.frames_read, s->frame_count);
    s->frame_count = s->poses.frames_read;
    picture->last = (double)(s->frame_count - 1);
    return true;
}

static bool show_moment(web_picture *picture, double moment)
{
    animated_skeleton *s = picture->private_data;
    const double last = (double)(s->frame_count - 1);
    const size_t frame = (size_t)fmin(fmax(floor(moment + 0.5), 0), last);
    if ((frame < s->first || frame - s->first >= s->count) && !load_poses(picture, s, frame))
        return false;
    const ap_md5_transform *transforms = s->poses.transforms + (frame - s->first) * s->joint_count;
    web_skin_show_pose(picture, transforms, s->joint_count);
    memcpy(picture->box, s->bounds[frame], sizeof picture->box);
    return true;
}

static bool load_curves(web_picture *picture, size_t joint)
{
    const animated_skeleton *s = picture->private_data;
    return joint >= s->joint_count || add_curves_of_channels(&s->channels, picture, joint, s->frame_count);
}

static void find_elements(const web_picture *picture, const char *path, web_elements *elements)
{
    const animated_skeleton *s = picture->private_data;
    size_t index;
    if (sscanf(path, "frames[%zu]", &index) == 1 || sscanf(path, "bounds[%zu]", &index) == 1)
        elements->moment = (double)index;
    find_channel(&s->channels, path, elements);
    if (sscanf(path, "hierarchy[%zu]", &index) == 1 && index < s->joint_count)
        elements->point = index;
}

static bool add_points_and_lines(
    web_picture *picture, const animated_skeleton *s, const ap_md5anim_file *file)
{
    const web_skin *skin = picture->skin;
    const size_t skin_points = skin == NULL ? 0 : skin->vert_count;
    const size_t triangles = skin == NULL ? 0 : skin->tri_count;
    if (!web_picture_allocate(
            picture, s->joint_count + skin_points, s->joint_count, s->joint_count, triangles))
        return false;
    for (size_t i = 0; i < s->joint_count; i++) {
        const ap_md5anim_joint *joint = &file->animation.joints[i];
        web_picture_add_joint(picture, i, joint->name, joint->parent, "hierarchy");
    }
    if (skin != NULL)
        web_skin_copy_triangles(skin, picture->triangles);
    return !picture->arena.failed;
}

bool web_skeleton_picture(web_picture *picture)
{
    animated_skeleton *s = picture->private_data = ap_alloc(&picture->arena, sizeof *s);
    ap_md5anim_file *file = s == NULL ? NULL : ap_md5anim_open_file(picture->file.bytes, &picture->arena);
    if (file == NULL || file->animation.frame_count < 1)
        return false;
    const ap_md5anim *animation = &file->animation;
    s->frame_count = (size_t)animation->frame_count;
    s->joint_count = animation->joint_count;
    picture->kind = "skeleton";
    picture->unit = "frame";
    picture->rate = ap_md5anim_rate(animation);
    picture->up = 'z';
    picture->bounded = true;
    picture->show = show_moment;
    picture->find = find_elements;
    picture->load_curves = load_curves;
    const web_skin *skin = picture->file.companion.bytes == NULL
                               ? NULL
                               : web_skin_read(picture->file.companion, &picture->arena);
    /* a mesh with an error or with other joints is not drawn */
    if (skin != NULL && skin->is_complete && has_skin_same_joints(skin, file)) {
        picture->skin = skin;
        picture->show_bind_pose = web_skin_show_bind_pose;
    }
    return make_channels(&s->channels, file, &picture->arena) && read_bounds(s, file, &picture->arena)
           && set_drawn_frames(picture, s) && add_points_and_lines(picture, s, file);
}
