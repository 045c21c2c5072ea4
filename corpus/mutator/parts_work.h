/* State of the removal of parts, shared by its files. */
#ifndef AP_PARTS_WORK_H
#define AP_PARTS_WORK_H

#include "corpus/mutator/mutator_work.h"
#include "corpus/mutator/parts.h"

#define AP_NO_FIELD SIZE_MAX

/* All arrays with one count field. Element N of each of them is removed with element N of the others. */
typedef struct ap_part_array {
    const ap_mutable *count; /* the count field, or the flag of optional records; NULL for none */
    size_t size;             /* number of elements that were read */
    bool *removed;           /* per element */
    size_t *before;          /* per element: number of elements before it that remain; one more at the end */
    int32_t *parents;        /* per element; NULL if elements have no parents */
} ap_part_array;

/* A field that holds an index. */
typedef struct ap_part_index {
    const ap_index_field *about;
    size_t field;
    ap_part_array *target;
    ap_part_array *own; /* the array with the element that holds the field */
    size_t element;     /* index of that element in `own` */
    size_t length;      /* index of the field with the length; AP_NO_FIELD for none */
} ap_part_index;

enum { AP_PART_STEPS = 2 * AP_PATH_DEPTH + 2 };

struct ap_parts {
    ap_mutating file; /* only the format, the input and the fields */
    ap_part_array *arrays;
    size_t array_count;
    ap_part_index *indices;
    size_t index_count, index_room;
    bool has_inner; /* the format has counted arrays in elements of arrays */
    size_t counts_room, count_total;
    const ap_mutable **counts;             /* the fields that hold counts of arrays */
    const ap_mutable *hint[AP_PART_STEPS]; /* by step: the count found last */
};

/* Returns the array with the name, as seen from a field: its count precedes the field in a record that holds the
   field, within the first `steps` steps of the path. NULL for none. */
ap_part_array *ap_part_array_of(ap_parts *parts, const ap_mutable *field, size_t steps, const char *name);

/* Returns the optional record, or the array without a count, that a field is in, as an array; NULL for none. */
ap_part_array *ap_part_optional(ap_parts *parts, const ap_mutable *field);

/* Returns the array that step `at` of the field's path is an index into; NULL for none. */
ap_part_array *ap_part_array_at(ap_parts *parts, const ap_mutable *field, size_t at);

#endif
