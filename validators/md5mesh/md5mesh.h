/* The joints of a .md5mesh, to judge an animation against. */
#ifndef AP_MD5MESH_H
#define AP_MD5MESH_H

#include "core/files/writer.h"
#include "core/finding/finding.h"

typedef struct ap_md5_mesh ap_md5_mesh;

/* Reads a .md5mesh: its header and joints as strictly as an animation's, its mesh blocks token by token.
   The result and what it shows live in findings->arena, and it points into the input. NULL only when memory
   has run out. findings receives what is wrong with the mesh itself (rules md5mesh/...). */
ap_md5_mesh *ap_md5_mesh_parse(ap_view input, ap_findings *findings);

/* What was read of the header and the joints; it lives as long as the mesh. */
const struct ap_md5_stream *ap_md5_mesh_stream(const ap_md5_mesh *mesh);

/* A joint of a mesh, in the model's space. */
typedef struct ap_md5mesh_joint {
    ap_view name;
    int32_t parent;                    /* -1: none; otherwise less than the joint's own index */
    float position[3], orientation[3]; /* finite; x y z of a rotation of length 1 */
} ap_md5mesh_joint;

/* Writes the joints, and one mesh of a triangle that the first of them moves. joint_count is at least 1.
   False when memory has run out (arena->failed) or the writer has failed; the caller finishes the writer. */
bool ap_md5mesh_write(const ap_md5mesh_joint *joints, size_t joint_count, ap_arena *arena, ap_writer *writer);

#endif
