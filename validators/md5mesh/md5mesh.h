/* The mesh of an id Tech 4 model (`.md5mesh`): the model, and the format as the program sees it. */
#ifndef AP_MD5MESH_H
#define AP_MD5MESH_H

#include "core/text/text_style.h"
#include "validators/format.h"

/* A joint, in the model's space. */
typedef struct ap_md5mesh_joint {
    ap_view name;
    int32_t parent;                    /* -1: none; otherwise less than the joint's own index */
    float position[3], orientation[3]; /* finite; x y z of a rotation of length 1 */
} ap_md5mesh_joint;

/* A vertex is the sum of bias x (joint position + orientation applied to weight position) over its weights. */
typedef struct ap_md5mesh_vert {
    float u, v;
    int32_t first_weight, weight_count;
} ap_md5mesh_vert;

typedef struct ap_md5mesh_tri {
    int32_t corners[3]; /* vertices */
} ap_md5mesh_tri;

typedef struct ap_md5mesh_weight {
    int32_t joint;
    float bias, position[3]; /* position: in the joint's space */
} ap_md5mesh_weight;

/* One mesh block. A name or label without bytes is none. */
typedef struct ap_md5mesh_block {
    ap_view name;  /* of the key `name` */
    ap_view label; /* of the comment `// meshes:`, which two readers take for the mesh's name */
    ap_view shader;
    const ap_md5mesh_vert *verts;
    const ap_md5mesh_tri *tris;
    const ap_md5mesh_weight *weights;
    size_t vert_count, tri_count, weight_count;
} ap_md5mesh_block;

typedef struct ap_md5mesh {
    ap_view commandline; /* without quotes */
    const ap_md5mesh_joint *joints;
    size_t joint_count, mesh_count; /* at least 1 */
    const ap_text_style *style;     /* to be written in; NULL: canonical form */
} ap_md5mesh;

/* Gives the blocks in the order of the file. *block shows what stays until the next call. False when it
   cannot: the writing ends then. */
typedef struct ap_md5mesh_source ap_md5mesh_source;
struct ap_md5mesh_source {
    bool (*block)(ap_md5mesh_source *source, size_t index, ap_md5mesh_block *block);
};

/* Writes a mesh, in canonical form where it has no style. False when the source says so, memory has run out
   (arena->failed) or the writer has failed. The caller finishes the writer. */
bool ap_md5mesh_write(const ap_md5mesh *mesh, ap_md5mesh_source *source, ap_arena *arena, ap_writer *writer);

/* The same with the mesh that a file holds, of which one block at a time is kept. False, too, when the file
   has an error. ap_format.write. */
bool ap_md5mesh_write_file(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer);

/* ap_format.fill: what the filler says, in canonical form. */
bool ap_md5mesh_fill(const struct ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer);

/* A mesh that was read for animations to be judged by. */
typedef struct ap_md5_mesh ap_md5_mesh;

/* Judges a whole .md5mesh (rules md5mesh/...). The result and what it shows live in findings->arena, and it
   points into the input. NULL only when memory has run out. */
ap_md5_mesh *ap_md5_mesh_parse(ap_view input, ap_findings *findings);

/* What was read of the header and the joints; it lives as long as the mesh. */
const struct ap_md5_stream *ap_md5_mesh_stream(const ap_md5_mesh *mesh);

/* Whether the joints were read to their brace, without an error among them. */
bool ap_md5_mesh_joints_are_sound(const ap_md5_mesh *mesh);

/* Where a joint is in the model's space, of joints that are sound: x y z, which live as long as the mesh. */
const float *ap_md5_mesh_position(const ap_md5_mesh *mesh, size_t joint);

extern const ap_format ap_md5mesh_format;
extern const struct ap_fixer_table ap_md5mesh_fixers;

/* ap_format.to_gltf and to_csv; services/export has them. */
bool ap_md5mesh_to_gltf(const struct ap_export_source *source, struct ap_gltf *gltf);
bool ap_md5mesh_to_csv(ap_view input, const ap_lint_options *options, struct ap_csv *csv);

#endif
