/* Mesh of an id Tech 4 model (`.md5mesh`): the model of a mesh, its writers, and the format's functions. */
#ifndef AP_MD5MESH_H
#define AP_MD5MESH_H

#include "core/text/text_style.h"
#include "validators/format.h"

/* A joint, with its position and orientation in model space. */
typedef struct ap_md5mesh_joint {
    ap_view name;
    int32_t parent;                    /* -1 for no parent; otherwise less than the joint's own index */
    float position[3], orientation[3]; /* finite; the orientation is x y z of a rotation of length 1 */
} ap_md5mesh_joint;

/* A vertex. Its position is the sum over its weights of bias x (joint position + weight position rotated
   by the joint's orientation). */
typedef struct ap_md5mesh_vert {
    float u, v;
    int32_t first_weight, weight_count;
} ap_md5mesh_vert;

typedef struct ap_md5mesh_tri {
    int32_t corners[3]; /* indices of the three vertices */
} ap_md5mesh_tri;

typedef struct ap_md5mesh_weight {
    int32_t joint;
    float bias, position[3]; /* bias: share in the vertex; position: relative to the joint */
} ap_md5mesh_weight;

/* A mesh block. A name or label with bytes NULL is missing. */
typedef struct ap_md5mesh_block {
    ap_view name;  /* value of the key `name` */
    ap_view label; /* text of the comment `// meshes:`, which two readers use as the name of the mesh */
    ap_view shader;
    const ap_md5mesh_vert *verts;
    const ap_md5mesh_tri *tris;
    const ap_md5mesh_weight *weights;
    size_t vert_count, tri_count, weight_count;
} ap_md5mesh_block;

typedef struct ap_md5mesh {
    ap_view commandline; /* without quotes */
    const ap_md5mesh_joint *joints;
    size_t joint_count, mesh_count; /* numbers of joints and blocks; mesh_count is at least 1 */
    const ap_text_style *style;     /* the style to write in; NULL for canonical form */
} ap_md5mesh;

/* Provides the blocks in the order of the file. The arrays of *block stay valid until the next call.
   `block` returns false if it fails, which ends the writing. */
typedef struct ap_md5mesh_source ap_md5mesh_source;
struct ap_md5mesh_source {
    bool (*block)(ap_md5mesh_source *source, size_t index, ap_md5mesh_block *block);
};

/* Writes a mesh, in canonical form if it has no style. Returns false if the source fails, when out of
   memory (arena->failed), or if the writer has failed. The caller finishes the writer. */
bool ap_md5mesh_write(const ap_md5mesh *mesh, ap_md5mesh_source *source, ap_arena *arena, ap_writer *writer);

/* Implements ap_format.write: writes the mesh of a file, and keeps one block at a time in memory. Returns
   false also if the file has an error. */
bool ap_md5mesh_write_file(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer);

/* Implements ap_format.fill: writes the filler's values in canonical form. */
bool ap_md5mesh_fill(const struct ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer);

/* The state of reading a .md5mesh, with its joints and its model. Companions of animations are of this type. */
typedef struct ap_md5_mesh ap_md5_mesh;

/* Reads and checks a whole .md5mesh (rules md5mesh/...). The result is owned by findings->arena and views
   the input. Returns NULL only when out of memory. */
ap_md5_mesh *ap_md5_mesh_parse(ap_view input, ap_findings *findings);

/* Returns the names of the joints of a .md5mesh as ap_md5_pack_joint_names_if_complete does, without reading its blocks.
   Returns an empty view if the joints are not the first section, or are broken, or when out of memory (arena->failed). */
ap_view ap_md5_mesh_peek_joint_names(ap_view input, ap_arena *arena);

/* Returns the stream with the header and the joints of the mesh. Valid as long as the mesh. */
const struct ap_md5_stream *ap_md5_mesh_stream(const ap_md5_mesh *mesh);

/* Returns true if the joints were read to their closing brace without errors. */
bool ap_md5_mesh_joints_are_valid(const ap_md5_mesh *mesh);

/* Returns x y z of a joint's position in model space, valid as long as the mesh. Requires
   ap_md5_mesh_joints_are_valid. */
const float *ap_md5_mesh_joint_position(const ap_md5_mesh *mesh, size_t joint);

/* Returns x y z of a joint's orientation in model space, as ap_md5_mesh_joint_position does. */
const float *ap_md5_mesh_joint_orientation(const ap_md5_mesh *mesh, size_t joint);

extern const ap_format ap_md5mesh_format;
extern const struct ap_fixer_table ap_md5mesh_fixers;
extern const struct ap_figure_table ap_md5mesh_figures; /* in services/figures */

/* Implement ap_format.to_gltf and to_csv. Defined in services/export. */
bool ap_md5mesh_to_gltf(const struct ap_export_source *source, struct ap_gltf *gltf);
bool ap_md5mesh_to_csv(ap_view input, const ap_lint_options *options, struct ap_csv *csv);

/* Implements ap_format.compare. Defined in services/compare. */
bool ap_md5mesh_compare(const struct ap_compare_source *source, struct ap_changes *changes);

#endif
