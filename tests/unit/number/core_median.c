/* Tests the lower median against sorting, and distances. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "core/number/distance.h"
#include "core/number/median.h"
#include "tests/unit/support/test_choices.h"

enum { MOST = 70 };

static int compare_double_values(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Kind 0: returns 0, 1 or 2 with a random sign, so that many numbers are equal. Other kinds: a number of any size. */
static double random_number(choices *source, unsigned kind)
{
    const double sign = random_number_below(source, 2) == 0 ? -1 : 1;
    if (kind == 0)
        return sign * random_number_below(source, 3);
    return sign
           * ldexp(
               (double)random_number_below(source, 1000000), (int)random_number_below(source, 2000) - 1000);
}

Test(core_median, the_median_is_the_number_that_sorting_finds)
{
    choices source = { 11 };
    for (unsigned round = 0; round < 3000; round++) {
        double numbers[MOST], sorted[MOST];
        const size_t count = 1 + random_number_below(&source, MOST);
        for (size_t i = 0; i < count; i++)
            numbers[i] = sorted[i] = random_number(&source, round % 3);
        qsort(sorted, count, sizeof *sorted, compare_double_values);
        const double median = ap_lower_median(numbers, count);
        cr_assert_eq(median, sorted[(count - 1) / 2], "round %u", round);
        qsort(numbers, count, sizeof *numbers, compare_double_values);
        for (size_t i = 0; i < count; i++)
            cr_assert_eq(numbers[i], sorted[i]);
    }
}

Test(core_median, infinite_numbers_are_in_order)
{
    double numbers[] = { INFINITY, 3, -INFINITY, INFINITY, 2 };
    cr_assert_eq(ap_lower_median(numbers, 5), 3);
    cr_assert_eq(ap_lower_median(numbers, 1), numbers[0]);
}

Test(core_distance, the_distance_is_right_for_numbers_of_any_size)
{
    const double origin[3] = { 0, 0, 0 };
    const double sizes[] = { 1e-308, 1e-200, 1e-140, 1e-130, 1, 1e149, 1e151, 1e300 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const double place[3] = { 2 * sizes[i], -3 * sizes[i], 6 * sizes[i] };
        const double distance = ap_distance(origin, place);
        cr_assert(fabs(distance / sizes[i] - 7) < 1e-14, "%g: %.17g", sizes[i], distance);
    }
    cr_assert_eq(ap_distance(origin, origin), 0);
    const double far[3] = { 0, 1.7e308, 0 }, other[3] = { 0, -1.7e308, 0 };
    cr_assert_eq(ap_distance(far, other), INFINITY);
}
