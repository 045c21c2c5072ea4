#include "corpus/mrtk/mrtk_corpus.h"

static const ap_defect_table *const defects[] = { &ap_mrtk_defects, &ap_mrtk_count_defects,
    &ap_mrtk_time_defects, &ap_mrtk_key_defects, &ap_mrtk_vector_defects, &ap_mrtk_name_defects,
    &ap_mrtk_cut_defects, &ap_mrtk_near_defects, &ap_mrtk_curve_defects, &ap_mrtk_text_defects,
    &ap_mrtk_key_count_defects, &ap_mrtk_hand_defects, &ap_mrtk_motion_defects, NULL };

static const ap_counted_array counted_arrays[] = { { "keys", "key_count" }, { "markers", "marker_count" },
    { NULL, NULL } };

static const ap_counted_array optional_records[] = { { "camera", "has_camera" },
    { "hand_tracked_left", "has_hand" }, { "hand_tracked_right", "has_hand" },
    { "hand_pinching_left", "has_hand" }, { "hand_pinching_right", "has_hand" },
    { "hand_joints_left", "has_hand" }, { "hand_joints_right", "has_hand" }, { "gaze", "has_gaze" },
    { NULL, NULL } };

const ap_corpus_format ap_mrtk_corpus = {
    .generator = &ap_mrtk_generator,
    .defects = defects,
    .counted_arrays = counted_arrays,
    .optional_records = optional_records,
    .values = ap_mrtk_compute_values_or_empty_list,
};
