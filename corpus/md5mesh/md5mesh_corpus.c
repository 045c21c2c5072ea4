#include "corpus/md5mesh/md5mesh_corpus.h"

static const ap_defect_table *const defects[] = { &ap_md5mesh_defects, &ap_md5mesh_block_defects, NULL };

/* Counted arrays: the header counts joints and meshes; each mesh block counts its other arrays. */
static const ap_counted_array counted_arrays[] = { { "joints", "num_joints" }, { "meshes", "num_meshes" },
    { "verts", "num_verts" }, { "tris", "num_tris" }, { "weights", "num_weights" }, { NULL, NULL } };

static const ap_index_field index_fields[] = { { "joints", "parent", "joints", AP_INDEX_PARENT, NULL },
    { "verts", "index", "verts", AP_INDEX_OWN, NULL },
    { "verts", "first_weight", "weights", AP_INDEX_FIRST, "weight_count" },
    { "tris", "index", "tris", AP_INDEX_OWN, NULL }, { "corners", NULL, "verts", AP_INDEX_NEEDED, NULL },
    { "weights", "index", "weights", AP_INDEX_OWN, NULL },
    { "weights", "joint", "joints", AP_INDEX_PARENT, NULL }, { NULL, NULL, NULL, 0, NULL } };

static const char *const gap_texts[] = { "mesh {", "joints {", "MD5Version 10\n", "tri 0 0 0 0",
    "numweights 1", NULL };

const ap_corpus_format ap_md5mesh_corpus = {
    .generator = &ap_md5mesh_generator,
    .defects = defects,
    .counted_arrays = counted_arrays,
    .index_fields = index_fields,
    .gap_texts = gap_texts,
};
