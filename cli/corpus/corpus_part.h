/* Parts of a corpus: every n-th case, as a corpus of its own whose size says which part it is. */
#ifndef AP_CORPUS_PART_H
#define AP_CORPUS_PART_H

#include "cli/shared/part.h"

enum { CLI_PART_SIZE_BYTES = 96 };

/* "standard, shard 3/8". */
void cli_part_put_size(char size[CLI_PART_SIZE_BYTES], const char *whole, const cli_part *part);

/* What such a size says; *whole_bytes: how long the whole's is. False where it is not one of a part. */
bool cli_part_of_size(const char *size, cli_part *part, size_t *whole_bytes);

#endif
