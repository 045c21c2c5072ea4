/* Reorders meshes, vertices, triangles, the corners of triangles, and weights. */
#include <string.h>

#include "corpus/equivalent/equivalent_work.h"

enum { CORNERS = 3, IN_MESH = 2 /* step of an array's name in a path: meshes, [0], verts */ };

static const char *const own_index[] = { "index", NULL };

/* Changes one mesh, if it can be changed. `from` is the index of the mesh's first field. Returns false when out of memory. */
typedef bool mesh_change(ap_equivalent_work *work, size_t from);

static bool is_field_of_mesh(const ap_equivalent_work *work, size_t at)
{
    const ap_listed_field *field = &work->fields.items[at];
    return ap_count_path_steps(field) > 2 && ap_path_step(field, 0).name != NULL
           && strcmp(ap_path_step(field, 0).name, "meshes") == 0;
}

static bool is_same_mesh(const ap_equivalent_work *work, size_t one, size_t other)
{
    return ap_have_same_path_steps(&work->fields.items[one], &work->fields.items[other], 2);
}

/* Calls `change` for each mesh. Returns false if no mesh was changed, or when out of memory. */
static bool change_meshes(ap_equivalent_work *work, mesh_change *change)
{
    for (size_t i = 0; i < work->fields.count;) {
        const size_t from = i++;
        if (!is_field_of_mesh(work, from))
            continue;
        while (i < work->fields.count && is_same_mesh(work, from, i))
            i++;
        if (!change(work, from))
            return false;
    }
    return work->edit_count > 0;
}

/* Finds an array of the mesh with field `from`. Returns false if the mesh does not have it, or if it has fewer than two
   elements. */
static bool find_array_of_several_in_mesh(
    const ap_equivalent_work *work, const char *name, size_t from, ap_element_list *list)
{
    return ap_find_elements(work, name, IN_MESH, from, list) && is_same_mesh(work, from, list->first)
           && list->count > 1;
}

static int64_t integer_field_of_element(
    const ap_equivalent_work *work, const ap_element_list *list, size_t element, const char *name)
{
    return ap_equivalent_field_integer(work, ap_element_field(work, list, element, name));
}

static bool reorder_triangles(ap_equivalent_work *work, size_t from)
{
    ap_element_list tris;
    if (!find_array_of_several_in_mesh(work, "tris", from, &tris))
        return true;
    const size_t *order = ap_equivalent_choose_other_order(work, tris.count);
    return order != NULL && ap_reorder_elements(work, &tris, order, own_index);
}

bool ap_equivalent_reorder_triangles(ap_equivalent_work *work)
{
    return change_meshes(work, reorder_triangles);
}

/* Returns the three corners of a triangle, the last fields of its element. */
static const ap_listed_field *corners_of_triangle(
    const ap_equivalent_work *work, const ap_element_list *tris, size_t tri)
{
    return &work->fields.items[tris->first + (tri + 1) * tris->stride - CORNERS];
}

static bool rotate_triangle_corners(ap_equivalent_work *work, size_t from)
{
    ap_element_list tris;
    if (!find_array_of_several_in_mesh(work, "tris", from, &tris))
        return true;
    for (size_t i = 0; i < tris.count; i++) {
        const ap_listed_field *corners = corners_of_triangle(work, &tris, i);
        const size_t turn = ap_choose_below(work->choices, CORNERS);
        for (size_t k = 0; k < CORNERS && turn != 0; k++) {
            if (!ap_equivalent_replace_bytes(
                    work, corners[k].span, ap_equivalent_field_bytes(work, &corners[(k + turn) % CORNERS])))
                return false;
        }
    }
    return true;
}

bool ap_equivalent_rotate_corners(ap_equivalent_work *work)
{
    return change_meshes(work, rotate_triangle_corners);
}

static bool reorder_vertices(ap_equivalent_work *work, size_t from)
{
    ap_element_list verts, tris;
    if (!find_array_of_several_in_mesh(work, "verts", from, &verts))
        return true;
    const size_t *order = ap_equivalent_choose_other_order(work, verts.count);
    const size_t *moved = order == NULL ? NULL : ap_invert_order(work, order, verts.count);
    if (moved == NULL || !ap_reorder_elements(work, &verts, order, own_index))
        return false;
    const bool has_triangles =
        ap_find_elements(work, "tris", IN_MESH, from, &tris) && is_same_mesh(work, from, tris.first);
    for (size_t i = 0; has_triangles && i < tris.count; i++) {
        const ap_listed_field *corners = corners_of_triangle(work, &tris, i);
        for (size_t k = 0; k < CORNERS; k++) {
            if (!ap_equivalent_set_field_integer(
                    work, &corners[k], (int64_t)moved[ap_equivalent_field_integer(work, &corners[k])]))
                return false;
        }
    }
    return true;
}

bool ap_equivalent_reorder_vertices(ap_equivalent_work *work)
{
    return change_meshes(work, reorder_vertices);
}

/* The weights of a mesh. No weight belongs to two vertices. */
typedef struct mesh_weights {
    ap_element_list verts, weights;
    size_t *sources; /* for each weight, the index of the weight that takes its place */
    bool *is_used;   /* for each weight, true if a vertex has the weight */
} mesh_weights;

/* Returns false if the weights cannot be reordered, or when out of memory. */
static bool find_vertices_and_weights(ap_equivalent_work *work, size_t from, mesh_weights *found)
{
    if (!find_array_of_several_in_mesh(work, "verts", from, &found->verts)
        || !find_array_of_several_in_mesh(work, "weights", from, &found->weights))
        return false;
    found->sources = ap_alloc_array(work->arena, found->weights.count, sizeof *found->sources);
    found->is_used = ap_alloc_array(work->arena, found->weights.count, sizeof *found->is_used);
    if (work->arena->failed)
        return false;
    for (size_t i = 0; i < found->verts.count; i++) {
        const size_t first = (size_t)integer_field_of_element(work, &found->verts, i, "first_weight");
        const size_t count = (size_t)integer_field_of_element(work, &found->verts, i, "weight_count");
        for (size_t w = first; w < first + count; w++) {
            if (w >= found->weights.count || found->is_used[w])
                return false;
            found->is_used[w] = true;
        }
    }
    return true;
}

static bool reorder_weight_runs(ap_equivalent_work *work, size_t from)
{
    mesh_weights found;
    size_t at = 0;
    if (!find_vertices_and_weights(work, from, &found))
        return !work->arena->failed;
    const size_t *order = ap_equivalent_choose_other_order(work, found.verts.count);
    for (size_t i = 0; order != NULL && i < found.verts.count; i++) {
        const size_t first = (size_t)integer_field_of_element(work, &found.verts, order[i], "first_weight");
        const size_t count = (size_t)integer_field_of_element(work, &found.verts, order[i], "weight_count");
        if (count > 0
            && !ap_equivalent_set_field_integer(
                work, ap_element_field(work, &found.verts, order[i], "first_weight"), (int64_t)at))
            return false;
        for (size_t k = 0; k < count; k++)
            found.sources[at++] = first + k;
    }
    for (size_t w = 0; w < found.weights.count; w++) {
        if (!found.is_used[w])
            found.sources[at++] = w;
    }
    return order != NULL && ap_reorder_elements(work, &found.weights, found.sources, own_index);
}

bool ap_equivalent_move_weight_runs(ap_equivalent_work *work)
{
    return change_meshes(work, reorder_weight_runs);
}

static bool reverse_weights(ap_equivalent_work *work, size_t from)
{
    mesh_weights found;
    if (!find_vertices_and_weights(work, from, &found))
        return !work->arena->failed;
    for (size_t w = 0; w < found.weights.count; w++)
        found.sources[w] = w;
    for (size_t i = 0; i < found.verts.count; i++) {
        const size_t first = (size_t)integer_field_of_element(work, &found.verts, i, "first_weight");
        const size_t count = (size_t)integer_field_of_element(work, &found.verts, i, "weight_count");
        const bool turns = ap_choose_one_in(work->choices, 2);
        for (size_t k = 0; turns && k < count; k++)
            found.sources[first + k] = first + count - 1 - k;
    }
    return ap_reorder_elements(work, &found.weights, found.sources, own_index);
}

bool ap_equivalent_reverse_weights(ap_equivalent_work *work)
{
    return change_meshes(work, reverse_weights);
}

enum { MOST_BLOCKS = 256 /* a limit, since each name is compared with all others */ };

/* Lists the spans of the mesh blocks: from the word mesh to its closing brace. Returns their number; 0 if there are more than
   MOST_BLOCKS. */
static size_t list_mesh_blocks(const ap_equivalent_work *work, ap_span blocks[MOST_BLOCKS])
{
    ap_io io;
    ap_lexer lexer;
    ap_token token;
    size_t count = 0, start = 0;
    bool is_open = false;
    ap_io_init(&io, work->input, NULL, work->arena, NULL);
    ap_lexer_init(&lexer, &io, NULL, 0);
    lexer.silent = true;
    while ((token = ap_lexer_next_token(&lexer)).kind != AP_TOKEN_END) {
        if (!is_open && ap_token_is_bare_word(&io, token, "mesh")) {
            is_open = true;
            start = token.span.offset;
        } else if (is_open && token.kind == AP_TOKEN_CLOSE_BRACE) {
            if (count == MOST_BLOCKS)
                return 0;
            blocks[count++] = (ap_span){ start, ap_span_end(token.span) - start };
            is_open = false;
        }
    }
    return count;
}

/* Returns true if meshes cannot be matched by the fields with this name: two have equal bytes, one is an empty string, or there
   are more than MOST_BLOCKS. */
static bool has_ambiguous_fields(const ap_equivalent_work *work, const char *name)
{
    ap_view seen[MOST_BLOCKS];
    size_t count = 0;
    for (size_t i = 0; i < work->fields.count; i++) {
        const ap_listed_field *field = &work->fields.items[i];
        if (field->last.name == NULL || strcmp(field->last.name, name) != 0)
            continue;
        const ap_view bytes = ap_equivalent_field_bytes(work, field);
        if (bytes.size <= strlen("\"\""))
            return true;
        for (size_t k = 0; k < count; k++) {
            if (bytes.size == seen[k].size && memcmp(bytes.bytes, seen[k].bytes, bytes.size) == 0)
                return true;
        }
        if (count == MOST_BLOCKS)
            return true;
        seen[count++] = bytes;
    }
    return false;
}

bool ap_equivalent_reorder_meshes(ap_equivalent_work *work)
{
    ap_span blocks[MOST_BLOCKS];
    const size_t count = list_mesh_blocks(work, blocks);
    if (count < 2 || has_ambiguous_fields(work, "shader") || has_ambiguous_fields(work, "label"))
        return false;
    const size_t *order = ap_equivalent_choose_other_order(work, count);
    for (size_t i = 0; i < count && order != NULL; i++) {
        const ap_view block = { work->input.bytes + blocks[order[i]].offset, blocks[order[i]].length };
        if (order[i] != i && !ap_equivalent_replace_bytes(work, blocks[i], block))
            return false;
    }
    return order != NULL;
}
