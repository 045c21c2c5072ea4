/* Changes of the blocks of a .md5mesh. */
#ifndef AP_MD5MESH_APPLY_H
#define AP_MD5MESH_APPLY_H

#include "corpus/md5/md5_apply.h"

/* Puts the text in place of a block; number 1: of that block and all after it. What is between < and > in the text
   is found: the pattern has a word for each such place, the path in the block where the defect's own rule is
   found ("verts[0].index"; nothing for the block itself), or another rule before it ("element-count:verts"). A line
   end of the text is the file's own. */
bool ap_md5mesh_apply_block(const ap_md5_tokens *tokens);

#endif
