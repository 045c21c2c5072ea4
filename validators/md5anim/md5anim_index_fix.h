/* Fixes the indices of frames. */
#ifndef AP_MD5ANIM_INDEX_FIX_H
#define AP_MD5ANIM_INDEX_FIX_H

#include "validators/fixer.h"

/* Numbers the frames from 0. Refused unless header and bounds agree with the number of frames, and either
   one index is wrong or all are wrong by the same amount: otherwise frames may have been reordered, and
   the right order is unknown. */
void ap_md5anim_fix_single_or_shifted_frame_indices(
    const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

#endif
