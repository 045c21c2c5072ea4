#include "corpus/generate/value_list.h"

#include <math.h>

size_t ap_evenly_spaced_indices(size_t count, size_t indices[AP_VALUE_TIMES])
{
    size_t found = 0;
    for (size_t i = 0; i < AP_VALUE_TIMES && count > 0; i++) {
        const size_t index = (count - 1) / (AP_VALUE_TIMES - 1) * i
                             + (count - 1) % (AP_VALUE_TIMES - 1) * i / (AP_VALUE_TIMES - 1);
        if (found == 0 || index != indices[found - 1])
            indices[found++] = index;
    }
    return found;
}

bool ap_allocate_value_rows(ap_value_list *list, size_t count, ap_arena *arena)
{
    const size_t numbers = list->time_count * list->width;
    double *all = numbers == 0 ? NULL : ap_alloc_array(arena, count, numbers * sizeof *all);
    list->rows = ap_alloc_array(arena, count, sizeof *list->rows);
    if (all == NULL || list->rows == NULL)
        return false;
    list->count = count;
    for (size_t i = 0; i < count; i++)
        list->rows[i] = (ap_value_row){ .number = i, .numbers = all + i * numbers };
    for (size_t i = 0; i < count * numbers; i++)
        all[i] = (double)NAN;
    return true;
}

double ap_compute_value_tolerance(const ap_value_list *list, double share)
{
    double largest = 1;
    for (size_t i = 0; i < list->count; i++) {
        for (size_t n = 0; n < list->time_count * list->width; n++)
            largest = fmax(largest, fabs(list->rows[i].numbers[n])); /* fmax ignores a NaN */
    }
    return share * largest;
}
