/* Rotations in three dimensions: unit quaternions, x y z w. */
#ifndef AP_ROTATION_H
#define AP_ROTATION_H

#include <math.h>
#include <stddef.h>

/* The vector's length. Here, as what follows, since nearly all callers know the count. */
static inline double ap_length(const double *vector, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += vector[i] * vector[i];
    return sqrt(sum);
}

/* One component of the vector when its length is made 1; of no rotation at all when the length is next to 0. */
static inline double ap_unit_part(const double *vector, size_t count, double length, size_t i)
{
    return length > 1e-6 ? vector[i] / length : (i + 1 == count ? 1 : 0);
}

/* Makes the length 1; no rotation at all when it is next to 0. */
static inline void ap_normalise(double *vector, size_t count)
{
    const double length = ap_length(vector, count);
    for (size_t i = 0; i < count; i++)
        vector[i] = ap_unit_part(vector, count, length, i);
}

/* `product` may be one of the factors. */
void ap_rotate_rotation(const double a[4], const double b[4], double product[4]);

/* The vector turned; `turned` may be the vector. */
void ap_rotate_vector(const double q[4], const double vector[3], double turned[3]);

/* The rotation that is `share`, from 0 to 1, of the shorter way from one to the other, at constant speed; `between` may
   be one of the two. */
void ap_rotation_between(const double from[4], const double to[4], double share, double between[4]);

#endif
