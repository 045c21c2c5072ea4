/* Generates files for tests. */
#ifndef GENERATED_FILE_H
#define GENERATED_FILE_H

#include "corpus/corpus_formats.h"
#include "tests/unit/support/rewrite_case.h"

/* A generated file and its companion; generated_free frees all memory. */
typedef struct generated_file {
    const ap_generator *generator;
    ap_knob_range ranges[AP_GENERATOR_KNOBS];
    bool wild;
    ap_arena arena;
    ap_writer *writer, *companion_writer;
    byte_buffer bytes, companion;
    bool companion_fits;
} generated_file;

/* Prepares a generator with its usual ranges. `knobs` has settings NAME=RANGE, separated by spaces; NULL: no settings. */
void generated_init(generated_file *generated, const char *format, const char *knobs);
void generated_free(generated_file *generated);

/* The three functions generate a file: from choices, from a seed and a file number, or from bytes. They return false if the
   generator fails. */
bool generate_file(generated_file *generated, ap_choices *choices);
bool generate_seeded(generated_file *generated, uint64_t seed, uint64_t number);
bool generate_from_bytes(generated_file *generated, ap_view bytes);

/* Returns true if linting the file finds no error. */
bool is_without_error(const ap_format *format, ap_view file);

#define FNV_BASIS UINT64_C(0xcbf29ce484222325)

/* Returns the FNV-1a hash of the bytes, starting from `hash` (FNV_BASIS at first). */
uint64_t buffer_hash(const byte_buffer *buffer, uint64_t hash);

#endif
