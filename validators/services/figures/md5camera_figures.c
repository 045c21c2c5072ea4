/* The figures of a camera path: counts, duration, the box around its positions, and its angles of view. */
#include <math.h>

#include "validators/figure.h"
#include "validators/md5/md5_rate.h"
#include "validators/md5camera/md5camera_source.h"
#include "validators/md5mesh/md5mesh_skin.h"

typedef struct md5camera_measurements {
    ap_measurements facts; /* must be the first member */
    size_t frames, cuts;
    double duration, rate, extent[3], least_fov, most_fov;
} md5camera_measurements;

static bool skip_cuts(ap_md5camera_file *file)
{
    int32_t cut;
    for (size_t i = 0; i < (size_t)file->camera.cut_count; i++) {
        if (!file->source.cut(&file->source, i, &cut))
            return false;
    }
    return true;
}

static bool measure_frames(ap_md5camera_file *file, md5camera_measurements *facts)
{
    ap_md5mesh_box box = AP_MD5MESH_EMPTY_BOX;
    ap_md5camera_frame frame;
    for (size_t i = 0; i < facts->frames; i++) {
        if (!file->source.frame(&file->source, i, &frame))
            return false;
        const double position[] = { (double)frame.position[0], (double)frame.position[1],
            (double)frame.position[2] };
        ap_md5mesh_extend_box(&box, position);
        facts->least_fov = fmin(i == 0 ? (double)INFINITY : facts->least_fov, (double)frame.fov);
        facts->most_fov = fmax(i == 0 ? (double)-INFINITY : facts->most_fov, (double)frame.fov);
    }
    for (size_t axis = 0; axis < 3; axis++)
        facts->extent[axis] = box.max[axis] - box.min[axis];
    return ap_md5_read_to_end_without_error(&file->stream.base);
}

static const ap_measurements *measure_camera(ap_view input, const ap_lint_options *options, ap_arena *arena)
{
    md5camera_measurements *facts = ap_alloc(arena, sizeof *facts);
    ap_md5camera_file *file = ap_md5camera_open_file(input, arena);
    (void)options;
    if (facts == NULL || file == NULL)
        return NULL;
    const ap_md5camera *camera = &file->camera;
    facts->facts.input = input;
    facts->frames = (size_t)camera->frame_count;
    facts->cuts = (size_t)camera->cut_count;
    facts->rate = ap_md5camera_rate(camera);
    facts->duration = ap_md5_seconds_from_first_to_last_frame(camera->frame_count, facts->rate);
    return skip_cuts(file) && measure_frames(file, facts) ? &facts->facts : NULL;
}

AP_FIGURE_OF(md5camera_measurements, frames, frames)
AP_FIGURE_OF(md5camera_measurements, cuts, cuts)
AP_FIGURE_OF(md5camera_measurements, duration, duration)
AP_FIGURE_OF(md5camera_measurements, rate, rate)
AP_FIGURE_OF(md5camera_measurements, least_fov, least_fov)
AP_FIGURE_OF(md5camera_measurements, most_fov, most_fov)
AP_FIGURE_OF(md5camera_measurements, extent_x, extent[0])
AP_FIGURE_OF(md5camera_measurements, extent_y, extent[1])
AP_FIGURE_OF(md5camera_measurements, extent_z, extent[2])

static const ap_figure rows[] = {
    AP_FIGURE_BYTES,
    { "frames", "", "frames", frames, true, false },
    { "cuts", "", "cuts", cuts, true, false },
    { "duration", "s", "time from the first frame to the last", duration, true, false },
    { "rate", "frames/s", "frames a second", rate, false, false },
    { "least-fov", "degrees", "smallest horizontal angle of view", least_fov, false, false },
    { "most-fov", "degrees", "largest horizontal angle of view", most_fov, false, false },
    { "extent-x", "units", "length along x of the box around all positions", extent_x, false, true },
    { "extent-y", "units", "length along y of the box around all positions", extent_y, false, true },
    { "extent-z", "units", "length along z of the box around all positions", extent_z, false, true },
};

const ap_figure_table ap_md5camera_figures = { rows, sizeof rows / sizeof *rows, measure_camera };
