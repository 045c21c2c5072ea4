#include "validators/md5/md5_transform.h"

#include <string.h>

#include "core/number/rotation.h"

void ap_md5_transform_of_numbers(const float numbers[6], ap_md5_transform *transform)
{
    double squares = 0;
    for (size_t i = 0; i < 3; i++) {
        transform->position[i] = (double)numbers[i];
        transform->rotation[i] = (double)numbers[3 + i];
        squares += transform->rotation[i] * transform->rotation[i];
    }
    transform->rotation[3] = ap_md5_compute_negative_w_or_0(squares);
}

void ap_md5_unit_transform_of_numbers(
    const float position[3], const float orientation[3], ap_md5_transform *transform)
{
    float numbers[6];
    memcpy(numbers, position, 3 * sizeof *numbers);
    memcpy(numbers + 3, orientation, 3 * sizeof *numbers);
    ap_md5_transform_of_numbers(numbers, transform);
    ap_normalise_or_identity(transform->rotation, 4);
}

void ap_md5_transform_to_model_space(const ap_md5_transform *parent, ap_md5_transform *transform)
{
    ap_rotate_vector(parent->rotation, transform->position, transform->position);
    ap_multiply_rotations(parent->rotation, transform->rotation, transform->rotation);
    ap_normalise_or_identity(
        transform->rotation, 4); /* scaled to length 1: otherwise rounding errors would accumulate along a
                                    chain of joints */
    for (size_t i = 0; i < 3; i++)
        transform->position[i] += parent->position[i];
}
