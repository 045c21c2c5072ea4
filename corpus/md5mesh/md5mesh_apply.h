/* Changes to the blocks of a .md5mesh. */
#ifndef AP_MD5MESH_APPLY_H
#define AP_MD5MESH_APPLY_H

#include "corpus/md5/md5_apply.h"

/* Replaces a block by the text; number 1: replaces the block and everything after it. Findings are
   expected at the spans that the text marks with < and >. The pattern has one word per mark: the path in
   the block for the defect's own rule ("verts[0].index"; empty for the block itself), or another rule and
   a path ("element-count:verts"). \n in the text is replaced by the line end of the file. */
bool ap_md5mesh_apply_block(const ap_md5_tokens *tokens);

#endif
