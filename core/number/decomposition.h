/* Linear maps of three dimensions taken apart. */
#ifndef AP_DECOMPOSITION_H
#define AP_DECOMPOSITION_H

/* The rotation, as a quaternion x y z w, of an orthonormal matrix with determinant 1, row by row. */
void ap_rotation_of_matrix(const double matrix[9], double rotation[4]);

/* Any finite matrix, row by row, as a rotation after a scaling of the axes after a rotation (singular values; one of them is
   negative where the matrix mirrors). */
void ap_decompose(const double matrix[9], double after[4], double scale[3], double before[4]);

#endif
