#include "corpus/memg/memg_corpus.h"

static const ap_defect_table *const defects[] = { &ap_memg_defects, &ap_memg_cut_defects,
    &ap_memg_count_defects, &ap_memg_value_defects, &ap_memg_group_defects, &ap_memg_matrix_defects,
    &ap_memg_scene_defects, &ap_memg_layout_defects, &ap_memg_file_defects, &ap_memg_near_defects,
    &ap_memg_scale_defects, NULL };

static const ap_counted_array counted_arrays[] = { { "transforms", "timestep_count" },
    { "transforms[]", "frame_count" }, { "mapping", "vertex_count" }, { "mean", "vertex_count" },
    { "values", "rows" }, { NULL, NULL } };

static const ap_index_field index_fields[] = {
    { "groups", "parent_frame", "transforms[]", AP_INDEX_PARENT, NULL }, { NULL, NULL, NULL, 0, NULL }
};

static const ap_counted_array optional_records[] = { { "groups", NULL }, { NULL, NULL } };

const ap_corpus_format ap_memg_corpus = {
    .generator = &ap_memg_generator,
    .defects = defects,
    .counted_arrays = counted_arrays,
    .optional_records = optional_records,
    .index_fields = index_fields,
    .values = ap_memg_compute_values_or_empty_list,
    .rule_without_values = "memg/matrix-order",
};
