/* Values that a loader must compute from a valid file: joint positions, curve values or vertices, at a few
   times. */
#ifndef AP_VALUE_LIST_H
#define AP_VALUE_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/arena.h"
#include "core/base/span.h"

enum { AP_VALUE_TIMES = 5, AP_VALUE_NUMBERS = 3 };

/* One joint, curve or vertex, and its value at each time of the list. */
typedef struct ap_value_row {
    size_t number;   /* index of the joint, from 0; or number of the vertex, from 1 as in an .obj */
    ap_view name;    /* name of the joint or path of the curve, any bytes; size 0: no name */
    double *numbers; /* `width` numbers for each time, finite, or NaN if the format does not define the
                        value */
} ap_value_row;

typedef struct ap_value_list {
    const char *thing; /* what a row is: "joint", "curve" or "vertex" */
    bool named;        /* true if rows are identified by name, false if by number */
    size_t width;      /* numbers per value: 1 or AP_VALUE_NUMBERS */
    double tolerance;  /* largest allowed difference, in the unit of the value */
    double times[AP_VALUE_TIMES];
    size_t time_count;
    ap_value_row *rows;
    size_t count; /* number of rows; 0: no values are expected */
} ap_value_list;

/* Fills the list for a valid file. The list refers to the arena and the file. Returns false when out of
   memory (arena->failed). A file with an error gives an empty list. */
typedef bool ap_value_generator(ap_view file, ap_arena *arena, ap_value_list *list);

/* Chooses up to AP_VALUE_TIMES of the indices 0 to count - 1, evenly spaced, with the first and the last. Returns the number of
   chosen indices. */
size_t ap_evenly_spaced_indices(size_t count, size_t indices[AP_VALUE_TIMES]);

/* Allocates `count` rows, all numbers NaN. The list's thing, width and times must be set. Returns false
   when out of memory. */
bool ap_allocate_value_rows(ap_value_list *list, size_t count, ap_arena *arena);

/* Returns the numbers of a row at one time. */
static inline double *ap_numbers_of_row_at(const ap_value_list *list, size_t row, size_t time)
{
    return list->rows[row].numbers + time * list->width;
}

/* Returns the tolerance for a loader that computes in float32: `share` times the largest magnitude of the
   list's numbers, but at least `share`. */
double ap_compute_value_tolerance(const ap_value_list *list, double share);

#endif
