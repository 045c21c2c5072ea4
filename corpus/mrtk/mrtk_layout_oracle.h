/* Decides which layout an MRTK file is read in: from counts and the size of the file and, if no layout ends at the end of the
   file, from wrap modes, times and values too. This test oracle is independent: it calls no code of the reader under test. */
#ifndef AP_MRTK_LAYOUT_ORACLE_H
#define AP_MRTK_LAYOUT_ORACLE_H

#include "corpus/defect/defect.h"
#include "validators/mrtk/mrtk.h"

/* Returns true if MRTK's own layout of the version matches the file exactly. The file is then read in that layout even
   if the published layout matches too. The file must have its 16-byte header. */
bool ap_mrtk_fits_writer_layout(ap_view file, ap_mrtk_minor version);

/* Returns true if reading a file of this version in one of the layouts ends exactly at the end of the file. */
bool ap_mrtk_reads_exactly_to_end(ap_view file, ap_mrtk_minor version);

/* Returns true if the changed file is still read in the input's layout, although reading in this layout no longer ends exactly at
   the end of the file. Returns false if reading in the other layout ends there, or if the other layout fits better: it has more
   curves and keys before its first unlikely value or, if these numbers are equal, more curves before its first error. If both
   layouts fit equally well, the file is read in the writer's layout. Does not search for a wrong count that explains the damage,
   since such a count only adds to the part without unlikely values. */
bool ap_mrtk_is_layout_unchanged(ap_damage *damage);

/* Returns true if, in the layout of the input, another key count of one curve lets the changed file be read to its end, with keys
   that have no error and no unlikely value. The finding is then at that count. The file must contain all of its flags. */
bool ap_mrtk_can_key_count_explain(ap_damage *damage);

#endif
