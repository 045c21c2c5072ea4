/* Writes values.json of a corpus: the values that loaders must compute from the valid files. */
#ifndef AP_CORPUS_VALUES_H
#define AP_CORPUS_VALUES_H

#include "corpus/cases/case_make.h"
#include "corpus/cases/values_file.h"

typedef struct cli_values_writer {
    FILE *stream;   /* opened with "w+" */
    ap_arena arena; /* memory for the values of one case; the owner of the writer frees it */
    size_t cases;
} cli_values_writer;

/* Begins the document. The caller owns the stream. max_memory_bytes limits the arena (0: no limit). */
void cli_values_writer_begin(cli_values_writer *writer, FILE *stream, size_t max_memory_bytes);

/* Adds the expected values of a case. Adds nothing if the case is not valid, if its format defines no values, or if the manifest
   lists a finding of the rule ap_corpus_format.rule_without_values. Returns false when out of memory. */
bool cli_values_writer_add_case_unless_no_memory(cli_values_writer *writer, const ap_generated_case *made);

/* Ends the document, and computes the hash of what was written. Returns false with errno set if writing the stream,
   or reading it again, failed. */
bool cli_values_writer_finish(cli_values_writer *writer, char hash[AP_SHA256_TEXT]);

#endif
