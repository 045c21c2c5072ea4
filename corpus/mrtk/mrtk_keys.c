#include "corpus/mrtk/mrtk_keys.h"

#include <math.h>

#include "validators/mrtk/mrtk_layout.h"

/* Returns the next larger float. */
static float next_larger_float(float value)
{
    const uint32_t bits = ap_bits_of_float(value);
    if (value == 0)
        return ap_float_of_bits(1);
    return ap_float_of_bits(value > 0 ? bits + 1 : bits - 1);
}

static float next_time(ap_generated_curve *state)
{
    const double jump = state->seconds * ap_choose_real(&state->times, 0.5, 1.5);
    const float next = ap_round_to_float((double)state->time + jump);
    if (state->begun)
        state->time = next > state->time ? next : next_larger_float(state->time);
    state->begun = true;
    return state->time;
}

/* Returns the component of the rotation that the curve holds, at the current step of the swings. */
static double component_of_rotation(const ap_generated_curve *state, const double swings[AP_SWINGS])
{
    double sum = state->base, square = 1;
    for (size_t i = 0; i < 3; i++) {
        const double half = swings[i] + state->bend_axis[i] * swings[3];
        sum += state->shares[i] * half;
        square += half * half;
    }
    return sum / sqrt(square);
}

static float next_value(ap_generated_curve *state)
{
    double swings[AP_SWINGS];
    if (state->motion == AP_MOTION_BOOLEAN) {
        state->on = !state->on;
        return state->on ? 1 : 0;
    }
    ap_oscillations_next(&state->swings, swings);
    if (state->motion == AP_MOTION_SUM)
        return ap_round_to_float((swings[0] + swings[1]) + (swings[2] + swings[3]));
    if (state->motion == AP_MOTION_ROTATION)
        return ap_round_to_float(component_of_rotation(state, swings));
    return ap_round_to_float(
        ap_normalised_component_or_identity(swings, 3, ap_vector_length(swings, 3), state->component));
}

/* In one of three keys, sets the field to an extreme value. */
static void make_one_field_in_3_unusual(ap_generated_curve *state, float *field)
{
    if (ap_choose_one_in(&state->choices, 3))
        ap_choose_wild_float(&state->choices, field);
}

/* In one of three keys, sets the value to an extreme one; in a boolean curve, to 1 or -0, since only 0 and 1 are
   allowed. */
static void make_one_value_in_3_unusual(ap_generated_curve *state, float *value)
{
    if (state->motion != AP_MOTION_BOOLEAN)
        make_one_field_in_3_unusual(state, value);
    else if (ap_choose_one_in(&state->choices, 3))
        *value = ap_choose_one_in(&state->choices, 2) ? 1.0F : -0.0F;
}

static void make_fields_unusual_as_state_says(ap_generated_curve *state, ap_mrtk_key *key)
{
    if ((state->unusual & AP_UNUSUAL_TIMES) != 0)
        make_one_field_in_3_unusual(state, &key->time);
    if ((state->unusual & AP_UNUSUAL_VALUES) != 0)
        make_one_value_in_3_unusual(state, &key->value);
    if ((state->unusual & AP_UNUSUAL_TANGENTS) != 0) {
        make_one_field_in_3_unusual(state, &key->in_tangent);
        make_one_field_in_3_unusual(state, &key->out_tangent);
    }
    if ((state->unusual & AP_UNUSUAL_WEIGHTS) != 0) {
        make_one_field_in_3_unusual(state, &key->in_weight);
        make_one_field_in_3_unusual(state, &key->out_weight);
        key->weighted_mode = (int32_t)ap_choose_below(&state->choices, 4);
    }
}

static bool generate_key_and_return_true(ap_io *io, void *record)
{
    ap_mrtk_key *key = &((ap_mrtk_key_record *)record)->key;
    ap_generated_curve *state;
    memcpy(&state, io->input.bytes, sizeof state);
    *key = (ap_mrtk_key){ .weighted_mode = state->weighted_mode };
    key->time = next_time(state);
    key->value = next_value(state);
    make_fields_unusual_as_state_says(state, key);
    return true;
}

void ap_bind_curve_to_generated_keys(ap_mrtk_curve *curve, ap_generated_curve **state, int32_t key_count)
{
    static const ap_element made_keys = { .layout = generate_key_and_return_true };
    curve->key_count = key_count;
    curve->keys = (ap_view){ (const uint8_t *)state, sizeof *state };
    curve->stored = &made_keys;
}
