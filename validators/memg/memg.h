/* Mesh-ensemble motion (binary): the model in memory and the ap_format. The page: "the file consists of a
   single block containing all the frame animations, followed by a single block for every group in the .obj
   file". The file does not count its groups, and the model does not keep them: the reader reads one group at
   a time to the end of the file. Views point into the input, unaligned and in the file's byte order. */
#ifndef AP_MEMG_H
#define AP_MEMG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/layout/io.h"
#include "validators/format.h"

enum {
    AP_MEMG_ENDIAN = 1, /* "This is just the integer 1." */
    AP_MEMG_ENDIAN_SWAPPED = 0x01000000,
    /* the bits of the float32 values 1 and 1000, as integers: a framerate in this range was stored as a
       float32 */
    AP_MEMG_LEAST_FLOAT_RATE = 0x3f800000,
    AP_MEMG_MOST_FLOAT_RATE = 0x447a0000,
    AP_MEMG_HEADER_BYTES = 16, /* endian, framerate, frame_count, timestep_count */
    AP_MEMG_FRAMERATE_AT = 4,
    AP_MEMG_FRAME_COUNT_AT = 8,
    AP_MEMG_TRANSFORM_ENTRIES = 12, /* "3 x 4 affine transform matrix, stored in row order" */
    AP_MEMG_NUMBER_BYTES = 8,
    AP_MEMG_TRANSFORM_BYTES = AP_MEMG_TRANSFORM_ENTRIES * AP_MEMG_NUMBER_BYTES,
    AP_MEMG_MAPPING_BYTES = 4,
    /* bytes of a group per vertex: a mapping entry and three numbers of the mean */
    AP_MEMG_VERTEX_BYTES = AP_MEMG_MAPPING_BYTES + 3 * AP_MEMG_NUMBER_BYTES,
    AP_MEMG_COUNT_BYTES = 4
};

/* Order of the elements of a matrix: column by column or row by row. */
typedef enum ap_memg_order { AP_MEMG_COLUMN, AP_MEMG_ROW } ap_memg_order;

/* The header and the transforms. */
typedef struct ap_memg_motion {
    int32_t endian;
    bool big_endian; /* every integer and double is byte-swapped */
    int32_t framerate;
    int32_t frame_count;    /* number of frames: k on the format's page */
    int32_t timestep_count; /* number of timesteps: n on the format's page */
    ap_view transforms;     /* frame f at timestep t begins at byte 96 * (t * frame_count + f) */
    size_t group_count;     /* groups read completely so far */
} ap_memg_motion;

/* The matrix U or Q. The page does not give the order of its elements: see ap_memg_order. */
typedef struct ap_memg_matrix {
    size_t rows_at; /* offset of the row count in the input; the column count follows the row count */
    int32_t rows, columns;
    ap_view values;
} ap_memg_matrix;

typedef struct ap_memg_group {
    int32_t name_length;
    ap_view name;           /* bytes of the name as in the file, without terminator */
    size_t vertex_count_at; /* offset of the vertex count in the input */
    int32_t vertex_count;
    ap_view mapping; /* "M[i] is a vertex index in the .obj file", 1-based */
    ap_view mean;    /* 3 numbers per vertex */
    int32_t parent_frame;
    ap_memg_matrix basis;        /* U, "U row count (m)", "U column count (n)" */
    ap_memg_matrix coefficients; /* Q, "Q row count (p)", "Q column count (q)" */
} ap_memg_group;

/* Returns the duration in seconds. The framerate must be positive. */
static inline double ap_memg_seconds(const ap_memg_motion *motion)
{
    return (double)motion->timestep_count / motion->framerate;
}

/* Initialises a reader that checks only the structure and reports no findings. */
void ap_memg_init_reader_without_findings(ap_io *io, ap_view input, ap_arena *arena);

extern const ap_format ap_memg_format;
extern const struct ap_fixer_table ap_memg_fixers;
extern const struct ap_figure_table ap_memg_figures; /* in services/figures */

/* Implement ap_format.to_gltf and to_csv. Defined in services/export. */
bool ap_memg_to_gltf(const struct ap_export_source *source, struct ap_gltf *gltf);
bool ap_memg_to_csv(ap_view input, const ap_lint_options *options, struct ap_csv *csv);

/* Implements ap_format.compare. Defined in services/compare. */
bool ap_memg_compare(const struct ap_compare_source *source, struct ap_changes *changes);

/* Index of the matrix order among ap_lint_options.choices. */
enum { AP_MEMG_ORDER_CHOICE = 1 };

static inline ap_memg_order ap_memg_wanted_matrix_order(const ap_lint_options *options)
{
    return (ap_memg_order)options->choices[AP_MEMG_ORDER_CHOICE];
}

/* ap_memg_number returns number `i` of a view; ap_memg_element returns the element of a matrix at `row` and
   `column`. The caller checks the bounds. */
static inline double ap_memg_number(ap_view view, size_t i, bool big_endian)
{
    return ap_load_f64(view.bytes + AP_MEMG_NUMBER_BYTES * i, big_endian);
}

static inline double ap_memg_element(
    const ap_memg_matrix *matrix, ap_memg_order order, size_t row, size_t column, bool big_endian)
{
    const size_t i =
        order == AP_MEMG_ROW ? row * (size_t)matrix->columns + column : column * (size_t)matrix->rows + row;
    return ap_memg_number(matrix->values, i, big_endian);
}

/* Returns true if the group's counts and parent frame fit each other and the motion, as the linter requires: positions can then
   be computed without reading outside a view. */
static inline bool ap_memg_do_counts_and_parent_fit(const ap_memg_motion *motion, const ap_memg_group *group)
{
    return group->parent_frame >= 0 && group->parent_frame < motion->frame_count
           && (uint64_t)group->basis.rows == 3 * (uint64_t)group->vertex_count
           && group->coefficients.rows == group->basis.columns
           && group->coefficients.columns == motion->timestep_count;
}

/* The names of the values of ap_memg_order. */
extern const ap_enum_name ap_memg_orders[];

#endif
