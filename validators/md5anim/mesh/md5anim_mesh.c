/* Compares the joints of an animation with those of its mesh: numbers, names and parents must agree. */
#include <stdio.h>

#include "core/base/same_bytes.h"
#include "validators/md5anim/md5anim_stream.h"
#include "validators/md5mesh/md5mesh.h"

enum { PARENT_BYTES = 272 };

/* Returns true if the list of joints is complete and can be compared. A file with an unresolved merge
   conflict cannot, even if its joints are complete. */
static bool can_compare_joints(const ap_md5_stream *stream)
{
    return stream->joints.complete && stream->joint_count.known && !stream->other_type;
}

/* Returns the text for a joint's parent in messages: its name in quotes, its index if it has no name, or -1 if the joint has no
   parent. */
static const char *parent_text(
    const ap_md5_joints *joints, const ap_md5_joint_entry *joint, char text[PARENT_BYTES])
{
    if (joint->parent < 0)
        return "-1";
    if ((size_t)joint->parent < joints->count && joints->items[joint->parent].name.size > 0)
        ap_md5_put_quoted_joint_name(&joints->items[joint->parent], text, PARENT_BYTES);
    else
        snprintf(text, PARENT_BYTES, "joint %d", (int)joint->parent);
    return text;
}

static void report_parent_other_than_in_mesh(ap_md5anim_stream *stream, const ap_md5_joint_entry *ours,
    const ap_md5_joints *other, const ap_md5_joint_entry *theirs)
{
    char our_parent[PARENT_BYTES], their_parent[PARENT_BYTES];
    ap_add_finding_at(&stream->base.text.io, AP_MD5ANIM_RULE(MESH_JOINT_PARENT), ours->parent_span, "parent",
        ap_integer(theirs->parent), ap_integer(ours->parent),
        ": the parent is %s in the mesh and %s in the animation", parent_text(other, theirs, their_parent),
        parent_text(&stream->base.joints, ours, our_parent));
}

/* Compares a joint with joint `theirs` of `other`, the joints of the mesh, and reports another name or parent.
   Returns true if names and parents agree. */
static bool compare_joint(ap_md5anim_stream *stream, const ap_md5_joint_entry *ours,
    const ap_md5_joints *other, const ap_md5_joint_entry *theirs)
{
    ap_io *io = &stream->base.text.io;
    if (!ap_same_bytes(ours->name, theirs->name))
        ap_add_finding_at(io, AP_MD5ANIM_RULE(MESH_JOINT_NAME),
            (ap_span){ ours->name_at, ours->name_token_bytes }, "name", ap_bytes(theirs->name),
            ap_bytes(ours->name), ": the mesh has this name for the joint");
    else if (ours->parent_known && theirs->parent_known && ours->parent != theirs->parent)
        report_parent_other_than_in_mesh(stream, ours, other, theirs);
    else
        return true;
    return false;
}

void ap_md5anim_compare_every_joint_with_mesh(ap_md5anim_stream *stream, const ap_md5_mesh *mesh)
{
    const ap_md5_stream *other = ap_md5_mesh_stream(mesh);
    const ap_md5_joints *ours = &stream->base.joints, *theirs = &other->joints;
    ap_io *io = &stream->base.text.io;
    if (!can_compare_joints(&stream->base) || !can_compare_joints(other)) {
        ap_count_skipped_checks(io, 1);
        return;
    }
    if (ours->count != theirs->count) {
        ap_add_finding_at(io, AP_MD5ANIM_RULE(MESH_JOINT_COUNT), stream->base.joint_count.span, "num_joints",
            ap_size(theirs->count), ap_size(ours->count), ": the mesh has %zu %s", theirs->count,
            theirs->count == 1 ? "joint" : "joints");
        return;
    }
    bool same = true;
    for (size_t i = 0; i < ours->count; i++) {
        ap_enter_element(io, "hierarchy", i);
        same &= compare_joint(stream, &ours->items[i], theirs, &theirs->items[i]);
        ap_leave_record(io);
    }
    stream->mesh_fits = same;
    if (same)
        ap_md5anim_compare_mesh_size(stream, mesh);
}
