#include "cli/reporting/shard_plan.h"

#include <stdlib.h>

#include "core/finding/fingerprint.h"

/* Mixes the bits, so that each bit of the result depends on each bit of the value. */
static uint64_t mix_hash_bits(uint64_t value)
{
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

size_t cli_shard_bucket_of_path(const char *path)
{
    return (size_t)(mix_hash_bits(ap_hash_text(AP_HASH_START, path)) % CLI_BUCKETS);
}

void cli_shard_plan_add_file(cli_shard_plan *plan, size_t bucket, uint64_t bytes)
{
    plan->bytes[bucket] += bytes + CLI_OPENING_BYTES;
    plan->all_bytes += bytes + CLI_OPENING_BYTES;
}

typedef struct queued_bucket {
    unsigned power; /* floor(log2) of the bucket's bytes */
    uint64_t hash;
    size_t bucket;
} queued_bucket;

static int compare_bucket_sizes(const void *one, const void *other)
{
    const queued_bucket *a = one, *b = other;
    if (a->power != b->power)
        return a->power > b->power ? -1 : 1;
    return a->hash < b->hash ? -1 : a->hash > b->hash;
}

static uint64_t shard_preference(size_t bucket, size_t shard)
{
    return mix_hash_bits(mix_hash_bits(bucket + 1) ^ (uint64_t)shard * UINT64_C(0x9e3779b97f4a7c15));
}

/* Returns the shard that the bucket prefers most among those with a preference less than `below`; returns `shards` if
   no shard is left. */
static size_t next_preferred_shard(size_t bucket, size_t shards, uint64_t below)
{
    size_t best = shards;
    uint64_t highest = 0;
    for (size_t shard = 0; shard < shards; shard++) {
        const uint64_t hash = shard_preference(bucket, shard);
        if (hash < below && (best == shards || hash > highest)) {
            best = shard;
            highest = hash;
        }
    }
    return best;
}

static size_t choose_shard(
    const cli_shard_plan *plan, size_t bucket, const uint64_t *loads, size_t shards, uint64_t most)
{
    uint64_t below = UINT64_MAX;
    for (;;) {
        const size_t shard = next_preferred_shard(bucket, shards, below);
        if (shard == shards)
            break;
        if (loads[shard] + plan->bytes[bucket] <= most)
            return shard;
        below = shard_preference(bucket, shard);
    }
    size_t least = 0;
    for (size_t shard = 1; shard < shards; shard++)
        least = loads[shard] < loads[least] ? shard : least;
    return least;
}

bool cli_shard_plan_assign_buckets(cli_shard_plan *plan, size_t shards)
{
    size_t count = 0;
    queued_bucket *queue = calloc(CLI_BUCKETS, sizeof *queue);
    uint64_t *loads = calloc(shards, sizeof *loads);
    const uint64_t share = plan->all_bytes / shards, most = share + share / 16 + 1;
    for (size_t bucket = 0; bucket < CLI_BUCKETS && queue != NULL; bucket++) {
        unsigned power = 0;
        while (power < 63 && plan->bytes[bucket] >> (power + 1) != 0)
            power++;
        if (plan->bytes[bucket] > 0)
            queue[count++] = (queued_bucket){ power, mix_hash_bits(bucket), bucket };
    }
    if (queue != NULL && loads != NULL)
        qsort(queue, count, sizeof *queue, compare_bucket_sizes);
    for (size_t i = 0; i < count && loads != NULL; i++) {
        const size_t bucket = queue[i].bucket, shard = choose_shard(plan, bucket, loads, shards, most);
        plan->shards[bucket] = (uint16_t)shard;
        loads[shard] += plan->bytes[bucket];
    }
    const bool done = queue != NULL && loads != NULL;
    free(queue);
    free(loads);
    return done;
}
