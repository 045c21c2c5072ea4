/* Computes where joints are in model space: the position of each, and its rotation as a matrix. All numbers are doubles that were
   computed from the float32 values of the file. */
#ifndef AP_MD5_POSE_H
#define AP_MD5_POSE_H

#include <stddef.h>

#include "validators/md5/md5_transform.h"

/* A joint's position and rotation, relative to the parent joint or to the model. */
typedef struct ap_md5_placement {
    double position[3];
    double rotation[9]; /* matrix, row by row; it turns a vector x to rotation · x */
} ap_md5_placement;

/* Sets *place from the position and the orientation of a file: of a .md5anim relative to the parent joint, of
   a .md5mesh relative to the model. w of the rotation is computed from x y z, and is negative. If x y z are
   longer than 1, w is 0 and the rotation is scaled to length 1. */
void ap_md5_placement_of_numbers(
    const float position[3], const float orientation[3], ap_md5_placement *place);

/* Sets *place from a transform. The rotation must have length 1. */
void ap_md5_placement_of_transform(const ap_md5_transform *transform, ap_md5_placement *place);

/* Converts *place, which is relative to the joint `parent`, to the space that `parent` itself is relative to. */
void ap_md5_placement_to_model_space(const ap_md5_placement *parent, ap_md5_placement *place);

/* ap_md5_rotate sets `turned` to the vector rotated by a matrix, ap_md5_rotate_back to the vector rotated by the inverse of the
   matrix. `turned` must not be the array `vector`. */
static inline void ap_md5_rotate(const double rotation[9], const double vector[3], double turned[3])
{
    for (int row = 0; row < 3; row++)
        turned[row] = rotation[3 * row] * vector[0] + rotation[3 * row + 1] * vector[1]
                      + rotation[3 * row + 2] * vector[2];
}

static inline void ap_md5_rotate_back(const double rotation[9], const double vector[3], double turned[3])
{
    for (int row = 0; row < 3; row++)
        turned[row] =
            rotation[row] * vector[0] + rotation[3 + row] * vector[1] + rotation[6 + row] * vector[2];
}

/* Sets `product` to the matrix `one` times the inverse of `other`. `product` must be neither of these two arrays. */
void ap_md5_multiply_by_inverse(const double one[9], const double other[9], double product[9]);

/* Returns the diagonal of the smallest box, along the axes, around the positions of `count` joints, at least one. */
double ap_md5_diagonal_of_joints(const ap_md5_placement *places, size_t count);

#endif
