/* Tests that a box extended by the reach of a mesh equals the box around all vertices of the mesh in the pose. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/test_arena.h"
#include "validators/md5mesh/md5mesh_reach.h"

ARENA_SUITE(md5mesh_reach);

enum { MOST_JOINTS = 100, MESHES = 60, POSES = 12 };

/* Changes the biases of a mesh. `change` 0: no change; 1: the biases of a vertex do not add up to 1; 2: some are negative. */
static void change_biases_of_weights(ap_choices *choices, const ap_md5mesh_model *model, int change)
{
    for (size_t part = 0; part < model->part_count; part++) {
        const ap_md5mesh_block *block = &model->parts[part].block;
        for (size_t i = 0; i < block->weight_count; i++) {
            float *bias = (float *)&block->weights[i].bias;
            *bias *= (float)(change == 0 ? 1 : ap_choose_real(choices, change == 1 ? 0.3 : -0.5, 2));
        }
    }
}

/* Sets the joints to random positions and rotations if `afresh`, and otherwise moves and turns them a little from the pose set
   before. */
static void set_random_pose(ap_choices *choices, ap_md5_placement *joints, size_t count, bool afresh)
{
    static float numbers[MOST_JOINTS][6];
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < 6; k++) {
            if (afresh)
                numbers[i][k] = (float)ap_choose_real(choices, k < 3 ? -50 : -0.57, k < 3 ? 50 : 0.57);
            else
                numbers[i][k] += (float)ap_choose_real(choices, -1, 1) * (k < 3 ? 5 : 0.1F);
        }
        ap_md5_placement_of_numbers(numbers[i], numbers[i] + 3, &joints[i]);
    }
}

/* Expects that extending a box by the reach gives the box of all vertices: in new poses and in poses that differ little from the
   pose before, for boxes that are empty at first and for others. */
static void expect_same_boxes_with_and_without_reach(
    ap_choices *choices, const ap_md5mesh_model *model, unsigned number)
{
    ap_md5_placement joints[MOST_JOINTS];
    ap_md5mesh_weight_reach reach;
    cr_assert(ap_md5mesh_init_reach(&reach, model, &arena));
    for (unsigned pose = 0; pose < POSES; pose++) {
        set_random_pose(choices, joints, model->joint_count, pose % 4 == 0);
        ap_md5mesh_box wanted = ap_md5mesh_box_of_all_vertices(model, joints), found = AP_MD5MESH_EMPTY_BOX;
        if (pose % 4 == 3) {
            for (size_t i = 0; i < 3; i++) {
                const double add = ap_choose_real(choices, -1, 1);
                found.min[i] = wanted.min[i] + add;
                found.max[i] = wanted.max[i] - add;
                wanted.min[i] = fmin(wanted.min[i], found.min[i]);
                wanted.max[i] = fmax(wanted.max[i], found.max[i]);
            }
        }
        ap_md5mesh_extend_box_by_all_vertices(&reach, &found, joints);
        cr_assert(memcmp(&found, &wanted, sizeof found) == 0, "mesh %u, pose %u", number, pose);
    }
}

Test(md5mesh_reach, an_extended_box_is_that_of_all_vertices)
{
    AT_END(generated_free) generated_file file;
    ap_choices choices;
    ap_choices_from_seed(&choices, 1);
    generated_init(&file, "md5mesh", "joints=2..100 vertices=20..60");
    for (unsigned number = 1; number <= MESHES; number++) {
        arena_replace();
        cr_assert(generate_seeded(&file, 7, number));
        const ap_md5_mesh *mesh =
            ap_md5_mesh_parse((ap_view){ file.bytes.bytes, file.bytes.size }, &findings);
        const ap_md5mesh_model *model = ap_md5_mesh_model(mesh);
        cr_assert_not_null(model);
        change_biases_of_weights(&choices, model, (int)(number % 3));
        expect_same_boxes_with_and_without_reach(&choices, model, number);
    }
}
