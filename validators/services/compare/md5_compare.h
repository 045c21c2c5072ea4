/* Comparisons that several MD5 formats share: frame rates, commandlines, angles and distances. */
#ifndef AP_MD5_COMPARE_H
#define AP_MD5_COMPARE_H

#include "validators/services/compare/compare_joints.h"
#include "validators/services/compare/differences.h"

/* Adds a change if the rates, in frames a second, differ. `frames`: number of frames of the new file. */
void ap_compare_rate(double before, double after, size_t frames, ap_changes *changes);

/* Adds a change if the commandlines, which say how the files were made, differ. */
void ap_compare_commandlines(ap_view one, ap_view other, ap_changes *changes);

/* Returns the angle in degrees between two orientations, each given as x y z of a unit quaternion. */
double ap_degrees_between_orientations(const float one[3], const float other[3]);

/* Returns the distance of two positions. */
double ap_distance_between(const float one[3], const float other[3]);

#endif
