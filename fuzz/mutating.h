/* Mutates the animation file in the input of a fuzz target. Used by the adaptors for libFuzzer and AFL++.

   The input of most targets is one file; some targets have choice bytes before the file, or a
   companion and FUZZ_SEAM. This mutator leaves everything before the file unchanged; the engine's
   byte mutations change it.  */
#ifndef AP_MUTATING_H
#define AP_MUTATING_H

#include "corpus/mutator/mutator.h"
#include "validators/format.h"

typedef struct fuzz_format_mutator {
    const ap_format *format; /* NULL to recognise the format by the content */
    size_t front_bytes;      /* number of choice bytes before the file */
    bool is_pair;            /* a companion and FUZZ_SEAM may come before the file */
    ap_arena arena;          /* memory of the current mutation; reset when the mutation is complete */
} fuzz_format_mutator;

/* Prepares to mutate inputs of `target`: the name of a target ("memory-mrtk", "mesh") or of a format. If it
   implies no format, or is NULL, the environment variable ANIMPROOF_FORMAT names the format; if that is not
   set, the format is recognised by the content. Allocates no memory. */
void fuzz_format_mutator_init(fuzz_format_mutator *m, const char *target);

/* Returns the span of the animation file in an input: the bytes after the choice bytes or, if the target takes pairs and the
   input has a seam, after the seam. */
ap_span fuzz_find_mutable_file(const fuzz_format_mutator *m, ap_view input);

/* Returns the format of the target if the target takes only one; otherwise recognises the file. Returns NULL if unknown. */
const ap_format *fuzz_recognize_target_format(const fuzz_format_mutator *m, ap_view file);

/* Applies one to four mutations to the file in the input, and writes the complete new input to `out`, which
   has `room` bytes and overlaps neither input. Parts of the file in `other` may be spliced in; other.bytes
   may be NULL. The same seed gives the same result. Sets *what, if not NULL, to the first mutation. Returns
   the size of the new input, or 0 if `room` is too small, memory runs out or the format is unknown. */
size_t fuzz_mutate(fuzz_format_mutator *m, ap_view input, ap_view other, uint64_t seed, uint8_t *out,
    size_t room, ap_mutation *what);

void fuzz_format_mutator_free(fuzz_format_mutator *m);

#endif
