/* Computes positions and rotations of MD5 joints, relative to the parent joint (as .md5anim stores them) or to
   the model. */
#ifndef AP_MD5_TRANSFORM_H
#define AP_MD5_TRANSFORM_H

#include <math.h>

typedef struct ap_md5_transform {
    double position[3];
    double rotation[4]; /* x y z w */
} ap_md5_transform;

/* Returns w of an orientation from the squared length of its x y z: it is negative and completes the length to 1. Returns 0 if
   that is not possible. */
static inline double ap_md5_compute_negative_w_or_0(double squares)
{
    return squares < 1 ? -sqrt(1 - squares) : 0;
}

/* Sets *transform from six numbers of a file: x y z of the position, then x y z of the orientation. w is
   computed so that the rotation has length 1, and is negative. If x y z of the orientation are longer than 1,
   w is 0 and the rotation stays longer than 1. */
void ap_md5_transform_of_numbers(const float numbers[6], ap_md5_transform *transform);

/* Sets *transform from a position and an orientation of a file as ap_md5_transform_of_numbers does, and scales the
   rotation to length 1. */
void ap_md5_unit_transform_of_numbers(
    const float position[3], const float orientation[3], ap_md5_transform *transform);

/* Converts *transform, which is relative to the joint `parent`, to the space that `parent` itself is relative
   to. */
void ap_md5_transform_to_model_space(const ap_md5_transform *parent, ap_md5_transform *transform);

#endif
