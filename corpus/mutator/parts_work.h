/* State of the removal of parts, shared by parts.c and parts_remove.c. */
#ifndef AP_PARTS_WORK_H
#define AP_PARTS_WORK_H

#include "corpus/mutator/mutator_work.h"
#include "corpus/mutator/parts.h"

#define AP_NO_FIELD SIZE_MAX

/* All arrays that share one count field. Their elements with the same index are removed together. */
typedef struct ap_part_array {
    /* the count field, or the flag of optional records; NULL for arrays without a count */
    const ap_listed_field *count;
    size_t size;   /* number of elements that were read */
    bool *removed; /* per element */
    /* for each element, the number of earlier elements that remain; the last entry is for the end of the array */
    size_t *remaining_before;
    int32_t *parents; /* for each element, the index of its parent; NULL if elements have no parents */
} ap_part_array;

/* A field that holds an index. */
typedef struct ap_part_index {
    const ap_index_field *about;
    size_t field;          /* index of the field in the list of fields */
    ap_part_array *target; /* the array that the index is into */
    ap_part_array *own;    /* the array that contains the element with this field */
    size_t element;        /* index of that element in `own` */
    /* index, in the list of fields, of the field with the number of elements; AP_NO_FIELD if there is no such field */
    size_t length;
} ap_part_index;

enum { AP_PART_STEPS = 2 * AP_PATH_DEPTH + 2 };

struct ap_parts {
    ap_mutation_state file; /* what ap_begin_mutation sets and needs; without choices and edits */
    ap_part_array *arrays;
    size_t array_count;
    ap_part_index *indices;
    size_t index_count, index_room;
    bool has_inner; /* true if elements of arrays may contain counted arrays */
    size_t counts_room, count_total;
    const ap_listed_field **counts; /* the count fields of all arrays: count_total fields */
    /* for each step of a path, the count field found last, which the next search tries first */
    const ap_listed_field *last_found[AP_PART_STEPS];
};

/* If the field is in an optional record, or in an array without a count, returns this record or array; otherwise NULL. */
ap_part_array *ap_find_optional_part_array(ap_parts *parts, const ap_listed_field *field);

/* Returns the array into which step `at` of the field's path is an index; NULL if the step is not an index, or if the array has
   no count field. */
ap_part_array *ap_find_part_array_at_step(ap_parts *parts, const ap_listed_field *field, size_t at);

#endif
