/* Checks ranges of biases, weights and corners that can be checked only when a whole list is known. Reads the
   list a second time. */
#include <string.h>

#include "core/number/median.h"
#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/md5mesh/md5mesh_stream.h"

/* Returns a stream without findings that reads a list of the block again from its first entry; NULL when out
   of memory. */
static ap_md5_mesh *begin_rereading_list(const ap_md5_mesh *mesh, ap_md5mesh_list list)
{
    const ap_text *text = &mesh->stream.text;
    ap_md5_mesh *again = ap_alloc(text->io.arena, sizeof *again);
    if (again == NULL)
        return NULL;
    *again = *mesh;
    memset(again->lists, 0, sizeof again->lists);
    ap_text_init(&again->stream.text, text->io.input, mesh->lists[list].start, NULL, text->rules);
    return again;
}

/* Corners */

bool ap_md5mesh_has_no_corner_0(const ap_md5_mesh *mesh)
{
    enum { FIRST_CORNER = 2, LAST_CORNER = 4 }; /* positions of tokens in `tri 0 1 2 3` */
    const ap_io *io = &mesh->stream.text.io;
    ap_text text;
    size_t position = 0;
    ap_text_init(&text, io->input, mesh->lists[AP_TRIS].start, NULL, &ap_md5mesh_block_rules);
    for (;;) {
        const ap_token token = ap_text_take_token(&text);
        if (token.kind != AP_TOKEN_WORD || ap_token_is_bare_word(io, token, "numweights"))
            return true;
        position = ap_token_is_bare_word(io, token, "tri") ? 0 : position + 1;
        if (position >= FIRST_CORNER && position <= LAST_CORNER
            && (ap_token_is_bare_word(io, token, "0") || ap_token_is_bare_word(io, token, "-0")))
            return false;
    }
}

/* Biases */

/* Computes the sum of a vertex's biases. Returns false if one of its weights does not exist, or if *work shows that too many
   weights have been added. */
static bool sum_biases(const ap_md5_mesh *mesh, const ap_md5mesh_vert *vert, size_t *work, double *sum)
{
    const int64_t first = vert->first_weight, end = first + vert->weight_count;
    *sum = 0;
    if (first < 0 || vert->weight_count < 0 || end > (int64_t)mesh->lists[AP_WEIGHTS].read)
        return false;
    *work += (size_t)vert->weight_count;
    if (*work > AP_MD5MESH_MOST_WORK)
        return false;
    for (int64_t i = first; i < end; i++)
        *sum += (double)mesh->weights[i].bias;
    return true;
}

/* Returns true if the biases of most vertices add up to about 100, not 1. */
static bool are_biases_per_cent(ap_md5_mesh *mesh)
{
    static const double least = 99, most = 101;
    const ap_md5mesh_list_counts_and_start *verts = &mesh->lists[AP_VERTS],
                                           *weights = &mesh->lists[AP_WEIGHTS];
    size_t work = 0;
    if (verts->read == 0 || verts->read > verts->room || weights->read > weights->room)
        return false;
    double *sums = ap_md5mesh_scratch_array(mesh, 0, verts->read, sizeof *sums);
    for (size_t i = 0; sums != NULL && i < verts->read; i++) {
        if (!sum_biases(mesh, &mesh->verts[i], &work, &sums[i]))
            return false;
    }
    if (sums == NULL)
        return false;
    const double median = ap_lower_median(sums, verts->read);
    return median >= least && median <= most;
}

static void report_bias(ap_md5_mesh *mesh, size_t index, const ap_text_number *bias, bool most_are_outside)
{
    ap_io *io = &mesh->stream.text.io;
    const ap_value range = ap_text_value("from 0 to 1"), found = ap_float(bias->value);
    ap_enter_element(io, "weights", index);
    if (!most_are_outside)
        ap_add_finding_at(io, AP_MD5MESH_RULE(WEIGHT_RANGE), bias->span, "bias", range, found,
            ": some readers store weights in bytes, which hold only 0 to 1");
    else
        ap_add_finding_at(io, AP_MD5MESH_RULE(WEIGHT_RANGE), bias->span, "bias", range, found,
            ": %zu of the %zu weights of this mesh are outside%s", mesh->biases_outside,
            mesh->lists[AP_WEIGHTS].read,
            are_biases_per_cent(mesh) ? "; they are per cent, so divide them by 100 when exporting" : "");
    ap_leave_record(io);
}

void ap_md5mesh_check_biases(ap_md5_mesh *mesh)
{
    const size_t outside = mesh->biases_outside, read = mesh->lists[AP_WEIGHTS].read;
    const bool most_are_outside = outside >= 2 && 2 * outside > read;
    if (outside == 0 || mesh->values_only)
        return;
    ap_md5_mesh *again = begin_rereading_list(mesh, AP_WEIGHTS);
    bool complete = again != NULL;
    for (size_t i = 0, seen = 0; complete && seen < outside; i++) {
        ap_text_begin_entry(&again->stream.text);
        again->bias = (ap_text_number){ .value = 0 };
        complete = ap_md5mesh_read_or_write_weight(&again->stream, i);
        if (!ap_md5mesh_is_bias_out_of_range(&again->bias))
            continue;
        report_bias(mesh, i, &again->bias, most_are_outside);
        seen = most_are_outside ? outside : seen + 1;
    }
}

/* Vertices */

/* Returns true if the weights of the first vertex begin at 1 and those of the last vertex end at N, where N is the
   number of weights: the weights are probably counted from 1. */
static bool weights_begin_at_1(const ap_md5_mesh *mesh, size_t weights)
{
    const ap_md5mesh_list_counts_and_start *verts = &mesh->lists[AP_VERTS];
    if (verts->read == 0 || verts->read > verts->room)
        return false;
    const ap_md5mesh_vert *last = &mesh->verts[verts->read - 1];
    return mesh->verts[0].first_weight == 1
           && (int64_t)last->first_weight + last->weight_count == (int64_t)weights + 1;
}

/* Reports a vertex that refers to weights that do not exist. `hint` is the end of the message. Returns true if the vertex was
   reported. */
static bool report_vertex_with_missing_weights(
    ap_md5_mesh *mesh, size_t index, size_t weights, const char *hint)
{
    const ap_text_integer first = mesh->vert.first, count = mesh->vert.count;
    ap_io *io = &mesh->stream.text.io;
    if (!first.known || !count.known || count.value == 0)
        return false;
    if (first.value >= 0 && count.value >= 0 && (uint64_t)first.value + (uint64_t)count.value <= weights)
        return false;
    ap_enter_element(io, "verts", index);
    ap_add_finding_at(io, AP_MD5MESH_RULE(VERT_WEIGHTS_RANGE), ap_span_from_to(first.span, count.span), NULL,
        ap_value_with_prefix("within 0 to", ap_size(weights)), ap_integer(first.value),
        " uses %d %s from weight %d on; the mesh has %zu, counted from 0%s", (int)count.value,
        count.value == 1 ? "weight" : "weights", (int)first.value, weights, hint);
    ap_leave_record(io);
    return true;
}

void ap_md5mesh_check_weight_ranges(ap_md5_mesh *mesh)
{
    const size_t weights = ap_md5mesh_max_of_count_and_entries_read(mesh, AP_WEIGHTS);
    const ap_md5mesh_list_counts_and_start *verts = &mesh->lists[AP_VERTS];
    if (!mesh->vert_has_negative && mesh->weights_end <= (int64_t)weights)
        return;
    const char *hint = weights_begin_at_1(mesh, weights)
                           ? "; the first vertex begins at 1: the weights of this mesh are counted from 1"
                           : "";
    mesh->block_valid = false;
    ap_md5_mesh *again = begin_rereading_list(mesh, AP_VERTS);
    for (size_t i = 0; again != NULL && i < verts->read; i++) {
        ap_text_begin_entry(&again->stream.text);
        if (!ap_md5mesh_read_or_write_vert(&again->stream, i))
            return;
        mesh->vert = again->vert;
        if (report_vertex_with_missing_weights(mesh, i, weights, hint))
            hint = "";
    }
}
