/* What a reader computes from a valid file: joint positions, curve values, points, each at some times. */
#ifndef AP_VALUE_LIST_H
#define AP_VALUE_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/arena.h"
#include "core/base/span.h"

enum { AP_VALUE_TIMES = 5, AP_VALUE_NUMBERS = 3 };

/* One thing of a file, and what it is at each of the list's times. */
typedef struct ap_value_row {
    size_t number;   /* of the joint, from 0; of the vertex, from 1 as an .obj counts */
    ap_view name;    /* any bytes; of a curve what it is known by; size 0: none */
    double *numbers; /* `width` for each time, all finite; a NaN is what the format does not define */
} ap_value_row;

typedef struct ap_value_list {
    const char *thing; /* "joint", "curve", "vertex" */
    bool named;        /* the things are known by their names, not by their numbers */
    size_t width;      /* numbers of a value: 1 or AP_VALUE_NUMBERS */
    double tolerance;  /* how far a number may be off, in the value's unit */
    double times[AP_VALUE_TIMES];
    size_t time_count;
    ap_value_row *rows;
    size_t count; /* 0: nothing is expected */
} ap_value_list;

/* Fills the list for a valid file; all of it lives in the arena or shows the file. False when memory has run out
   (arena->failed); a file with an error has an empty list. */
typedef bool ap_value_generator(ap_view file, ap_arena *arena, ap_value_list *list);

/* The indices of AP_VALUE_TIMES elements of `count`, first and last among them, as many as there are different ones.
   Returns how many. */
size_t ap_value_indices(size_t count, size_t indices[AP_VALUE_TIMES]);

/* Rows for `count` things, with all numbers NaN; the list has thing, width and times by now. False when memory has run
   out. */
bool ap_value_rows(ap_value_list *list, size_t count, ap_arena *arena);

/* The numbers of a row at a time. */
static inline double *ap_value_numbers(const ap_value_list *list, size_t row, size_t time)
{
    return list->rows[row].numbers + time * list->width;
}

/* `share` of the largest number of the list, at least `share` itself: how far a loader that computes in float32 may be
   off. */
double ap_value_tolerance(const ap_value_list *list, double share);

#endif
