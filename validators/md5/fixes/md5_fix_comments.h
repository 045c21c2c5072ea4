/* Finds comments that the canonical form would lose. */
#ifndef AP_MD5_FIX_COMMENTS_H
#define AP_MD5_FIX_COMMENTS_H

#include "validators/fixer.h"

/* Returns true if the file has comments other than those that exporters generate for each joint, in the
   section named `joints` (NULL if the format has no joints). */
bool ap_md5_has_own_comments(const ap_fix_job *job, const char *joints);

#endif
