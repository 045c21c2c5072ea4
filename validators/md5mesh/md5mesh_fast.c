/* Vertices, triangles and weights as exporters write them, a line each: read without a token each where there is
   nothing to find. */
#include "core/text/text_fast.h"
#include "core/text/text_strip.h"
#include "validators/md5mesh/md5mesh_stream.h"

/* The start of a line: its word and its index, which must be its place in the list. */
/* slow twin: judge_index */
static inline bool begins_in_order(
    const ap_text *text, ap_text_strip *s, const char *word, size_t length, size_t position)
{
    int32_t index;
    return ap_strip_line(text, s) && ap_strip_word(s, word, length) && ap_strip_next_int(s, &index)
           && (size_t)index == position;
}

/* How many entries may be kept: a run takes no others. */
static size_t room(const ap_md5_mesh *mesh, ap_md5mesh_list list, size_t index, size_t most)
{
    const size_t left = mesh->lists[list].room > index ? mesh->lists[list].room - index : 0;
    return left < most ? left : most;
}

/* Reading goes on after the last line of the run, which ends at `end`; NULL: no line was taken. */
static void finish(ap_md5_mesh *mesh, const uint8_t *end, size_t next)
{
    ap_text *text = &mesh->stream.text;
    if (end == NULL)
        return;
    ap_text_go_on(text, ap_strip_offset(text, end));
    mesh->previous_index = (int64_t)next - 1;
}

/* slow twin: judge_weight_count */
static inline bool take_vert(const ap_text *text, ap_text_strip *s, size_t position, ap_md5mesh_vert *vert)
{
    return begins_in_order(text, s, "vert", 4, position) && ap_strip_mark(s, '(')
           && ap_strip_next_float(s, &vert->u) && ap_strip_next_float(s, &vert->v) && ap_strip_mark(s, ')')
           && ap_strip_next_int(s, &vert->first_weight) && ap_strip_next_int(s, &vert->weight_count)
           && vert->first_weight >= 0 && vert->weight_count > 0;
}

size_t ap_md5mesh_verts_run(ap_md5_stream *stream, size_t index, size_t most)
{
    ap_md5_mesh *mesh = ap_md5mesh_of(stream);
    const size_t wanted = room(mesh, AP_VERTS, index, most);
    const uint8_t *end = NULL;
    ap_md5mesh_vert vert;
    ap_text_strip s;
    size_t taken = 0;
    int64_t weights_end = mesh->weights_end;
    if (!ap_strip_begin(&stream->text, &s))
        return 0;
    for (; taken < wanted && take_vert(&stream->text, &s, index + taken, &vert); taken++, end = s.at) {
        const int64_t after = (int64_t)vert.first_weight + vert.weight_count;
        weights_end = after > weights_end ? after : weights_end;
        mesh->verts[index + taken] = vert;
    }
    mesh->weights_end = weights_end;
    finish(mesh, end, index + taken);
    return taken;
}

/* slow twin: judge_corner */
static inline bool take_tri(
    const ap_text *text, ap_text_strip *s, size_t position, size_t verts, ap_md5mesh_tri *tri)
{
    if (!begins_in_order(text, s, "tri", 3, position))
        return false;
    for (size_t i = 0; i < 3; i++) {
        if (!ap_strip_next_int(s, &tri->corners[i]) || tri->corners[i] < 0
            || (size_t)tri->corners[i] >= verts)
            return false;
    }
    return true;
}

size_t ap_md5mesh_tris_run(ap_md5_stream *stream, size_t index, size_t most)
{
    ap_md5_mesh *mesh = ap_md5mesh_of(stream);
    const size_t wanted = room(mesh, AP_TRIS, index, most), verts = ap_md5mesh_extent(mesh, AP_VERTS);
    const uint8_t *end = NULL;
    ap_md5mesh_tri tri;
    ap_text_strip s;
    size_t taken = 0;
    if (!ap_strip_begin(&stream->text, &s))
        return 0;
    for (; taken < wanted && take_tri(&stream->text, &s, index + taken, verts, &tri); taken++, end = s.at)
        mesh->tris[index + taken] = tri;
    finish(mesh, end, index + taken);
    return taken;
}

/* slow twin: judge_joint, judge_bias */
static inline bool take_weight(
    const ap_text *text, ap_text_strip *s, size_t position, size_t joints, ap_md5mesh_weight *weight)
{
    return begins_in_order(text, s, "weight", 6, position) && ap_strip_next_int(s, &weight->joint)
           && weight->joint >= 0 && (size_t)weight->joint < joints && ap_strip_next_float(s, &weight->bias)
           && weight->bias >= 0 && (double)weight->bias <= AP_MOST_BIAS && ap_strip_mark(s, '(')
           && ap_strip_next_float(s, &weight->position[0]) && ap_strip_next_float(s, &weight->position[1])
           && ap_strip_next_float(s, &weight->position[2]) && ap_strip_mark(s, ')');
}

size_t ap_md5mesh_weights_run(ap_md5_stream *stream, size_t index, size_t most)
{
    ap_md5_mesh *mesh = ap_md5mesh_of(stream);
    const size_t wanted = room(mesh, AP_WEIGHTS, index, most);
    const uint8_t *end = NULL;
    ap_md5mesh_weight weight;
    ap_text_strip s;
    size_t taken = 0, joints;
    if (!ap_md5mesh_joint_extent(mesh, &joints) || !ap_strip_begin(&stream->text, &s))
        return 0;
    for (; taken < wanted && take_weight(&stream->text, &s, index + taken, joints, &weight);
         taken++, end = s.at)
        mesh->weights[index + taken] = weight;
    finish(mesh, end, index + taken);
    return taken;
}
