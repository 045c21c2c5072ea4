/* Structure-aware mutation over the map of a file's fields: what fuzzers and `animproof mutate` do to a file.

   Nothing is promised of the result but its size: it may be valid, or broken in many ways at once. A broken
   file is mutated by fields up to its fault, and by bytes after it. */
#ifndef AP_MUTATOR_H
#define AP_MUTATOR_H

#include "core/base/arena.h"
#include "corpus/generate/choices.h"
#include "validators/format.h"

typedef enum ap_mutation {
    AP_MUTATE_COUNT,     /* lies about a count */
    AP_MUTATE_ENUM,      /* another mode, flag, version */
    AP_MUTATE_NUMBER,    /* a number becomes an edge value, or its neighbour's */
    AP_MUTATE_NAME,      /* a name changes, grows, shrinks, or becomes another one of the file */
    AP_MUTATE_DUPLICATE, /* a record (a key, curve, group, joint, frame) twice */
    AP_MUTATE_DELETE,    /* a record, or a whole list of them, is gone */
    AP_MUTATE_REORDER,   /* two records change places */
    AP_MUTATE_SPLICE,    /* a record of another file takes the place of one of the same kind */
    AP_MUTATE_CUT,       /* the file ends at the edge of a field, or inside one */
    AP_MUTATE_BYTES,     /* some bytes, wherever they are */
    AP_MUTATIONS
} ap_mutation;

/* "count", "enum" …; never NULL. */
const char *ap_mutation_name(ap_mutation mutation);

/* Changes a file of the format in one random way, repairing the counts that belong to a changed list half of
   the time, and writes the result to `out`, which has `room` bytes and must not overlap the input. `other` is
   a second file of the format to splice from; bytes NULL: none. Returns the size of the result; 0 when it has
   no room or memory has run out. *what gets what was done; NULL: not wanted. Takes memory from the arena in
   proportion to the number of fields. */
size_t ap_mutate(const ap_format *format, ap_view input, ap_view other, ap_choices *choices, ap_arena *arena,
    uint8_t *out, size_t room, ap_mutation *what);

/* As ap_mutate with one to four changes at once, for fuzzers: the fields are listed once for all. *what gets
   the first change. */
size_t ap_mutate_some(const ap_format *format, ap_view input, ap_view other, ap_choices *choices,
    ap_arena *arena, uint8_t *out, size_t room, ap_mutation *what);

/* The nth text that is put at the start of a file or, in a text, between tokens: a dictionary has them too. NULL
   after the last; some are empty. */
const char *ap_mutation_word(const ap_format *format, size_t nth);

/* Trimming, to find a smaller file that behaves the same. The number of parts that could be removed: lists
   before their elements, and last the bytes after the last field; 0 when memory has run out. */
size_t ap_trim_count(const ap_format *format, ap_view input, ap_arena *arena);

/* Writes the input without the nth of these parts, its count lowered by one, to `out`, which has *size bytes,
   at least as many as the input. *size becomes the size of the result. False when there is no nth part, when
   the result is not smaller, or when memory has run out. */
bool ap_trim(const ap_format *format, ap_view input, size_t nth, ap_arena *arena, uint8_t *out, size_t *size);

#endif
