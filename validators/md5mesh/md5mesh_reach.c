#include "validators/md5mesh/md5mesh_reach.h"

#include <math.h>

enum { MASK_BITS = 64, AXES = 3 };

/* Per axis: the difference between the index of a direction and the index of the direction one step further
   along the axis. */
static const int steps[AXES] = { 9, 3, 1 };

/* Largest rounding error of a position, as a share of the numbers that are added up: the error of 4,096 roundings of a
   double. */
static const double rounding = 0x1p-40;

/* x, y and z of the directions, in one array each, so that compilers can vectorise the loop over the
   directions. */
static const double x_of[AP_REACH_DIRECTIONS] = { -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
static const double y_of[AP_REACH_DIRECTIONS] = { -1, -1, -1, 0, 0, 0, 1, 1, 1, -1, -1, -1, 0, 0, 0, 1, 1, 1,
    -1, -1, -1, 0, 0, 0, 1, 1, 1 };
static const double z_of[AP_REACH_DIRECTIONS] = { -1, 0, 1, -1, 0, 1, -1, 0, 1, -1, 0, 1, -1, 0, 1, -1, 0, 1,
    -1, 0, 1, -1, 0, 1, -1, 0, 1 };

static void extend_joint_reaches(ap_md5mesh_weight_reach *reach, const ap_md5mesh_block *block)
{
    for (size_t i = 0; i < block->weight_count; i++) {
        ap_md5mesh_joint_reach *limb = &reach->limbs[block->weights[i].joint];
        const float *position = block->weights[i].position;
        const double x = (double)position[0], y = (double)position[1], z = (double)position[2];
        for (int k = 0; k < AP_REACH_DIRECTIONS; k++) {
            const double product = x * x_of[k] + y * y_of[k] + z * z_of[k];
            limb->farthest[k] = product > limb->farthest[k] ? product : limb->farthest[k];
        }
        limb->size = fmax(limb->size, fabs(x) + fabs(y) + fabs(z));
    }
}

/* Removes limbs without weights. */
static void remove_joints_without_weights(ap_md5mesh_weight_reach *reach, size_t joint_count)
{
    for (size_t i = 0; i < joint_count; i++) {
        if (reach->limbs[i].size >= 0)
            reach->limbs[reach->limb_count++] = reach->limbs[i];
    }
}

/* Sets the bits of the joints of a vertex in *joints, and extends the range of sums in *reach by the vertex's sum of biases.
   Returns false if a bias is negative. */
static bool store_joints_and_check_biases(ap_md5mesh_weight_reach *reach, const ap_md5mesh_block *block,
    const ap_md5mesh_vert *vert, uint64_t *joints)
{
    double sum = 0, least = 0;
    for (int32_t i = 0; i < vert->weight_count; i++) {
        const ap_md5mesh_weight *weight = &block->weights[vert->first_weight + i];
        *joints |= UINT64_C(1) << (uint32_t)weight->joint % MASK_BITS;
        sum += (double)weight->bias;
        least = fmin(least, (double)weight->bias);
    }
    reach->least_sum = fmin(reach->least_sum, sum);
    reach->most_sum = fmax(reach->most_sum, sum);
    return least >= 0;
}

bool ap_md5mesh_init_reach(ap_md5mesh_weight_reach *reach, const ap_md5mesh_model *model, ap_arena *arena)
{
    *reach = (ap_md5mesh_weight_reach){ .model = model, .least_sum = INFINITY, .most_sum = 0 };
    reach->joints = ap_alloc_array(arena, model->vert_count, sizeof *reach->joints);
    reach->limbs = ap_alloc_array(arena, model->joint_count, sizeof *reach->limbs);
    if (reach->joints == NULL || reach->limbs == NULL)
        return false;
    bool positive = true;
    uint64_t *joints = reach->joints;
    for (size_t i = 0; i < model->joint_count; i++) {
        reach->limbs[i] = (ap_md5mesh_joint_reach){ .joint = i, .size = -1 };
        for (int k = 0; k < AP_REACH_DIRECTIONS; k++)
            reach->limbs[i].farthest[k] = -INFINITY;
    }
    for (size_t i = 0; i < model->part_count; i++) {
        const ap_md5mesh_block *block = &model->parts[i].block;
        extend_joint_reaches(reach, block);
        for (size_t vert = 0; vert < block->vert_count; vert++)
            positive &= store_joints_and_check_biases(reach, block, &block->verts[vert], joints++);
    }
    remove_joints_without_weights(reach, model->joint_count);
    if (!positive)
        reach->limbs = NULL;
    return true;
}

void ap_md5mesh_prepare_reach_if_affordable(ap_md5mesh_model *model, ap_arena *arena)
{
    if (model->incomplete || model->work > AP_MD5MESH_MOST_WORK)
        return;
    ap_md5mesh_weight_reach *reach = ap_alloc(arena, sizeof *reach);
    model->incomplete = reach == NULL || !ap_md5mesh_init_reach(reach, model, arena);
    model->reach = reach;
}

/* Extends the box by a vertex, and records the vertex for each side of the box that it moves. */
static void extend_box_and_record_extreme_vertex(ap_md5mesh_weight_reach *reach, ap_md5mesh_box *box,
    ap_md5mesh_vertex_of_block member, const ap_md5_placement *joints)
{
    double at[3];
    ap_md5mesh_compute_vertex(member.block, member.vert, joints, at);
    for (size_t i = 0; i < 3; i++) {
        if (at[i] < box->min[i]) {
            box->min[i] = at[i];
            reach->extreme[i] = member;
        }
        if (at[i] > box->max[i]) {
            box->max[i] = at[i];
            reach->extreme[3 + i] = member;
        }
    }
}

/* Returns the largest distance that a limb can reach in the direction of `row`, a row of the joint's rotation matrix, and sets
   *back to the distance in the opposite direction. The row is computed as a sum of up to three directions. */
static double reach_in_direction(const ap_md5mesh_joint_reach *limb, const double row[3], double *back)
{
    int first = fabs(row[0]) < fabs(row[1]) ? 1 : 0, last = 1 - first;
    if (fabs(row[2]) > fabs(row[first]))
        first = 2;
    else if (fabs(row[2]) < fabs(row[last]))
        last = 2;
    const int middle = 3 - first - last;
    const int axis = AP_REACH_NOWHERE + (row[first] < 0 ? -steps[first] : steps[first]);
    const int edge = axis + (row[middle] < 0 ? -steps[middle] : steps[middle]);
    const int corner = edge + (row[last] < 0 ? -steps[last] : steps[last]);
    const double a = fabs(row[first]) - fabs(row[middle]), b = fabs(row[middle]) - fabs(row[last]),
                 c = fabs(row[last]);
    const double *opposite = limb->farthest + AP_REACH_DIRECTIONS - 1;
    *back = a * opposite[-axis] + b * opposite[-edge] + c * opposite[-corner];
    return a * limb->farthest[axis] + b * limb->farthest[edge] + c * limb->farthest[corner];
}

/* Computes the box for limbs from the box of vertices: if all limbs of a vertex are inside this box, the vertex (the sum of
   positions times biases) is inside the box of vertices. A NaN in the result means that no limb counts as inside, because
   comparisons with NaN are false. */
static ap_md5mesh_box limb_bounds_of_vertex_box(
    const ap_md5mesh_weight_reach *reach, const ap_md5mesh_box *box)
{
    ap_md5mesh_box inner;
    for (int axis = 0; axis < AXES; axis++) {
        inner.min[axis] = box->min[axis] / (box->min[axis] < 0 ? reach->most_sum : reach->least_sum);
        inner.max[axis] = box->max[axis] / (box->max[axis] > 0 ? reach->most_sum : reach->least_sum);
    }
    return inner;
}

/* Returns true if the limb is certainly inside of the box of limbs. Biases are positive, so a vertex is the sum of its biases
   times a position between the limbs that it is weighted to. */
static bool is_hull_inside(
    const ap_md5mesh_joint_reach *limb, const ap_md5_placement *joint, const ap_md5mesh_box *box)
{
    for (int axis = 0; axis < AXES; axis++) {
        const double at = joint->position[axis], error = rounding * (fabs(at) + limb->size);
        double back;
        const double high = at + reach_in_direction(limb, joint->rotation + 3 * axis, &back) + error;
        const double low = at - back - error;
        if (!(low >= box->min[axis] && high <= box->max[axis]))
            return false;
    }
    return true;
}

/* Returns a mask of the joints with weights that may place a vertex outside the box. Bit i % 64 is for joint i, as in the
   masks of reach->joints. */
static uint64_t find_joints_outside(
    const ap_md5mesh_weight_reach *reach, const ap_md5mesh_box *box, const ap_md5_placement *joints)
{
    const ap_md5mesh_box inner = limb_bounds_of_vertex_box(reach, box);
    uint64_t outside = 0;
    for (size_t i = 0; i < reach->limb_count; i++) {
        const ap_md5mesh_joint_reach *limb = &reach->limbs[i];
        const uint64_t bit = UINT64_C(1) << limb->joint % MASK_BITS;
        if ((outside & bit) == 0 && !is_hull_inside(limb, &joints[limb->joint], &inner))
            outside |= bit;
    }
    return outside;
}

void ap_md5mesh_extend_box_by_all_vertices(
    ap_md5mesh_weight_reach *reach, ap_md5mesh_box *box, const ap_md5_placement *joints)
{
    const ap_md5mesh_weight_reach before = *reach;
    for (size_t i = 0; i < AP_REACH_SIDES && before.extreme[i].vert != NULL; i++)
        extend_box_and_record_extreme_vertex(reach, box, before.extreme[i], joints);
    const uint64_t outside = reach->limbs == NULL ? UINT64_MAX : find_joints_outside(reach, box, joints);
    const uint64_t *of_vertex = reach->joints;
    for (size_t i = 0; outside != 0 && i < reach->model->part_count; i++) {
        const ap_md5mesh_block *block = &reach->model->parts[i].block;
        for (size_t vert = 0; vert < block->vert_count; vert++) {
            if ((*of_vertex++ & outside) != 0)
                extend_box_and_record_extreme_vertex(
                    reach, box, (ap_md5mesh_vertex_of_block){ block, &block->verts[vert] }, joints);
        }
    }
}
