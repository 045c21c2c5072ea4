#include "validators/md5/md5_place.h"

#include <math.h>
#include <string.h>

#include "core/number/rotation.h"

void ap_md5_place_of(const float numbers[6], ap_md5_place *place)
{
    double squares = 0;
    for (size_t i = 0; i < 3; i++) {
        place->at[i] = (double)numbers[i];
        place->rotation[i] = (double)numbers[3 + i];
        squares += place->rotation[i] * place->rotation[i];
    }
    place->rotation[3] = squares < 1 ? -sqrt(1 - squares) : 0;
}

void ap_md5_place_unit(const float position[3], const float orientation[3], ap_md5_place *place)
{
    float numbers[6];
    memcpy(numbers, position, 3 * sizeof *numbers);
    memcpy(numbers + 3, orientation, 3 * sizeof *numbers);
    ap_md5_place_of(numbers, place);
    ap_normalise(place->rotation, 4);
}

void ap_md5_place_weight(const ap_md5_place *joint, const float position[3], double at[3])
{
    for (size_t i = 0; i < 3; i++)
        at[i] = (double)position[i];
    ap_rotate_vector(joint->rotation, at, at);
    for (size_t i = 0; i < 3; i++)
        at[i] += joint->at[i];
}

void ap_md5_place_in(const ap_md5_place *parent, ap_md5_place *place)
{
    ap_rotate_vector(parent->rotation, place->at, place->at);
    ap_rotate_rotation(parent->rotation, place->rotation, place->rotation);
    ap_normalise(place->rotation, 4); /* otherwise rounding errors would accumulate along a chain of joints */
    for (size_t i = 0; i < 3; i++)
        place->at[i] += parent->at[i];
}
