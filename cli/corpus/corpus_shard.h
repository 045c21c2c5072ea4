/* Parts of a corpus: every n-th case, as a corpus of its own whose size says which part it is. */
#ifndef AP_CORPUS_SHARD_H
#define AP_CORPUS_SHARD_H

#include "cli/options/option_table.h"

enum { CLI_MOST_CORPUS_SHARDS = 4096 };

typedef struct cli_corpus_shard {
    size_t index, count; /* things index, index + count, ...; count 0: all of them */
} cli_corpus_shard;

/* Whether the thing of that number is the part's. */
static inline bool cli_corpus_shard_has(const cli_corpus_shard *part, size_t number)
{
    return part->count == 0 || number % part->count == part->index;
}

/* For the row of an option whose value is I/N and goes into a cli_corpus_shard. */
cli_exit cli_take_corpus_shard(const cli_given *given);

enum { CLI_CORPUS_SHARD_BYTES = 96 };

/* "standard, shard 3/8". */
void cli_corpus_shard_put_size(
    char size[CLI_CORPUS_SHARD_BYTES], const char *whole, const cli_corpus_shard *part);

/* What such a size says; *whole_bytes: how long the whole's is. False where it is not one of a part. */
bool cli_corpus_shard_of_size(const char *size, cli_corpus_shard *part, size_t *whole_bytes);

#endif
