/* Parts of a corpus: every n-th case, as a corpus of its own whose size says which part it is. */
#ifndef AP_CORPUS_PART_H
#define AP_CORPUS_PART_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/shared/option_table.h"

enum { CLI_MOST_PARTS = 4096, CLI_PART_SIZE_BYTES = 96 };

typedef struct cli_corpus_part {
    size_t index, count; /* cases index, index + count, ...; count 0: the corpus is whole */
} cli_corpus_part;

/* For the row of an option whose value is I/N and goes into a cli_corpus_part. */
cli_exit cli_take_part(const cli_given *given);

/* "standard, shard 3/8". */
void cli_part_put_size(char size[CLI_PART_SIZE_BYTES], const char *whole, const cli_corpus_part *part);

/* What such a size says; *whole_bytes: how long the whole's is. False where it is not one of a part. */
bool cli_part_of_size(const char *size, cli_corpus_part *part, size_t *whole_bytes);

#endif
