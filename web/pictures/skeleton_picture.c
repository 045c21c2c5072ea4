/* Draws the skeleton of a .md5anim at a frame, its bounds, and the skin of its mesh. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/same_bytes.h"
#include "validators/md5anim/md5anim_poses.h"
#include "validators/md5anim/md5anim_source.h"
#include "web/pictures/channels.h"
#include "web/pictures/picture.h"
#include "web/pictures/skin.h"

enum { KEPT_PLACES = 1 << 20 }; /* limit of cached poses, counted as joints times frames: 56 MB */

typedef struct animated_skeleton {
    size_t frame_count, joint_count;
    bool is_complete;     /* true if the file has no error; otherwise the frames end before the first error */
    float (*bounds)[6];   /* bounding box of each frame */
    const web_skin *skin; /* NULL if the file has no mesh, or if the mesh has an error or other joints */
    web_channels channels;

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

/* Sets the points to the joints and the skin in a pose. */
static void set_points_of_pose(web_picture *picture, const ap_md5_transform *transforms)
{
    const animated_skeleton *s = picture->private_data;
    for (size_t i = 0; i < s->joint_count; i++) {
        for (size_t axis = 0; axis < 3; axis++)
            picture->points[i][axis] = (float)transforms[i].position[axis];
    }
    if (s->skin != NULL)
        web_skin_place_vertices(s->skin, transforms, picture->points + s->joint_count);
}

static bool show_moment(web_picture *picture, double moment)
{
    animated_skeleton *s = picture->private_data;
    const double last = (double)(s->frame_count - 1);
    const size_t frame = (size_t)fmin(fmax(floor(moment + 0.5), 0), last);
    if ((frame < s->first || frame - s->first >= s->count) && !load_poses(picture, s, frame))
        return false;
    const ap_md5_transform *transforms = s->poses.transforms + (frame - s->first) * s->joint_count;
    set_points_of_pose(picture, transforms);
    memcpy(picture->box, s->bounds[frame], sizeof picture->box);
    return true;
}

static bool show_bind_pose(web_picture *picture)
{
    const animated_skeleton *s = picture->private_data;
    ap_arena arena;
    ap_arena_init(&arena, 0);
    ap_md5_transform *transforms = ap_alloc_array(&arena, s->joint_count, sizeof *transforms);
    if (transforms != NULL) {
        web_skin_set_bind_pose(s->skin, transforms);
        set_points_of_pose(picture, transforms);
    }
    ap_arena_free(&arena);
    return transforms != NULL;
}

static bool load_curves(web_picture *picture, size_t joint)
{
    const animated_skeleton *s = picture->private_data;
    return joint >= s->joint_count || web_channels_add_curves(&s->channels, picture, joint, s->frame_count);
}

static void find_elements(const web_picture *picture, const char *path, web_elements *elements)
{
    const animated_skeleton *s = picture->private_data;
    size_t index;
    if (sscanf(path, "frames[%zu]", &index) == 1 || sscanf(path, "bounds[%zu]", &index) == 1)
        elements->moment = (double)index;
    web_channels_find(&s->channels, path, elements);
    if (sscanf(path, "hierarchy[%zu]", &index) == 1 && index < s->joint_count)
        elements->point = index;
}

static bool add_points_and_lines(
    web_picture *picture, const animated_skeleton *s, const ap_md5anim_file *file)
{
    const size_t skin_points = s->skin == NULL ? 0 : s->skin->vert_count;
    const size_t triangles = s->skin == NULL ? 0 : s->skin->tri_count;
    if (!web_picture_allocate(
            picture, s->joint_count + skin_points, s->joint_count, s->joint_count, triangles))
        return false;
    picture->line_count = 0;
    for (size_t i = 0; i < s->joint_count; i++) {
        const ap_md5anim_joint *joint = &file->animation.joints[i];
        web_picture_add_joint(picture, i, joint->name, joint->parent, "hierarchy");
    }
    for (size_t i = 0; i < triangles; i++) {
        for (size_t corner = 0; corner < 3; corner++)
            picture->triangles[i][corner] = s->skin->tris[i].corners[corner] + (int32_t)s->joint_count;
    }
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
    if (picture->file.companion.bytes != NULL)
        s->skin = web_skin_read(picture->file.companion, &picture->arena);
    if (s->skin != NULL && (!s->skin->is_complete || !has_skin_same_joints(s->skin, file)))
        s->skin = NULL;
    picture->skin = s->skin;
    picture->show_bind_pose = s->skin == NULL ? NULL : show_bind_pose;
    return web_channels_make(&s->channels, file, &picture->arena) && read_bounds(s, file, &picture->arena)
           && set_drawn_frames(picture, s) && add_points_and_lines(picture, s, file);
}
