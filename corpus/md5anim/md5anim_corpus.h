/* The corpus format of .md5anim: its generator and its tables of defects. */
#ifndef AP_MD5ANIM_CORPUS_H
#define AP_MD5ANIM_CORPUS_H

#include "corpus/corpus_formats.h"

extern const ap_corpus_format ap_md5anim_corpus;

extern ap_value_generator ap_md5anim_compute_values_or_empty_list;

extern const ap_generator ap_md5anim_generator;
extern const ap_defect_table ap_md5anim_defects, ap_md5anim_section_defects, ap_md5anim_end_defects,
    ap_md5anim_motion_defects, ap_md5anim_mesh_defects, ap_md5anim_comment_defects;

#endif
