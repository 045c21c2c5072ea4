/* The path from a file's root to a field, kept as parts and converted to text only where a finding or a listing shows it. */
#ifndef AP_FIELD_PATH_H
#define AP_FIELD_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AP_PATH_DEPTH = 8 };

#define AP_NO_INDEX   SIZE_MAX
#define AP_NO_ELEMENT (SIZE_MAX - 1) /* index of a joint given by a number < 0 or not an integer */

/* One part of a path, `name[index]`. If the name is NULL, the part is a further index of the previous part, as [2] in
   "name[1][2]". AP_NO_INDEX means that the part has no index. */
typedef struct ap_field_path_part {
    const char *name;
    size_t index;
} ap_field_path_part;

typedef struct ap_field_path {
    ap_field_path_part parts[AP_PATH_DEPTH];
    size_t depth;
} ap_field_path;

/* Writes the path, then `.name` if name is not NULL, as a terminated text cut to `size` bytes. Returns the
   length of the uncut text, as snprintf does. */
size_t ap_snprint_field_path(const ap_field_path *path, const char *name, char *text, size_t size);

/* Writes a path of `depth` parts as ap_snprint_field_path does. */
size_t ap_snprint_path_parts(
    const ap_field_path_part *parts, size_t depth, const char *name, char *text, size_t size);

enum { AP_PATH_TEXT_BYTES = 256 };

/* Converts paths to text, and converts again only the parts that differ from the previously converted path. A writer that is
   initialised with zeros is valid and holds the empty path. */
typedef struct ap_field_path_writer {
    ap_field_path path;
    size_t ends[AP_PATH_DEPTH + 1]; /* ends[n]: length of the uncut text of the first n parts, in bytes */
    char text[AP_PATH_TEXT_BYTES];  /* terminated; cut to the size of the array */
} ap_field_path_writer;

/* Sets the writer's text to the path, then `.name` if name is not NULL, and returns the length of this text after it was cut.
   Compares names of parts by address only: equal addresses must mean equal names. */
size_t ap_field_path_write(ap_field_path_writer *writer, const ap_field_path *path, const char *name);

#endif
