/* Tables of cases of the md5 formats. md5_coverage.c expects cases of every rule in them. */
#ifndef MD5_CASES_H
#define MD5_CASES_H

#include "tests/unit/md5/md5_case.h"

extern const md5_table md5anim_shared_table, md5mesh_shared_table, md5camera_shared_table;
extern const md5_table md5anim_header_table, md5anim_counts_table, md5anim_hierarchy_table,
    md5anim_lists_table, md5anim_frames_table, md5anim_values_table, md5anim_lexical_table,
    md5anim_layout_table, md5anim_foreign_table, md5anim_recovery_table, md5anim_mesh_table,
    md5anim_motion_table, md5anim_scale_table, md5anim_content_table, md5anim_fit_table,
    md5anim_comment_table, md5anim_scale_file_table, md5anim_votes_table, md5anim_set_table,
    md5mesh_set_table;
extern const md5_table md5mesh_table, md5mesh_block_table, md5mesh_rule_table, md5mesh_content_table,
    md5mesh_text_table, md5mesh_foreign_table;
extern const md5_table md5camera_header_table, md5camera_section_table, md5camera_value_table,
    md5camera_text_table;

#endif
