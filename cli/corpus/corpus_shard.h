/* Shards of a corpus: shard I of N has every Nth case, and is a corpus of its own. The size in its corpus.json names
   the shard. */
#ifndef AP_CORPUS_SHARD_H
#define AP_CORPUS_SHARD_H

#include "cli/options/option_table.h"

enum { CLI_MOST_CORPUS_SHARDS = 4096 };

typedef struct cli_corpus_shard {
    size_t index, count; /* cases index, index + count, ...; count 0 means all cases */
} cli_corpus_shard;

/* Returns true if the case with this number belongs to the shard. */
static inline bool cli_corpus_shard_has(const cli_corpus_shard *shard, size_t number)
{
    return shard->count == 0 || number % shard->count == shard->index;
}

/* Parses the value I/N of an option into a cli_corpus_shard. */
cli_exit cli_parse_corpus_shard(const cli_option_value *given);

enum { CLI_CORPUS_SIZE_TEXT_BYTES = 96 };

/* Writes the size of a shard: "standard, shard 3/8"; writes `whole`, the size of the corpus, if the shard has all cases. */
void cli_corpus_shard_put_size(
    char size[CLI_CORPUS_SIZE_TEXT_BYTES], const char *whole, const cli_corpus_shard *shard);

/* Parses a size that names a shard, and sets *shard. Sets *size_length to the number of bytes of `size` that give the
   size of the whole corpus. Returns false if the size does not name a shard. */
bool cli_corpus_shard_parse_size(const char *size, cli_corpus_shard *shard, size_t *size_length);

#endif
