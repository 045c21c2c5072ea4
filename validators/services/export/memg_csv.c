/* The table of a mesh ensemble: where each vertex of each group is at each timestep. */
#include "validators/memg/memg_layout.h"
#include "validators/services/export/export_csv.h"

enum { AXES = 3, ROW = 4 /* entries of a transform's */ };

typedef struct tabling {
    ap_csv *csv;
    ap_io io;
    ap_memg_motion motion;
    ap_memg_cursor cursor;
    ap_memg_order order;
} tabling;

static double local_coordinate(const tabling *t, size_t row, size_t timestep)
{
    const ap_memg_group *group = &t->cursor.group;
    double sum = ap_memg_number(group->mean, row, t->io.swap);
    for (size_t mode = 0; mode < (size_t)group->basis.columns; mode++)
        sum += ap_memg_element(&group->basis, t->order, row, mode, t->io.swap)
               * ap_memg_element(&group->coefficients, t->order, mode, timestep, t->io.swap);
    return sum;
}

static void place(const tabling *t, size_t vertex, size_t timestep, double at[AXES])
{
    const size_t frame = (size_t)t->cursor.group.parent_frame;
    const size_t first = AP_MEMG_TRANSFORM_ENTRIES * (timestep * (size_t)t->motion.frame_count + frame);
    double local[AXES];
    for (size_t i = 0; i < AXES; i++)
        local[i] = local_coordinate(t, AXES * vertex + i, timestep);
    for (size_t i = 0; i < AXES; i++) {
        at[i] = ap_memg_number(t->motion.transforms, first + ROW * i + AXES, t->io.swap);
        for (size_t k = 0; k < AXES; k++)
            at[i] += ap_memg_number(t->motion.transforms, first + ROW * i + k, t->io.swap) * local[k];
    }
}

static void put_group(const tabling *t, size_t index)
{
    const ap_memg_group *group = &t->cursor.group;
    ap_csv *csv = t->csv;
    double at[AXES];
    for (size_t timestep = 0; timestep < (size_t)t->motion.timestep_count && group->vertex_count > 0;
         timestep++) {
        for (size_t vertex = 0; vertex < (size_t)group->vertex_count; vertex++) {
            place(t, vertex, timestep, at);
            ap_csv_put_count(csv, index);
            ap_csv_put_text(csv, group->name);
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
    tabling t = { .csv = csv, .order = ap_memg_order_wanted(options) };
    ap_memg_reader(&t.io, input, csv->arena);
    t.cursor.motion = &t.motion;
    t.io.scope = &t.cursor;
    if (!ap_memg_header(&t.io) || !ap_memg_frames(&t.io))
        return false;
    ap_csv_put_names(csv, "group,name,timestep,seconds,vertex,obj_vertex,x,y,z");
    ap_csv_end_row(csv);
    for (size_t i = 0; ap_left(&t.io) > 0; i++) {
        if (!ap_memg_one_group(&t.io, i) || !ap_memg_is_whole(&t.motion, &t.cursor.group))
            return false;
        put_group(&t, i);
    }
    return true;
}
