/* What mends mesh-ensemble motion. */
#ifndef AP_MEMG_FIX_H
#define AP_MEMG_FIX_H

#include "validators/fixer.h"

enum { AP_MEMG_FIXERS = 9 };
extern const ap_fixer ap_memg_fixers[AP_MEMG_FIXERS];

#endif
