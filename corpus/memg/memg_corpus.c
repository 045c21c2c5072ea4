#include "corpus/memg/memg_corpus.h"

static const ap_defect_table *const defects[] = { &ap_memg_defects, &ap_memg_cut_defects,
    &ap_memg_count_defects, &ap_memg_value_defects, &ap_memg_group_defects, &ap_memg_matrix_defects,
    &ap_memg_scene_defects, &ap_memg_layout_defects, &ap_memg_file_defects, &ap_memg_near_defects,
    &ap_memg_scale_defects, NULL };

static const ap_counted_array counted_arrays[] = { { "transforms", "timestep_count" },
    { "mapping", "vertex_count" }, { "mean", "vertex_count" }, { "values", "rows" }, { NULL, NULL } };

const ap_corpus_format ap_memg_corpus = {
    .generator = &ap_memg_generator,
    .defects = defects,
    .counted_arrays = counted_arrays,
    .values = ap_memg_values,
    .no_values = "memg/matrix-order",
};
