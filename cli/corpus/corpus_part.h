/* Parts of a corpus: every n-th case, as a corpus of its own whose size says which part it is. */
#ifndef AP_CORPUS_PART_H
#define AP_CORPUS_PART_H

#include "cli/options/option_table.h"

enum { CLI_MOST_PARTS = 4096 };

typedef struct cli_part {
    size_t index, count; /* things index, index + count, ...; count 0: all of them */
} cli_part;

/* Whether the thing of that number is the part's. */
static inline bool cli_part_has(const cli_part *part, size_t number)
{
    return part->count == 0 || number % part->count == part->index;
}

/* For the row of an option whose value is I/N and goes into a cli_part. */
cli_exit cli_take_part(const cli_given *given);

enum { CLI_PART_SIZE_BYTES = 96 };

/* "standard, shard 3/8". */
void cli_part_put_size(char size[CLI_PART_SIZE_BYTES], const char *whole, const cli_part *part);

/* What such a size says; *whole_bytes: how long the whole's is. False where it is not one of a part. */
bool cli_part_of_size(const char *size, cli_part *part, size_t *whole_bytes);

#endif
