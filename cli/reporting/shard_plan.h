/* Assigns entries to shards by the hash of their path, with about the same number of bytes in each shard.

   The hash of a path selects a bucket; there are many more buckets than shards. Buckets are assigned in descending
   order of size, compared by powers of two, so that an additional file changes the order of few buckets. Each bucket
   has a hash with each shard, and prefers the shard with the highest hash. A bucket goes to its most preferred shard
   that stays within 17/16 of the average size, or else to the smallest shard. So adding or removing a file or a shard
   moves few other files. */
#ifndef AP_SHARD_PLAN_H
#define AP_SHARD_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CLI_BUCKETS = 1 << 16,
    CLI_OPENING_BYTES = 4096 /* cost of opening a file, as bytes of reading */
};

/* The assignment of buckets of files to shards. */
typedef struct cli_shard_plan {
    /* for each bucket, the sum of its files' bytes and of CLI_OPENING_BYTES per file */
    uint64_t bytes[CLI_BUCKETS];
    uint16_t shards[CLI_BUCKETS]; /* for each bucket, the index of its shard */
    uint64_t all_bytes;
} cli_shard_plan;

/* Returns the index of the bucket for a path. */
size_t cli_shard_bucket_of_path(const char *path);

/* Adds a file of `bytes` bytes to a bucket. */
void cli_shard_plan_add_file(cli_shard_plan *plan, size_t bucket, uint64_t bytes);

/* Assigns the buckets to shards. Returns false when out of memory. */
bool cli_shard_plan_assign_buckets(cli_shard_plan *plan, size_t shards);

#endif
