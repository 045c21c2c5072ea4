/* Computes distances between points. */
#ifndef AP_DISTANCE_H
#define AP_DISTANCE_H

/* Returns the distance between two points, also if squares of the differences are too large or too small for a double. */
double ap_distance(const double one[3], const double other[3]);

#endif
