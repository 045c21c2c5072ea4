/* Finds where a file names a joint: its own name, the numbers that refer to it, and its name in the comments after its
   children. */
#ifndef AP_LSP_RENAME_H
#define AP_LSP_RENAME_H

#include "cli/lsp/lsp_server.h"

/* Finds the joint that is named at the offset, by its own name, by a number that refers to it, or in a comment after one of its
   children. Sets *place to the span of the name or number. Returns NULL if no joint is named there. */
const lsp_joint *lsp_find_joint_named_or_referred_to_at(
    const lsp_index *index, size_t offset, ap_span *place);

/* Returns the number of joints that the file gives this name. */
size_t lsp_count_joints_with_name(const lsp_index *index, ap_view name);

/* Writes the edits that rename the joints with the name `from`, and change the comments that name them, as an array. */
void lsp_put_edits_of_joint_name(const lsp_server *server, ap_json_put *put, const char *key,
    const lsp_index *index, ap_view from, const char *to);

#endif
