/* Adds companions to the options of linting, and finds them there. */
#ifndef AP_COMPANION_USE_H
#define AP_COMPANION_USE_H

#include "validators/format.h"

/* Parses a companion into *use, a list of one element; ap_companion.parse says what must outlive *use.
   Returns false when out of memory; *use must not be put into options then. */
bool ap_parse_companion_for_use(
    ap_companion_use *use, const ap_companion *companion, ap_view input, ap_findings *findings);

/* Returns the companion of the kind that `companion` describes from the options, or NULL if the options
   have none. */
ap_companion_use *ap_companion_of_options(const ap_lint_options *options, const ap_companion *companion);

#endif
