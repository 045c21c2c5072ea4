/* Tables of cases of the md5 formats. md5_coverage.c expects cases of every rule in them. */
#ifndef MD5_CASES_H
#define MD5_CASES_H

#include "tests/unit/md5/md5_case.h"

#define MD5_TABLES(TABLE)                                                                                    \
    TABLE(md5anim_shared_table)                                                                              \
    TABLE(md5anim_header_table)                                                                              \
    TABLE(md5anim_hierarchy_table)                                                                           \
    TABLE(md5anim_lists_table)                                                                               \
    TABLE(md5anim_frames_table)                                                                              \
    TABLE(md5anim_values_table)                                                                              \
    TABLE(md5anim_text_table)                                                                                \
    TABLE(md5anim_foreign_table)                                                                             \
    TABLE(md5anim_recovery_table)                                                                            \
    TABLE(md5anim_mesh_table)                                                                                \
    TABLE(md5anim_motion_table)                                                                              \
    TABLE(md5anim_scale_table)                                                                               \
    TABLE(md5anim_content_table)                                                                             \
    TABLE(md5anim_fit_table)                                                                                 \
    TABLE(md5anim_scale_file_table)                                                                          \
    TABLE(md5anim_set_table)                                                                                 \
    TABLE(md5mesh_table)                                                                                     \
    TABLE(md5mesh_shared_table)                                                                              \
    TABLE(md5mesh_rule_table)                                                                                \
    TABLE(md5mesh_content_table)                                                                             \
    TABLE(md5mesh_foreign_table)                                                                             \
    TABLE(md5mesh_set_table)                                                                                 \
    TABLE(md5camera_shared_table)                                                                            \
    TABLE(md5camera_table)

#define MD5_DECLARE_TABLE(table) extern const md5_table table;
MD5_TABLES(MD5_DECLARE_TABLE)

#endif
