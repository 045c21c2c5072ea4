/* Fingerprints that identify a finding in a later run, after bytes before it were inserted or removed. */
#ifndef AP_FINGERPRINT_H
#define AP_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

#include "core/finding/finding.h"

/* A fingerprint contains no offset and no line. `exact` hashes the rule, the path and the found value; `loose` hashes the rule,
   the found value and the path without its indices, so that it survives an element inserted before. Findings of one file with
   equal hashes are numbered from 1, in the order of the list. */
typedef struct ap_fingerprint {
    uint64_t exact, loose;
    size_t exact_number, loose_number;
} ap_fingerprint;

/* Returns the fingerprints of a list of findings, in the order of the list; the caller frees the array.
   Returns NULL when out of memory. */
ap_fingerprint *ap_make_fingerprints(const ap_finding *first);

/* Adds a text and its terminator to an FNV-1a hash of 64 bits. Start with AP_HASH_START. */
#define AP_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t ap_hash_text(uint64_t hash, const char *text);
/* Adds a path without its indices to the hash: "frames[12].values[3]" as "frames[].values[]". */
uint64_t ap_hash_path_without_indices(uint64_t hash, const char *path);

#endif
