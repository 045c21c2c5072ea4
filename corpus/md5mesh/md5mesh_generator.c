/* Generates id Tech 4 meshes: a body of joints, and strips of skin around it. */
#include <stdio.h>
#include <string.h>

#include "corpus/md5/md5_style.h"
#include "corpus/md5mesh/md5mesh_body.h"
#include "corpus/md5mesh/md5mesh_corpus.h"

enum { JOINTS, MESHES, VERTICES, WEIGHTS, STYLE, NAME_BYTES, KNOBS };

static const ap_knob knobs[KNOBS] = {
    [JOINTS] = { "joints", "joints", 1, 1000000, 2, 24, NULL },
    [MESHES] = { "meshes", "mesh blocks", 1, 1000000, 1, 3, NULL },
    [VERTICES] = { "vertices", "vertices per mesh; a mesh has two triangles fewer than vertices", 3,
        100000000, 3, 24, NULL },
    [WEIGHTS] = { "weights", "maximum weights per vertex", 1, 64, 1, 4, NULL },
    [STYLE] = AP_MD5_STYLE_KNOB,
    [NAME_BYTES] = { "name_bytes", "--wild: maximum bytes of a name", 1, 1 << 28, 2000, 2000, NULL },
};

typedef struct md5mesh_generation {
    ap_md5mesh_source source; /* must be first: callbacks cast the source to this struct */
    const ap_generation_request *make;
    int64_t values[AP_GENERATOR_KNOBS];
    ap_md5mesh mesh;
    ap_text_style odd; /* the style of the mesh, if AP_MD5_ODD */
    ap_generated_bone *bones;
} md5mesh_generation;

/* Replaces one coordinate by any finite number. The choices of the coordinate and of the number are separate statements, because
   compilers evaluate the sides of `=` in different orders. */
static void set_one_coordinate_wild(ap_choices *choices, float *position)
{
    const size_t axis = ap_choose_below(choices, 3);
    position[axis] = ap_choose_wild_finite_float(choices);
}

/* Makes a name of any bytes that a string can hold. */
static ap_view make_wild_name(const md5mesh_generation *m)
{
    ap_choices *choices = m->make->choices;
    const int64_t most = m->values[NAME_BYTES];
    const int64_t longest = most < 80 || ap_choose_one_in(choices, 8) ? most : 80;
    const ap_name_kind kind = ap_choose_one_in(choices, 2) ? AP_NAME_BYTES : AP_NAME_UTF8;
    return ap_make_name(m->make, kind, (size_t)ap_choose_between(choices, 1, longest));
}

/* Chooses the shader of a block, and sometimes a comment with the name of the mesh; in wild files, also unusual names. */
static void make_block_names(const md5mesh_generation *m, size_t index, ap_md5mesh_block *block)
{
    static const char *const parts[] = { "body", "head", "cloth", "hair", "eyes", "armour" };
    ap_choices *choices = m->make->choices;
    const char *part = parts[ap_choose_below(choices, sizeof parts / sizeof *parts)];
    char text[64];
    snprintf(text, sizeof text, "models/made/%s_%zu", part, index);
    block->shader = ap_copy_text_for_file(m->make, text);
    if (ap_choose_one_in(choices, 2)) {
        snprintf(text, sizeof text, "meshes: %s", part);
        block->label = ap_copy_text_for_file(m->make, text);
    }
    if (m->make->wild && ap_choose_one_in(choices, 3))
        block->shader = ap_choose_one_in(choices, 3) ? ap_copy_text_for_file(m->make, "") : make_wild_name(m);
    if (m->make->wild && ap_choose_one_in(choices, 3))
        block->name = make_wild_name(m);
}

/* Makes numbers that are legal but not used in practice. */
static void make_numbers_unusual(const md5mesh_generation *m, ap_md5mesh_block *block)
{
    ap_choices *choices = m->make->choices;
    ap_md5mesh_vert *verts = (ap_md5mesh_vert *)block->verts;
    ap_md5mesh_tri *tris = (ap_md5mesh_tri *)block->tris;
    ap_md5mesh_weight *weights = (ap_md5mesh_weight *)block->weights;
    if (ap_choose_one_in(choices, 6))
        block->tri_count = 0;
    for (size_t i = 0; i < block->vert_count; i++) {
        if (ap_choose_one_in(choices, 4))
            verts[i].u = ap_choose_wild_finite_float(choices);
        if (ap_choose_one_in(choices, 4))
            verts[i].first_weight =
                (int32_t)ap_choose_below(choices, block->weight_count - (size_t)verts[i].weight_count + 1);
    }
    for (size_t i = 0; i < block->tri_count; i++) {
        if (ap_choose_one_in(choices, 4)) {
            const int32_t vertex = (int32_t)ap_choose_below(choices, block->vert_count);
            tris[i].corners[ap_choose_below(choices, 3)] = vertex;
        }
    }
    for (size_t i = 0; i < block->weight_count; i++) {
        if (ap_choose_one_in(choices, 4))
            weights[i].bias = ap_choose_wild_finite_float(choices);
        if (ap_choose_one_in(choices, 4))
            set_one_coordinate_wild(choices, weights[i].position);
        if (ap_choose_one_in(choices, 4))
            weights[i].joint = (int32_t)ap_choose_below(choices, m->mesh.joint_count);
    }
}

static bool next_block(ap_md5mesh_source *source, size_t index, ap_md5mesh_block *block)
{
    md5mesh_generation *m = (md5mesh_generation *)source;
    ap_choices *choices = m->make->choices;
    const ap_mesh_sizes plan = { .verts = (size_t)m->values[VERTICES],
        .weights = (size_t)m->values[WEIGHTS],
        .shared = ap_choose_one_in(choices, 4) };
    *block = (ap_md5mesh_block){ .name = { NULL, 0 } };
    make_block_names(m, index, block);
    if (!ap_make_skin(m->make, m->bones, m->mesh.joint_count, &plan, block) || block->shader.bytes == NULL)
        return false;
    if (m->make->wild && ap_choose_one_in(choices, 2))
        make_numbers_unusual(m, block);
    return !m->make->arena->failed;
}

static bool make_joints(md5mesh_generation *m)
{
    const size_t count = (size_t)m->values[JOINTS];
    ap_choices *choices = m->make->choices;
    ap_md5mesh_joint *joints = ap_alloc_array(m->make->arena, count, sizeof *joints);
    m->bones = ap_alloc_array(m->make->arena, count, sizeof *m->bones);
    if (joints == NULL || m->bones == NULL || !ap_make_skeleton(m->make, joints, m->bones, count))
        return false;
    for (size_t i = 0; m->make->wild && i < count; i++) {
        if (ap_choose_one_in(choices, 2))
            joints[i].name = make_wild_name(m);
        if (ap_choose_one_in(choices, 4))
            set_one_coordinate_wild(choices, joints[i].position);
        if (joints[i].name.bytes == NULL)
            return false;
    }
    m->mesh.joints = joints;
    m->mesh.joint_count = count;
    return true;
}

static bool make_header(md5mesh_generation *m)
{
    ap_choices *choices = m->make->choices;
    ap_choose_knob_values(m->make, KNOBS, m->values);
    m->mesh.mesh_count = (size_t)m->values[MESHES];
    m->mesh.commandline = ap_copy_text_for_file(m->make, ap_choose_one_in(choices, 2) ? "mesh made.mb" : "");
    if (m->make->wild && ap_choose_one_in(choices, 2))
        m->mesh.commandline =
            ap_make_name(m->make, AP_NAME_BYTES, (size_t)ap_choose_small_count(choices, 3000));
    m->mesh.style = ap_md5_choose_style_unless_canonical(m->make, STYLE, m->values[STYLE], &m->odd);
    return !m->make->arena->failed;
}

static bool make_md5mesh(ap_generation_request *make)
{
    static const char *const in_front[] = { "\n", "// a figure\n", "\t", "/* 1 */ \r\n" };
    md5mesh_generation *m = ap_alloc(make->arena, sizeof *m);
    if (m == NULL)
        return false;
    m->source = (ap_md5mesh_source){ next_block };
    m->make = make;
    return make_header(m) && make_joints(m)
           && ap_write_wild_surrounding_text(make, in_front, sizeof in_front / sizeof *in_front)
           && ap_md5mesh_write(&m->mesh, &m->source, make->arena, make->writer)
           && ap_md5_write_wild_trailing_text(make);
}

const ap_generator ap_md5mesh_generator = {
    .format = &ap_md5mesh_format,
    .knobs = knobs,
    .knob_count = KNOBS,
    .kept_in_memory = "all its joints, 0.2 KB each, and the lists of its meshes",
    .about = "text; a model that `.md5anim` files animate",
    .make = make_md5mesh,
};
