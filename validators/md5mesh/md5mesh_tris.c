/* Finds triangles with two equal corners, and triangles that occur twice. */
#include <string.h>

#include "validators/md5mesh/md5mesh_stream.h"

#define NONE UINT32_MAX

/* Limit of the average number of steps per triangle along the chains of vertices. Real meshes need fewer than
   2 steps. */
enum { MOST_STEPS_PER_TRI = 16 };

/* Rotates the corners so that the smallest is first, which keeps the winding. */
static ap_md5mesh_tri smallest_corner_first(const ap_md5mesh_tri *tri)
{
    const int32_t *c = tri->corners;
    if (c[0] < c[1] && c[0] < c[2])
        return *tri;
    return c[1] < c[2] ? (ap_md5mesh_tri){ { c[1], c[2], c[0] } } : (ap_md5mesh_tri){ { c[2], c[0], c[1] } };
}

static bool is_degenerate(const ap_md5mesh_tri *tri)
{
    const int32_t *c = tri->corners;
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
}

static bool has_same_corners(const ap_md5mesh_tri *a, const ap_md5mesh_tri *b)
{
    return a->corners[0] == b->corners[0] && a->corners[1] == b->corners[1] && a->corners[2] == b->corners[2];
}

/* Counts in *twice the triangles that have the corners of an earlier one. Each vertex has a chain of the triangles that begin
   with it. Returns false, with *twice incomplete, if the chains are so long that sorting is faster. */
static bool find_duplicates_by_chains(
    ap_md5_mesh *mesh, const ap_md5mesh_tri *tris, size_t count, ap_md5mesh_tally *twice)
{
    const size_t verts = mesh->lists[AP_VERTS].read;
    uint32_t *heads = ap_md5mesh_scratch_array(mesh, 0, verts, sizeof *heads);
    uint32_t *next = ap_md5mesh_scratch_array(mesh, 1, count, sizeof *next);
    size_t steps = 0;
    if (heads == NULL || next == NULL)
        return true;
    memset(heads, 0xff, verts * sizeof *heads);
    for (size_t i = 0; i < count; i++) {
        if (is_degenerate(&tris[i]))
            continue;
        uint32_t *head = &heads[tris[i].corners[0]], other = *head;
        for (; other != NONE && !has_same_corners(&tris[other], &tris[i]); other = next[other])
            steps++;
        if (steps > MOST_STEPS_PER_TRI * count)
            return false;
        if (other != NONE) {
            ap_md5mesh_tally_count_entry(twice, i);
        } else {
            next[i] = *head;
            *head = (uint32_t)i;
        }
    }
    return true;
}

/* Sorts the triangles' indices in order[] by one corner; triangles with equal corners keep their order. */
static void sort_by_corner(const ap_md5mesh_tri *tris, size_t corner, const uint32_t *order, uint32_t *sorted,
    size_t count, uint32_t *ends, size_t verts)
{
    uint32_t sum = 0;
    memset(ends, 0, verts * sizeof *ends);
    for (size_t i = 0; i < count; i++)
        ends[tris[i].corners[corner]]++;
    for (size_t i = 0; i < verts; i++) {
        const uint32_t here = ends[i];
        ends[i] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        sorted[ends[tris[order[i]].corners[corner]]++] = order[i];
}

/* Finds duplicate triangles by sorting, in bounded time for all inputs. */
static void find_duplicates_by_sorting(
    ap_md5_mesh *mesh, const ap_md5mesh_tri *tris, size_t count, ap_md5mesh_tally *twice)
{
    const size_t verts = mesh->lists[AP_VERTS].read;
    uint32_t *order = ap_md5mesh_scratch_array(mesh, 1, 2 * count + verts, sizeof *order);
    if (order == NULL)
        return;
    uint32_t *sorted = order + count, *ends = sorted + count;
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    sort_by_corner(tris, 2, order, sorted, count, ends, verts);
    sort_by_corner(tris, 1, sorted, order, count, ends, verts);
    sort_by_corner(tris, 0, order, sorted, count, ends, verts);
    *twice = (ap_md5mesh_tally){ .count = 0 };
    for (size_t i = 1; i < count; i++) {
        if (has_same_corners(&tris[sorted[i - 1]], &tris[sorted[i]]) && !is_degenerate(&tris[sorted[i]]))
            ap_md5mesh_tally_count_entry(twice, sorted[i]);
    }
}

void ap_md5mesh_rotate_and_check_tris(ap_md5_mesh *mesh)
{
    const size_t count = mesh->lists[AP_TRIS].read;
    ap_md5mesh_tally degenerate = { .count = 0 }, twice = { .count = 0 };
    for (size_t i = 0; i < count; i++) {
        mesh->tris[i] = smallest_corner_first(&mesh->tris[i]);
        if (is_degenerate(&mesh->tris[i]))
            ap_md5mesh_tally_count_entry(&degenerate, i);
    }
    if (!find_duplicates_by_chains(mesh, mesh->tris, count, &twice))
        find_duplicates_by_sorting(mesh, mesh->tris, count, &twice);
    ap_md5mesh_report_tally(
        mesh, AP_MD5MESH_RULE(TRI_DEGENERATE), AP_TRIS, &degenerate, "has two equal corners");
    ap_md5mesh_report_tally(
        mesh, AP_MD5MESH_RULE(TRI_DUPLICATE), AP_TRIS, &twice, "has the corners of an earlier triangle");
}
