/* Reads vertices, triangles and weights fast: entries on one line each, in the form that exporters write,
   without a finding. */
#include "core/text/text_fast.h"
#include "core/text/text_strip.h"
#include "validators/md5/md5_at_once.h"
#include "validators/md5mesh/md5mesh_stream.h"

/* Reads the start of a line. Returns true if the line begins with the keyword of the list and with the
   entry's own position as its index. */
/* Fast path of check_index. */
static inline bool scan_entry_start(
    const ap_text *text, ap_text_scanner *s, const char *word, size_t length, size_t position)
{
    int32_t index;
    return ap_scanner_skip_to_next_line(text, s) && ap_scanner_match_word(s, word, length)
           && ap_scanner_next_int(s, &index) && (size_t)index == position;
}

/* Reads and stores entry number `index` if its line is next and cannot have a finding; otherwise returns false. */
typedef bool entry_scanner(ap_md5_mesh *mesh, ap_text_scanner *s, size_t index);

/* Reads entries, many lines at once while possible and then one by one, up to the number of entries that the
   list keeps in memory. Returns the number of entries read. */
static inline size_t read_lines_at_once(ap_md5_mesh *mesh, ap_md5mesh_list list, size_t index, size_t most,
    ap_line_form form, const char *word, ap_md5_line_handler *keep, entry_scanner *take)
{
    ap_text *text = &mesh->stream.text;
    const size_t room = mesh->lists[list].room > index ? mesh->lists[list].room - index : 0;
    const size_t wanted = room < most ? room : most;
    const uint8_t *end = NULL;
    ap_text_scanner s;
    size_t taken = ap_md5_read_lines_at_once(&mesh->stream, form, word, keep, index, wanted);
    if (!ap_scanner_begin(text, &s))
        return taken;
    for (; taken < wanted && take(mesh, &s, index + taken); taken++)
        end = s.at;
    if (end == NULL)
        return taken;
    ap_text_continue_lexer_at(text, ap_scanner_offset(text, end));
    mesh->previous_index = (int64_t)(index + taken) - 1;
    return taken;
}

/* Sets mesh->previous_index to the index of the last of the `kept` entries that were read at once. Returns
   `kept`. */
static size_t set_previous_index(ap_md5_mesh *mesh, size_t index, size_t kept)
{
    if (kept > 0)
        mesh->previous_index = (int64_t)(index + kept) - 1;
    return kept;
}

/* Vertices */

/* Fast path of check_weight_count_and_record_range. */
static inline bool is_vert_clean(const ap_md5mesh_vert *vert)
{
    return vert->first_weight >= 0 && vert->weight_count > 0;
}

static inline void store_vert(ap_md5_mesh *mesh, size_t index, const ap_md5mesh_vert *vert)
{
    const int64_t end = (int64_t)vert->first_weight + vert->weight_count;
    mesh->weights_end = end > mesh->weights_end ? end : mesh->weights_end;
    mesh->verts[index] = *vert;
}

/* Fast path of check_index. */
static size_t accept_vert_lines(ap_md5_stream *stream, size_t index, const ap_line_run *lines, size_t count)
{
    ap_md5_mesh *mesh = ap_md5mesh_of(stream);
    const int32_t *integers = lines->integers;
    const float *uv = lines->numbers;
    size_t i = 0;
    for (; i < count; i++, integers += 3, uv += 2) {
        const ap_md5mesh_vert vert = { uv[0], uv[1], integers[1], integers[2] };
        if ((size_t)integers[0] != index + i || !is_vert_clean(&vert))
            break;
        store_vert(mesh, index + i, &vert);
    }
    return set_previous_index(mesh, index, i);
}

static bool scan_and_store_vert(ap_md5_mesh *mesh, ap_text_scanner *s, size_t index)
{
    ap_md5mesh_vert vert;
    if (!scan_entry_start(&mesh->stream.text, s, "vert", 4, index) || !ap_scanner_match_byte(s, '(')
        || !ap_scanner_next_float(s, &vert.u) || !ap_scanner_next_float(s, &vert.v)
        || !ap_scanner_match_byte(s, ')') || !ap_scanner_next_int(s, &vert.first_weight)
        || !ap_scanner_next_int(s, &vert.weight_count) || !is_vert_clean(&vert))
        return false;
    store_vert(mesh, index, &vert);
    return true;
}

size_t ap_md5mesh_read_verts_at_once(ap_md5_stream *stream, size_t index, size_t most)
{
    return read_lines_at_once(ap_md5mesh_of(stream), AP_VERTS, index, most, AP_LINE_VERTEX, "vert",
        accept_vert_lines, scan_and_store_vert);
}

/* Triangles */

/* Fast path of check_corner_index. */
static inline bool is_tri_clean(const ap_md5mesh_tri *tri, size_t verts)
{
    const int32_t *c = tri->corners;
    return c[0] >= 0 && c[1] >= 0 && c[2] >= 0 && (size_t)c[0] < verts && (size_t)c[1] < verts
           && (size_t)c[2] < verts;
}

/* Fast path of check_index. */
static size_t accept_tri_lines(ap_md5_stream *stream, size_t index, const ap_line_run *lines, size_t count)
{
    ap_md5_mesh *mesh = ap_md5mesh_of(stream);
    const size_t verts = ap_md5mesh_max_of_count_and_entries_read(mesh, AP_VERTS);
    const int32_t *integers = lines->integers;
    size_t i = 0;
    for (; i < count; i++, integers += 4) {
        const ap_md5mesh_tri tri = { { integers[1], integers[2], integers[3] } };
        if ((size_t)integers[0] != index + i || !is_tri_clean(&tri, verts))
            break;
        mesh->tris[index + i] = tri;
    }
    return set_previous_index(mesh, index, i);
}

static bool scan_and_store_tri(ap_md5_mesh *mesh, ap_text_scanner *s, size_t index)
{
    ap_md5mesh_tri tri;
    if (!scan_entry_start(&mesh->stream.text, s, "tri", 3, index) || !ap_scanner_next_int(s, &tri.corners[0])
        || !ap_scanner_next_int(s, &tri.corners[1]) || !ap_scanner_next_int(s, &tri.corners[2])
        || !is_tri_clean(&tri, ap_md5mesh_max_of_count_and_entries_read(mesh, AP_VERTS)))
        return false;
    mesh->tris[index] = tri;
    return true;
}

size_t ap_md5mesh_read_tris_at_once(ap_md5_stream *stream, size_t index, size_t most)
{
    return read_lines_at_once(ap_md5mesh_of(stream), AP_TRIS, index, most, AP_LINE_TRIANGLE, "tri",
        accept_tri_lines, scan_and_store_tri);
}

/* Weights */

/* Fast path of check_weight_joint and store_bias_and_count_if_outside. */
static inline bool is_weight_clean(const ap_md5mesh_weight *weight, size_t joints)
{
    return weight->joint >= 0 && (size_t)weight->joint < joints && weight->bias >= 0
           && (double)weight->bias <= AP_MOST_BIAS;
}

/* Fast path of check_index. */
static size_t accept_weight_lines(ap_md5_stream *stream, size_t index, const ap_line_run *lines, size_t count)
{
    ap_md5_mesh *mesh = ap_md5mesh_of(stream);
    const int32_t *integers = lines->integers;
    const float *numbers = lines->numbers;
    size_t i = 0, joints;
    if (!ap_md5mesh_find_valid_joint_count(mesh, &joints))
        return 0;
    for (; i < count; i++, integers += 2, numbers += 4) {
        const ap_md5mesh_weight weight = { integers[1], numbers[0], { numbers[1], numbers[2], numbers[3] } };
        if ((size_t)integers[0] != index + i || !is_weight_clean(&weight, joints))
            break;
        mesh->weights[index + i] = weight;
    }
    return set_previous_index(mesh, index, i);
}

static bool scan_and_store_weight(ap_md5_mesh *mesh, ap_text_scanner *s, size_t index)
{
    size_t joints;
    ap_md5mesh_weight weight;
    if (!ap_md5mesh_find_valid_joint_count(mesh, &joints)
        || !scan_entry_start(&mesh->stream.text, s, "weight", 6, index)
        || !ap_scanner_next_int(s, &weight.joint) || !ap_scanner_next_float(s, &weight.bias)
        || !ap_scanner_match_byte(s, '(') || !ap_scanner_next_float(s, &weight.position[0])
        || !ap_scanner_next_float(s, &weight.position[1]) || !ap_scanner_next_float(s, &weight.position[2])
        || !ap_scanner_match_byte(s, ')') || !is_weight_clean(&weight, joints))
        return false;
    mesh->weights[index] = weight;
    return true;
}

size_t ap_md5mesh_read_weights_at_once(ap_md5_stream *stream, size_t index, size_t most)
{
    return read_lines_at_once(ap_md5mesh_of(stream), AP_WEIGHTS, index, most, AP_LINE_WEIGHT, "weight",
        accept_weight_lines, scan_and_store_weight);
}
