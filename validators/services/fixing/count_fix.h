/* Fix functions shared by binary formats. */
#ifndef AP_COUNT_FIX_H
#define AP_COUNT_FIX_H

#include "validators/fixer.h"

/* Sets *fix to write a count, or another int32, with which the rest of the file can be read to its end: the count in a related
   place of the finding (ap_count_of_best_candidate in core/layout/candidates.h), or else the number in the finding's expected
   value. This is a guess, since another count may be wrong too. Numbers are little-endian. */
void ap_fix_inferred_count(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

/* Removes the bytes of the finding if all of them are 0. Bytes with other values are removed only with
   --unsafe. */
void ap_fix_trailing_bytes(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

#endif
