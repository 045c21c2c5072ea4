/* The rules between an animation and its mesh: each plays on the joints of the other. */
#include "validators/md5anim/md5anim_stream.h"
#include "validators/md5mesh/md5mesh.h"

/* Whether a list of joints was read whole and is as long as its header says. Of an unresolved merge nothing is
   known, though its joints may be whole. */
static bool comparable(const ap_md5_stream *stream)
{
    return stream->joints.whole && stream->joint_count.known && !stream->foreign;
}

static bool same_name(ap_view a, ap_view b)
{
    return a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
}

/* Whether they agree. */
static bool match_joint(ap_md5anim_stream *stream, const ap_md5_joint *ours, const ap_md5_joint *theirs)
{
    ap_io *io = &stream->base.text.io;
    if (!same_name(ours->name, theirs->name))
        ap_found_at(io, AP_MD5ANIM_RULE(MESH_JOINT_NAME), (ap_span){ ours->name_at, ours->name_token_bytes },
            "name", ap_bytes(theirs->name), ap_bytes(ours->name), ": so the mesh names this joint");
    else if (ours->parent_known && theirs->parent_known && ours->parent != theirs->parent)
        ap_found_at(io, AP_MD5ANIM_RULE(MESH_JOINT_PARENT), ours->parent_span, "parent",
            ap_integer(theirs->parent), ap_integer(ours->parent), ": so the mesh has it");
    else
        return true;
    return false;
}

void ap_md5anim_match_mesh(ap_md5anim_stream *stream, const ap_md5_mesh *mesh)
{
    const ap_md5_stream *other = ap_md5_mesh_stream(mesh);
    const ap_md5_joints *ours = &stream->base.joints, *theirs = &other->joints;
    ap_io *io = &stream->base.text.io;
    if (!comparable(&stream->base) || !comparable(other)) {
        ap_skip(io, 1);
        return;
    }
    if (ours->count != theirs->count) {
        ap_found_at(io, AP_MD5ANIM_RULE(MESH_JOINT_COUNT), stream->base.joint_count.span, "num_joints",
            ap_size(theirs->count), ap_size(ours->count), ": the mesh has %zu %s", theirs->count,
            theirs->count == 1 ? "joint" : "joints");
        return;
    }
    bool same = true;
    for (size_t i = 0; i < ours->count; i++) {
        ap_enter_index(io, "hierarchy", i);
        same &= match_joint(stream, &ours->items[i], &theirs->items[i]);
        ap_leave(io);
    }
    if (same)
        ap_md5anim_judge_scale(stream, mesh);
}
