/* values.json of a corpus, while the corpus is made. */
#ifndef AP_CORPUS_VALUES_H
#define AP_CORPUS_VALUES_H

#include "corpus/cases/case_make.h"
#include "corpus/cases/values_file.h"

typedef struct cli_values_writer {
    FILE *stream;   /* "w+" */
    ap_arena arena; /* the owner frees it */
    size_t cases;
} cli_values_writer;

/* Begins the document. The stream stays the caller's. */
void cli_values_begin(cli_values_writer *writer, FILE *stream, size_t max_memory_bytes);

/* Adds what is expected of a case; nothing where it is not valid, or the format defines no values of it. False when
   memory has run out. */
bool cli_values_add(cli_values_writer *writer, const ap_made_case *made);

/* Ends the document and writes its hash. False when it could not be written or read (errno). */
bool cli_values_finish(cli_values_writer *writer, char hash[AP_SHA256_TEXT]);

#endif
