/* The indices of frames as a fix. */
#ifndef AP_MD5ANIM_INDEX_FIX_H
#define AP_MD5ANIM_INDEX_FIX_H

#include "validators/fixer.h"

/* Counts the frames anew, where there are as many as the header and the bounds say, and where one index alone is wrong
   or all are by as much. Which of them is meant is not known where frames may have changed places. */
void ap_md5anim_fix_index(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

#endif
