/* Lints a file together with its companion, and keeps all findings of both. */
#ifndef AP_LINT_PAIR_H
#define AP_LINT_PAIR_H

#include "core/base/arena.h"
#include "core/finding/finding.h"
#include "validators/format.h"

/* Findings of a file that was linted together with a companion. */
typedef struct ap_pair_findings {
    ap_arena arena; /* owns all memory of the members below */
    ap_findings of_file, of_companion;
    ap_lint_result about;
} ap_pair_findings;

/* Initialises an empty pair that takes at most max_memory_bytes (0: no limit). ap_pair_findings_free frees the
   memory. */
void ap_pair_findings_init(ap_pair_findings *pair, size_t max_memory_bytes);
void ap_pair_findings_free(ap_pair_findings *pair);

/* Lints a file of the format and its companion (bytes NULL: no companion), and keeps their findings, sorted, in the pair. Detects
   the layout. Discards the previous contents of the pair. Returns false when out of memory. */
bool ap_lint_pair(ap_pair_findings *pair, const ap_format *format, ap_view file, ap_view companion);

/* Returns true if neither file has a finding, suppressed findings included. */
bool ap_pair_has_no_finding(const ap_pair_findings *pair);

#endif
