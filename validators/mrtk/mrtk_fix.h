/* What mends MRTK input animations. */
#ifndef AP_MRTK_FIX_H
#define AP_MRTK_FIX_H

#include "validators/fixer.h"

enum { AP_MRTK_FIXERS = 9 };
extern const ap_fixer ap_mrtk_fixers[AP_MRTK_FIXERS];

#endif
