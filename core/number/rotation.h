/* Rotations in three dimensions: unit quaternions, x y z w. */
#ifndef AP_ROTATION_H
#define AP_ROTATION_H

#include <math.h>
#include <stddef.h>

/* Makes the length 1; no rotation at all when it is next to 0. Here, since nearly all callers know the count. */
static inline void ap_normalise(double *vector, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += vector[i] * vector[i];
    const double length = sqrt(sum);
    for (size_t i = 0; i < count; i++)
        vector[i] = length > 1e-6 ? vector[i] / length : (i + 1 == count ? 1 : 0);
}

/* `product` may be one of the factors. */
void ap_rotate_rotation(const double a[4], const double b[4], double product[4]);

/* The vector turned; `turned` may be the vector. */
void ap_rotate_vector(const double q[4], const double vector[3], double turned[3]);

/* The rotation that is `share`, from 0 to 1, of the shorter way from one to the other, at constant speed; `between` may
   be one of the two. */
void ap_rotation_between(const double from[4], const double to[4], double share, double between[4]);

#endif
