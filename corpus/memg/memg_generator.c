/* Generates mesh-ensemble motions: frames that rotate and move, and meshes that bend within them. */
#include "corpus/memg/memg_generator.h"

#include <stdio.h>

#include "corpus/memg/memg_corpus.h"

static const ap_enum_name byte_orders[] = { { "little", 0 }, { "big", 1 }, { NULL, 0 } };

static const ap_knob knobs[AP_MEMG_KNOBS] = {
    [AP_MEMG_FRAMES] = { "frames", "local frames; 0 means no groups either", 0, 10000000, 1, 4, NULL },
    [AP_MEMG_TIMESTEPS] = { "timesteps", "timesteps", 0, 100000000, 2, 12, NULL },
    [AP_MEMG_GROUPS] = { "groups", "groups", 0, 10000000, 1, 3, NULL },
    [AP_MEMG_VERTICES] = { "vertices", "vertices per group", 0, 10000000, 3, 16, NULL },
    [AP_MEMG_MODES] = { "modes", "basis columns per group, limited by its vertices and the timesteps", 0,
        100000, 1, 4, NULL },
    [AP_MEMG_NAME_BYTES] = { "name_bytes",
        "bytes of a group name before its number (16 times as many with --wild)", 1, 1 << 26, 3, 12, NULL },
    [AP_MEMG_BYTE_ORDER] = { "byte_order", "little or big (big is an error: memg/byte-order)", 0, 1, 0, 0,
        byte_orders },
    [AP_MEMG_MATRIX_ORDER] = { "matrix_order", "element order of U and Q (row: lint with --memg-order row)",
        AP_MEMG_COLUMN, AP_MEMG_ROW, AP_MEMG_COLUMN, AP_MEMG_COLUMN, ap_memg_orders },
};

void *ap_reuse_buffer(const ap_generation_request *make, ap_reused_buffer *room, size_t bytes)
{
    if (bytes <= room->bytes && room->memory != NULL)
        return room->memory;
    const size_t doubled = ap_saturating_size_product(room->bytes, 2);
    room->bytes = bytes > doubled ? bytes : doubled;
    room->memory = ap_alloc(make->arena, room->bytes);
    return room->memory;
}

/* Frames */

static void make_frame(ap_moving_frame *frame, ap_choices *choices)
{
    double rotation[4];
    *frame = (ap_moving_frame){ 0 };
    ap_make_rotation(choices, rotation);
    for (size_t i = 0; i < 4; i++)
        ap_oscillation_init(&frame->turning, i, choices, rotation[i], 0.2);
    for (size_t i = 0; i < 3; i++)
        ap_oscillation_init(&frame->moving, i, choices, ap_choose_real(choices, -10, 10), 2);
}

/* Stores the current transform of the frame, and moves the frame to the next timestep. */
static void next_transform(ap_moving_frame *frame, double entries[AP_MEMG_TRANSFORM_ENTRIES])
{
    double rotation[AP_SWINGS], position[AP_SWINGS];
    double axis[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    ap_oscillations_next(&frame->turning, rotation);
    ap_oscillations_next(&frame->moving, position);
    ap_normalise_or_identity(rotation, 4);
    for (size_t i = 0; i < 3; i++) {
        ap_rotate_vector(rotation, axis[i], axis[i]);
        for (size_t row = 0; row < 3; row++)
            entries[4 * row + i] = axis[i][row];
        entries[4 * i + 3] = position[i];
    }
}

/* Makes one transform of three unusual: in half of these, replaces one entry by any double, which may be NaN or infinite; in all
   of them, negates a random selection of the three entries of the first column. */
static void make_one_transform_in_3_unusual(ap_choices *choices, double entries[AP_MEMG_TRANSFORM_ENTRIES])
{
    if (!ap_choose_one_in(choices, 3))
        return;
    const size_t which = ap_choose_below(choices, AP_MEMG_TRANSFORM_ENTRIES);
    if (ap_choose_one_in(choices, 2))
        ap_choose_wild_double(choices, &entries[which]);
    for (size_t i = 0; i < 3; i++)
        entries[4 * i] = ap_choose_one_in(choices, 2) ? -entries[4 * i] : entries[4 * i];
}

static bool write_timestep(ap_memg_generation *m, ap_moving_frame *frames, double *transforms)
{
    const size_t frame_count = (size_t)m->composer.motion.frame_count;
    const ap_view view = { (const uint8_t *)transforms, frame_count * AP_MEMG_TRANSFORM_BYTES };
    for (size_t f = 0; f < frame_count; f++) {
        next_transform(&frames[f], transforms + AP_MEMG_TRANSFORM_ENTRIES * f);
        if (m->make->wild)
            make_one_transform_in_3_unusual(m->make->choices, transforms + AP_MEMG_TRANSFORM_ENTRIES * f);
    }
    return ap_memg_compose_timestep(&m->composer, view);
}

/* Writes the transforms of all timesteps. The scene needs timestep 0, so its transforms are kept; all other timesteps use one
   buffer. */
static bool put_transforms(ap_memg_generation *m)
{
    const size_t frame_count = (size_t)m->composer.motion.frame_count;
    const size_t timestep_count = (size_t)m->composer.motion.timestep_count;
    if (frame_count == 0 || timestep_count == 0)
        return true;
    ap_moving_frame *frames = ap_alloc_array(m->make->arena, frame_count, sizeof *frames);
    double *others = ap_alloc_array(m->make->arena, frame_count, AP_MEMG_TRANSFORM_BYTES);
    m->first_transforms = ap_alloc_array(m->make->arena, frame_count, AP_MEMG_TRANSFORM_BYTES);
    if (frames == NULL || others == NULL || m->first_transforms == NULL)
        return false;
    for (size_t f = 0; f < frame_count; f++)
        make_frame(&frames[f], m->make->choices);
    for (size_t t = 0; t < timestep_count; t++) {
        if (!write_timestep(m, frames, t == 0 ? m->first_transforms : others))
            return false;
    }
    return true;
}

/* Chooses values that no exporter writes: any frame rate; in some files, one of the counts of frames and timesteps is 0 and the
   other may be huge (the counted elements then take no bytes); some files have no groups, or no scene. */
static void make_counts_rate_and_scene_unusual(ap_memg_generation *m, ap_memg_motion *motion)
{
    ap_choices *choices = m->make->choices;
    const bool huge = ap_choose_one_in(choices, 2);
    motion->framerate =
        (int32_t)ap_choose_between(choices, 1, AP_MEMG_LEAST_FLOAT_RATE - 1); /* see memg/framerate-float */
    if (ap_choose_one_in(choices, 8)) {
        motion->frame_count = 0;
        motion->timestep_count = huge ? INT32_MAX : motion->timestep_count;
    } else if (ap_choose_one_in(choices, 8)) {
        motion->timestep_count = 0;
        motion->frame_count = huge ? INT32_MAX : motion->frame_count;
    }
    if (ap_choose_one_in(choices, 8))
        m->values[AP_MEMG_GROUPS] = 0;
    m->has_scene = ap_choose_one_in(choices, 2);
}

static ap_memg_motion choose_values_and_make_motion(ap_memg_generation *m)
{
    ap_memg_motion motion = { .framerate = 30 };
    ap_choose_knob_values(m->make, AP_MEMG_KNOBS, m->values);
    motion.endian = m->values[AP_MEMG_BYTE_ORDER] != 0 ? AP_MEMG_ENDIAN_SWAPPED : AP_MEMG_ENDIAN;
    motion.frame_count = (int32_t)m->values[AP_MEMG_FRAMES];
    motion.timestep_count = (int32_t)m->values[AP_MEMG_TIMESTEPS];
    if (ap_choose_one_in(m->make->choices, 2))
        motion.framerate = 120;
    m->has_scene = true;
    if (m->make->wild)
        make_counts_rate_and_scene_unusual(m, &motion);
    return motion;
}

static bool make_memg(ap_generation_request *make)
{
    ap_memg_generation *m = ap_alloc(make->arena, sizeof *m);
    if (m == NULL)
        return false;
    m->make = make;
    const ap_memg_motion motion = choose_values_and_make_motion(m);
    const size_t groups = motion.frame_count == 0 ? 0 : (size_t)m->values[AP_MEMG_GROUPS];
    make->companion_fits = m->has_scene;
    if (!ap_memg_compose_header_and_transforms(&m->composer, &motion, make->writer) || !put_transforms(m))
        return false;
    for (size_t i = 0; i < groups; i++) {
        if (!ap_memg_make_and_write_group(m, i))
            return false;
        if (make->companion != NULL && m->has_scene && !ap_memg_put_group_in_scene(m))
            return false;
        m->vertices_before += (size_t)m->group.vertex_count;
    }
    return true;
}

const ap_generator ap_memg_generator = {
    .format = &ap_memg_format,
    .knobs = knobs,
    .knob_count = AP_MEMG_KNOBS,
    .companion_extension = ".obj",
    .kept_in_memory = "its largest group and a timestep of frames",
    .about = "binary; has a `.obj` of the same name as companion",
    .make = make_memg,
};
