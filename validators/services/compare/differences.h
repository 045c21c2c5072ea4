/* Differences of numbers: which are rounding, how many are not, and where the largest is. */
#ifndef AP_DIFFERENCES_H
#define AP_DIFFERENCES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "validators/services/compare/changes.h"

/* If two exporters each write a number with six significant digits, the results differ by less than this
   share of the number. */
#define AP_ROUNDING 1e-5

/* Returns true if the numbers differ at most by rounding: by at most AP_ROUNDING times |one|, or AP_ROUNDING
   if |one| is less than 1. Two NaN do not differ. */
static inline bool ap_differs_at_most_by_rounding(double one, double other)
{
    const double size = fabs(one) > 1 ? fabs(one) : 1;
    return one == other || fabs(one - other) <= AP_ROUNDING * size || (isnan(one) && isnan(other));
}

/* Statistics of the numbers of a file that differ only by rounding. All of them together are reported as one
   change. */
typedef struct ap_rounding_statistics {
    size_t places;
    double largest;
} ap_rounding_statistics;

static inline void ap_count_rounding(ap_rounding_statistics *rounding, double one, double other)
{
    const double difference = fabs(one - other);
    rounding->places++;
    if (difference > rounding->largest)
        rounding->largest = difference;
}

/* Adds the change AP_CHANGE_ROUNDING if numbers differ by rounding. */
static inline void ap_report_rounding(const ap_rounding_statistics *rounding, ap_changes *changes)
{
    if (rounding->places == 0)
        return;
    const char *plural = rounding->places == 1 ? "" : "s",
               *verb = rounding->places == 1 ? "differs" : "differ";
    ap_change *change =
        rounding->largest > 0
            ? ap_add_change_or_spare(changes, AP_CHANGE_ROUNDING, "%zu number%s %s by rounding, at most %s",
                rounding->places, plural, verb, ap_format_rounded(rounding->largest).text)
            : ap_add_change_or_spare(changes, AP_CHANGE_ROUNDING, "%zu number%s %s in the sign of zero",
                rounding->places, plural, verb);
    ap_set_largest_difference(change, rounding->largest, rounding->places);
}

/* Statistics of a list with elements that differ: their number, and the largest difference. */
typedef struct ap_changed_element_statistics {
    size_t places;
    double largest;
    size_t old_index, new_index; /* element with the largest difference */
    size_t part;                 /* index of the number in that element that differs most */
    double old_value, new_value; /* the number that differs most, in the old and in the new file */
} ap_changed_element_statistics;

/* Compares `count` numbers of an element. Returns true if a number differs by more than rounding. */
static inline bool ap_count_if_numbers_differ(ap_changed_element_statistics *spread,
    ap_rounding_statistics *rounding, size_t old_index, size_t new_index, const float *one,
    const float *other, size_t count)
{
    double largest = -1;
    size_t part = 0;
    bool differs = false;
    for (size_t i = 0; i < count; i++) {
        const double a = (double)one[i], b = (double)other[i];
        if (ap_bits_of_float(one[i]) == ap_bits_of_float(other[i]))
            continue;
        if (ap_differs_at_most_by_rounding(a, b)) {
            ap_count_rounding(rounding, a, b);
            continue;
        }
        const double difference = isnan(a) || isnan(b) ? (double)INFINITY : fabs(a - b);
        differs = true;
        if (difference > largest) {
            largest = difference;
            part = i;
        }
    }
    if (!differs)
        return false;
    spread->places++;
    if (spread->places == 1 || largest > spread->largest)
        *spread = (ap_changed_element_statistics){ spread->places, largest, old_index, new_index, part,
            (double)one[part], (double)other[part] };
    return true;
}

#endif
