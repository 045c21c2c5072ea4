#include "corpus/md5camera/md5camera_corpus.h"

static const ap_defect_table *const defects[] = { &ap_md5camera_defects, NULL };

static const ap_counted_array counted_arrays[] = { { "cuts", "num_cuts" }, { "frames", "num_frames" },
    { NULL, NULL } };

static const ap_index_field index_fields[] = { { "cuts", NULL, "frames", AP_INDEX_NEEDED, NULL },
    { NULL, NULL, NULL, 0, NULL } };

static const char *const gap_texts[] = { "cuts {", "camera {", "MD5Version 10\n", NULL };

const ap_corpus_format ap_md5camera_corpus = {
    .generator = &ap_md5camera_generator,
    .defects = defects,
    .counted_arrays = counted_arrays,
    .index_fields = index_fields,
    .gap_texts = gap_texts,
};
