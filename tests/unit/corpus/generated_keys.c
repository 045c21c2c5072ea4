/* corpus/mrtk/mrtk_keys.h: generated times increase even if float32 has no number in between, and the curves of a vector share
   their times. */
#include <criterion/criterion.h>

#include "corpus/mrtk/mrtk_motion.h"
#include "validators/mrtk/mrtk_layout.h"

enum { KEYS = 2000 };

static ap_generated_curve curve_state_before_first_key(float time, double seconds, size_t component)
{
    ap_mrtk_motion hand;
    ap_choices choices;
    ap_choices_from_seed(&choices, 5);
    ap_choose_hand_motion(&choices, false, &hand);
    ap_generated_curve state = { .times = hand.times,
        .time = time,
        .seconds = seconds,
        .component = component,
        .weighted_mode = AP_MRTK_USUAL_WEIGHTED_MODE };
    ap_set_up_joint_rotation(&hand, AP_MRTK_JOINTS - 1, &state);
    return state;
}

static ap_mrtk_key read_first_key(const ap_mrtk_curve *curve)
{
    ap_io io;
    ap_mrtk_key_record record = { .animation = NULL };
    ap_io_init(&io, curve->keys, NULL, NULL, NULL);
    cr_assert(curve->stored->layout(&io, &record));
    return record.key;
}

Test(generated_keys, times_of_keys_increase)
{
    static const float starts[] = { 0, -30, 1e6F, -1e6F, 1e30F, 1e-40F, -1e-45F };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        ap_generated_curve state = curve_state_before_first_key(starts[i], 1e-9, 0);
        ap_generated_curve *place = &state;
        ap_mrtk_curve curve;
        ap_bind_curve_to_generated_keys(&curve, &place, KEYS);
        float before = read_first_key(&curve).time;
        cr_assert_eq(before, starts[i]);
        for (size_t key = 1; key < KEYS; key++) {
            const float time = read_first_key(&curve).time;
            cr_assert(time > before, "from %g: key %zu at time %a must be after %a", (double)starts[i], key,
                (double)time, (double)before);
            before = time;
        }
    }
}

Test(generated_keys, curves_of_a_vector_share_their_times)
{
    ap_generated_curve states[4];
    ap_generated_curve *places[4];
    ap_mrtk_curve curves[4];
    for (size_t i = 0; i < 4; i++) {
        states[i] = curve_state_before_first_key(0, 0.1, i);
        places[i] = &states[i];
        ap_bind_curve_to_generated_keys(&curves[i], &places[i], KEYS);
    }
    for (size_t key = 0; key < KEYS; key++) {
        double squares = 0;
        float time = 0;
        for (size_t i = 0; i < 4; i++) {
            const ap_mrtk_key generated = read_first_key(&curves[i]);
            cr_assert(i == 0 || generated.time == time);
            time = generated.time;
            squares += (double)generated.value * (double)generated.value;
            cr_assert_eq(generated.weighted_mode, AP_MRTK_USUAL_WEIGHTED_MODE);
        }
        cr_assert(squares > 0.999999 && squares < 1.000001,
            "key %zu: a rotation must have length 1, but the sum of its squares is %g", key, squares);
    }
}
