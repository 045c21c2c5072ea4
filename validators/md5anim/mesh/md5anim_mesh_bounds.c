/* Checks the bounding boxes of the frames against the vertices of the mesh. */
#include <math.h>
#include <string.h>

#include "core/number/median.h"
#include "validators/md5anim/md5anim_content.h"
#include "validators/md5mesh/md5mesh_reach.h"

/* A vertex may be outside its frame's box by this share of the model's size (tolerated). Boxes may be this
   many times larger than the model (much_larger). */
static const double tolerated = 0.05, much_larger = 10;

/* Models of this size or less, in units of the file, are not checked. */
static const double least_size = 0.001;

/* Relative error that is far larger than the rounding errors of the computed numbers. */
static const double rounding = 0x1p-40;

typedef struct bounds_comparison {
    ap_md5anim_clip *clip;
    double size; /* largest diagonal over the frames of the box around all vertices */
    ap_md5mesh_weight_reach reach;
    /* per frame: the largest distance, along an axis, of a vertex outside the box; 0 if all vertices are
       inside */
    double *excess;
    size_t worst; /* the first frame with the largest excess */
} bounds_comparison;

/* Returns the largest distance by which the inner box extends beyond a side of the outer box; 0 if it is
   inside. */
static double distance_beyond_box(const float *outer, const ap_md5mesh_box *inner)
{
    double most = 0;
    for (int axis = 0; axis < 3; axis++) {
        most = fmax(most, (double)outer[axis] - inner->min[axis]);
        most = fmax(most, inner->max[axis] - (double)outer[3 + axis]);
    }
    return most;
}

/* Extends *box by all vertices of the mesh in a frame. Returns false when out of memory. */
static bool extend_box_by_vertices_in_frame(bounds_comparison *f, size_t frame, ap_md5mesh_box *box)
{
    const ap_md5_placement *places = ap_md5anim_compute_pose(f->clip, frame);
    if (places != NULL)
        ap_md5mesh_extend_box_by_all_vertices(&f->reach, box, places);
    return places != NULL;
}

/* Returns the lower median over the frames of the diagonal of the frame's box in the file. Overwrites f->excess. */
static double median_box_diagonal_overwriting_excess(const bounds_comparison *f)
{
    for (size_t i = 0; i < f->clip->frame_count; i++) {
        const float *box = f->clip->boxes + i * AP_CLIP_NUMBERS;
        double squares = 0;
        for (int axis = 0; axis < 3; axis++)
            squares +=
                ((double)box[3 + axis] - (double)box[axis]) * ((double)box[3 + axis] - (double)box[axis]);
        f->excess[i] = sqrt(squares);
    }
    return ap_lower_median(f->excess, f->clip->frame_count);
}

/* Returns true if no vertex is farther outside a frame's box than is tolerated for a model of this size: if the frame's box is
   enlarged by the tolerance, extending it by all vertices does not change it. Returns false when out of memory. */
static bool is_frame_within_tolerance(bounds_comparison *f, size_t frame, double size)
{
    const float *stored = f->clip->boxes + frame * AP_CLIP_NUMBERS;
    ap_md5mesh_box box;
    for (int axis = 0; axis < 3; axis++) {
        box.min[axis] = (double)stored[axis] - (tolerated * size - rounding * fabs((double)stored[axis]));
        box.max[axis] =
            (double)stored[3 + axis] + (tolerated * size - rounding * fabs((double)stored[3 + axis]));
    }
    const ap_md5mesh_box before = box;
    return extend_box_by_vertices_in_frame(f, frame, &box) && memcmp(&box, &before, sizeof box) == 0;
}

/* Returns true if the boxes certainly fit the vertices. Uses the size of the box around some vertices in the first frame as a
   lower limit for the size of the model. */
/* Fast path of compute_excess_of_boxes. */
static bool do_bounds_certainly_fit_mesh(bounds_comparison *f)
{
    const ap_md5_placement *first = ap_md5anim_compute_pose(f->clip, 0);
    if (first == NULL)
        return false;
    const ap_md5mesh_box some = ap_md5mesh_box_of_some_vertices(f->reach.model, first);
    const double size = ap_md5mesh_box_diagonal(&some) * (1 - rounding);
    if (size <= least_size || median_box_diagonal_overwriting_excess(f) > much_larger * size)
        return false;
    for (size_t i = 0; i < f->clip->frame_count; i++) {
        if (!is_frame_within_tolerance(f, i, size))
            return false;
    }
    return true;
}

/* Reference path of do_bounds_certainly_fit_mesh for mesh-bounds. */
/* Computes f->excess of each frame, f->worst and f->size. Returns false when out of memory. */
static bool compute_excess_of_boxes(bounds_comparison *f)
{
    for (size_t i = 0; i < f->clip->frame_count; i++) {
        ap_md5mesh_box box = AP_MD5MESH_EMPTY_BOX;
        if (!extend_box_by_vertices_in_frame(f, i, &box))
            return false;
        f->size = fmax(f->size, ap_md5mesh_box_diagonal(&box));
        f->excess[i] = distance_beyond_box(f->clip->boxes + i * AP_CLIP_NUMBERS, &box);
        if (f->excess[i] > f->excess[f->worst])
            f->worst = i;
    }
    return true;
}

static void report_vertices_outside_box(const bounds_comparison *f)
{
    ap_io *io = &f->clip->stream->base.text.io;
    const double excess = f->excess[f->worst];
    size_t outside = 0;
    for (size_t i = 0; i < f->clip->frame_count; i++)
        outside += f->excess[i] > tolerated * f->size;
    ap_add_finding_at(io, AP_MD5ANIM_RULE(MESH_BOUNDS), ap_md5anim_enter_bounds_path(f->clip, f->worst), NULL,
        ap_no_value(), ap_no_value(),
        " leave out vertices that are %.4g outside, %.0f%% of the model (over 5%% in %zu of %zu frame%s); "
        "Doom "
        "3 draws the model only if "
        "this box is in view, so the model vanishes while it is in view; let the exporter compute the bounds "
        "from the mesh in each frame",
        excess, 100 * excess / f->size, outside, f->clip->frame_count, f->clip->frame_count == 1 ? "" : "s");
    ap_leave_record(io);
}

static void report_large_boxes(const bounds_comparison *f, double diagonal)
{
    ap_io *io = &f->clip->stream->base.text.io;
    ap_add_finding_at(io, AP_MD5ANIM_RULE(MESH_BOUNDS), ap_md5anim_enter_bounds_path(f->clip, 0), NULL,
        ap_no_value(), ap_no_value(),
        " and those of most frames are far larger than the model: %.3g times at the median; Doom 3 then "
        "draws the model also when it is "
        "out of view; let the exporter compute the bounds from the mesh in each frame",
        diagonal / f->size);
    ap_leave_record(io);
}

/* Returns true if computing the vertices in all frames takes at most AP_MD5MESH_MOST_WORK additions of
   weights. Otherwise counts a skipped check. */
static bool is_work_within_limit_or_count_skip(const ap_md5anim_clip *clip, const ap_md5mesh_model *mesh)
{
    if (mesh->work <= AP_MD5MESH_MOST_WORK / clip->frame_count)
        return true;
    ap_count_skipped_checks(&clip->stream->base.text.io, 1);
    return false;
}

/* Allocates the arrays of *f. Returns false when out of memory. The model, which is within the limit of work, has its reach. */
static bool allocate_comparison(bounds_comparison *f, const ap_md5mesh_model *mesh)
{
    ap_arena *arena = f->clip->stream->base.text.io.arena;
    f->excess = ap_alloc_array(arena, f->clip->frame_count, sizeof *f->excess);
    if (f->excess == NULL)
        return false;
    f->reach = *mesh->reach;
    return true;
}

bool ap_md5anim_check_mesh_bounds_if_possible(ap_md5anim_clip *clip, const ap_md5mesh_model *mesh)
{
    bounds_comparison f = { .clip = clip };
    if (clip->stream->bounds_are_zero || mesh->vert_count == 0
        || !is_work_within_limit_or_count_skip(clip, mesh) || !allocate_comparison(&f, mesh))
        return false;
    if (do_bounds_certainly_fit_mesh(&f))
        return true;
    if (!compute_excess_of_boxes(&f) || f.size <= least_size)
        return false;
    if (f.excess[f.worst] > tolerated * f.size) {
        report_vertices_outside_box(&f);
        return true;
    }
    const double diagonal = median_box_diagonal_overwriting_excess(&f);
    if (diagonal > much_larger * f.size)
        report_large_boxes(&f, diagonal);
    return true;
}
