/* Where joints are: in their parent's space, as files have them, and in the model's. */
#ifndef AP_MD5_PLACE_H
#define AP_MD5_PLACE_H

typedef struct ap_md5_place {
    double at[3];
    double rotation[4]; /* x y z w */
} ap_md5_place;

/* The place that six numbers of a file say: x y z of the position and of the orientation. w is what these leave of the
   length 1, and not positive; where they leave nothing it is 0, and the rotation is longer than 1. */
void ap_md5_place_of(const float numbers[6], ap_md5_place *place);

/* The same of a position and an orientation, with a rotation of length 1. */
void ap_md5_place_unit(const float position[3], const float orientation[3], ap_md5_place *place);

/* Where a weight at that position of a joint has its vertex. */
void ap_md5_place_weight(const ap_md5_place *joint, const float position[3], double at[3]);

/* From the parent's space to the one that the parent is in. */
void ap_md5_place_in(const ap_md5_place *parent, ap_md5_place *place);

#endif
