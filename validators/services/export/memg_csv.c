/* Exports a mesh-ensemble motion as CSV: the position of each vertex of each group at each timestep. */
#include "validators/memg/memg_layout.h"
#include "validators/memg/memg_positions.h"
#include "validators/services/export/export_csv.h"

enum { AXES = 3 };

typedef struct csv_export {
    ap_csv *csv;
    ap_io io;
    ap_memg_motion motion;
    ap_memg_cursor cursor;
    ap_memg_order order;
} csv_export;

static void put_rows_of_group(const csv_export *t, size_t index)
{
    const ap_memg_group *group = &t->cursor.group;
    ap_csv *csv = t->csv;
    double at[AXES];
    for (size_t timestep = 0; timestep < (size_t)t->motion.timestep_count && group->vertex_count > 0;
         timestep++) {
        for (size_t vertex = 0; vertex < (size_t)group->vertex_count; vertex++) {
            ap_memg_compute_position(&t->motion, group, t->order, vertex, timestep, at);
            ap_csv_put_count(csv, index);
            ap_csv_put_quoted_text(csv, group->name);
            ap_csv_put_count(csv, timestep);
            ap_csv_put_double(csv, (double)timestep / (double)t->motion.framerate);
            ap_csv_put_count(csv, vertex);
            ap_csv_put_count(
                csv, (size_t)ap_load_i32(group->mapping.bytes + AP_MEMG_MAPPING_BYTES * vertex, t->io.swap));
            ap_csv_put_doubles(csv, at, AXES);
            ap_csv_end_row(csv);
        }
    }
}

bool ap_memg_to_csv(ap_view input, const ap_lint_options *options, ap_csv *csv)
{
    csv_export t = { .csv = csv, .order = ap_memg_wanted_matrix_order(options) };
    t.cursor.motion = &t.motion;
    if (!ap_memg_open_reader_at_first_group(&t.io, &t.cursor, input, csv->arena))
        return false;
    ap_csv_put_column_names(csv, "group,name,timestep,seconds,vertex,obj_vertex,x,y,z");
    ap_csv_end_row(csv);
    for (size_t i = 0; ap_bytes_left(&t.io) > 0; i++) {
        if (!ap_memg_read_or_write_group(&t.io, i)
            || !ap_memg_do_counts_and_parent_fit(&t.motion, &t.cursor.group))
            return false;
        put_rows_of_group(&t, i);
    }
    return true;
}
