/* Generates id Tech 4 animations: a tree of joints with a pose for each frame. */
#include <stdio.h>
#include <string.h>

#include "corpus/md5/md5_style.h"
#include "corpus/md5anim/md5anim_corpus.h"
#include "corpus/md5anim/md5anim_pose.h"
#include "corpus/md5mesh/md5mesh_body.h"

enum { JOINTS, FRAMES, STYLE, NAME_BYTES, KNOBS };

enum { HIGHEST_RATE = 240 /* a higher frame rate gets a note */ };

static const ap_knob knobs[KNOBS] = {
    [JOINTS] = { "joints", "joints", 1, 1000000, 2, 16, NULL },
    [FRAMES] = { "frames", "frames", 1, 100000000, 1, 8, NULL },
    [STYLE] = AP_MD5_STYLE_KNOB,
    [NAME_BYTES] = { "name_bytes", "--wild: maximum bytes of a joint name", 1, 1 << 28, 2000, 2000, NULL },
};

typedef struct md5anim_generation {
    ap_md5anim_source source; /* must be first: callbacks cast the source to this struct */
    const ap_generation_request *make;
    int64_t values[AP_GENERATOR_KNOBS];
    ap_md5anim animation;
    ap_text_style odd;                /* the style of the animation, if AP_MD5_ODD */
    bool extreme_values, zero_bounds; /* zero_bounds: true if all bounds are zero */
    ap_md5anim_joint *joints;
    ap_generated_pose pose;
    ap_md5mesh_joint *mesh_joints; /* joints of the mesh that the animation moves */
    ap_md5mesh_block skin;         /* the mesh's only block */
} md5anim_generation;

/* Joints */

static const char *const bone_names[] = { "hips", "spine", "chest", "neck", "head", "shoulder", "upperarm",
    "forearm", "hand", "thigh", "shin", "foot" };

/* Makes a name of any bytes that a string can hold, or sometimes reuses the name of an earlier joint. */
static ap_view make_or_reuse_wild_name(md5anim_generation *m, size_t index)
{
    ap_choices *choices = m->make->choices;
    const int64_t most = m->values[NAME_BYTES];
    const int64_t longest = most < 40 || ap_choose_one_in(choices, 8) ? most : 40;
    if (index > 0 && ap_choose_one_in(choices, 6))
        return m->joints[ap_choose_below(choices, index)].name;
    const size_t size = (size_t)ap_choose_between(choices, 1, longest);
    return ap_make_name(m->make, ap_choose_one_in(choices, 2) ? AP_NAME_BYTES : AP_NAME_UTF8, size);
}

static ap_view make_joint_name(md5anim_generation *m, size_t index)
{
    char name[48];
    if (m->make->wild && ap_choose_one_in(m->make->choices, 2))
        return make_or_reuse_wild_name(m, index);
    const char *bone = bone_names[ap_choose_below(m->make->choices, sizeof bone_names / sizeof *bone_names)];
    (void)snprintf(name, sizeof name, "%s_%zu", bone, index);
    return ap_copy_text_for_file(m->make, index == 0 ? "origin" : name);
}

/* Chooses a parent. Only the first joint is a root: id's reader refuses several roots, and must accept
   wild files too. */
static int32_t choose_parent(md5anim_generation *m, size_t index)
{
    ap_choices *choices = m->make->choices;
    if (index == 0)
        return -1;
    if (ap_choose_one_in(choices, 2))
        return (int32_t)index - 1;
    return (int32_t)ap_choose_below(choices, index);
}

/* Chooses the flags of a joint. If `all` is true, sets all flags, as exporters do that do not check for motion; otherwise sets
   any flags. */
static int32_t choose_flags(md5anim_generation *m, bool all)
{
    static const int32_t usual[] = { 0, AP_MD5_ROTATION_BITS, AP_MD5_FLAG_BITS };
    ap_choices *choices = m->make->choices;
    if (all)
        return AP_MD5_FLAG_BITS;
    if (ap_choose_one_in(choices, 2))
        return usual[ap_choose_below(choices, sizeof usual / sizeof *usual)];
    return (int32_t)ap_choose_between(choices, 0, AP_MD5_FLAG_BITS);
}

/* Makes sure that at least one joint has animated components if there are several frames. */
static void animate_at_least_one(md5anim_generation *m, size_t count)
{
    size_t still = 0;
    while (still < count && m->joints[still].flags == 0)
        still++;
    if (still == count && m->animation.frame_count > 1)
        m->joints[0].flags = AP_MD5_FLAG_BITS;
}

static bool make_joints(md5anim_generation *m)
{
    const size_t count = (size_t)m->values[JOINTS];
    const bool all = ap_choose_one_in(m->make->choices, 2);
    m->joints = ap_alloc_array(m->make->arena, count, sizeof *m->joints);
    for (size_t i = 0; m->joints != NULL && i < count; i++) {
        ap_md5anim_joint *joint = &m->joints[i];
        joint->name = make_joint_name(m, i);
        joint->parent = choose_parent(m, i);
        joint->flags = choose_flags(m, all);
        if (joint->name.bytes == NULL)
            return false;
    }
    if (m->joints != NULL)
        animate_at_least_one(m, count);
    m->animation.joints = m->joints;
    m->animation.joint_count = count;
    return m->joints != NULL;
}

static void make_one_value_in_4_unusual(md5anim_generation *m, float *value)
{
    if (m->extreme_values && ap_choose_one_in(m->make->choices, 4))
        *value = ap_choose_wild_finite_float(m->make->choices);
}

/* Sets a component of a position to an unusual value, or of an orientation if `component` is 3 or more. The orientation stays
   short enough for a rotation: two components of at most 0.3, and the third as in a rotation, have a squared length below 1.21.
   */
static void make_component_unusual(md5anim_generation *m, size_t component, float *value)
{
    const float most = 0.3f;
    float unusual = *value;
    make_one_value_in_4_unusual(m, &unusual);
    if (component < 3 || (unusual >= -most && unusual <= most))
        *value = unusual;
}

static bool next_bounds(ap_md5anim_source *source, size_t frame, ap_md5_vector_pair *pair)
{
    md5anim_generation *m = (md5anim_generation *)source;
    float corners[2][3];
    (void)frame;
    ap_generated_pose_next_frame(&m->pose);
    ap_generated_pose_compute_box(&m->pose, &m->skin, corners[0], corners[1]);
    for (size_t axis = 0; axis < 3; axis++) {
        make_one_value_in_4_unusual(m, &corners[0][axis]);
        make_one_value_in_4_unusual(m, &corners[1][axis]);
        pair->first[axis].value = m->zero_bounds ? 0 : corners[0][axis];
        pair->second[axis].value = m->zero_bounds ? 0 : corners[1][axis];
    }
    return true;
}

static bool next_baseframe(ap_md5anim_source *source, size_t joint, ap_md5_vector_pair *pair)
{
    md5anim_generation *m = (md5anim_generation *)source;
    float base[AP_MD5_COMPONENTS];
    memcpy(base, m->pose.states[joint].base, sizeof base);
    for (size_t c = 0; c < AP_MD5_COMPONENTS; c++) {
        make_component_unusual(m, c, &base[c]);
        (c < 3 ? pair->first : pair->second)[c % 3].value = base[c];
    }
    return true;
}

static bool next_frame(ap_md5anim_source *source, size_t frame, float *values)
{
    md5anim_generation *m = (md5anim_generation *)source;
    if (frame == 0)
        ap_generated_pose_restart(&m->pose);
    ap_generated_pose_next_frame(&m->pose);
    ap_generated_pose_put_values(&m->pose, values);
    for (size_t i = 0; m->extreme_values && i < m->animation.joint_count; i++) {
        for (size_t c = 0; c < AP_MD5_COMPONENTS; c++) {
            if ((m->joints[i].flags >> c & 1) != 0)
                make_component_unusual(m, c, values++);
        }
    }
    return true;
}

/* Makes header values that are legal but that no exporter writes. */
static void make_header_unusual(md5anim_generation *m)
{
    ap_choices *choices = m->make->choices;
    m->extreme_values = ap_choose_one_in(choices, 2);
    m->zero_bounds = ap_choose_one_in(choices, 8);
    if (ap_choose_one_in(choices, 2))
        m->animation.commandline =
            ap_make_name(m->make, AP_NAME_BYTES, (size_t)ap_choose_small_count(choices, 3000));
    if (ap_choose_one_in(choices, 4))
        m->animation.fractional_rate = ap_round_to_float(ap_choose_real(choices, 1, 100) + 0.0625);
    m->animation.frame_rate = (int32_t)ap_choose_between(choices, 1, HIGHEST_RATE);
}

static void make_header(md5anim_generation *m)
{
    static const int32_t rates[] = { 24, 24, 30, 60, 25 };
    ap_choices *choices = m->make->choices;
    char commandline[64] = "";
    ap_choose_knob_values(m->make, KNOBS, m->values);
    m->animation.frame_count = (int32_t)m->values[FRAMES];
    m->animation.frame_rate = rates[ap_choose_below(choices, sizeof rates / sizeof *rates)];
    if (ap_choose_one_in(choices, 2))
        snprintf(commandline, sizeof commandline, "anim -range 1 %d", (int)m->animation.frame_count);
    m->animation.commandline = ap_copy_text_for_file(m->make, commandline);
    if (m->make->wild)
        make_header_unusual(m);
}

/* Makes the mesh that the animation moves, with the joints as in the baseframe. */
static bool make_mesh(md5anim_generation *m)
{
    const size_t count = m->animation.joint_count;
    ap_generated_bone *skeleton = ap_alloc_array(m->make->arena, count, sizeof *skeleton);
    ap_md5_transform *world = ap_alloc_array(m->make->arena, count, sizeof *world);
    m->mesh_joints = ap_alloc_array(m->make->arena, count, sizeof *m->mesh_joints);
    for (size_t i = 0; !m->make->arena->failed && i < count; i++) {
        const int32_t parent = m->joints[i].parent;
        ap_md5_transform_of_numbers(m->pose.states[i].base, &world[i]);
        if (parent >= 0)
            ap_md5_transform_to_model_space(&world[parent], &world[i]);
        const double sign = world[i].rotation[3] > 0 ? -1 : 1; /* readers compute w as the negative root */
        m->mesh_joints[i].name = m->joints[i].name;
        m->mesh_joints[i].parent = skeleton[i].parent = parent;
        for (size_t axis = 0; axis < 4; axis++)
            skeleton[i].rotation[axis] = sign * world[i].rotation[axis];
        for (size_t axis = 0; axis < 3; axis++) {
            skeleton[i].position[axis] = world[i].position[axis];
            m->mesh_joints[i].position[axis] = ap_round_to_float(world[i].position[axis]);
            m->mesh_joints[i].orientation[axis] = ap_round_to_float(skeleton[i].rotation[axis]);
        }
    }
    return !m->make->arena->failed && ap_make_small_skin(m->make, skeleton, count, &m->skin);
}

/* Writes the mesh into the companion, if one is wanted. */
static bool write_mesh_if_wanted(const md5anim_generation *m)
{
    return m->make->companion == NULL
           || ap_write_skinned_mesh(
               m->make, m->mesh_joints, m->animation.joint_count, &m->skin, m->make->companion);
}

static bool make_md5anim(ap_generation_request *make)
{
    static const char *const in_front[] = { "\n", "// a walk\n", "\t", "/* 1 */ \r\n" };
    md5anim_generation *m = ap_alloc(make->arena, sizeof *m);
    if (m == NULL)
        return false;
    m->source = (ap_md5anim_source){ next_bounds, next_baseframe, next_frame };
    m->make = make;
    make->companion_fits = true;
    make_header(m);
    m->animation.style = ap_md5_choose_style_unless_canonical(m->make, STYLE, m->values[STYLE], &m->odd);
    if (m->animation.fractional_rate != 0)
        m->odd.spell = NULL; /* a frame rate may not have an exponent */
    return !make->arena->failed && make_joints(m)
           && ap_generated_pose_init(&m->pose, make, m->joints, m->animation.joint_count) && make_mesh(m)
           && ap_write_wild_surrounding_text(make, in_front, sizeof in_front / sizeof *in_front)
           && ap_md5anim_write(&m->animation, &m->source, make->arena, make->writer)
           && ap_md5_write_wild_trailing_text(make) && write_mesh_if_wanted(m);
}

const ap_generator ap_md5anim_generator = {
    .format = &ap_md5anim_format,
    .knobs = knobs,
    .knob_count = KNOBS,
    .companion_extension = ".md5mesh",
    .kept_in_memory = "all its joints, 1 KB each",
    .about = "text; has a `.md5mesh` of the same name as companion",
    .make = make_md5anim,
};
