/* Mutating the input of a target, shared by the adaptors for libFuzzer and AFL++.

   Most targets take a file of one format; some have bytes that choose before it, or a companion and
   FUZZ_SEAM. What is before the file stays as it is: byte mutations of the engine change that, too. */
#ifndef AP_MUTATING_H
#define AP_MUTATING_H

#include "corpus/mutator/mutator.h"
#include "validators/format.h"

typedef struct fuzz_mutating {
    const ap_format *format; /* NULL: found from the content */
    size_t front_bytes;      /* before the file, which choose */
    bool is_pair;            /* a companion and FUZZ_SEAM may be before it */
    ap_arena arena;          /* for one mutation at a time */
} fuzz_mutating;

/* For the inputs of that target ("memory-mrtk", "mesh"), or for files of the format of that name. Where it
   names no format, or is NULL, ANIMPROOF_FORMAT in the environment does; otherwise the content. Takes no
   memory yet. */
void fuzz_mutating_init(fuzz_mutating *m, const char *target);

/* The span of the file in an input of the target: after its front and its seam. */
ap_span fuzz_file_span(const fuzz_mutating *m, ap_view input);

/* The format of the file; NULL where it is unknown. */
const ap_format *fuzz_format_of(const fuzz_mutating *m, ap_view file);

/* Mutates the file in the input one to four times, splicing from the file in `other` (bytes NULL: none), and
   writes the whole input to `out`, which has `room` bytes and must not overlap either. The same seed gives
   the same result. Returns the size; 0 when nothing could be done: no room, no memory, no such format. *what
   gets the first mutation; NULL: not wanted. */
size_t fuzz_mutate(fuzz_mutating *m, ap_view input, ap_view other, uint64_t seed, uint8_t *out, size_t room,
    ap_mutation *what);

/* Gives all memory back. */
void fuzz_mutating_free(fuzz_mutating *m);

#endif
