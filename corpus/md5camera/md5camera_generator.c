/* Generates id Tech 4 camera paths: the camera moves smoothly within a shot. */
#include <string.h>

#include "core/base/bytes.h"
#include "corpus/generate/generator_parts.h"
#include "corpus/md5/md5_style.h"
#include "corpus/md5camera/md5camera_corpus.h"
#include "validators/md5camera/md5camera.h"

enum { FRAMES, CUTS, RATE, STYLE, KNOBS };

static const ap_knob knobs[KNOBS] = {
    [FRAMES] = { "frames", "frames", 1, 100000000, 2, 16, NULL },
    [CUTS] = { "cuts", "cuts between shots, fewer than frames", 0, 1000000, 0, 3, NULL },
    [RATE] = { "rate", "frames per second", 1, AP_MD5_MOST_RATE, 24, 30, NULL },
    [STYLE] = AP_MD5_STYLE_KNOB,
};

enum { FIELD_OF_VIEW = 3 }; /* index in `eye` of the field of view, after the three numbers of the position */

typedef struct md5camera_generation {
    ap_md5camera_source source; /* must be first: callbacks cast the source to this struct */
    const ap_generation_request *make;
    int64_t values[AP_GENERATOR_KNOBS];
    ap_md5camera camera;
    ap_text_style odd; /* the style of the camera path, if AP_MD5_ODD */
    bool extreme_values;
    int32_t *cuts;
    size_t next_cut_index; /* index of the first cut that is at the current frame or later */
    ap_oscillations eye;   /* the moving position, and the field of view */
    /* rotation of the camera in the current frame, and rotation by which it turns from one frame to the next */
    double rotation[4], turn[4];
} md5camera_generation;

/* Cuts */

/* Chooses cuts at distinct random frames, in ascending order. */
static bool make_cuts(md5camera_generation *m)
{
    const int64_t frames = m->values[FRAMES];
    const int64_t count = m->values[CUTS] < frames ? m->values[CUTS] : frames - 1;
    m->camera.cut_count = (int32_t)count;
    m->cuts = ap_alloc_array(m->make->arena, (size_t)count, sizeof *m->cuts);
    if (m->cuts == NULL)
        return false;
    int64_t made = 0;
    for (int64_t frame = 1; made < count; frame++) {
        if (ap_choose_below(m->make->choices, (size_t)(frames - frame)) < (size_t)(count - made))
            m->cuts[made++] = (int32_t)frame;
    }
    return true;
}

static bool next_cut(ap_md5camera_source *source, size_t index, int32_t *cut)
{
    *cut = ((md5camera_generation *)source)->cuts[index];
    return true;
}

/* Frames */

static void choose_shot_motion(md5camera_generation *m)
{
    static const double eye_level = 64, around = 200, angle = 75;
    ap_choices *choices = m->make->choices;
    for (size_t axis = 0; axis < 3; axis++) {
        const double centre = ap_choose_real(choices, -around, around);
        ap_oscillation_init(&m->eye, axis, choices, axis == 2 ? eye_level : centre, axis == 2 ? 8 : 40);
    }
    ap_oscillation_init(&m->eye, FIELD_OF_VIEW, choices, angle, 20);
    ap_make_rotation(choices, m->rotation);
    for (size_t axis = 0; axis < 3; axis++)
        m->turn[axis] = ap_choose_real(choices, -0.02, 0.02);
    m->turn[3] = 1;
    ap_normalise_or_identity(m->turn, 4);
}

/* Sets some numbers of the position to any finite ones, and sometimes the field of view to one that rounding to decimals cannot
   turn into 0 or 180. */
static void make_frame_unusual(md5camera_generation *m, ap_md5camera_frame *frame)
{
    static const float angles[] = { 1, 179, 90, 120.25F };
    ap_choices *choices = m->make->choices;
    for (size_t axis = 0; axis < 3; axis++) {
        if (ap_choose_one_in(choices, 4))
            frame->position[axis] = ap_choose_wild_finite_float(choices);
    }
    if (ap_choose_one_in(choices, 4))
        frame->fov = angles[ap_choose_below(choices, sizeof angles / sizeof *angles)];
}

static bool next_frame(ap_md5camera_source *source, size_t index, ap_md5camera_frame *frame)
{
    md5camera_generation *m = (md5camera_generation *)source;
    const bool cut =
        m->next_cut_index < (size_t)m->camera.cut_count && (size_t)m->cuts[m->next_cut_index] == index;
    m->next_cut_index += cut;
    if (cut || index == 0)
        choose_shot_motion(m);
    double eye[AP_SWINGS];
    ap_oscillations_next(&m->eye, eye);
    const double sign = m->rotation[3] < 0 ? -1 : 1; /* w is not stored; id's reader computes it as the
                                                        positive root */
    for (size_t axis = 0; axis < 3; axis++) {
        frame->position[axis] = ap_round_to_float(eye[axis]);
        frame->orientation[axis] = ap_round_to_float(sign * m->rotation[axis]);
    }
    frame->fov = ap_round_to_float(eye[FIELD_OF_VIEW]);
    ap_multiply_rotations(m->turn, m->rotation, m->rotation);
    ap_normalise_or_identity(m->rotation, 4);
    if (m->extreme_values)
        make_frame_unusual(m, frame);
    return true;
}

/* Header */

/* Makes header values that are legal but that no exporter writes. */
static void make_header_unusual(md5camera_generation *m)
{
    ap_choices *choices = m->make->choices;
    m->extreme_values = ap_choose_one_in(choices, 2);
    if (ap_choose_one_in(choices, 2))
        m->camera.commandline =
            ap_make_name(m->make, AP_NAME_BYTES, (size_t)ap_choose_small_count(choices, 3000));
    if (ap_choose_one_in(choices, 4))
        m->camera.fractional_rate = ap_round_to_float(ap_choose_real(choices, 1, 100) + 0.0625);
}

static void make_header(md5camera_generation *m)
{
    static const char usual[] = "exportCamera -range 1";
    ap_choose_knob_values(m->make, KNOBS, m->values);
    m->camera.frame_count = (int32_t)m->values[FRAMES];
    m->camera.frame_rate = (int32_t)m->values[RATE];
    const bool empty = ap_choose_one_in(m->make->choices, 2);
    m->camera.commandline = (ap_view){ (const uint8_t *)usual, empty ? 0 : sizeof usual - 1 };
    if (m->make->wild)
        make_header_unusual(m);
}

static bool make_md5camera(ap_generation_request *make)
{
    static const char *const in_front[] = { "\n", "// a fly-through\n", "\t", "/* 1 */ \r\n" };
    md5camera_generation *m = ap_alloc(make->arena, sizeof *m);
    if (m == NULL)
        return false;
    m->source = (ap_md5camera_source){ next_cut, next_frame };
    m->make = make;
    make_header(m);
    m->camera.style = ap_md5_choose_style_unless_canonical(m->make, STYLE, m->values[STYLE], &m->odd);
    if (m->camera.fractional_rate != 0)
        m->odd.spell = NULL; /* a frame rate may not have an exponent */
    return !make->arena->failed && make_cuts(m)
           && ap_write_wild_surrounding_text(make, in_front, sizeof in_front / sizeof *in_front)
           && ap_md5camera_write(&m->camera, &m->source, make->arena, make->writer)
           && ap_md5_write_wild_trailing_text(make);
}

const ap_generator ap_md5camera_generator = {
    .format = &ap_md5camera_format,
    .knobs = knobs,
    .knob_count = KNOBS,
    .kept_in_memory = "all its cuts, 4 bytes each",
    .about = "text",
    .make = make_md5camera,
};
