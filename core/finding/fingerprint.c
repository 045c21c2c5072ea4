#include "core/finding/fingerprint.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct keyed {
    uint64_t key;
    size_t index; /* in the list */
} keyed;

static uint64_t hash_byte(uint64_t hash, unsigned char byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

uint64_t ap_hash_text(uint64_t hash, const char *text)
{
    while (*text != '\0')
        hash = hash_byte(hash, (unsigned char)*text++);
    return hash_byte(hash, 0);
}

uint64_t ap_hash_path(uint64_t hash, const char *path)
{
    bool index = false;
    for (; *path != '\0'; path++) {
        index = index && *path != ']';
        if (!index)
            hash = hash_byte(hash, (unsigned char)*path);
        index = index || *path == '[';
    }
    return hash_byte(hash, 0);
}

static ap_fingerprint print_of(const ap_finding *finding)
{
    const char *found = finding->found == NULL ? "" : finding->found;
    const uint64_t rule = ap_hash_text(AP_HASH_START, finding->rule->id);
    return (ap_fingerprint){
        .exact = ap_hash_text(ap_hash_text(rule, finding->path), found),
        .loose = ap_hash_text(ap_hash_path(rule, finding->path), found),
    };
}

static int in_order(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

/* The number of each among those of its key, for `count` entries that are sorted. */
static size_t number_of(const keyed *entries, size_t at, size_t before)
{
    return at > 0 && entries[at - 1].key == entries[at].key ? before + 1 : 1;
}

static void number_all(ap_fingerprint *prints, keyed *entries, size_t count)
{
    size_t number = 0;
    for (size_t i = 0; i < count; i++)
        entries[i] = (keyed){ prints[i].exact, i };
    qsort(entries, count, sizeof *entries, in_order);
    for (size_t i = 0; i < count; i++)
        prints[entries[i].index].exact_number = number = number_of(entries, i, number);
    for (size_t i = 0; i < count; i++)
        entries[i] = (keyed){ prints[i].loose, i };
    qsort(entries, count, sizeof *entries, in_order);
    for (size_t i = 0; i < count; i++)
        prints[entries[i].index].loose_number = number = number_of(entries, i, number);
}

ap_fingerprint *ap_fingerprints(const ap_finding *first)
{
    size_t count = 0;
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next)
        count++;
    ap_fingerprint *prints = calloc(count + 1, sizeof *prints);
    keyed *entries = calloc(count + 1, sizeof *entries);
    if (prints == NULL || entries == NULL) {
        free(prints);
        free(entries);
        return NULL;
    }
    size_t i = 0;
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next)
        prints[i++] = print_of(finding);
    number_all(prints, entries, count);
    free(entries);
    return prints;
}
