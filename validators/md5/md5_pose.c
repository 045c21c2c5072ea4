#include "validators/md5/md5_pose.h"

#include <string.h>

#include "core/number/rotation.h"

/* Converts a rotation of length 1 to its matrix. */
static void rotation_matrix_of(const double q[4], double rotation[9])
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    rotation[0] = 1 - 2 * (y * y + z * z);
    rotation[1] = 2 * (x * y - w * z);
    rotation[2] = 2 * (x * z + w * y);
    rotation[3] = 2 * (x * y + w * z);
    rotation[4] = 1 - 2 * (x * x + z * z);
    rotation[5] = 2 * (y * z - w * x);
    rotation[6] = 2 * (x * z - w * y);
    rotation[7] = 2 * (y * z + w * x);
    rotation[8] = 1 - 2 * (x * x + y * y);
}

static void multiply_rotations(const double one[9], const double other[9], double product[9])
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            product[3 * row + column] = one[3 * row] * other[column] + one[3 * row + 1] * other[3 + column]
                                        + one[3 * row + 2] * other[6 + column];
    }
}

void ap_md5_placement_of_numbers(const float position[3], const float orientation[3], ap_md5_placement *place)
{
    ap_md5_transform transform;
    float numbers[6];
    memcpy(numbers, position, 3 * sizeof *numbers);
    memcpy(numbers + 3, orientation, 3 * sizeof *numbers);
    ap_md5_transform_of_numbers(numbers, &transform);
    if (transform.rotation[3] == 0) /* otherwise w completes the length to 1 */
        ap_normalise_or_identity(transform.rotation, 4);
    ap_md5_placement_of_transform(&transform, place);
}

void ap_md5_placement_of_transform(const ap_md5_transform *transform, ap_md5_placement *place)
{
    memcpy(place->position, transform->position, sizeof place->position);
    rotation_matrix_of(transform->rotation, place->rotation);
}

void ap_md5_placement_to_model_space(const ap_md5_placement *parent, ap_md5_placement *place)
{
    const ap_md5_placement own = *place;
    ap_md5_rotate(parent->rotation, own.position, place->position);
    multiply_rotations(parent->rotation, own.rotation, place->rotation);
    for (int axis = 0; axis < 3; axis++)
        place->position[axis] += parent->position[axis];
}

void ap_md5_multiply_by_inverse(const double one[9], const double other[9], double product[9])
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            product[3 * row + column] = one[3 * row] * other[3 * column]
                                        + one[3 * row + 1] * other[3 * column + 1]
                                        + one[3 * row + 2] * other[3 * column + 2];
    }
}

double ap_md5_diagonal_of_joints(const ap_md5_placement *places, size_t count)
{
    double sides[3];
    for (int axis = 0; axis < 3; axis++) {
        double least = places[0].position[axis], greatest = least;
        for (size_t i = 1; i < count; i++) {
            const double at = places[i].position[axis];
            least = at < least ? at : least;
            greatest = at > greatest ? at : greatest;
        }
        sides[axis] = greatest - least;
    }
    return ap_vector_length(sides, 3);
}
