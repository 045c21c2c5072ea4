/* Changes to the blocks of a .md5mesh. */
#ifndef AP_MD5MESH_APPLY_H
#define AP_MD5MESH_APPLY_H

#include "corpus/md5/md5_apply.h"

/* Replaces a block by the defect's text, or, if the defect's number is 1, the block and everything after it. Expects a finding at
   each span that < and > mark in the text. The pattern has one word for each mark: the path in the block for the defect's own
   rule ("verts[0].index"; empty for the block itself), or another rule and a path ("element-count:verts"). \n in the text is
   replaced by the line end of the file. */
bool ap_md5mesh_replace_block(const ap_md5_tokens *tokens);

#endif
