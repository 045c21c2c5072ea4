/* The corpus format of mesh-ensemble motion: its generator and its tables of defects. */
#ifndef AP_MEMG_CORPUS_H
#define AP_MEMG_CORPUS_H

#include "corpus/corpus_formats.h"

extern const ap_corpus_format ap_memg_corpus;

extern ap_value_generator ap_memg_compute_values_or_empty_list;

extern const ap_generator ap_memg_generator;
extern const ap_defect_table ap_memg_defects, ap_memg_cut_defects, ap_memg_count_defects,
    ap_memg_value_defects, ap_memg_group_defects, ap_memg_matrix_defects, ap_memg_scene_defects,
    ap_memg_layout_defects, ap_memg_file_defects, ap_memg_near_defects, ap_memg_scale_defects;

#endif
