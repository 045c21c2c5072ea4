#include "validators/memg/memg_edges.h"

#include "core/base/bits.h"
#include "core/number/distance.h"

/* State of listing the edges of a group. Edges are sorted by their lesser vertex, so that copies of an edge are found in linear
   time. */
typedef struct edge_lister {
    const ap_memg_scene_state *scene;
    ap_view mapping;
    bool swap;
    size_t least; /* lowest number of an .obj vertex in the mapping */
    size_t range; /* number of .obj vertices from `least` to the highest number in the mapping */
    /* for each of these `range` vertices: 1 + the index of its first entry in the mapping; 0 if the mapping
       lacks the vertex */
    uint32_t *moved;
    size_t *ends;     /* for each vertex of the motion: index after its last edge in `others` */
    uint32_t *others; /* the greater vertex of each edge */
} edge_lister;

/* Returns entry `i` of the mapping; 0 if the entry is not the number of an .obj vertex. */
static size_t obj_vertex_of_entry_or_0(const edge_lister *l, size_t i)
{
    const int32_t entry = ap_load_i32(l->mapping.bytes + AP_MEMG_MAPPING_BYTES * i, l->swap);
    return entry >= 1 && entry <= ap_memg_largest_mapping_entry(l->scene) ? (size_t)entry : 0;
}

static size_t entry_count(const edge_lister *l)
{
    return l->mapping.size / AP_MEMG_MAPPING_BYTES;
}

static void find_range_of_vertices(edge_lister *l)
{
    size_t greatest = 0;
    l->least = SIZE_MAX;
    for (size_t i = 0; i < entry_count(l); i++) {
        const size_t vertex = obj_vertex_of_entry_or_0(l, i);
        greatest = vertex > greatest ? vertex : greatest;
        l->least = vertex != 0 && vertex < l->least ? vertex : l->least;
    }
    l->range = greatest == 0 ? 0 : greatest - l->least + 1;
}

static bool make_entry_of_vertex_table(ap_io *io, edge_lister *l, ap_memg_scratch *scratch)
{
    find_range_of_vertices(l);
    l->moved = ap_memg_dirty_scratch(io, scratch, l->range * sizeof *l->moved);
    for (size_t i = entry_count(l); l->moved != NULL && i-- > 0;) {
        if (obj_vertex_of_entry_or_0(l, i) != 0)
            l->moved[obj_vertex_of_entry_or_0(l, i) - l->least] = (uint32_t)i + 1;
    }
    return l->moved != NULL;
}

/* Sets the used elements of `moved` back to 0. Visits only the mapping, since the array may be much
   larger. */
static void clear_entry_of_vertex(const edge_lister *l)
{
    for (size_t i = 0; i < entry_count(l); i++) {
        if (obj_vertex_of_entry_or_0(l, i) != 0)
            l->moved[obj_vertex_of_entry_or_0(l, i) - l->least] = 0;
    }
}

/* Returns 1 + the index of the first mapping entry with this .obj vertex; 0 if no entry has it. */
static uint32_t one_plus_entry_of_vertex(const edge_lister *l, size_t vertex)
{
    return vertex >= l->least && vertex - l->least < l->range ? l->moved[vertex - l->least] : 0;
}

typedef void edge_visitor(edge_lister *l, uint32_t lesser, uint32_t greater);

/* Visits the edges between mapped vertices of the face with the corners `first` to `last`. */
static void visit_mapped_edges_of_face(edge_lister *l, size_t first, size_t last, edge_visitor *visit)
{
    const size_t *corners = l->scene->scene->corners;
    uint32_t before = one_plus_entry_of_vertex(l, corners[last]);
    for (size_t i = first; i <= last; i++) {
        const uint32_t here = one_plus_entry_of_vertex(l, corners[i]);
        if (before != 0 && here != 0 && before != here)
            visit(l, (before < here ? before : here) - 1, (before < here ? here : before) - 1);
        before = here;
    }
}

static void visit_mapped_edges(edge_lister *l, edge_visitor *visit)
{
    const ap_obj_scene *scene = l->scene->scene;
    for (const ap_obj_corner_run_list *list = l->scene->group->runs; list != NULL; list = list->next) {
        size_t first = list->run->first;
        for (size_t i = first; i < list->run->first + list->run->count; i++) {
            if (!ap_has_bit(scene->last, i))
                continue;
            if (!ap_has_bit(scene->faulty, i))
                visit_mapped_edges_of_face(l, first, i, visit);
            first = i + 1;
        }
    }
}

static void count_edge(edge_lister *l, uint32_t lesser, uint32_t greater)
{
    (void)greater;
    l->ends[lesser]++;
}

/* Stores the greater vertex of the edge at the index in `ends` of the lesser vertex, and increases this
   index. */
static void store_edge(edge_lister *l, uint32_t lesser, uint32_t greater)
{
    l->others[l->ends[lesser]++] = greater;
}

/* Sorts the edges by their lesser vertex. Sets *count to the number of edges, copies included. Returns false
   when out of memory. */
static bool sort_edges(ap_io *io, edge_lister *l, ap_memg_edges *edges, size_t *count)
{
    *count = 0;
    l->ends = ap_memg_zeroed_scratch(io, &edges->ends, entry_count(l) * sizeof *l->ends);
    if (l->ends == NULL)
        return false;
    visit_mapped_edges(l, count_edge);
    for (size_t i = 0; i < entry_count(l); i++) {
        const size_t own = l->ends[i];
        l->ends[i] = *count;
        *count += own;
    }
    l->others = ap_memg_zeroed_scratch(io, &edges->others, *count * sizeof *l->others);
    if (l->others == NULL)
        return false;
    visit_mapped_edges(l, store_edge);
    return true;
}

static double length_in_scene(const edge_lister *l, size_t one, size_t other)
{
    return ap_distance(l->scene->scene->positions[obj_vertex_of_entry_or_0(l, one)],
        l->scene->scene->positions[obj_vertex_of_entry_or_0(l, other)]);
}

/* Adds the edges with the lesser vertex `lesser`, each once, unless their length in the .obj is 0 or NaN. marks[v] is 1 + the
   lesser vertex of the last edge that was visited with the greater vertex v. */
static void add_edges(const edge_lister *l, size_t lesser, uint32_t *marks, ap_memg_edges *edges)
{
    for (size_t i = lesser == 0 ? 0 : l->ends[lesser - 1]; i < l->ends[lesser]; i++) {
        const uint32_t other = l->others[i];
        const bool copy = marks[other] == lesser + 1;
        const double length = copy ? 0 : length_in_scene(l, lesser, other);
        marks[other] = (uint32_t)lesser + 1;
        if (length > 0)
            edges->edges[edges->count++] = (ap_memg_edge){ (uint32_t)lesser, other, length };
    }
}

bool ap_memg_list_edges(
    ap_io *io, const ap_memg_scene_state *scene, const ap_memg_group *group, ap_memg_edges *edges)
{
    size_t most;
    edge_lister l = { .scene = scene, .mapping = group->mapping, .swap = io->swap };
    edges->count = 0;
    if (!make_entry_of_vertex_table(io, &l, &edges->moved) || !sort_edges(io, &l, edges, &most))
        return false;
    uint32_t *marks = ap_memg_zeroed_scratch(io, &edges->marks, entry_count(&l) * sizeof *marks);
    edges->edges = ap_memg_zeroed_scratch(io, &edges->listed, most * sizeof *edges->edges);
    if (marks == NULL || edges->edges == NULL)
        return false;
    for (size_t i = 0; i < entry_count(&l); i++)
        add_edges(&l, i, marks, edges);
    clear_entry_of_vertex(&l);
    return true;
}
