/* The tables of defects there are. */
#ifndef AP_DEFECT_TABLES_H
#define AP_DEFECT_TABLES_H

#include "corpus/defect/defect.h"

extern const ap_defect_table ap_mrtk_defects, ap_mrtk_count_defects, ap_mrtk_time_defects,
    ap_mrtk_key_defects, ap_mrtk_vector_defects, ap_mrtk_name_defects, ap_mrtk_cut_defects,
    ap_mrtk_near_defects, ap_mrtk_curve_defects, ap_mrtk_text_defects;
extern const ap_defect_table ap_memg_defects, ap_memg_cut_defects, ap_memg_count_defects,
    ap_memg_value_defects, ap_memg_group_defects, ap_memg_matrix_defects, ap_memg_scene_defects,
    ap_memg_layout_defects, ap_memg_whole_defects, ap_memg_near_defects;
extern const ap_defect_table ap_md5anim_defects, ap_md5anim_joint_defects, ap_md5anim_section_defects,
    ap_md5anim_token_defects, ap_md5anim_end_defects, ap_md5anim_foreign_defects, ap_md5mesh_defects,
    ap_md5mesh_foreign_defects;

#endif
