/* Converts a mesh to glTF: each block with vertices becomes a mesh skinned to the joints. */
#include <math.h>

#include "core/number/rotation.h"
#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/md5mesh/md5mesh_source.h"
#include "validators/services/export/export_gltf.h"
#include "validators/services/export/md5_gltf.h"

enum {
    AXES = 3,
    CORNERS = 3,
    COLUMN = 4,
    MATRIX = 16,
    MOST_INFLUENCES = 64 /* limit of the sum of the weight counts of vertices, as a multiple of the number of
                            vertices and weights of a block: readers of md5 allow 4 to 8 per vertex */
};

typedef struct skin_export {
    ap_gltf *gltf;
    ap_md5mesh_file *file;
    ap_md5_transform *transforms; /* the joints in the bind pose, in model space */
    ap_md5_placement *bind; /* the joints in the bind pose, in model space, with rotations as matrices */
    double *shares;         /* share of each joint in the current vertex */
    const ap_gltf_skin *skin;
    const ap_md5mesh_block *block; /* the block that is being converted; the members after it are the glTF
                                      mesh made from this block */
    float *positions;
    ap_gltf_accessor **joints, **weights;

    /* Statistics of properties of the file that a glTF skin cannot express, for the remarks */
    size_t empty_blocks; /* number of blocks without vertices */
    size_t negative;     /* number of vertices with a negative weight */
    size_t other_sums;   /* number of vertices with a sum of weights other than 1 */
    size_t apart;        /* number of vertices that one of their weights alone places elsewhere */
    double off;          /* largest difference of a sum of weights from 1 */
    double farthest;     /* largest distance between a vertex and its place by one weight alone */
    double largest;      /* largest absolute coordinate of a vertex so far */
} skin_export;

static ap_md5_transform *bind_transforms(const ap_md5mesh *mesh, ap_arena *arena)
{
    ap_md5_transform *transforms = ap_alloc_array(arena, mesh->joint_count, sizeof *transforms);
    for (size_t i = 0; transforms != NULL && i < mesh->joint_count; i++) {
        const ap_md5mesh_joint *joint = &mesh->joints[i];
        ap_md5_unit_transform_of_numbers(joint->position, joint->orientation, &transforms[i]);
    }
    return transforms;
}

static void invert_rotation(const double rotation[4], double inverse[4])
{
    for (size_t i = 0; i < AXES; i++)
        inverse[i] = -rotation[i];
    inverse[AXES] = rotation[AXES];
}

/* Returns a joint's position and rotation relative to its parent. */
static ap_md5_transform relative_transform(const ap_md5_transform *parent, const ap_md5_transform *transform)
{
    ap_md5_transform below;
    double inverse[4];
    invert_rotation(parent->rotation, inverse);
    for (size_t i = 0; i < AXES; i++)
        below.position[i] = transform->position[i] - parent->position[i];
    ap_rotate_vector(inverse, below.position, below.position);
    ap_multiply_rotations(inverse, transform->rotation, below.rotation);
    return below;
}

static ap_gltf_node **add_joint_nodes(const skin_export *s, ap_gltf_node *root)
{
    const size_t count = s->file->mesh.joint_count;
    ap_gltf_node **nodes = ap_alloc_array(s->gltf->arena, count, sizeof *nodes);
    for (size_t i = 0; nodes != NULL && i < count; i++) {
        const ap_md5mesh_joint *joint = &s->file->mesh.joints[i];
        const bool is_root = joint->parent < 0;
        const ap_md5_transform transform =
            is_root ? s->transforms[i] : relative_transform(&s->transforms[joint->parent], &s->transforms[i]);
        nodes[i] = ap_gltf_add_node(s->gltf, is_root ? root : nodes[joint->parent], joint->name);
        if (nodes[i] == NULL)
            return NULL;
        ap_md5_gltf_transform_to_float(&transform, nodes[i]->translation, nodes[i]->rotation);
    }
    return nodes;
}

/* Stores the matrix that converts model space to the space of a joint, column by column. */
static void store_inverse_bind_matrix(const ap_md5_transform *transform, float matrix[MATRIX])
{
    double inverse[4];
    double columns[COLUMN][AXES] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 },
        { -transform->position[0], -transform->position[1], -transform->position[2] } };
    invert_rotation(transform->rotation, inverse);
    for (size_t c = 0; c < COLUMN; c++) {
        ap_rotate_vector(inverse, columns[c], columns[c]);
        for (size_t i = 0; i < AXES; i++)
            matrix[COLUMN * c + i] = (float)columns[c][i];
        matrix[COLUMN * c + AXES] = c == AXES ? 1 : 0;
    }
}

static bool add_skin(skin_export *s, ap_gltf_node *root, ap_gltf_node *const *nodes)
{
    const size_t count = s->file->mesh.joint_count;
    ap_gltf_skin *skin = ap_gltf_add_skin(s->gltf, count);
    ap_gltf_accessor *inverses = ap_gltf_add_floats(s->gltf, AP_GLTF_MAT4, count, AP_GLTF_FOR_NODES);
    if (skin == NULL || inverses == NULL)
        return false;
    skin->root = root;
    skin->inverses = inverses;
    for (size_t i = 0; i < count; i++) {
        skin->joints[i] = nodes[i];
        store_inverse_bind_matrix(&s->transforms[i], inverses->floats + MATRIX * i);
    }
    s->skin = skin;
    return ap_gltf_check_floats(s->gltf, inverses->floats, MATRIX * count);
}

/* Updates s->apart and s->farthest for a vertex at `at`, by the places that its weights with a bias other than 0 alone would
   give it; and s->largest. */
static void record_weight_distance(skin_export *s, const ap_md5mesh_vert *vert, const double at[AXES])
{
    double apart = 0;
    for (int32_t w = 0; w < vert->weight_count; w++) {
        const ap_md5mesh_weight *weight = &s->block->weights[vert->first_weight + w];
        double weight_at[AXES], squares = 0;
        ap_md5mesh_weight_position(weight, s->bind, weight_at);
        for (size_t i = 0; i < AXES; i++) {
            squares += (weight_at[i] - at[i]) * (weight_at[i] - at[i]);
            s->largest = fmax(s->largest, fabs(at[i]));
        }
        if (weight->bias != 0)
            apart = fmax(apart, sqrt(squares));
    }
    s->farthest = fmax(s->farthest, apart);
    s->apart += apart > 1e-6 * (1 + s->largest);
}

/* Stores each joint with a positive share of the vertex once, with this share divided by `sum`, the sum of these shares. Sets
   the shares to 0 for the next vertex. */
static void store_joint_weights(const skin_export *s, const ap_md5mesh_vert *vert, size_t at, double sum)
{
    size_t used = 0;
    for (int32_t w = 0; w < vert->weight_count; w++) {
        const size_t joint = (size_t)s->block->weights[vert->first_weight + w].joint;
        const float share = (float)(s->shares[joint] / sum);
        s->shares[joint] = 0;
        if (!(share > 0))
            continue;
        const size_t slot = AP_GLTF_JOINTS_PER_SET * at + used % AP_GLTF_JOINTS_PER_SET;
        s->joints[used / AP_GLTF_JOINTS_PER_SET]->shorts[slot] = (uint16_t)joint;
        s->weights[used / AP_GLTF_JOINTS_PER_SET]->floats[slot] = share;
        used++;
    }
    if (used == 0) /* no joint has a positive share: joint 0 gets all of the vertex */
        s->weights[0]->floats[AP_GLTF_JOINTS_PER_SET * at] = 1;
}

static void store_position_and_weights(skin_export *s, size_t at)
{
    const ap_md5mesh_vert *vert = &s->block->verts[at];
    double sum = 0, shared = 0, position[AXES];
    bool negative = false;
    ap_md5mesh_compute_vertex(s->block, vert, s->bind, position);
    for (int32_t w = 0; w < vert->weight_count; w++) {
        const ap_md5mesh_weight *weight = &s->block->weights[vert->first_weight + w];
        const double bias = (double)weight->bias;
        sum += bias;
        negative |= bias < 0;
        shared += fmax(bias, 0);
        s->shares[weight->joint] += fmax(bias, 0);
    }
    s->negative += negative;
    s->other_sums += fabs(sum - 1) > 1e-6;
    s->off = fmax(s->off, fabs(sum - 1));
    record_weight_distance(s, vert, position);
    for (size_t i = 0; i < AXES; i++)
        s->positions[AXES * at + i] = (float)position[i];
    store_joint_weights(s, vert, at, shared > 0 ? shared : 1);
}

bool ap_md5_gltf_is_weight_sum_allowed(const ap_md5mesh_block *block, size_t weights)
{
    return weights <= ap_saturating_size_product(
               MOST_INFLUENCES, ap_saturating_size_sum(block->vert_count, block->weight_count));
}

size_t ap_md5_gltf_sum_weight_counts(const ap_md5mesh_block *block, size_t *most)
{
    size_t sum = 0;
    *most = 1;
    for (size_t i = 0; i < block->vert_count; i++) {
        const size_t count = block->verts[i].weight_count > 0 ? (size_t)block->verts[i].weight_count : 0;
        sum = ap_saturating_size_sum(sum, count);
        *most = count > *most ? count : *most;
    }
    return sum;
}

/* Sets *influences to the largest number of joints that a vertex of the block may have. Returns false if the document is
   refused: a mesh is, if its vertices share too many weights, because converting it would take time and space quadratic in the
   size of the file. */
static bool count_influences_unless_refused(skin_export *s, size_t *influences)
{
    const ap_md5mesh_block *block = s->block;
    const size_t joints = s->file->mesh.joint_count; /* a vertex lists each joint once */
    size_t most;
    const size_t sum = ap_md5_gltf_sum_weight_counts(block, &most);
    most = most < joints ? most : joints;
    if (!ap_md5_gltf_is_weight_sum_allowed(block, sum)
        || !ap_md5_gltf_is_weight_sum_allowed(block, ap_saturating_size_product(most, block->vert_count)))
        s->gltf->refused =
            "the vertices of a mesh share too many weights: glTF repeats them for each vertex, and a "
            "document may repeat weights at most 64 times as often as the mesh has vertices and weights";
    *influences = most;
    return s->gltf->refused == NULL;
}

static bool add_joint_sets(skin_export *s, ap_gltf_mesh *mesh)
{
    ap_arena *arena = s->gltf->arena;
    size_t influences;
    if (!count_influences_unless_refused(s, &influences))
        return false;
    mesh->set_count = (influences + AP_GLTF_JOINTS_PER_SET - 1) / AP_GLTF_JOINTS_PER_SET;
    s->joints = ap_alloc_array(arena, mesh->set_count, sizeof *s->joints);
    s->weights = ap_alloc_array(arena, mesh->set_count, sizeof *s->weights);
    for (size_t i = 0; !arena->failed && i < mesh->set_count; i++) {
        s->joints[i] = ap_gltf_add_shorts(s->gltf, AP_GLTF_VEC4, s->block->vert_count);
        s->weights[i] = ap_gltf_add_floats(s->gltf, AP_GLTF_VEC4, s->block->vert_count, AP_GLTF_FOR_VERTICES);
    }
    mesh->joints = (const ap_gltf_accessor **)s->joints;
    mesh->weights = (const ap_gltf_accessor **)s->weights;
    return !arena->failed;
}

/* Adds the triangles. id's front sides turn clockwise, glTF's counterclockwise. */
static bool add_triangles(const skin_export *s, ap_gltf_mesh *mesh)
{
    const ap_md5mesh_block *block = s->block;
    if (block->tri_count == 0)
        return true;
    ap_gltf_accessor *indices =
        ap_gltf_add_indices(s->gltf, ap_saturating_size_product(CORNERS, block->tri_count));
    if (indices == NULL)
        return false;
    for (size_t i = 0; i < block->tri_count; i++) {
        for (size_t c = 0; c < CORNERS; c++)
            indices->words[CORNERS * i + c] = (uint32_t)block->tris[i].corners[CORNERS - 1 - c];
    }
    mesh->indices = indices;
    return true;
}

static bool add_block(skin_export *s, const ap_md5mesh_block *block)
{
    s->block = block;
    const size_t count = block->vert_count;
    const ap_view name = block->name.size > 0 ? block->name : block->label;
    ap_gltf_mesh *mesh = ap_gltf_add_mesh(s->gltf, name, block->shader);
    ap_gltf_node *node = ap_gltf_add_node(s->gltf, NULL, name.size > 0 ? name : block->shader);
    ap_gltf_accessor *positions = ap_gltf_add_floats(s->gltf, AP_GLTF_VEC3, count, AP_GLTF_FOR_VERTICES);
    ap_gltf_accessor *texture = ap_gltf_add_floats(s->gltf, AP_GLTF_VEC2, count, AP_GLTF_FOR_VERTICES);
    if (s->gltf->arena->failed || !add_joint_sets(s, mesh) || !add_triangles(s, mesh))
        return false;
    positions->bounded = true;
    s->positions = positions->floats;
    for (size_t i = 0; i < count; i++) {
        store_position_and_weights(s, i);
        texture->floats[2 * i] = block->verts[i].u;
        texture->floats[2 * i + 1] = block->verts[i].v;
    }
    mesh->positions = positions;
    mesh->texture = texture;
    node->mesh = mesh;
    node->skin = s->skin;
    return ap_gltf_check_floats(s->gltf, positions->floats, AXES * count);
}

static void add_remarks(const skin_export *s)
{
    ap_gltf *gltf = s->gltf;
    if (s->empty_blocks > 0)
        ap_gltf_add_remark(gltf, "lost: mesh blocks without vertices: %zu", s->empty_blocks);
    if (s->negative > 0)
        ap_gltf_add_remark(gltf, "lost: negative weights; vertices with one: %zu", s->negative);
    if (s->other_sums > 0)
        ap_gltf_add_remark(gltf,
            "made up: weights that sum to 1; vertices with another sum: %zu, off by %.3g at most",
            s->other_sums, s->off);
    if (s->apart > 0)
        ap_gltf_add_remark(gltf,
            "lost: separate positions of weights, since glTF has one position per vertex; vertices with "
            "several: %zu, "
            "apart by %.3g at most",
            s->apart, s->farthest);
}

bool ap_md5_gltf_add_skinned_mesh(ap_gltf *gltf, ap_view mesh, ap_gltf_node *root, ap_gltf_node *const *nodes)
{
    ap_arena *arena = gltf->arena;
    ap_md5mesh_block block;
    skin_export s = { .gltf = gltf, .file = ap_md5mesh_open_file(mesh, arena) };
    if (s.file == NULL)
        return false;
    const size_t joints = s.file->mesh.joint_count;
    s.transforms = bind_transforms(&s.file->mesh, arena);
    s.bind = ap_md5mesh_bind_pose(s.file->mesh.joints, joints, arena);
    s.shares = ap_alloc_array(arena, joints, sizeof *s.shares);
    if (joints > UINT16_MAX)
        gltf->refused = "the mesh has more than 65535 joints: glTF cannot number them";
    if (arena->failed || gltf->refused != NULL)
        return false;
    if (nodes == NULL)
        nodes = add_joint_nodes(&s, root);
    if (nodes == NULL || !add_skin(&s, root, nodes))
        return false;
    for (size_t i = 0; i < s.file->mesh.mesh_count; i++) {
        if (!s.file->source.block(&s.file->source, i, &block))
            return false;
        s.empty_blocks += block.vert_count == 0;
        if (block.vert_count > 0 && !add_block(&s, &block))
            return false;
    }
    add_remarks(&s);
    return ap_md5_read_to_end_without_error(&s.file->reader.stream);
}

bool ap_md5mesh_to_gltf(const ap_export_source *source, ap_gltf *gltf)
{
    ap_gltf_node *root = ap_md5_gltf_add_root(gltf);
    return root != NULL && ap_md5_gltf_add_skinned_mesh(gltf, source->input, root, NULL);
}
