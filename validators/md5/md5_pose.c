#include "validators/md5/md5_pose.h"

#include <string.h>

#include "core/number/rotation.h"

/* Converts a rotation of length 1 to its matrix. */
static inline void rotation_matrix_of(const double q[4], double rotation[9])
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

static inline void multiply_rotations(const double one[9], const double other[9], double product[9])
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            product[3 * row + column] = one[3 * row] * other[column] + one[3 * row + 1] * other[3 + column]
                                        + one[3 * row + 2] * other[6 + column];
    }
}

static inline void transform_to_model_space(const ap_md5_placement *parent, ap_md5_placement *place)
{
    const ap_md5_placement own = *place;
    ap_md5_rotate(parent->rotation, own.position, place->position);
    multiply_rotations(parent->rotation, own.rotation, place->rotation);
    for (int axis = 0; axis < 3; axis++)
        place->position[axis] += parent->position[axis];
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
    transform_to_model_space(parent, place);
}

static inline void set_placement_of_pose(
    ap_md5_placements *places, size_t pose, const ap_md5_placement *place)
{
    for (int i = 0; i < 3; i++)
        places->position[i][pose] = place->position[i];
    for (int i = 0; i < 9; i++)
        places->rotation[i][pose] = place->rotation[i];
}

/* Computes w of the rotation of each pose from its x y z, as ap_md5_placement_of_numbers does. */
static inline void compute_w_of_rotations(double rotations[4][AP_POSES_TOGETHER])
{
    double squares[AP_POSES_TOGETHER];
    for (size_t pose = 0; pose < AP_POSES_TOGETHER; pose++)
        squares[pose] = rotations[0][pose] * rotations[0][pose] + rotations[1][pose] * rotations[1][pose]
                        + rotations[2][pose] * rotations[2][pose];
    for (size_t pose = 0; pose < AP_POSES_TOGETHER; pose++) {
        rotations[3][pose] = ap_md5_compute_negative_w_or_0(squares[pose]);
        if (rotations[3][pose] != 0)
            continue;
        double rotation[4];
        for (int i = 0; i < 4; i++)
            rotation[i] = rotations[i][pose];
        ap_normalise_or_identity(rotation, 4);
        for (int i = 0; i < 4; i++)
            rotations[i][pose] = rotation[i];
    }
}

/* The loops over poses in this function have no branches, so that compilers vectorise them. */
void ap_md5_compute_placements(const float numbers[6][AP_POSES_TOGETHER], const ap_md5_placements *parent,
    ap_md5_placements *restrict places)
{
    double rotations[4][AP_POSES_TOGETHER];
    for (int i = 0; i < 3; i++) {
        for (size_t pose = 0; pose < AP_POSES_TOGETHER; pose++)
            rotations[i][pose] = (double)numbers[3 + i][pose];
    }
    compute_w_of_rotations(rotations);
    for (size_t pose = 0; pose < AP_POSES_TOGETHER; pose++) {
        const double rotation[4] = { rotations[0][pose], rotations[1][pose], rotations[2][pose],
            rotations[3][pose] };
        ap_md5_placement own = { .position = { (double)numbers[0][pose], (double)numbers[1][pose],
                                     (double)numbers[2][pose] } };
        rotation_matrix_of(rotation, own.rotation);
        set_placement_of_pose(places, pose, &own);
    }
    for (size_t pose = 0; parent != NULL && pose < AP_POSES_TOGETHER; pose++) {
        const ap_md5_placement above = ap_md5_placement_in_pose(parent, pose);
        ap_md5_placement own = ap_md5_placement_in_pose(places, pose);
        transform_to_model_space(&above, &own);
        set_placement_of_pose(places, pose, &own);
    }
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
