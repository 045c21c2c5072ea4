/* A corpus as one file of lines: each case with its bytes. */
#ifndef AP_CORPUS_LINES_H
#define AP_CORPUS_LINES_H

#include "corpus/cases/case_make.h"

enum { CLI_LINES_CASE_BYTES = 64 << 10 /* of a file or companion; a larger one is null */ };

/* Writes the line of a case whose hashes are known. The stream tells of failures. */
void cli_put_corpus_line(FILE *stream, const ap_made_case *made);

#endif
