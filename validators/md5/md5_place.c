#include "validators/md5/md5_place.h"

#include <math.h>

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

void ap_md5_place_in(const ap_md5_place *parent, ap_md5_place *place)
{
    ap_rotate_vector(parent->rotation, place->at, place->at);
    ap_rotate_rotation(parent->rotation, place->rotation, place->rotation);
    ap_normalise(place->rotation, 4); /* along a chain, rounding would add up */
    for (size_t i = 0; i < 3; i++)
        place->at[i] += parent->at[i];
}
