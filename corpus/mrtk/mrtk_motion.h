/* Motions of a head and of two hands of true size, from which the curves of a generated recording are made. Positions are in
   metres, in Unity's axes: x to the right, y up, z forwards. */
#ifndef AP_MRTK_MOTION_H
#define AP_MRTK_MOTION_H

#include "corpus/mrtk/mrtk_keys.h"

/* The motion of a head or of a hand. A rotation by the small vector t is the quaternion (t / 2, 1), scaled to length 1; it
   moves a point p by about t × p. So every position is a sum of swings, and is as fast to compute as one swing. */
typedef struct ap_mrtk_motion {
    ap_choices
        times; /* the random choices of times; each curve of the motion copies them, so that all have equal times */
    ap_oscillations position; /* position of the head, or of the wrist */
    ap_oscillations turn; /* 0 to 2: the vector t; 3: how far the fingers bend, 0 half, 1 fully, -1 least */
    double rotation[4];   /* the mean rotation */
    double
        size; /* length of the hand, as a multiple of 0.082 m from the wrist to the knuckle of the middle finger */
    bool left; /* true to mirror the shape of the right hand */
} ap_mrtk_motion;

/* Draw the motion of a head, or of the left or right hand. */
void ap_choose_head_motion(ap_choices *choices, ap_mrtk_motion *motion);
void ap_choose_hand_motion(ap_choices *choices, bool left, ap_mrtk_motion *motion);

/* Each of these functions sets up, in the state of a curve, the motion of one component of a vector: number state->component. */
void ap_set_up_head_position(const ap_mrtk_motion *motion, ap_generated_curve *state);
void ap_set_up_head_rotation(const ap_mrtk_motion *motion, ap_generated_curve *state);
/* Sets up a component of the direction in which the head looks. */
void ap_set_up_gaze_direction(const ap_mrtk_motion *motion, ap_generated_curve *state);
void ap_set_up_joint_position(const ap_mrtk_motion *motion, size_t joint, ap_generated_curve *state);
void ap_set_up_joint_rotation(const ap_mrtk_motion *motion, size_t joint, ap_generated_curve *state);

#endif
