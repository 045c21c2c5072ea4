/* Writes values.json of a corpus. */
#ifndef AP_CORPUS_VALUES_H
#define AP_CORPUS_VALUES_H

#include "corpus/cases/case_make.h"
#include "corpus/cases/values_file.h"

typedef struct cli_values_writer {
    FILE *stream;   /* opened with "w+" */
    ap_arena arena; /* freed by the owner of the writer */
    size_t cases;
} cli_values_writer;

/* Begins the document. The stream stays the caller's. max_memory_bytes limits the arena. */
void cli_values_begin(cli_values_writer *writer, FILE *stream, size_t max_memory_bytes);

/* Adds the expected values of a case. Adds nothing if the case is not valid or its format defines no
   values. Returns false when out of memory. */
bool cli_values_add_case(cli_values_writer *writer, const ap_made_case *made);

/* Ends the document and computes its hash. Returns false if writing or reading failed (errno). */
bool cli_values_finish(cli_values_writer *writer, char hash[AP_SHA256_TEXT]);

#endif
