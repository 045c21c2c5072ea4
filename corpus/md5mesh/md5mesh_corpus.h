/* The corpus format of .md5mesh: its generator and its tables of defects. */
#ifndef AP_MD5MESH_CORPUS_H
#define AP_MD5MESH_CORPUS_H

#include "corpus/corpus_formats.h"

extern const ap_corpus_format ap_md5mesh_corpus;

extern const ap_generator ap_md5mesh_generator;
extern const ap_defect_table ap_md5mesh_defects, ap_md5mesh_block_defects;

#endif
