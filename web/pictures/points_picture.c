/* Draws the vertices of a mesh-ensemble motion at a timestep, and the faces of its scene. */
#include <math.h>
#include <stdio.h>

#include "validators/memg/memg_layout.h"
#include "validators/memg/memg_positions.h"
#include "validators/memg/obj/obj_lexer.h"
#include "validators/memg/obj/obj_statement.h"
#include "web/pictures/picture.h"

/* Limit of the vertex numbers in a motion without a scene: larger numbers would only cost memory. */
enum {
    MOST_WITHOUT_SCENE = 1 << 22,
    MOST_POSITIONS = 1 << 24 /* limit of the positions that are computed for curves: about a second */
};

typedef struct scene_faces {
    int32_t (*triangles)[3]; /* NULL while the triangles are only counted */
    size_t count,
        vertices; /* number of triangles so far; number of vertices before the current statement of the scene */
} scene_faces;

static bool show_moment(web_picture *picture, double moment)
{
    ap_memg_positions positions;
    size_t timesteps;
    const size_t timestep = (size_t)fmin(fmax(floor(moment + 0.5), 0), picture->last);
    ap_arena_reset(&picture->moving);
    if (ap_memg_compute_positions(picture->file.bytes, AP_MEMG_COLUMN, timestep, picture->point_count,
            &picture->moving, &positions, &timesteps)
        != AP_MEMG_POSITIONS_DONE)
        return false;
    for (size_t i = 0; i < picture->point_count; i++) {
        const ap_memg_position *position = &positions.vertices[i];
        for (size_t axis = 0; axis < 3; axis++)
            picture->points[i][axis] = position->known ? (float)position->at[axis] : NAN;
    }
    return true;
}

/* Adds the three coordinates of a vertex over time. In a long motion of many vertices, some timesteps are left out. */
static bool load_curves(web_picture *picture, size_t point)
{
    static const char *const names[] = { "x", "y", "z" };
    const size_t timesteps = (size_t)picture->last + 1;
    const size_t step = timesteps * picture->point_count / MOST_POSITIONS + 1,
                 count = (timesteps - 1) / step + 1;
    if (point >= picture->point_count)
        return true;
    picture->curves = ap_alloc_array(&picture->chosen, 3, sizeof *picture->curves);
    for (size_t i = 0; picture->curves != NULL && i < 3; i++)
        web_picture_add_curve(picture, "position", names[i], "", count);
    for (size_t i = 0; !picture->chosen.failed && i < count; i++) {
        if (!show_moment(picture, (double)(i * step)))
            return false;
        for (size_t axis = 0; axis < 3; axis++) {
            picture->curves[axis].keys[i][0] = (float)(i * step);
            picture->curves[axis].keys[i][1] = picture->points[point][axis];
        }
    }
    return !picture->chosen.failed;
}

/* Reads the motion's counts, the greatest vertex number of its groups, and the vertex of entry `entry` in the mapping of group
   `wanted`. Returns false at a structural error. */
static bool read_groups(const web_picture *picture, ap_memg_motion *motion, size_t *greatest, size_t wanted,
    size_t entry, size_t *vertex)
{
    ap_arena arena;
    ap_io io;
    ap_memg_cursor cursor = { .motion = motion };
    ap_arena_init(&arena, 0);
    bool read = ap_memg_open_reader_at_first_group(&io, &cursor, picture->file.bytes, &arena);
    for (size_t group = 0; read && ap_bytes_left(&io) > 0; group++) {
        read = ap_memg_read_or_write_group(&io, group);
        const size_t count = read ? (size_t)cursor.group.vertex_count : 0;
        for (size_t i = 0; i < count; i++) {
            const int32_t mapped =
                ap_load_i32(cursor.group.mapping.bytes + AP_MEMG_MAPPING_BYTES * i, io.swap);
            if (mapped > 0 && (size_t)mapped > *greatest)
                *greatest = (size_t)mapped;
            if (group == wanted && i == entry && mapped > 0)
                *vertex = (size_t)mapped - 1;
        }
    }
    ap_arena_free(&arena);
    return read;
}

static void find_elements(const web_picture *picture, const char *path, web_elements *elements)
{
    size_t group, entry, greatest = 0, vertex = WEB_NONE;
    ap_memg_motion motion;
    if (sscanf(path, "transforms[%zu]", &group) == 1)
        elements->moment = (double)group;
    if (sscanf(path, "groups[%zu].mapping[%zu]", &group, &entry) == 2
        && read_groups(picture, &motion, &greatest, group, entry, &vertex) && vertex < picture->point_count)
        elements->point = vertex;
}

/* Returns the vertex of a corner, counted from 0, or -1 if the corner is invalid. */
static int32_t vertex_of_corner(ap_view scene, ap_span word, size_t before)
{
    ap_obj_reference reference;
    if (!ap_obj_read_reference((ap_view){ scene.bytes + word.offset, word.length }, &reference))
        return -1;
    const ap_obj_index *index = &reference.indices[AP_OBJ_VERTEX];
    const uint64_t most = index->negative ? before : INT32_MAX;
    if (index->magnitude == 0 || index->magnitude > most)
        return -1;
    return (int32_t)(index->negative ? before - index->magnitude : index->magnitude - 1);
}

/* Adds a face with n corners as n - 2 triangles that share the first corner. */
static void add_face(scene_faces *f, ap_view scene, ap_obj_lexer *lexer)
{
    int32_t corners[3] = { -1, -1, -1 };
    ap_span word;
    for (size_t i = 0; ap_obj_next_word(lexer, &word); i++) {
        corners[i == 0 ? 0 : 2] = vertex_of_corner(scene, word, f->vertices);
        if (i >= 2) {
            if (f->triangles != NULL) {
                for (size_t corner = 0; corner < 3; corner++)
                    f->triangles[f->count][corner] = corners[corner];
            }
            f->count++;
        }
        if (i > 0)
            corners[1] = corners[2];
    }
}

static void read_faces(scene_faces *f, ap_view scene)
{
    ap_obj_lexer lexer = ap_obj_lexer_of(scene);
    ap_span word;
    f->count = f->vertices = 0;
    while (ap_obj_has_more_statements(&lexer)) {
        if (!ap_obj_next_word(&lexer, &word))
            continue;
        const ap_obj_statement statement =
            ap_obj_statement_of((ap_view){ scene.bytes + word.offset, word.length });
        f->vertices += statement == AP_OBJ_V;
        if (statement == AP_OBJ_F)
            add_face(f, scene, &lexer);
        else
            (void)ap_obj_skip_words(&lexer);
    }
}

/* Removes the triangles with a vertex that is not a point of the picture. `count` is the number of triangles before the
   removal. */
static void keep_drawable_faces(web_picture *picture, size_t count)
{
    picture->triangle_count = 0;
    for (size_t i = 0; i < count; i++) {
        bool there = true;
        for (size_t corner = 0; corner < 3; corner++) {
            const int32_t vertex = picture->triangles[i][corner];
            picture->triangles[picture->triangle_count][corner] = vertex;
            there = there && vertex >= 0 && (size_t)vertex < picture->point_count;
        }
        picture->triangle_count += there;
    }
}

bool web_points_picture(web_picture *picture)
{
    const ap_view scene = picture->file.companion;
    ap_memg_motion motion = { .timestep_count = 0 };
    scene_faces f = { .triangles = NULL };
    size_t vertices = 0, vertex;
    if (!read_groups(picture, &motion, &vertices, WEB_NONE, 0, &vertex) || motion.timestep_count < 1)
        return false;
    if (scene.bytes != NULL)
        read_faces(&f, scene);
    vertices = f.vertices > vertices ? f.vertices : vertices;
    if (vertices > INT32_MAX || (scene.bytes == NULL && vertices > MOST_WITHOUT_SCENE)
        || !web_picture_allocate(picture, vertices, 0, 0, f.count))
        return false;
    f.triangles = picture->triangles;
    if (scene.bytes != NULL)
        read_faces(&f, scene);
    keep_drawable_faces(picture, f.count);
    picture->kind = "points";
    picture->unit = "timestep";
    picture->last = (double)(motion.timestep_count - 1);
    picture->rate = (double)motion.framerate;
    picture->up = 'y';
    picture->show = show_moment;
    picture->find = find_elements;
    picture->load_curves = load_curves;
    return true;
}
