#include "core/number/rotation.h"

#include <math.h>
#include <stdbool.h>

void ap_multiply_rotations(const double a[4], const double b[4], double product[4])
{
    const double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    const double y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    const double z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    const double w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    product[0] = x;
    product[1] = y;
    product[2] = z;
    product[3] = w;
}

void ap_rotate_vector(const double q[4], const double vector[3], double turned[3])
{
    const double point[4] = { vector[0], vector[1], vector[2], 0 };
    const double back[4] = { -q[0], -q[1], -q[2], q[3] };
    double half[4];
    double whole[4];
    ap_multiply_rotations(q, point, half);
    ap_multiply_rotations(half, back, whole);
    for (size_t i = 0; i < 3; i++)
        turned[i] = whole[i];
}

void ap_interpolate_rotation(const double from[4], const double to[4], double share, double between[4])
{
    /* radians: the sine of a smaller angle equals the angle in double precision */
    const double nearly_none = 1e-9;
    double apart = 0, together = 0;
    for (size_t i = 0; i < 4; i++) {
        apart += (from[i] - to[i]) * (from[i] - to[i]);
        together += (from[i] + to[i]) * (from[i] + to[i]);
    }
    const double sign = apart > together ? -1 : 1; /* q and -q are the same rotation: take the nearer one */
    const double chord = sqrt(fmin(apart, together)), other = sqrt(fmax(apart, together));
    const double angle = 2 * atan2(chord, other); /* exact also for small angles, unlike acos */
    const bool near = angle < nearly_none;
    const double first = near ? 1 - share : sin((1 - share) * angle) / sin(angle);
    const double second = near ? share : sin(share * angle) / sin(angle);
    for (size_t i = 0; i < 4; i++)
        between[i] = first * from[i] + sign * second * to[i];
    ap_normalise_or_identity(between, 4);
}
