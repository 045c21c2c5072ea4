/* Decides which layout an MRTK file is read in, from sizes and counts alone. This test oracle is
   independent: it calls no code of the reader under test. */
#ifndef AP_MRTK_LAYOUT_ORACLE_H
#define AP_MRTK_LAYOUT_ORACLE_H

#include "corpus/defect/defect.h"
#include "validators/mrtk/mrtk.h"

/* Returns true if MRTK's own layout matches a 1.1 file exactly. The file is then read in that layout even
   if the published layout matches too. The file must have its 16-byte header. */
bool ap_mrtk_fits_writer(ap_view file);

/* Returns true if one of the layouts matches a file of version 1.0 or 1.1 exactly. */
bool ap_mrtk_consumed(ap_view file, ap_mrtk_minor version);

/* Returns true if the changed file is still read in the input's layout although the layout no longer
   matches exactly. That requires that the other layout does not match exactly, and does not read soundly
   further, or as far with more complete curves before its first error (for an input in the published
   layout: less far). A count that explains the damage in one layout is not looked for: it only adds to
   the sound part of that layout. */
bool ap_mrtk_layout_stays(ap_damage *damage);

/* Returns true if in the layout of the input another count of one curve, with sound keys, explains the
   changed file: then the finding is at that count. The file must have complete flags. */
bool ap_mrtk_is_mended(ap_damage *damage);

#endif
