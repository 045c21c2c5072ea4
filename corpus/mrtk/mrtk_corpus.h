/* The corpus format of MRTK animations: its generator and its tables of defects. */
#ifndef AP_MRTK_CORPUS_H
#define AP_MRTK_CORPUS_H

#include "corpus/corpus_formats.h"

extern const ap_corpus_format ap_mrtk_corpus;

extern ap_value_generator ap_mrtk_compute_values_or_empty_list;

extern const ap_generator ap_mrtk_generator;
extern const ap_defect_table ap_mrtk_defects, ap_mrtk_count_defects, ap_mrtk_time_defects,
    ap_mrtk_key_defects, ap_mrtk_vector_defects, ap_mrtk_name_defects, ap_mrtk_cut_defects,
    ap_mrtk_near_defects, ap_mrtk_curve_defects, ap_mrtk_text_defects, ap_mrtk_key_count_defects,
    ap_mrtk_hand_defects, ap_mrtk_motion_defects;

#endif
