/* Defects of the .md5mesh that accompanies an animation, with findings about the mesh, and of animations that do not fit their
   mesh. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5anim/md5anim_corpus.h"

/* Defines a defect of the mesh. */
#define MESH(what, id, words, function, where, value, count)                                                 \
    {                                                                                                        \
        .name = "md5mesh-" what, .rule = "md5mesh/" id, .reason = (words), .run = ap_md5_apply_change,       \
        .change = AP_MD5_BY(function), .pattern = (where), .text = (value), .number = (count),               \
        .needs_companion = true, .in_companion = true                                                        \
    }

/* Defines a defect of the size of the baseframe compared with the mesh. */
#define SCALE(what, words, value, count, ...)                                                                \
    {                                                                                                        \
        .name = "mesh-scale_" what, .rule = "md5anim/mesh-scale", .reason = (words),                         \
        .run = ap_md5_apply_change, .change = AP_MD5_BY(ap_md5_apply_bone_scale), .text = (value),           \
        .number = (count), .needs_companion = true, __VA_ARGS__                                              \
    }

/* Defines a defect of an animation compared with its mesh. */
#define FIT(id, what, words, function, value, ...)                                                           \
    {                                                                                                        \
        .name = id "_" what, .rule = "md5anim/" id, .reason = (words), .run = ap_md5_apply_change,           \
        .change = AP_MD5_BY(function), .text = (value), .needs_companion = true, __VA_ARGS__                 \
    }

static const ap_defect defects[] = {
    MESH("version_eleven", "version", "the mesh has another version", ap_md5_apply_token_text, "version",
        "11", 0),
    MESH("header-key_no-joints", "header-key", "the line with numJoints is missing", ap_md5_apply_key_missing,
        "num_joints", NULL, 0),
    MESH("joints-count_missing", "joints-count", "numJoints is one larger than the number of joints",
        ap_md5_apply_entry_missing, "joints", NULL, 0),
    MESH("unexpected-token_no-end", "unexpected-token", "a required token is missing", ap_md5_apply_delete,
        "} joints", NULL, 0),
    MESH("number_nan", "number", "a value is not a number", ap_md5_apply_token_text, "joints[*].*.*", "nan",
        0),
    MESH("joint-name-long_32", "joint-name-long", "a name has 32 bytes, one more than readers keep",
        ap_md5_apply_joint_name_long, "joints[*].name", NULL, 32),
    { .name = "md5mesh-parent-order_before",
        .rule = "md5mesh/parent-order",
        .reason = "the parent is the previous joint, which is allowed",
        .run = ap_md5_apply_change,
        .change = AP_MD5_BY(ap_md5_apply_minus_or_blanks_inserted),
        .pattern = "joints[*].parent",
        .text = "before",
        .near_miss = true,
        .needs_companion = true,
        .in_companion = true },
    MESH("mesh-count_one-more", "mesh-count", "numMeshes is one too large", ap_md5_apply_header_count,
        "num_meshes", "old+1", 0),

    SCALE(
        "half", "the animation's skeleton is half as large as the mesh's", "0.5", 0, .knobs = "joints=4..12"),
    SCALE("inches", "the animation is in centimetres and the mesh in inches", "2.54", 0,
        .knobs = "joints=4..12"),
    SCALE("three-quarters", "the fewest bones that the rule needs have another size than in the mesh", "1.03",
        1, .knobs = "joints=5..12"),
    SCALE("one-percent", "the animation's skeleton is 1 % larger than the mesh's", "1.01", 0,
        .knobs = "joints=4..12", .near_miss = true),
    SCALE("fewer", "fewer than three quarters of the bones have another size than in the mesh", "0.5", 2,
        .knobs = "joints=4..12", .near_miss = true),
    SCALE("two-bones", "the skeleton has two bones, too few to compare sizes", "0.5", 3, .knobs = "joints=3",
        .near_miss = true),

    FIT("mesh-bounds", "apart", "the box of a frame is far from the vertices", ap_md5_apply_one_box_far_away,
        "99999", .knobs = "joints=1..16"),
    FIT("mesh-bounds", "large", "the boxes are far larger than the model", ap_md5_apply_boxes_large, NULL,
        .knobs = "joints=1..16"),
    FIT("mesh-bounds", "short", "the box of a frame leaves out vertices by 4 % of one side, which is allowed",
        ap_md5_apply_one_box_far_away, NULL, .near_miss = true),
    FIT("mesh-pose", "lost", "a joint is far from where the mesh has it", ap_md5_apply_joint_far_away,
        "99999", .knobs = "joints=11..16 frames=1"),
    FIT("mesh-pose", "moved", "a joint is a little away from where the mesh has it",
        ap_md5_apply_joint_far_away, "0.0625", .knobs = "joints=11..16 frames=1", .near_miss = true),
    FIT("mesh-rotation", "conjugated",
        "the rotations of the frame are the inverses of those that they should be",
        ap_md5_apply_rotations_conjugated_and_bounds_zeroed, NULL, .knobs = "joints=4..8 frames=1"),
    FIT("mesh-rotation", "few", "two joints have rotations that are the inverses, too few to compare",
        ap_md5_apply_rotations_conjugated_and_bounds_zeroed, NULL, .knobs = "joints=2 frames=1",
        .near_miss = true),
};

const ap_defect_table ap_md5anim_mesh_defects = { defects, sizeof defects / sizeof *defects };
