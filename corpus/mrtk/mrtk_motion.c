#include "corpus/mrtk/mrtk_motion.h"

#include "validators/mrtk/mrtk.h"

enum { X, Y, Z, BEND };

/* The axes about which a joint may bend. */
enum { ABOUT_X, ABOUT_Y };

/* A joint of a right hand with the palm down, the fingers forwards and half bent. Positions are relative to the wrist. */
typedef struct hand_joint {
    double place[3];
    double bend[3];                /* change of the position from half bent, as in `place`, to fully bent */
    unsigned char axis;            /* axis about which the joint is rotated and bends */
    double half_sine, half_cosine; /* sine and cosine of half the angle of the joint's rotation */
    double rate;                   /* change of the joint's angle in radians from half bent to fully bent */
} hand_joint;

/* The joints by index. The bones of a finger are bent by 20, 50 and 65 degrees; a bone that bends moves at right angles to its
   direction. */
static const hand_joint joints[AP_MRTK_JOINTS] = {
    { { 0, 0, 0 }, { 0, 0, 0 }, ABOUT_X, 0, 1, 0 },                              /* None */
    { { 0, 0, 0 }, { 0, 0, 0 }, ABOUT_X, 0, 1, 0 },                              /* Wrist */
    { { 0, -0.008, 0.048 }, { 0, 0, 0 }, ABOUT_X, 0, 1, 0 },                     /* Palm */
    { { -0.02, -0.012, 0.022 }, { 0, 0, 0 }, ABOUT_Y, -0.366273, 0.930508, 0 },  /* ThumbMetacarpalJoint */
    { { -0.048, -0.022, 0.05 }, { 0, 0, 0 }, ABOUT_Y, -0.21823, 0.975897, 0.3 }, /* ThumbProximalJoint */
    { { -0.0621, -0.027, 0.08 }, { 0.0091, 0, 0.0043 }, ABOUT_Y, -0.21823, 0.975897,
        0.5 }, /* ThumbDistalJoint */
    { { -0.0738, -0.0312, 0.105 }, { 0.0218, 0, 0.0102 }, ABOUT_Y, -0.21823, 0.975897, 0.5 }, /* ThumbTip */
    { { -0.012, 0, 0.025 }, { 0, 0, 0 }, ABOUT_X, 0, 1, 0 },                  /* IndexMetacarpal */
    { { -0.024, 0, 0.083 }, { 0, 0, 0 }, ABOUT_X, 0.173648, 0.984808, 0.25 }, /* IndexKnuckle */
    { { -0.024, -0.0137, 0.1206 }, { 0, -0.0094, -0.0034 }, ABOUT_X, 0.422618, 0.906308,
        0.55 }, /* IndexMiddleJoint */
    { { -0.024, -0.0321, 0.136 }, { 0, -0.0179, -0.0135 }, ABOUT_X, 0.5373, 0.843391,
        0.7 }, /* IndexDistalJoint */
    { { -0.024, -0.0502, 0.1445 }, { 0, -0.0238, -0.0262 }, ABOUT_X, 0.5373, 0.843391, 0.7 }, /* IndexTip */
    { { 0, 0, 0.025 }, { 0, 0, 0 }, ABOUT_X, 0, 1, 0 },                  /* MiddleMetacarpal */
    { { 0, 0, 0.082 }, { 0, 0, 0 }, ABOUT_X, 0.173648, 0.984808, 0.25 }, /* MiddleKnuckle */
    { { 0, -0.0154, 0.1243 }, { 0, -0.0106, -0.0038 }, ABOUT_X, 0.422618, 0.906308,
        0.55 }, /* MiddleMiddleJoint */
    { { 0, -0.0361, 0.1416 }, { 0, -0.0201, -0.0152 }, ABOUT_X, 0.5373, 0.843391,
        0.7 }, /* MiddleDistalJoint */
    { { 0, -0.0551, 0.1505 }, { 0, -0.0263, -0.0285 }, ABOUT_X, 0.5373, 0.843391, 0.7 }, /* MiddleTip */
    { { 0.01, -0.001, 0.024 }, { 0, 0, 0 }, ABOUT_X, 0, 1, 0 },                          /* RingMetacarpal */
    { { 0.019, -0.003, 0.076 }, { 0, 0, 0 }, ABOUT_X, 0.173648, 0.984808, 0.25 },        /* RingKnuckle */
    { { 0.019, -0.017, 0.1145 }, { 0, -0.0096, -0.0035 }, ABOUT_X, 0.422618, 0.906308,
        0.55 }, /* RingMiddleJoint */
    { { 0.019, -0.0369, 0.1312 }, { 0, -0.0188, -0.0145 }, ABOUT_X, 0.5373, 0.843391,
        0.7 }, /* RingDistalJoint */
    { { 0.019, -0.056, 0.1401 }, { 0, -0.025, -0.0278 }, ABOUT_X, 0.5373, 0.843391, 0.7 }, /* RingTip */
    { { 0.02, -0.003, 0.022 }, { 0, 0, 0 }, ABOUT_X, 0, 1, 0 },                   /* PinkyMetacarpal */
    { { 0.036, -0.009, 0.068 }, { 0, 0, 0 }, ABOUT_X, 0.173648, 0.984808, 0.25 }, /* PinkyKnuckle */
    { { 0.036, -0.0199, 0.0981 }, { 0, -0.0075, -0.0027 }, ABOUT_X, 0.422618, 0.906308,
        0.55 }, /* PinkyMiddleJoint */
    { { 0.036, -0.0337, 0.1096 }, { 0, -0.0139, -0.0103 }, ABOUT_X, 0.5373, 0.843391,
        0.7 }, /* PinkyDistalJoint */
    { { 0.036, -0.051, 0.1177 }, { 0, -0.0195, -0.0224 }, ABOUT_X, 0.5373, 0.843391, 0.7 }, /* PinkyTip */
};

void ap_choose_head_motion(ap_choices *choices, ap_mrtk_motion *motion)
{
    static const double angles[3] = { 0.15, 0.35, 0.05 }; /* amplitudes of pitch, yaw and roll, in radians */
    *motion = (ap_mrtk_motion){ .rotation = { 0, 0, 0, 1 } };
    ap_choices_from_seed(&motion->times, ap_choose_bits(choices));
    for (size_t i = 0; i < 3; i++) {
        ap_oscillation_init(&motion->position, i, choices, 0, 0.05);
        ap_oscillation_init(&motion->turn, i, choices, 0, angles[i]);
    }
}

void ap_choose_hand_motion(ap_choices *choices, bool left, ap_mrtk_motion *motion)
{
    const double before_chest[3] = { left ? -0.15 : 0.15, -0.2, 0.4 };
    *motion = (ap_mrtk_motion){ .rotation = { 0, 0, 0, 1 }, .left = left };
    ap_choices_from_seed(&motion->times, ap_choose_bits(choices));
    for (size_t i = 0; i < 3; i++) {
        motion->rotation[i] = ap_choose_real(choices, -0.3, 0.3);
        const double centre = before_chest[i] + ap_choose_real(choices, -0.05, 0.05);
        ap_oscillation_init(&motion->position, i, choices, centre, 0.05);
        ap_oscillation_init(&motion->turn, i, choices, 0, 0.2);
    }
    ap_normalise_or_identity(motion->rotation, 4);
    ap_oscillation_init(&motion->turn, BEND, choices, 0, 1);
    motion->size = ap_choose_real(choices, 0.9, 1.1);
}

/* Adds swing `i` of `from` to the state as its swing `j`: with its amplitude times `scale`, around 0. */
static void add_swing(
    const ap_oscillations *from, size_t i, double scale, ap_generated_curve *state, size_t j)
{
    state->swings.now[j] = scale * from->now[i];
    state->swings.before[j] = scale * from->before[i];
    state->swings.twice_cosine[j] = from->twice_cosine[i];
}

static void set_up_position(const ap_mrtk_motion *motion, ap_generated_curve *state)
{
    const size_t c = state->component;
    state->motion = AP_MOTION_SUM;
    state->swings = (ap_oscillations){ .centre[0] = motion->position.centre[c] };
    add_swing(&motion->position, c, 1, state, 0);
}

/* Sets up the motion of a component of the product of the rotation (t / 2, 1) and `base`: a sum of the components of t, divided
   by the length of (t / 2, 1). `axis` is what the bend of the fingers adds to t. */
static void set_up_rotation(
    const ap_mrtk_motion *motion, const double base[4], const double axis[3], ap_generated_curve *state)
{
    const double x = base[0], y = base[1], z = base[2], w = base[3];
    const double shares[4][3] = { { w, z, -y }, { -z, w, x }, { y, -x, w }, { -x, -y, -z } };
    state->motion = AP_MOTION_ROTATION;
    state->swings = (ap_oscillations){ .centre = { 0 } };
    state->base = base[state->component];
    for (size_t i = 0; i < 3; i++) {
        add_swing(&motion->turn, i, 0.5, state, i);
        state->shares[i] = shares[state->component][i];
        state->bend_axis[i] = axis[i] / 2;
    }
    add_swing(&motion->turn, BEND, 1, state, BEND);
}

void ap_set_up_head_position(const ap_mrtk_motion *motion, ap_generated_curve *state)
{
    set_up_position(motion, state);
}

void ap_set_up_head_rotation(const ap_mrtk_motion *motion, ap_generated_curve *state)
{
    static const double none[3] = { 0, 0, 0 };
    set_up_rotation(motion, motion->rotation, none, state);
}

void ap_set_up_gaze_direction(const ap_mrtk_motion *motion, ap_generated_curve *state)
{
    state->motion = AP_MOTION_DIRECTION;
    state->swings = (ap_oscillations){ .centre[Z] = 1 };
    add_swing(&motion->turn, Y, 1, state, X);
    add_swing(&motion->turn, X, -1, state, Y);
}

/* Rotates a vector of the right hand's shape by the hand's mean rotation, after mirroring it for a left hand. */
static void mirror_if_left_and_rotate(const ap_mrtk_motion *motion, const double vector[3], double placed[3])
{
    const double mirrored[3] = { motion->left ? -vector[X] : vector[X], vector[Y], vector[Z] };
    ap_rotate_vector(motion->rotation, mirrored, placed);
}

void ap_set_up_joint_position(const ap_mrtk_motion *motion, size_t joint, ap_generated_curve *state)
{
    const size_t c = state->component, next = (c + 1) % 3, after = (c + 2) % 3;
    double place[3], bend[3];
    mirror_if_left_and_rotate(motion, joints[joint].place, place);
    mirror_if_left_and_rotate(motion, joints[joint].bend, bend);
    set_up_position(motion, state);
    state->swings.centre[0] += motion->size * place[c];
    add_swing(&motion->turn, next, motion->size * place[after], state, 1);
    add_swing(&motion->turn, after, -motion->size * place[next], state, 2);
    add_swing(&motion->turn, BEND, motion->size * bend[c], state, 3);
}

void ap_set_up_joint_rotation(const ap_mrtk_motion *motion, size_t joint, ap_generated_curve *state)
{
    const hand_joint *at = &joints[joint];
    const double mirror = motion->left && at->axis == ABOUT_Y ? -1 : 1;
    const double own[4] = { at->axis == ABOUT_X ? at->half_sine : 0,
        at->axis == ABOUT_Y ? mirror * at->half_sine : 0, 0, at->half_cosine };
    const double along[3] = { at->axis == ABOUT_X ? at->rate : 0, at->axis == ABOUT_Y ? mirror * at->rate : 0,
        0 };
    double rotation[4], axis[3];
    ap_multiply_rotations(motion->rotation, own, rotation);
    ap_normalise_or_identity(rotation, 4);
    ap_rotate_vector(motion->rotation, along, axis);
    set_up_rotation(motion, rotation, axis, state);
}
