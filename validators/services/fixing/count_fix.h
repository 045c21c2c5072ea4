/* Fixes that binary formats have in common. */
#ifndef AP_COUNT_FIX_H
#define AP_COUNT_FIX_H

#include "validators/fixer.h"

/* Writes the count with which the rest of the file reads to its end, where the finding names one: the one that leaves
   no error (core/layout/candidates.h) before the one for the field itself. It is a guess: another count may be wrong as
   well. Numbers are little-endian. */
void ap_fix_inferred_count(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

/* Cuts the bytes of the finding off where all are 0; others where that is safe. */
void ap_fix_trailing_bytes(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

#endif
