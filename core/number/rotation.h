/* Rotations in three dimensions, as unit quaternions x y z w. */
#ifndef AP_ROTATION_H
#define AP_ROTATION_H

#include <math.h>
#include <stddef.h>

/* Returns the vector's length. Inline, like ap_normalised_component_or_identity and ap_normalise_or_identity, because nearly all
   callers pass a constant `count`. */
static inline double ap_vector_length(const double *vector, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += vector[i] * vector[i];
    return sqrt(sum);
}

/* Returns component `i` of the vector scaled to length 1. If the length is close to 0, returns 1 for the last component, and 0
   for the others: the identity rotation, if the vector is a quaternion. */
static inline double ap_normalised_component_or_identity(
    const double *vector, size_t count, double length, size_t i)
{
    return length > 1e-6 ? vector[i] / length : (i + 1 == count ? 1 : 0);
}

/* Scales the vector to length 1; sets it to 0, …, 0, 1 if its length is close to 0, as ap_normalised_component_or_identity does.
   */
static inline void ap_normalise_or_identity(double *vector, size_t count)
{
    const double length = ap_vector_length(vector, count);
    for (size_t i = 0; i < count; i++)
        vector[i] = ap_normalised_component_or_identity(vector, count, length, i);
}

/* Multiplies two rotations. `product` may be one of the factors. */
void ap_multiply_rotations(const double a[4], const double b[4], double product[4]);

/* Rotates a vector. `turned` may be the same array as `vector`. */
void ap_rotate_vector(const double q[4], const double vector[3], double turned[3]);

/* Interpolates between two rotations along the shorter way, at constant speed, at `share` from 0 to 1. `between` may be the array
   `from` or `to`. */
void ap_interpolate_rotation(const double from[4], const double to[4], double share, double between[4]);

#endif
