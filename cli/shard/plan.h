/* Which shard gets which entry: by the hash of its path, and so that all have about as many bytes.

   The hash of a path says its bucket, of which there are more than shards. Buckets are dealt out, those of the most bytes
   first (by the power of two, so that a file more changes the order of few). Each shard has a hash with each bucket; a bucket
   goes to the shard with which that is highest, or to the next where that one would have more than 17/16 of its share; where
   all would, to the one that has least. So a file more, or less, moves few others, and so does a shard more. */
#ifndef AP_PLAN_H
#define AP_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CLI_BUCKETS = 1 << 16,
    CLI_OPENING_BYTES = 4096 /* what opening a file is worth: so many bytes of reading */
};

typedef struct cli_plan {
    uint64_t bytes[CLI_BUCKETS];  /* in each bucket, with those of opening */
    uint16_t shards[CLI_BUCKETS]; /* which each is dealt to */
    uint64_t all_bytes;
} cli_plan;

/* The bucket of a path. */
size_t cli_plan_bucket(const char *path);

/* Adds a file of that many bytes to a bucket. */
void cli_plan_add(cli_plan *plan, size_t bucket, uint64_t bytes);

/* Deals the buckets out. False: no memory. */
bool cli_plan_deal(cli_plan *plan, size_t shards);

#endif
