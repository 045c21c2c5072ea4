/* Decomposes linear maps of three dimensions into rotations and scalings. */
#ifndef AP_DECOMPOSITION_H
#define AP_DECOMPOSITION_H

/* Converts an orthonormal matrix with determinant 1, given row by row, to a quaternion x y z w. */
void ap_rotation_of_matrix(const double matrix[9], double rotation[4]);

/* Decomposes a finite matrix, given row by row, into the rotation `before`, then a scaling of the axes, then
   the rotation `after` (a singular value decomposition). One scale is negative if the matrix mirrors. */
void ap_decompose_matrix(const double matrix[9], double after[4], double scale[3], double before[4]);

#endif
