/* Companions among the options of linting. */
#ifndef AP_COMPANION_USE_H
#define AP_COMPANION_USE_H

#include "validators/format.h"

/* Parses a companion into *use, a list of one: see ap_companion.parse for what must outlive it. False when
   memory has run out, and *use must not be among options then. */
bool ap_use_companion(
    ap_companion_use *use, const ap_companion *companion, ap_view input, ap_findings *findings);

/* The companion of that kind among the options; NULL where there is none. */
ap_companion_use *ap_find_companion(const ap_lint_options *options, const ap_companion *companion);

#endif
