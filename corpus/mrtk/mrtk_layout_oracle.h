/* Which layout a file of MRTK is read in: derived again from sizes and counts alone. An oracle must not ask
   the code under test, so nothing here calls the reader. */
#ifndef AP_MRTK_LAYOUT_ORACLE_H
#define AP_MRTK_LAYOUT_ORACLE_H

#include "corpus/defect/defect.h"
#include "validators/mrtk/mrtk.h"

/* Whether the layout that MRTK writes consumes a file of 1.1 exactly. Then it is read in that, whatever its
   maker meant: "both do -> writer". The file has its header, 16 bytes, at least. */
bool ap_mrtk_fits_writer(ap_view file);

/* Whether a file of version 1.0 or 1.1 is consumed exactly by one of the layouts. */
bool ap_mrtk_consumed(ap_view file, ap_mrtk_minor version);

/* Whether the changed file, which the input's layout no longer consumes exactly, is still read in that
   layout: the other one does not consume it exactly either, and reads no more whole curves (fewer, where
   the input's is the published one) before its first error. */
bool ap_mrtk_layout_stays(ap_damage *damage);

#endif
