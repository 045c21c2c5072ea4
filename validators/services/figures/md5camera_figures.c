/* The figures of a camera path: counts, duration, the box around its positions, and its angles of view. */
#include <math.h>

#include "validators/figure.h"
#include "validators/md5/md5_rate.h"
#include "validators/md5camera/md5camera_source.h"
#include "validators/md5mesh/md5mesh_skin.h"

enum { BYTES, FRAMES, CUTS, DURATION, RATE, LEAST_FOV, MOST_FOV, EXTENT_X, EXTENT_Y, EXTENT_Z, FIGURES };

static bool skip_cuts(ap_md5camera_file *file)
{
    int32_t cut;
    for (size_t i = 0; i < (size_t)file->camera.cut_count; i++) {
        if (!file->source.cut(&file->source, i, &cut))
            return false;
    }
    return true;
}

static bool measure_frames(ap_md5camera_file *file, double figures[FIGURES])
{
    ap_md5mesh_box box = AP_MD5MESH_EMPTY_BOX;
    ap_md5camera_frame frame;
    for (size_t i = 0; i < (size_t)file->camera.frame_count; i++) {
        if (!file->source.frame(&file->source, i, &frame))
            return false;
        const double position[] = { (double)frame.position[0], (double)frame.position[1],
            (double)frame.position[2] };
        ap_md5mesh_extend_box(&box, position);
        figures[LEAST_FOV] = fmin(i == 0 ? (double)INFINITY : figures[LEAST_FOV], (double)frame.fov);
        figures[MOST_FOV] = fmax(i == 0 ? (double)-INFINITY : figures[MOST_FOV], (double)frame.fov);
    }
    for (size_t axis = 0; axis < 3; axis++)
        figures[EXTENT_X + axis] = box.max[axis] - box.min[axis];
    return ap_md5_read_to_end_without_error(&file->stream.base);
}

static const double *measure_camera(ap_view input, const ap_lint_options *options, ap_arena *arena)
{
    double *figures = ap_alloc_array(arena, FIGURES, sizeof *figures);
    ap_md5camera_file *file = ap_md5camera_open_file(input, arena);
    (void)options;
    if (figures == NULL || file == NULL)
        return NULL;
    const ap_md5camera *camera = &file->camera;
    figures[BYTES] = (double)input.size;
    figures[FRAMES] = camera->frame_count;
    figures[CUTS] = camera->cut_count;
    figures[RATE] = ap_md5camera_rate(camera);
    figures[DURATION] = ap_md5_seconds_from_first_to_last_frame(camera->frame_count, figures[RATE]);
    return skip_cuts(file) && measure_frames(file, figures) ? figures : NULL;
}

static const ap_figure rows[] = {
    [BYTES] = AP_FIGURE_BYTES,
    [FRAMES] = { "frames", "", "frames", true, false },
    [CUTS] = { "cuts", "", "cuts", true, false },
    [DURATION] = { "duration", "s", "time from the first frame to the last", true, false },
    [RATE] = { "rate", "frames/s", "frames a second", false, false },
    [LEAST_FOV] = { "least-fov", "degrees", "smallest horizontal angle of view", false, false },
    [MOST_FOV] = { "most-fov", "degrees", "largest horizontal angle of view", false, false },
    [EXTENT_X] = { "extent-x", "units", "length along x of the box around all positions", false, true },
    [EXTENT_Y] = { "extent-y", "units", "length along y of the box around all positions", false, true },
    [EXTENT_Z] = { "extent-z", "units", "length along z of the box around all positions", false, true },
};

const ap_figure_table ap_md5camera_figures = { rows, sizeof rows / sizeof *rows, measure_camera };
