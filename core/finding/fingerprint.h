/* What a finding is known by in a later run, when bytes before it were inserted or taken away. */
#ifndef AP_FINGERPRINT_H
#define AP_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

#include "core/finding/finding.h"

/* No part depends on an offset or a line. `exact` is made of the rule, the path and the value found; `loose`
   of the same without the indices of the path, so that it survives another element before it. Findings of a
   file that share one are told apart by their number among those, from 1, in the order of the list. */
typedef struct ap_fingerprint {
    uint64_t exact, loose;
    size_t exact_number, loose_number;
} ap_fingerprint;

/* The fingerprints of a list of findings, in its order; the caller frees them. NULL when memory has run out. */
ap_fingerprint *ap_fingerprints(const ap_finding *first);

/* FNV-1a of 64 bits: of a text, going on from `hash` (AP_HASH_START at first), its end included. */
#define AP_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t ap_hash_text(uint64_t hash, const char *text);
/* The same of a path without its indices: "frames[12].values[3]" as "frames[].values[]". */
uint64_t ap_hash_path(uint64_t hash, const char *path);

#endif
