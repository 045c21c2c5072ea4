/* Computes the positions of a scene's vertices at timesteps. The format does not define positions between
   timesteps. */
#include <math.h>

#include "corpus/memg/memg_corpus.h"
#include "validators/memg/memg_layout.h"
#include "validators/memg/memg_positions.h"

enum {
    /* most vertices of a scene: without an .obj, a mapping may refer to vertex 2147483647 */
    MOST_VERTICES = 1000000
};

static const double relative_tolerance = 1e-5; /* a loader may compute in float32 */

/* Finds the largest vertex that a group maps, and the number of timesteps; returns false if the file
   cannot be read. */
static bool find_last_vertex_and_timesteps(ap_view file, ap_arena *arena, size_t *vertices, size_t *timesteps)
{
    ap_io io;
    ap_memg_motion motion = { 0 };
    ap_memg_cursor cursor = { .motion = &motion };
    *vertices = 0;
    if (!ap_memg_open_reader_at_first_group(&io, &cursor, file, arena))
        return false;
    *timesteps = (size_t)motion.timestep_count;
    for (size_t group = 0; ap_bytes_left(&io) > 0; group++) {
        if (!ap_memg_read_or_write_group(&io, group))
            return false;
        for (size_t i = 0; i < (size_t)cursor.group.vertex_count; i++) {
            const int32_t entry =
                ap_load_i32(cursor.group.mapping.bytes + AP_MEMG_MAPPING_BYTES * i, io.swap);
            *vertices = entry > 0 && (size_t)entry > *vertices ? (size_t)entry : *vertices;
        }
    }
    return true;
}

static void fill_rows_at_time(ap_value_list *list, size_t time, const ap_memg_positions *positions)
{
    for (size_t i = 0; i < positions->count; i++) {
        double *numbers = ap_numbers_of_row_at(list, i, time);
        const double *at = positions->vertices[i].at;
        list->rows[i].number = i + 1;
        for (size_t axis = 0; axis < AP_VALUE_NUMBERS; axis++) {
            if (positions->vertices[i].known && isfinite(at[0]) && isfinite(at[1]) && isfinite(at[2]))
                numbers[axis] = at[axis];
        }
    }
}

bool ap_memg_compute_values_or_empty_list(ap_view file, ap_arena *arena, ap_value_list *list)
{
    size_t vertices, timesteps = 0, chosen[AP_VALUE_TIMES];
    *list = (ap_value_list){ .thing = "vertex", .width = AP_VALUE_NUMBERS };
    if (!find_last_vertex_and_timesteps(file, arena, &vertices, &timesteps) || vertices == 0
        || vertices > MOST_VERTICES)
        return !arena->failed;
    list->time_count = ap_evenly_spaced_indices(timesteps, chosen);
    if (list->time_count == 0)
        return true;
    if (!ap_allocate_value_rows(list, vertices, arena))
        return false;
    for (size_t t = 0; t < list->time_count; t++) {
        ap_memg_positions positions;
        list->times[t] = (double)chosen[t];
        if (ap_memg_compute_positions(
                file, AP_MEMG_COLUMN, chosen[t], vertices, arena, &positions, &timesteps)
            != AP_MEMG_POSITIONS_DONE) {
            list->count = 0;
            return !arena->failed;
        }
        fill_rows_at_time(list, t, &positions);
    }
    list->tolerance = ap_compute_value_tolerance(list, relative_tolerance);
    return true;
}
