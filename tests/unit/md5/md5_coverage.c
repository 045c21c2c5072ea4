/* Tests that every rule of .md5anim, .md5mesh and .md5camera has a case in which the rule fires, and a near miss. The
   severities of the rules are checked by tests/ref/md5_result.py. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"
#include "validators/md5anim/md5anim_table.h"
#include "validators/md5camera/md5camera_table.h"
#include "validators/md5mesh/md5mesh_table.h"

static const ap_rule_table animation_rules = { ap_md5anim_rules, MD5ANIM_RULES };
static const ap_rule_table mesh_rules = { ap_md5mesh_rules, MD5MESH_RULES };
static const ap_rule_table camera_rules = { ap_md5camera_rules, MD5CAMERA_RULES };

Test(md5_coverage, every_rule_of_an_animation_has_a_case_and_a_near_miss)
{
    static const md5_table *const tables[] = { &md5anim_shared_table, &md5anim_header_table,
        &md5anim_counts_table, &md5anim_hierarchy_table, &md5anim_lists_table, &md5anim_frames_table,
        &md5anim_values_table, &md5anim_lexical_table, &md5anim_layout_table, &md5anim_recovery_table,
        &md5anim_mesh_table, &md5anim_foreign_table, &md5anim_motion_table, &md5anim_scale_table,
        &md5anim_content_table, &md5anim_fit_table, &md5anim_comment_table, &md5anim_scale_file_table,
        &md5anim_votes_table, &md5anim_set_table };
    md5_check_rules_have_cases(animation_rules, tables, sizeof tables / sizeof *tables);
}

Test(md5_coverage, every_rule_of_a_mesh_has_a_case_and_a_near_miss)
{
    static const md5_table *const tables[] = { &md5mesh_shared_table, &md5mesh_table, &md5mesh_block_table,
        &md5mesh_rule_table, &md5mesh_content_table, &md5mesh_text_table, &md5mesh_foreign_table,
        &md5mesh_set_table };
    md5_check_rules_have_cases(mesh_rules, tables, sizeof tables / sizeof *tables);
}

Test(md5_coverage, every_rule_of_a_camera_has_a_case_and_a_near_miss)
{
    static const md5_table *const tables[] = { &md5camera_shared_table, &md5camera_header_table,
        &md5camera_section_table, &md5camera_value_table, &md5camera_text_table };
    md5_check_rules_have_cases(camera_rules, tables, sizeof tables / sizeof *tables);
}
