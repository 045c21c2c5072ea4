/* The parts of a file that can be removed without making the file inconsistent: elements of arrays, with all that belongs to
   them. With a joint go its line of the hierarchy, its entry of the baseframe and its values in each frame; later joints get
   other indices, and the children of the joint become children of its parent. Counts are lowered. Used by programs that search
   the smallest file with some behaviour. */
#ifndef AP_PARTS_H
#define AP_PARTS_H

#include "core/base/arena.h"
#include "validators/format.h"

typedef struct ap_parts ap_parts;

/* Lists the arrays of a file, as far as it can be read. Outer arrays come before inner ones. The result is in
   the arena and refers to the input. Returns NULL when out of memory. */
ap_parts *ap_list_parts(const ap_format *format, ap_view input, ap_arena *arena);

/* ap_count_part_arrays returns the number of arrays, ap_count_part_elements the number of elements of an array. Arrays that
   share a count field are one array. */
size_t ap_count_part_arrays(const ap_parts *parts);
size_t ap_count_part_elements(const ap_parts *parts, size_t array);

/* The elements to remove: `count` elements of an array, from index `first` on. */
typedef struct ap_removed_elements {
    size_t array;
    size_t first, count;
    /* true to keep the elements that belong to the removed ones, such as the values of a joint, and the elements that need a
       removed one */
    bool keeps_dependents;
} ap_removed_elements;

/* Writes the file without the elements of `part` to `out`. Returns the size; 0 if the result does not fit in `room` bytes, or
   when out of memory. Allocates from `arena`. */
size_t ap_write_without_elements(
    ap_parts *parts, const ap_removed_elements *part, ap_arena *arena, uint8_t *out, size_t room);

#endif
