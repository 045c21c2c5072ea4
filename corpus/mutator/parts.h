/* The parts of a file that can be removed so that the file stays consistent: elements of arrays with all that
   belongs to them. A joint goes with its line of the hierarchy, its baseframe and its values in each frame; the
   joints after it get other indices, and its children get its parent. Counts are lowered. For programs that
   search the smallest file with some behaviour. */
#ifndef AP_PARTS_H
#define AP_PARTS_H

#include "core/base/arena.h"
#include "validators/format.h"

typedef struct ap_parts ap_parts;

/* Lists the arrays of a file, as far as it can be read. Outer arrays come before inner ones. The result is in
   the arena and refers to the input. Returns NULL when out of memory. */
ap_parts *ap_parts_open(const ap_format *format, ap_view input, ap_arena *arena);

/* Returns the number of arrays, and of the elements of an array. Arrays with one count are one array. */
size_t ap_parts_arrays(const ap_parts *parts);
size_t ap_parts_elements(const ap_parts *parts, size_t array);

/* Elements of an array. */
typedef struct ap_part {
    size_t array;
    size_t first, count;
    bool alone; /* elements of other arrays that belong to them remain, such as the values of a joint */
} ap_part;

/* Writes the file without some elements to `out`. Returns the size; 0 if the result does not fit in
   `room` bytes, or when out of memory. Memory is taken from `arena`. */
size_t ap_parts_remove(ap_parts *parts, const ap_part *part, ap_arena *arena, uint8_t *out, size_t room);

#endif
