/* Draws the path of a .md5camera, interrupted at its cuts, and the camera's view. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/number/rotation.h"
#include "validators/md5/md5_transform.h"
#include "validators/md5camera/md5camera_source.h"
#include "web/pictures/picture.h"

enum {
    VIEW_POINTS = 5,
    /* points: the eye and the four corners of the view; lines: the edges between these points */
    VIEW_LINES = 8
};

typedef struct camera_path {
    ap_md5camera_frame *frames;
    int32_t *cuts;
    size_t frame_count, cut_count;
    bool is_complete;  /* true if the file has no error; otherwise `frames` ends before the first error */
    double view_depth; /* distance from the eye to the plane of the drawn corners of the view */
} camera_path;

/* Sets the positions of the eye and of the four corners of its view. The view is as wide as the field of view, and 3/4 as high as
   wide. */
static void set_camera_view_points(const camera_path *c, const ap_md5camera_frame *frame, float (*points)[3])
{
    static const double pi = 3.14159265358979323846;
    const double side = tan(fmin(fmax((double)frame->fov, 1), 170) * pi / 360);
    ap_md5_transform transform;
    ap_md5_unit_transform_of_numbers(frame->position, frame->orientation, &transform);
    memcpy(points[0], frame->position, sizeof frame->position);
    for (size_t i = 1; i < VIEW_POINTS; i++) {
        double corner[3] = { c->view_depth, c->view_depth * (i == 1 || i == 4 ? side : -side),
            c->view_depth * 0.75 * (i < 3 ? side : -side) };
        ap_rotate_vector(transform.rotation, corner, corner);
        for (size_t axis = 0; axis < 3; axis++)
            points[i][axis] = (float)(transform.position[axis] + corner[axis]);
    }
}

static bool show_moment(web_picture *picture, double moment)
{
    const camera_path *c = picture->private_data;
    const size_t frame = (size_t)fmin(fmax(floor(moment + 0.5), 0), (double)(c->frame_count - 1));
    set_camera_view_points(c, &c->frames[frame], picture->points + c->frame_count);
    return true;
}

/* The curves of the path: group, name and path of each. */
static const char *const curves[][3] = {
    { "position", "x", "frames[%].position.x" },
    { "position", "y", "frames[%].position.y" },
    { "position", "z", "frames[%].position.z" },
    { "orientation", "x", "frames[%].orientation.x" },
    { "orientation", "y", "frames[%].orientation.y" },
    { "orientation", "z", "frames[%].orientation.z" },
    { "fov", "fov", "frames[%].fov" },
};

enum { CURVES = sizeof curves / sizeof *curves };

static bool load_curves(web_picture *picture, size_t point)
{
    const camera_path *c = picture->private_data;
    (void)point;
    picture->curves = ap_alloc_array(&picture->chosen, CURVES, sizeof *picture->curves);
    for (size_t i = 0; picture->curves != NULL && i < CURVES; i++) {
        web_curve *curve =
            web_picture_add_curve(picture, curves[i][0], curves[i][1], curves[i][2], c->frame_count);
        for (size_t frame = 0; curve != NULL && frame < c->frame_count; frame++) {
            const ap_md5camera_frame *at = &c->frames[frame];
            curve->keys[frame][0] = (float)frame;
            curve->keys[frame][1] = i < 3 ? at->position[i] : i < 6 ? at->orientation[i - 3] : at->fov;
        }
    }
    return !picture->chosen.failed;
}

/* Returns the curve of a field in a frame, such as ".position.x", or WEB_NONE. */
static size_t curve_of_field(const char *field)
{
    const size_t start = strlen("frames[%]");
    for (size_t i = 0; i < CURVES; i++) {
        if (strcmp(curves[i][2] + start, field) == 0)
            return i;
    }
    return WEB_NONE;
}

static void find_elements(const web_picture *picture, const char *path, web_elements *elements)
{
    const camera_path *c = picture->private_data;
    size_t index;
    const char *field = strchr(path, '.');
    if (sscanf(path, "cuts[%zu]", &index) == 1 && index < c->cut_count)
        index = (size_t)c->cuts[index];
    else if (sscanf(path, "frames[%zu]", &index) != 1)
        return;
    if (index >= c->frame_count)
        return;
    elements->moment = (double)index;
    elements->point = index;
    elements->curve = field == NULL ? WEB_NONE : curve_of_field(field);
}

/* Reads the frames, up to the first error of the file. Returns false if no frame precedes the first error, or when out of
   memory. */
static bool read_camera_path(camera_path *c, ap_md5camera_file *file, ap_arena *arena)
{
    const size_t count = (size_t)file->camera.frame_count;
    c->cut_count = (size_t)file->camera.cut_count;
    c->cuts = ap_alloc_array(arena, c->cut_count, sizeof *c->cuts);
    c->frames = ap_alloc_array(arena, count, sizeof *c->frames);
    bool read = c->cuts != NULL && c->frames != NULL;
    for (size_t i = 0; read && i < c->cut_count; i++)
        read = file->source.cut(&file->source, i, &c->cuts[i]);
    while (read && c->frame_count < count) {
        read = file->source.frame(&file->source, c->frame_count, &c->frames[c->frame_count]);
        c->frame_count += read;
    }
    c->is_complete = read && ap_md5_read_to_end_without_error(&file->stream.base);
    return !arena->failed && c->frame_count > 0;
}

/* Returns the distance at which the view is drawn: a sixth of the diagonal of the path's bounding box, or 16 units if the camera
   does not move. */
static double compute_view_depth(const camera_path *c)
{
    double squares = 0;
    for (size_t axis = 0; axis < 3; axis++) {
        double least = (double)c->frames[0].position[axis], most = least;
        for (size_t i = 1; i < c->frame_count; i++) {
            least = fmin(least, (double)c->frames[i].position[axis]);
            most = fmax(most, (double)c->frames[i].position[axis]);
        }
        squares += (most - least) * (most - least);
    }
    return squares > 0 ? sqrt(squares) / 6 : 16;
}

/* Sets a point to the position of each frame, and adds a line to the next frame's point, except from the last frame of a shot.
   Cuts must be in ascending order. */
static void add_path_points_and_lines(web_picture *picture, const camera_path *c)
{
    size_t cut = 0;
    for (size_t i = 0; i < c->frame_count; i++) {
        memcpy(picture->points[i], c->frames[i].position, sizeof *picture->points);
        while (cut < c->cut_count && (size_t)c->cuts[cut] < i)
            cut++;
        const bool is_cut = cut < c->cut_count && (size_t)c->cuts[cut] == i;
        if (i + 1 < c->frame_count && !is_cut)
            web_picture_add_line(picture, i, i + 1);
    }
}

bool web_camera_picture(web_picture *picture)
{
    camera_path *c = picture->private_data = ap_alloc(&picture->arena, sizeof *c);
    ap_md5camera_file *file = c == NULL ? NULL : ap_md5camera_open_file(picture->file.bytes, &picture->arena);
    if (file == NULL || file->camera.frame_count < 1 || !read_camera_path(c, file, &picture->arena)
        || !web_picture_allocate(picture, c->frame_count + VIEW_POINTS, 0, c->frame_count + VIEW_LINES, 0))
        return false;
    if (!c->is_complete)
        web_picture_set_drawn_part(picture, c->frame_count, (size_t)file->camera.frame_count);
    picture->kind = "camera";
    picture->unit = "frame";
    picture->last = (double)(c->frame_count - 1);
    picture->rate = ap_md5camera_rate(&file->camera);
    picture->up = 'z';
    picture->show = show_moment;
    picture->find = find_elements;
    picture->load_curves = load_curves;
    c->view_depth = compute_view_depth(c);
    add_path_points_and_lines(picture, c);
    for (size_t i = 1; i < VIEW_POINTS; i++) {
        web_picture_add_line(picture, c->frame_count, c->frame_count + i);
        web_picture_add_line(picture, c->frame_count + i, c->frame_count + 1 + i % 4);
    }
    return true;
}
