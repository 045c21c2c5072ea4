/* Rules on what the numbers of an animation mean, for files without errors; and the spans of numbers and the quick tests that
   these rules need. */
#ifndef AP_MD5ANIM_CONTENT_H
#define AP_MD5ANIM_CONTENT_H

#include "validators/fixer.h"
#include "validators/md5anim/md5anim_stream.h"
#include "validators/md5mesh/md5mesh_model.h"

/* Checks what the numbers mean, after the file was read: frame rate, bounds, positions and rotations (md5anim_content.c). `mesh`
   is NULL if the animation has no mesh. */
void ap_md5anim_check_content(ap_md5anim_stream *stream, const ap_md5_mesh *mesh);

/* Check the boxes against the joints, if they cannot be checked against a mesh; jumps of positions; and the lengths of
   orientations. The last returns true if it made a finding. */
void ap_md5anim_check_joint_bounds(ap_md5anim_clip *clip);
void ap_md5anim_check_jumps(ap_md5anim_clip *clip);
bool ap_md5anim_report_long_orientations(ap_md5anim_clip *clip);

/* Checks the boxes against the vertices of the mesh. Returns false if they were not checked. */
bool ap_md5anim_check_mesh_bounds_if_possible(ap_md5anim_clip *clip, const ap_md5mesh_model *mesh);

/* Writes the box around the vertices of the mesh into each frame's box, and leaves all other bytes as they are. Refuses if the
   options have no mesh, if the mesh has other joints, no vertices or too many weights, if the animation or the mesh has an error,
   or if float32 cannot hold a box. */
void ap_md5anim_fix_boxes(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

/* Writes the flags of the components that comments list, and leaves all other bytes as they are. Refuses unless
   numAnimatedComponents and the start indices are right with these flags. Also refuses if a list has another order than the
   flags' bits, or if its comment names another parent, because then it may belong to another joint. */
void ap_md5anim_fix_flags(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

/* Checks the positions of joints against the mesh. `turned_only`: reports nothing unless the matrix of a turned object explains
   them. Returns true if it made a finding. */
bool ap_md5anim_check_mesh_pose(ap_md5anim_clip *clip, const ap_md5mesh_model *mesh, bool turned_only);

/* Checks the rotations against the mesh. */
void ap_md5anim_check_mesh_rotation(ap_md5anim_clip *clip, const ap_md5_mesh *mesh);

/* The matrix of an object that was applied to only one of animation and mesh. */
typedef struct ap_md5anim_object_scale_and_turn {
    bool found;
    double scale;
    double degrees;       /* angle of the matrix's rotation */
    double least_degrees; /* a rotation up to this angle counts as no rotation, in degrees */
    const char *axis;     /* the axis closest to the axis of the rotation, with its sign: "-x" */
} ap_md5anim_object_scale_and_turn;

/* Finds the one matrix that turns the joints of the mesh into those of the baseframe. The result's `found` is false if the
   positions of all joints do not follow from one scale and one rotation, or if neither is large enough to count. */
ap_md5anim_object_scale_and_turn ap_md5anim_find_object_matrix(
    const ap_md5anim_clip *clip, const ap_md5mesh_model *mesh);

/* Enters the path of a frame's box, and returns its span from the first parenthesis to the last. The caller leaves the path with
   ap_leave_record. */
ap_span ap_md5anim_enter_bounds_path(ap_md5anim_clip *clip, size_t frame);

/* Records how far positions move from the previous frame to the current frame (md5anim_steps.c). Requires stream->clip, and that
   all values of the current frame were read and are valid. */
void ap_md5anim_record_position_steps(ap_md5anim_stream *stream);

/* Returns false if certainly no joint jumps away by more than half the size of a pose and back in the next
   frame. */
bool ap_md5anim_may_joint_jump(const ap_md5anim_stream *stream);

/* Reads the values of a frame again. frame_at is the offset after its brace. The values are valid: they were read before. */
void ap_md5anim_reread_frame(const ap_md5anim_stream *stream, size_t frame_at, float *values);

/* Returns an entry of bounds or baseframe, read again. `list_at` is the offset after the opening brace of the list. */
ap_md5_vector_pair ap_md5anim_reread_pair(const ap_md5anim_stream *stream, size_t list_at, size_t index);

/* Enter the path of a joint's vector in a frame or in the baseframe, and return its span: in a frame, the first to the last
   animated number, or the baseframe's vector if none is animated. The caller leaves the path with ap_md5anim_leave_path. Needs
   stream->clip->channels. */
ap_span ap_md5anim_enter_frame_path(
    ap_md5anim_stream *stream, size_t frame, size_t joint, ap_md5anim_vector vector);
ap_span ap_md5anim_enter_baseframe_path(ap_md5anim_stream *stream, size_t joint, ap_md5anim_vector vector);
void ap_md5anim_leave_path(ap_md5anim_stream *stream);

#endif
