/* Finds comments that the canonical form would lose. */
#ifndef AP_MD5_FIX_COMMENTS_H
#define AP_MD5_FIX_COMMENTS_H

#include "validators/fixer.h"

/* Returns true if the file has a comment that exporters do not generate. Exporters write comments with the parent and the
   components of each joint in the section with the keyword `joints_section` (NULL if the format has no joints). A comment
   there that contradicts the joint's parent or flags also makes the result true: a person may have changed the numbers, and
   only the comment says what they were. Also returns true when out of memory (the job's arena has failed). */
bool ap_md5_file_has_unusual_comments(const ap_fix_job *job, const char *joints_section);

#endif
