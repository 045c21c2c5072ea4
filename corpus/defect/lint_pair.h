/* A file and the one that belongs with it, linted together, with all their findings kept. */
#ifndef AP_LINT_PAIR_H
#define AP_LINT_PAIR_H

#include "core/base/arena.h"
#include "core/finding/finding.h"
#include "validators/format.h"

typedef struct ap_pair {
    ap_arena arena; /* of all that follows */
    ap_findings of_file, of_companion;
    ap_lint_result about;
} ap_pair;

/* An empty pair that takes at most max_memory_bytes (0: no limit); ap_pair_free gives them back. */
void ap_pair_init(ap_pair *pair, size_t max_memory_bytes);
void ap_pair_free(ap_pair *pair);

/* Lints a file of the format, its layout unknown, with its companion (bytes NULL: without). Discards what the
   pair held before. Findings are sorted. False when memory has run out. */
bool ap_lint_pair(ap_pair *pair, const ap_format *format, ap_view file, ap_view companion);

/* Whether the pair was found to have no findings, silenced ones included. */
bool ap_pair_is_clean(const ap_pair *pair);

#endif
