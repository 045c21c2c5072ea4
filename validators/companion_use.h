/* Parses companions for the options of linting (ap_lint_options.companions), and finds them in these
   options. */
#ifndef AP_COMPANION_USE_H
#define AP_COMPANION_USE_H

#include "validators/format.h"

/* Parses a companion into *use, a list of one element. The input and the arena of the findings must outlive
   *use (see ap_companion.parse). Returns false when out of memory; *use must then not be added to options. */
bool ap_parse_companion_for_use(
    ap_companion_use *use, const ap_companion *companion, ap_view input, ap_findings *findings);

/* Returns the parsed companion in the options that is of the kind `companion`, or NULL if the options have no
   such companion. */
ap_companion_use *ap_find_companion_use(const ap_lint_options *options, const ap_companion *companion);

/* Copies of the companions of options: each uses the parsed model of the original, but has its own list of findings, empty at
   first, and no work spent yet. */
typedef struct ap_companion_copies {
    ap_companion_use uses[AP_MOST_COMPANIONS];
    ap_findings findings[AP_MOST_COMPANIONS];
} ap_companion_copies;

/* Replaces the companions of the options by copies, so that linting adds no findings to the companions of the caller. The
   findings of the copies are in the arena; *copies must outlive the options. */
void ap_copy_companions(ap_lint_options *options, ap_companion_copies *copies, ap_arena *arena);

#endif
