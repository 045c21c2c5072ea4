/* Comments that a canonical form would lose. */
#ifndef AP_MD5_FIX_COMMENTS_H
#define AP_MD5_FIX_COMMENTS_H

#include "validators/fixer.h"

/* Returns true if the file has comments that are not made of its values: others than those that exporters write beside
   a joint, in the section named `joints` (NULL: there is none). */
bool ap_md5_has_own_comments(const ap_fix_job *job, const char *joints);

#endif
