/* Which layout a file of MRTK is read in, by its sizes: said a second time, apart from the linter. */
#ifndef AP_MRTK_LAYOUT_ORACLE_H
#define AP_MRTK_LAYOUT_ORACLE_H

#include "core/base/span.h"

/* Whether the layout that MRTK writes consumes a file of 1.1 exactly. Then it is read in that, whatever its
   maker meant: "both do -> writer". The file has its header, 16 bytes, at least. */
bool ap_mrtk_fits_writer(ap_view file);

/* Whether a file of version 1.0 or 1.1 is consumed exactly by one of the layouts. */
bool ap_mrtk_consumed(ap_view file, bool version_1_1);

#endif
