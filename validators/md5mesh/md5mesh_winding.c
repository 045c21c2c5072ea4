/* Finds closed models with triangles that face inwards. */
#include <math.h>
#include <string.h>

#include "validators/md5mesh/md5mesh_content.h"
#include "validators/md5mesh/md5mesh_stream.h"

static const double grid = 1e-4; /* vertices within this share of the model's size are one point */
/* For a finding, the volume that faces inwards exceeds that which faces outwards by more than this share of their sum. */
static const double least_share = 0.3;

enum {
    FEWEST_TRIS = 4,
    FEW = 10, /* a model is closed if at most a tenth of its sides are open */
    COORDINATE_BITS =
        16 /* a coordinate is below 10,002 grid steps, and rounding of large ones adds at most 2^14 */
};

/* A sort key, and the number of the element that the key belongs to. */
typedef struct keyed_element {
    uint64_t key;
    uint32_t number;
} keyed_element;

enum { DIGIT_BITS = 12, DIGITS = 1 << DIGIT_BITS };

/* Sorts the `count` elements of `things` by the lowest `bits` bits of their keys, in linear time. Elements with equal keys keep
   their order. `spare` has room for `count` elements. Returns the array with the sorted elements: `things` or `spare`. */
static keyed_element *sort_by_key(keyed_element *things, keyed_element *spare, size_t count, unsigned bits)
{
    for (unsigned shift = 0; shift < bits; shift += DIGIT_BITS) {
        uint32_t ends[DIGITS] = { 0 }, sum = 0;
        for (size_t i = 0; i < count; i++)
            ends[things[i].key >> shift & (DIGITS - 1)]++;
        for (size_t i = 0; i < DIGITS; i++) {
            const uint32_t here = ends[i];
            ends[i] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++)
            spare[ends[things[i].key >> shift & (DIGITS - 1)]++] = things[i];
        keyed_element *sorted = spare;
        spare = things;
        things = sorted;
    }
    return things;
}

/* The points and triangles of a model. Vertices at nearly the same position are one point, which has the
   index of the first of these vertices. */
typedef struct surface {
    const ap_md5mesh_model *model;
    const ap_md5mesh_bind_vertices *shape;
    uint32_t *points; /* for each vertex: the index of its point */
    double centre[3]; /* mean of the points */
    /* number of triangles with three different points; the volumes are sums over these triangles */
    size_t tris;
    double signed_volume, absolute_volume;
} surface;

static uint64_t position_key(const ap_md5mesh_bind_vertices *shape, const double at[3])
{
    const double unit = shape->size * grid, most = (1 << COORDINATE_BITS) - 1;
    uint64_t key = 0;
    for (size_t i = 0; i < 3; i++) {
        const double cell = floor(at[i] / unit + 0.5) - floor(shape->box.min[i] / unit + 0.5);
        key = key << COORDINATE_BITS | (uint64_t)(cell < most ? cell : most);
    }
    return key;
}

/* Finds the points of the model, and the mean of their positions. Returns false when out of memory. */
static bool merge_equal_positions_and_find_centre(surface *s, ap_arena *arena)
{
    const size_t count = s->model->vert_count;
    size_t points = 0;
    s->points = ap_alloc_uncleared(arena, ap_saturating_size_product(count, sizeof *s->points));
    keyed_element *things = ap_alloc_uncleared(arena, ap_saturating_size_product(count, 2 * sizeof *things));
    if (s->points == NULL || things == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        things[i] = (keyed_element){ position_key(s->shape, s->shape->verts[i]), (uint32_t)i };
    things = sort_by_key(things, things + count, count, 3 * COORDINATE_BITS);
    for (size_t i = 0; i < count; i++) {
        const bool same = i > 0 && things[i].key == things[i - 1].key;
        s->points[things[i].number] = same ? s->points[things[i - 1].number] : things[i].number;
    }
    for (size_t i = 0; i < count; i++) {
        if (s->points[i] != i)
            continue;
        points++;
        for (size_t axis = 0; axis < 3; axis++)
            s->centre[axis] += s->shape->verts[i][axis];
    }
    for (size_t axis = 0; axis < 3; axis++)
        s->centre[axis] /= (double)points;
    return true;
}

/* Sets corners[] to the points of a triangle. `base` is the index of the first vertex of the triangle's block, counted over all
   blocks. Returns false if two of the three points are equal. */
static bool find_corner_points(const surface *s, const ap_md5mesh_tri *tri, size_t base, uint32_t corners[3])
{
    for (size_t i = 0; i < 3; i++)
        corners[i] = s->points[base + (size_t)tri->corners[i]];
    return corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0];
}

/* Returns six times the volume between a triangle and the centre: positive if its counterclockwise side faces outwards. */
static double six_times_volume(const surface *s, const uint32_t corners[3])
{
    double at[3][3];
    for (size_t i = 0; i < 3; i++) {
        for (size_t axis = 0; axis < 3; axis++)
            at[i][axis] = s->shape->verts[corners[i]][axis] - s->centre[axis];
    }
    const double *p = at[0], *q = at[1], *r = at[2];
    return p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2])
           + p[2] * (q[0] * r[1] - q[1] * r[0]);
}

static void sum_signed_volumes(surface *s)
{
    size_t base = 0;
    uint32_t corners[3];
    for (size_t part = 0; part < s->model->part_count; part++) {
        const ap_md5mesh_block *block = &s->model->parts[part].block;
        for (size_t i = 0; i < block->tri_count; i++) {
            if (!find_corner_points(s, &block->tris[i], base, corners))
                continue;
            const double volume = six_times_volume(s, corners);
            s->tris++;
            s->signed_volume += volume;
            s->absolute_volume += fabs(volume);
        }
        base += block->vert_count;
    }
}

/* Lists the sides of the triangles. The key of a side is its two points, the lower first; its number is 1 if the side goes from
   the lower to the higher point, otherwise 0. Returns the number of sides. */
static size_t list_triangle_sides(const surface *s, keyed_element *sides)
{
    size_t base = 0, count = 0;
    uint32_t corners[3];
    for (size_t part = 0; part < s->model->part_count; part++) {
        const ap_md5mesh_block *block = &s->model->parts[part].block;
        for (size_t i = 0; i < block->tri_count; i++) {
            if (!find_corner_points(s, &block->tris[i], base, corners))
                continue;
            for (size_t corner = 0; corner < 3; corner++) {
                const uint32_t from = corners[corner], to = corners[(corner + 1) % 3];
                const uint64_t low = from < to ? from : to, high = from < to ? to : from;
                sides[count++] = (keyed_element){ low << 32 | high, from < to };
            }
        }
        base += block->vert_count;
    }
    return count;
}

/* Returns true if at most a tenth of the different sides are open. A side is closed if as many triangles have a side
   between the same points in the other direction as in this one. Returns false when out of memory. */
static bool is_surface_nearly_closed(const surface *s, ap_arena *arena)
{
    const size_t room = ap_saturating_size_product(3, s->tris);
    keyed_element *sides = ap_alloc_uncleared(arena, ap_saturating_size_product(room, 2 * sizeof *sides));
    size_t different = 0, open = 0;
    if (sides == NULL)
        return false;
    const size_t count = list_triangle_sides(s, sides);
    sides = sort_by_key(sides, sides + room, count, 64);
    for (size_t i = 0; i < count;) {
        const size_t first = i;
        size_t up = 0;
        for (; i < count && sides[i].key == sides[first].key; i++)
            up += sides[i].number;
        const size_t down = i - first - up, directions = (size_t)(up > 0) + (down > 0);
        different += directions;
        open += up == down ? 0 : directions;
    }
    return open * FEW <= different;
}

static void report_winding(ap_md5_mesh *mesh, size_t tris)
{
    const ap_md5mesh_model *model = &mesh->model;
    ap_io *io = &mesh->stream.text.io;
    size_t part = 0;
    while (model->parts[part].block.tri_count == 0)
        part++;
    ap_enter_element(io, "meshes", part);
    ap_enter_element(io, "tris", 0);
    ap_add_finding_at(io, AP_MD5MESH_RULE(WINDING), ap_md5mesh_entry_span_of_block(mesh, part, AP_TRIS, 0),
        NULL, ap_text_value("clockwise triangles, seen from outside"),
        ap_text_value("counterclockwise triangles"),
        " faces inwards, as do most of the %zu triangles of this closed model: in the game its near side is "
        "not drawn, and "
        "its far side is seen from inside; flip the faces, or write the corners in the other order, when "
        "exporting",
        tris);
    ap_leave_record(io);
    ap_leave_record(io);
}

void ap_md5mesh_check_winding(ap_md5_mesh *mesh, const ap_md5mesh_bind_vertices *shape)
{
    ap_arena *arena = mesh->stream.text.io.arena;
    surface s = { .model = &mesh->model, .shape = shape };
    if (mesh->model.tri_count < FEWEST_TRIS || !merge_equal_positions_and_find_centre(&s, arena))
        return;
    sum_signed_volumes(&s);
    if (s.tris >= FEWEST_TRIS && s.signed_volume > least_share * s.absolute_volume
        && is_surface_nearly_closed(&s, arena))
        report_winding(mesh, s.tris);
}
