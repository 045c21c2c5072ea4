/* Checks a whole block after it was read to its brace. Most checks are skipped if the block has a fault. */
#include <math.h>
#include <string.h>

#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/md5mesh/md5mesh_stream.h"

static const double least_sum = 0.999;

enum { USUAL_WEIGHTS = 4, MOST_NAMED_JOINTS = 1 << 20 };

void *ap_md5mesh_scratch_array(ap_md5_mesh *mesh, size_t number, size_t count, size_t size)
{
    const size_t bytes = count * size, twice = 2 * mesh->scratch_bytes[number];
    if (bytes > mesh->scratch_bytes[number] || mesh->scratch[number] == NULL) {
        const size_t wanted = bytes > twice ? bytes : twice;
        mesh->scratch[number] = ap_alloc(mesh->stream.text.io.arena, wanted);
        mesh->scratch_bytes[number] = mesh->scratch[number] == NULL ? 0 : wanted;
    }
    return mesh->scratch[number];
}

/* Findings that are reported once per block, at the first entry concerned */

void ap_md5mesh_tally_count_entry(ap_md5mesh_tally *tally, size_t index)
{
    if (tally->count++ == 0 || index < tally->first)
        tally->first = index;
}

void ap_md5mesh_report_tally(
    ap_md5_mesh *mesh, const ap_rule *rule, ap_md5mesh_list list, const ap_md5mesh_tally *t, const char *says)
{
    static const char *const lists[] = { "verts", "tris", "weights" };
    static const char *const such[] = { "vertices", "triangles", "weights" };
    ap_io *io = &mesh->stream.text.io;
    if (t->count == 0)
        return;
    ap_enter_element(io, lists[list], t->first);
    const ap_span span = ap_md5mesh_entry_span(mesh, list, t->first);
    if (t->count == 1)
        ap_add_finding_at(io, rule, span, NULL, ap_no_value(), ap_no_value(), " %s", says);
    else
        ap_add_finding_at(io, rule, span, NULL, ap_no_value(), ap_no_value(),
            " %s; this mesh has %zu such %s", says, t->count, such[list]);
    ap_leave_record(io);
}

/* Vertices that no triangle uses */

static void check_unused_verts(ap_md5_mesh *mesh)
{
    const size_t verts = mesh->lists[AP_VERTS].read, tris = mesh->lists[AP_TRIS].read;
    uint8_t *used = ap_md5mesh_scratch_array(mesh, 0, verts, sizeof *used);
    ap_md5mesh_tally unused = { .count = 0 };
    if (used == NULL)
        return;
    memset(used, 0, verts);
    for (size_t i = 0; i < tris; i++) {
        for (size_t corner = 0; corner < 3; corner++)
            used[mesh->tris[i].corners[corner]] = 1;
    }
    for (size_t i = 0; i < verts; i++) {
        if (!used[i])
            ap_md5mesh_tally_count_entry(&unused, i);
    }
    ap_md5mesh_report_tally(
        mesh, AP_MD5MESH_RULE(VERT_UNUSED), AP_VERTS, &unused, "is not part of any triangle");
}

/* Weights of the vertices */

static void check_unused_weights(ap_md5_mesh *mesh)
{
    const size_t verts = mesh->lists[AP_VERTS].read, weights = mesh->lists[AP_WEIGHTS].read;
    int32_t *steps = ap_md5mesh_scratch_array(mesh, 0, weights + 1, sizeof *steps);
    ap_md5mesh_tally unused = { .count = 0 };
    int32_t users = 0;
    if (steps == NULL)
        return;
    memset(steps, 0, (weights + 1) * sizeof *steps);
    for (size_t i = 0; i < verts; i++) {
        steps[mesh->verts[i].first_weight]++;
        steps[mesh->verts[i].first_weight + mesh->verts[i].weight_count]--;
    }
    for (size_t i = 0; i < weights; i++) {
        users += steps[i];
        if (users == 0)
            ap_md5mesh_tally_count_entry(&unused, i);
    }
    ap_md5mesh_report_tally(
        mesh, AP_MD5MESH_RULE(WEIGHT_UNUSED), AP_WEIGHTS, &unused, "is not used by any vertex");
}

/* Allocates a mark for each joint. A mark contains the number of its block, so marks of earlier blocks
   count as unset. Returns false when out of memory. */
static bool allocate_joint_marks(ap_md5_mesh *mesh, size_t joints)
{
    if (joints > mesh->joint_mark_count) {
        mesh->joint_marks = ap_alloc_array(mesh->stream.text.io.arena, joints, sizeof *mesh->joint_marks);
        mesh->joint_mark_count = mesh->joint_marks == NULL ? 0 : joints;
    }
    return joints <= mesh->joint_mark_count;
}

/* Sets *joints to the number of joints that weights may refer to: the number in the file, or if that is
   unknown, the greatest joint index of a weight plus 1. Returns false and counts a skipped check if an
   index is negative, or too large to allocate marks. */
static bool find_joint_count_for_marks_or_skip(ap_md5_mesh *mesh, size_t *joints)
{
    if (ap_md5mesh_find_valid_joint_count(mesh, joints))
        return true;
    for (size_t i = 0; i < mesh->lists[AP_WEIGHTS].read; i++) {
        const uint32_t joint = (uint32_t)mesh->weights[i].joint;
        if (joint >= MOST_NAMED_JOINTS) {
            ap_count_skipped_checks(&mesh->stream.text.io, 1);
            return false;
        }
        *joints = joint < *joints ? *joints : (size_t)joint + 1;
    }
    return true;
}

/* Returns for each weight the smallest index from which on the weights, up to and including this weight, all have different
   joints. Returns NULL when out of memory, or if a weight has no usable joint (find_joint_count_for_marks_or_skip). */
static const int32_t *find_distinct_joint_starts(ap_md5_mesh *mesh)
{
    const size_t weights = mesh->lists[AP_WEIGHTS].read;
    const uint64_t block = (uint64_t)mesh->stream.blocks << 32;
    size_t joints;
    int32_t *starts = ap_md5mesh_scratch_array(mesh, 0, weights, sizeof *starts);
    int32_t start = 0;
    if (starts == NULL || !find_joint_count_for_marks_or_skip(mesh, &joints)
        || !allocate_joint_marks(mesh, joints))
        return NULL;
    for (size_t i = 0; i < weights; i++) {
        uint64_t *mark = &mesh->joint_marks[mesh->weights[i].joint];
        const int32_t after = *mark >= block ? (int32_t)(uint32_t)*mark : 0;
        start = after > start ? after : start;
        *mark = block | (uint32_t)(i + 1);
        starts[i] = start;
    }
    return starts;
}

static void check_repeated_joints(ap_md5_mesh *mesh)
{
    const int32_t *starts = find_distinct_joint_starts(mesh);
    ap_md5mesh_tally repeated = { .count = 0 };
    for (size_t i = 0; starts != NULL && i < mesh->lists[AP_VERTS].read; i++) {
        const ap_md5mesh_vert *vert = &mesh->verts[i];
        if (starts[vert->first_weight + vert->weight_count - 1] > vert->first_weight)
            ap_md5mesh_tally_count_entry(&repeated, i);
    }
    ap_md5mesh_report_tally(
        mesh, AP_MD5MESH_RULE(VERT_JOINT_REPEATED), AP_VERTS, &repeated, "has two weights on one joint");
}

static void check_many_weights(ap_md5_mesh *mesh)
{
    ap_md5mesh_tally many = { .count = 0 };
    ap_io *io = &mesh->stream.text.io;
    int32_t most = 0;
    for (size_t i = 0; i < mesh->lists[AP_VERTS].read; i++) {
        const int32_t count = mesh->verts[i].weight_count;
        most = count > most ? count : most;
        if (count > USUAL_WEIGHTS)
            ap_md5mesh_tally_count_entry(&many, i);
    }
    if (many.count == 0)
        return;
    ap_enter_element(io, "verts", many.first);
    ap_add_finding_at(io, AP_MD5MESH_RULE(VERT_WEIGHT_LIMIT),
        ap_md5mesh_entry_span(mesh, AP_VERTS, many.first), NULL,
        ap_value_with_prefix("at most", ap_integer(USUAL_WEIGHTS)),
        ap_integer(mesh->verts[many.first].weight_count),
        " has %d weights; in this mesh, %zu %s more than %d, and the highest number is %d",
        (int)mesh->verts[many.first].weight_count, many.count,
        many.count == 1 ? "vertex has" : "vertices have", USUAL_WEIGHTS, (int)most);
    ap_leave_record(io);
}

static double sum_of_biases(const ap_md5_mesh *mesh, const ap_md5mesh_vert *vert)
{
    const ap_md5mesh_weight *weights = mesh->weights + vert->first_weight;
    double sum = 0;
    for (int32_t i = 0; i < vert->weight_count; i++)
        sum += (double)weights[i].bias;
    return sum;
}

static void check_bias_sums(ap_md5_mesh *mesh)
{
    ap_io *io = &mesh->stream.text.io;
    ap_md5mesh_tally wrong = { .count = 0 };
    double first_sum = 0;
    for (size_t i = 0; i < mesh->lists[AP_VERTS].read; i++) {
        const ap_md5mesh_vert *vert = &mesh->verts[i];
        mesh->work += (size_t)vert->weight_count;
        if (mesh->work > AP_MD5MESH_MOST_WORK) {
            ap_count_skipped_checks(io, 1);
            break;
        }
        const double sum = sum_of_biases(mesh, vert);
        if (sum >= least_sum && sum <= AP_MOST_BIAS)
            continue;
        ap_md5mesh_tally_count_entry(&wrong, i);
        first_sum = wrong.count == 1 ? sum : first_sum;
    }
    if (wrong.count == 0)
        return;
    ap_enter_element(io, "verts", wrong.first);
    ap_add_finding_at(io, AP_MD5MESH_RULE(WEIGHT_SUM), ap_md5mesh_entry_span(mesh, AP_VERTS, wrong.first),
        NULL, ap_integer(1), ap_double(first_sum),
        " has weights with the sum %.6g, not 1, so it is drawn %s the model's origin; in this mesh, %zu %s "
        "such a sum",
        first_sum, fabs(first_sum) < 1 ? "nearer to" : "farther from", wrong.count,
        wrong.count == 1 ? "vertex has" : "vertices have");
    ap_leave_record(io);
}

void ap_md5mesh_check_block_and_rotate_tris(ap_md5_mesh *mesh)
{
    ap_io *io = &mesh->stream.text.io;
    if (ap_is_writing(io))
        return;
    ap_md5mesh_check_weight_ranges(mesh);
    if (!mesh->block_valid || mesh->values_only || io->arena->failed)
        return;
    /* also true for a block without vertices, since its triangles would have been reported as out of range */
    if (mesh->lists[AP_TRIS].read == 0) {
        ap_add_finding_at(io, AP_MD5MESH_RULE(MESH_EMPTY), mesh->keyword, NULL, ap_no_value(), ap_no_value(),
            mesh->lists[AP_VERTS].read == 0 ? " has no vertex" : " has no triangle");
        return;
    }
    check_unused_verts(mesh);
    check_unused_weights(mesh);
    check_repeated_joints(mesh);
    check_many_weights(mesh);
    check_bias_sums(mesh);
    ap_md5mesh_rotate_and_check_tris(mesh);
}
