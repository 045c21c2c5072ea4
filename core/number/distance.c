#include "core/number/distance.h"

#include <math.h>

#include "core/number/rotation.h"

/* If the sum of the squares is between these limits, no square overflowed, and a square that underflowed is too small to change
   the sum. */
static const double least_square = 1e-270, greatest_square = 1e300;

double ap_distance(const double one[3], const double other[3])
{
    double squares = 0, greatest = 0, apart[3];
    for (int i = 0; i < 3; i++) {
        apart[i] = one[i] - other[i];
        squares += apart[i] * apart[i];
        greatest = fabs(apart[i]) > greatest ? fabs(apart[i]) : greatest;
    }
    if ((squares > least_square && squares < greatest_square) || greatest == 0 || isinf(greatest))
        return isinf(greatest) ? greatest : sqrt(squares);
    for (int i = 0; i < 3; i++)
        apart[i] /= greatest;
    return greatest * ap_vector_length(apart, 3);
}
