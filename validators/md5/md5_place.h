/* Positions and rotations of joints, relative to the parent (as files store them) or to the model. */
#ifndef AP_MD5_PLACE_H
#define AP_MD5_PLACE_H

typedef struct ap_md5_place {
    double at[3];
    double rotation[4]; /* x y z w */
} ap_md5_place;

/* Sets *place from six numbers of a file: x y z of the position, then x y z of the orientation. w is
   computed so that the rotation has length 1, and is negative. If x y z alone are longer than 1, w is 0
   and the rotation stays longer than 1. */
void ap_md5_place_of(const float numbers[6], ap_md5_place *place);

/* Like ap_md5_place_of, from a position and an orientation, and scales the rotation to length 1. */
void ap_md5_place_unit(const float position[3], const float orientation[3], ap_md5_place *place);

/* Sets `at` to the position of a vertex in model space, given the position of its weight relative to the
   joint. */
void ap_md5_place_weight(const ap_md5_place *joint, const float position[3], double at[3]);

/* Converts *place from the space of `parent` to the space that `parent` is relative to. */
void ap_md5_place_in(const ap_md5_place *parent, ap_md5_place *place);

#endif
