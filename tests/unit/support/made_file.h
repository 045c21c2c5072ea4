/* Files out of makers, for tests. */
#ifndef MADE_FILE_H
#define MADE_FILE_H

#include "corpus/corpus_formats.h"
#include "tests/unit/support/rewrite_case.h"

/* A made file and its companion; made_free gives all memory back. */
typedef struct made_file {
    const ap_generator *generator;
    ap_range ranges[AP_GENERATOR_KNOBS];
    bool wild;
    ap_arena arena;
    ap_writer *writer, *companion_writer;
    byte_pile bytes, companion;
    bool companion_fits;
} made_file;

/* Nothing made yet, usual ranges. `knobs`: NAME=RANGE, words apart by a blank; NULL: none. */
void made_init(made_file *made, const char *format, const char *knobs);
void made_free(made_file *made);

/* Makes the file of the choices; the one with that number; or one out of bytes. False when the maker says so. */
bool make_file(made_file *made, ap_choices *choices);
bool make_seeded(made_file *made, uint64_t seed, uint64_t number);
bool make_of_bytes(made_file *made, ap_view bytes);

/* Lints the bytes; true if no error is found in them. */
bool is_without_error(const ap_format *format, ap_view file);

/* FNV-1a of all that the pile holds, beginning with `hash`. */
#define FNV_BASIS UINT64_C(0xcbf29ce484222325)
uint64_t pile_hash(const byte_pile *pile, uint64_t hash);

#endif
