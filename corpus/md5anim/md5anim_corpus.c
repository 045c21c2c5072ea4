#include "corpus/md5anim/md5anim_corpus.h"

static const ap_defect_table *const defects[] = { &ap_md5anim_defects, &ap_md5anim_section_defects,
    &ap_md5anim_end_defects, &ap_md5anim_motion_defects, &ap_md5anim_mesh_defects,
    &ap_md5anim_comment_defects, NULL };

/* Counted arrays. The count of a frame's values is in the header: ap_write_without_elements finds it there, but mutations correct
   only counts in the record that holds the array. */
static const ap_counted_array counted_arrays[] = { { "hierarchy", "num_joints" },
    { "baseframe", "num_joints" }, { "bounds", "num_frames" }, { "frames", "num_frames" },
    { "values", "num_animated_components" }, { NULL, NULL } };

static const ap_index_field index_fields[] = { { "hierarchy", "parent", "hierarchy", AP_INDEX_PARENT, NULL },
    { "hierarchy", "start_index", "values", AP_INDEX_FLAGS, "flags" },
    { "frames", "index", "frames", AP_INDEX_OWN, NULL }, { NULL, NULL, NULL, 0, NULL } };

static const char *const gap_texts[] = { "frame 0 {", "hierarchy {", "MD5Version 10\n", NULL };

const ap_corpus_format ap_md5anim_corpus = {
    .generator = &ap_md5anim_generator,
    .defects = defects,
    .counted_arrays = counted_arrays,
    .index_fields = index_fields,
    .values = ap_md5anim_compute_values_or_empty_list,
    .gap_texts = gap_texts,
};
