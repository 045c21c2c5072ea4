#include "core/number/decomposition.h"

#include <math.h>
#include <string.h>

#include "core/number/rotation.h"

/* SWEEPS: each sweep squares the remaining error, so eight sweeps suffice; the others are a margin, and are run, too */
enum { AXES = 3, ENTRIES = 9, SWEEPS = 40 };

void ap_rotation_of_matrix(const double m[ENTRIES], double rotation[4])
{
    /* `squares` has the squares of the components x y z w, times four. Row i of `products` has the products of component i with
       each component, times four: the rotation, scaled by a number that is largest for the largest component. */
    const double squares[] = { 1 + m[0] - m[4] - m[8], 1 - m[0] + m[4] - m[8], 1 - m[0] - m[4] + m[8],
        1 + m[0] + m[4] + m[8] };
    const double products[4][4] = { { squares[0], m[1] + m[3], m[2] + m[6], m[7] - m[5] },
        { m[1] + m[3], squares[1], m[5] + m[7], m[2] - m[6] },
        { m[2] + m[6], m[5] + m[7], squares[2], m[3] - m[1] },
        { m[7] - m[5], m[2] - m[6], m[3] - m[1], squares[3] } };
    size_t largest = 0;
    for (size_t i = 1; i < 4; i++)
        largest = squares[i] > squares[largest] ? i : largest;
    memcpy(rotation, products[largest], sizeof products[largest]);
    ap_normalise_or_identity(rotation, 4);
}

static double dot(const double a[AXES], const double b[AXES])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross_product(const double a[AXES], const double b[AXES], double product[AXES])
{
    for (size_t i = 0; i < AXES; i++)
        product[i] = a[(i + 1) % AXES] * b[(i + 2) % AXES] - a[(i + 2) % AXES] * b[(i + 1) % AXES];
}

/* Rotates columns p and q of both matrices, by the angle that makes these two columns of `columns` perpendicular to each other.
   */
static void make_perpendicular(double columns[AXES][AXES], double turns[AXES][AXES], size_t p, size_t q)
{
    const double together = dot(columns[p], columns[q]);
    if (together == 0)
        return;
    const double apart = (dot(columns[q], columns[q]) - dot(columns[p], columns[p])) / (2 * together);
    const double tangent = (apart < 0 ? -1 : 1) / (fabs(apart) + hypot(1, apart));
    const double cosine = 1 / hypot(1, tangent), sine = cosine * tangent;
    for (size_t i = 0; i < AXES; i++) {
        double(*const both[])[AXES] = { columns, turns };
        for (size_t k = 0; k < 2; k++) {
            const double one = both[k][p][i], other = both[k][q][i];
            both[k][p][i] = cosine * one - sine * other;
            both[k][q][i] = sine * one + cosine * other;
        }
    }
}

/* Finds a unit vector perpendicular to `vector`. */
static void find_perpendicular(const double vector[AXES], double unit[AXES])
{
    size_t least = 0;
    double axis[AXES] = { 0 };
    for (size_t i = 1; i < AXES; i++)
        least = fabs(vector[i]) < fabs(vector[least]) ? i : least;
    axis[least] = 1;
    cross_product(vector, axis, unit);
    ap_normalise_or_identity(unit, AXES);
}

/* Finds a matrix of unit vectors with determinant 1 in the directions of the perpendicular columns, and the signed length of each
   column. A column without length gets a direction perpendicular to the other columns. */
static void find_directions(double columns[AXES][AXES], double directions[AXES][AXES], double lengths[AXES])
{
    size_t longest = 0;
    for (size_t i = 0; i < AXES; i++)
        lengths[i] = sqrt(dot(columns[i], columns[i]));
    for (size_t i = 1; i < AXES; i++)
        longest = lengths[i] > lengths[longest] ? i : longest;
    const size_t next = (longest + 1) % AXES, third = (longest + 2) % AXES;
    const size_t second = lengths[next] >= lengths[third] ? next : third;
    const size_t last = second == next ? third : next;
    for (size_t i = 0; i < AXES; i++) {
        directions[longest][i] = lengths[longest] > 0 ? columns[longest][i] / lengths[longest] : i == 0;
        directions[second][i] = columns[second][i] / (lengths[second] > 0 ? lengths[second] : 1);
    }
    if (!(lengths[second] > 1e-12 * lengths[longest]))
        find_perpendicular(directions[longest], directions[second]);
    if (second == next)
        cross_product(directions[longest], directions[second], directions[last]);
    else
        cross_product(directions[second], directions[longest], directions[last]);
    for (size_t i = 0; i < AXES; i++)
        lengths[i] = dot(directions[i], columns[i]);
}

void ap_decompose_matrix(const double matrix[ENTRIES], double after[4], double scale[AXES], double before[4])
{
    double columns[AXES][AXES], turns[AXES][AXES] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    double directions[AXES][AXES], rows[ENTRIES];
    for (size_t i = 0; i < ENTRIES; i++)
        columns[i % AXES][i / AXES] = matrix[i];
    for (size_t sweep = 0; sweep < SWEEPS; sweep++) {
        make_perpendicular(columns, turns, 0, 1);
        make_perpendicular(columns, turns, 0, 2);
        make_perpendicular(columns, turns, 1, 2);
    }
    find_directions(columns, directions, scale);
    for (size_t i = 0; i < ENTRIES; i++)
        rows[i] = directions[i % AXES][i / AXES];
    ap_rotation_of_matrix(rows, after);
    for (size_t i = 0; i < ENTRIES; i++)
        rows[i] = turns[i / AXES][i % AXES]; /* transposed, since the inverse of `turns` is needed */
    ap_rotation_of_matrix(rows, before);
}
