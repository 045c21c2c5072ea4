/* Compares the bones of an animation with those of its mesh: their lengths and directions in every frame. */
#include <math.h>
#include <stdio.h>

#include "core/number/median.h"
#include "core/number/rotation.h"
#include "validators/md5anim/md5anim_content.h"

/* Bones up to this length, in units of the file, are not compared. */
static const double shortest_bone = 0.001;

/* Limits as shares of a bone's length: for a position that is far from the position in the mesh, for the median distance that
   shows conjugated orientations, and for lengths that count as equal. */
static const double far_away = 0.25, conjugated_is_near = 0.02, same_length = 0.02;

enum { FEWEST_BONES = 3, CAUSE_BYTES = 160 };

/* A bone of the mesh: the offset of a joint from its parent, in the parent's space. */
typedef struct mesh_bone {
    double offset[3];
    double length;
} mesh_bone;

typedef struct pose_comparison {
    ap_md5anim_clip *clip;
    const ap_md5mesh_model *mesh;
    double *numbers; /* buffer with room for one number per frame and for one number per joint */
} pose_comparison;

static mesh_bone compute_bone_in_mesh(const pose_comparison *c, size_t joint, bool conjugated)
{
    const ap_md5_placement *end = &c->mesh->bind[joint],
                           *start = &c->mesh->bind[c->clip->joints->items[joint].parent];
    double away[3];
    mesh_bone found;
    for (int axis = 0; axis < 3; axis++)
        away[axis] = end->position[axis] - start->position[axis];
    if (conjugated)
        ap_md5_rotate(start->rotation, away, found.offset);
    else
        ap_md5_rotate_back(start->rotation, away, found.offset);
    found.length = ap_vector_length(away, 3);
    return found;
}

/* Returns true if the joint has a bone that is long enough to measure, and sets *b to it. */
static bool has_measurable_bone(const pose_comparison *c, size_t joint, mesh_bone *b)
{
    if (c->clip->joints->items[joint].parent < 0)
        return false;
    *b = compute_bone_in_mesh(c, joint, false);
    return b->length > shortest_bone;
}

static void get_position_in_frame(const pose_comparison *c, size_t frame, size_t joint, double position[3])
{
    const float *values = ap_md5anim_clip_frame_values(c->clip, frame);
    for (int axis = 0; axis < 3; axis++)
        position[axis] = (double)ap_md5anim_joint_number(&c->clip->channels[joint], values, axis);
}

/* Returns the distance between the position of the joint in a frame and its position in the mesh, both
   relative to the parent joint. */
static double distance_to_mesh_in_frame(
    const pose_comparison *c, const mesh_bone *b, size_t frame, size_t joint)
{
    double away[3];
    get_position_in_frame(c, frame, joint, away);
    for (int axis = 0; axis < 3; axis++)
        away[axis] -= b->offset[axis];
    return ap_vector_length(away, 3);
}

/* Returns true if the lower median over the frames of distance / bone length exceeds far_away. Counts the frames that do so
   instead of sorting, and mostly stops after half of the frames. */
static bool is_joint_far_in_most_frames(const pose_comparison *c, const mesh_bone *b, size_t joint)
{
    const size_t most_near = (c->clip->frame_count - 1) / 2, most_far = c->clip->frame_count - most_near - 1;
    size_t near = 0, far = 0;
    while (near <= most_near && far <= most_far) {
        const bool is_near = distance_to_mesh_in_frame(c, b, near + far, joint) / b->length <= far_away;
        near += is_near;
        far += !is_near;
    }
    return far > most_far;
}

/* Returns the lower median over the frames of distance / bone length; `conjugated`: with the mesh's orientations conjugated. */
static double median_distance(const pose_comparison *c, size_t joint, bool conjugated)
{
    const mesh_bone b = compute_bone_in_mesh(c, joint, conjugated);
    for (size_t i = 0; i < c->clip->frame_count; i++)
        c->numbers[i] = distance_to_mesh_in_frame(c, &b, i, joint) / b.length;
    return ap_lower_median(c->numbers, c->clip->frame_count);
}

/* Returns the lower median over the frames of the bone's length in the frame / its length in the mesh. */
static double median_length_ratio(const pose_comparison *c, size_t joint, bool conjugated)
{
    const mesh_bone b = compute_bone_in_mesh(c, joint, conjugated);
    for (size_t i = 0; i < c->clip->frame_count; i++) {
        double position[3];
        get_position_in_frame(c, i, joint, position);
        c->numbers[i] = ap_vector_length(position, 3) / b.length;
    }
    return ap_lower_median(c->numbers, c->clip->frame_count);
}

/* Returns the lower median over the measured joints of a median over the frames. */
static double median_over_joints(
    const pose_comparison *c, double (*median)(const pose_comparison *, size_t, bool), bool conjugated)
{
    size_t count = 0;
    double *all = c->numbers + c->clip->frame_count;
    for (size_t i = 0; i < c->clip->joint_count; i++) {
        mesh_bone b;
        if (has_measurable_bone(c, i, &b))
            all[count++] = median(c, i, conjugated);
    }
    return ap_lower_median(all, count);
}

/* Finds the first joint that is far from its position in the mesh, if most measured joints are. Returns SIZE_MAX otherwise. */
static size_t find_joint_far_from_mesh_if_most_are(const pose_comparison *c)
{
    size_t first = SIZE_MAX, measured = 0, far = 0;
    for (size_t i = 0; i < c->clip->joint_count; i++) {
        mesh_bone b;
        if (!has_measurable_bone(c, i, &b))
            continue;
        measured++;
        if (is_joint_far_in_most_frames(c, &b, i) && far++ == 0)
            first = i;
    }
    const bool most = measured >= FEWEST_BONES && measured - far <= (measured - 1) / 2;
    return most ? first : SIZE_MAX;
}

/* Finds the first joint that in every frame is farther from its position in the mesh than the size of the
   skeleton. Sets *least to the least distance of that joint. Returns SIZE_MAX if there is no such joint. */
static size_t find_joint_outside_model(const pose_comparison *c, double *least)
{
    const double size = ap_md5_diagonal_of_joints(c->mesh->bind, c->clip->joint_count);
    for (size_t i = 0; size > shortest_bone && i < c->clip->joint_count; i++) {
        if (c->clip->joints->items[i].parent < 0)
            continue;
        const mesh_bone b = compute_bone_in_mesh(c, i, false);
        *least = INFINITY;
        for (size_t frame = 0; frame<c->clip->frame_count && * least> size; frame++)
            *least = fmin(*least, distance_to_mesh_in_frame(c, &b, frame, i));
        if (*least > size)
            return i;
    }
    return SIZE_MAX;
}

static void put_cause_of_wrong_pose(
    const pose_comparison *c, const ap_md5anim_object_scale_and_turn *object, char cause[CAUSE_BYTES])
{
    cause[0] = '\0';
    if (object->found && object->degrees > object->least_degrees)
        snprintf(cause, CAUSE_BYTES,
            ": an object's matrix was not applied to the mesh, scale %.3g, %.0f degrees about %s; apply "
            "rotation and scale (Ctrl-A) "
            "before exporting",
            object->scale, object->degrees, object->axis);
    else if (object->found)
        snprintf(cause, CAUSE_BYTES,
            ": an object's matrix was not applied to the mesh, scale %.3g; apply the scale (Ctrl-A) before "
            "exporting",
            object->scale);
    else if (median_over_joints(c, median_distance, true) <= conjugated_is_near)
        snprintf(cause, CAUSE_BYTES,
            ": the mesh's joints are turned the wrong way, as if x y z of their orientations were negated");
    else {
        const double longer = median_over_joints(c, median_length_ratio, false);
        if (fabs(longer - 1) > same_length)
            snprintf(cause, CAUSE_BYTES, ": the bones are %.3g times as long as in the mesh", longer);
    }
}

static void report_joint_far_from_mesh(
    const pose_comparison *c, size_t joint, const ap_md5anim_object_scale_and_turn *object)
{
    ap_io *io = &c->clip->stream->base.text.io;
    char cause[CAUSE_BYTES];
    put_cause_of_wrong_pose(c, object, cause);
    const double distance = 100 * median_over_joints(c, median_distance, false);
    const ap_span span = ap_md5anim_enter_frame_path(c->clip->stream, 0, joint, AP_CLIP_POSITION);
    ap_add_finding_at(io, AP_MD5ANIM_RULE(MESH_POSE), span, NULL, ap_no_value(), ap_no_value(),
        " is elsewhere than in the mesh, as most joints are: half of them are off by %.0f%% of their bone or "
        "more, so that limbs "
        "stretch, shrink or come off%s",
        distance, cause);
    ap_md5anim_leave_path(c->clip->stream);
}

static void report_joint_outside_model(const pose_comparison *c, size_t joint, double distance)
{
    ap_io *io = &c->clip->stream->base.text.io;
    const ap_span span = ap_md5anim_enter_frame_path(c->clip->stream, 0, joint, AP_CLIP_POSITION);
    ap_add_finding_at(io, AP_MD5ANIM_RULE(MESH_POSE), span, NULL, ap_no_value(), ap_no_value(),
        " is at least %.4g from where the mesh has the joint, in every frame: that is more than the whole "
        "skeleton, so that what hangs "
        "on it comes off",
        distance);
    ap_md5anim_leave_path(c->clip->stream);
}

/* Prepares a comparison. Returns false when out of memory. */
static bool allocate_pose_comparison(pose_comparison *c, ap_md5anim_clip *clip, const ap_md5mesh_model *mesh)
{
    *c = (pose_comparison){ .clip = clip,
        .mesh = mesh,
        .numbers = ap_alloc_array(
            clip->stream->base.text.io.arena, clip->frame_count + clip->joint_count, sizeof *c->numbers) };
    return c->numbers != NULL;
}

bool ap_md5anim_check_mesh_pose(ap_md5anim_clip *clip, const ap_md5mesh_model *mesh, bool turned_only)
{
    pose_comparison c;
    ap_md5anim_object_scale_and_turn object = { .found = false };
    double distance;
    if (!allocate_pose_comparison(&c, clip, mesh))
        return false;
    size_t joint = find_joint_far_from_mesh_if_most_are(&c);
    if (joint != SIZE_MAX) {
        object = ap_md5anim_find_object_matrix(clip, mesh);
        if (turned_only && !(object.found && object.degrees > object.least_degrees))
            return false;
        report_joint_far_from_mesh(&c, joint, &object);
        return true;
    }
    joint = turned_only ? SIZE_MAX : find_joint_outside_model(&c, &distance);
    if (joint != SIZE_MAX)
        report_joint_outside_model(&c, joint, distance);
    return joint != SIZE_MAX;
}
