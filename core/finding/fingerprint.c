#include "core/finding/fingerprint.h"

#include <stdbool.h>
#include <stdlib.h>

#include "core/base/path_glob.h"

typedef struct keyed_finding {
    uint64_t key;
    size_t index; /* index of the finding in the list */
} keyed_finding;

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

uint64_t ap_hash_path_without_indices(uint64_t hash, const char *path)
{
    while (*path != '\0') {
        hash = hash_byte(hash, (unsigned char)*path);
        path = *path == '[' ? ap_index_closing_bracket_or_end(path + 1) : path + 1;
    }
    return hash_byte(hash, 0);
}

static ap_fingerprint fingerprint_of(const ap_finding *finding)
{
    const char *found = finding->found == NULL ? "" : finding->found;
    const uint64_t rule = ap_hash_text(AP_HASH_START, finding->rule->id);
    return (ap_fingerprint){ .exact = ap_hash_text(ap_hash_text(rule, finding->path), found),
        .loose = ap_hash_text(ap_hash_path_without_indices(rule, finding->path), found) };
}

static int compare_keys(const void *one, const void *other)
{
    const keyed_finding *a = one, *b = other;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Sorts the entries by key, then replaces each key by the entry's number among entries with that key, from
   1, in the order of the list. */
static void number_equal_keys(keyed_finding *entries, size_t count)
{
    uint64_t key = 0;
    size_t number = 0;
    qsort(entries, count, sizeof *entries, compare_keys);
    for (size_t i = 0; i < count; i++) {
        number = i > 0 && entries[i].key == key ? number + 1 : 1;
        key = entries[i].key;
        entries[i].key = number;
    }
}

static void number_equal_fingerprints(ap_fingerprint *prints, keyed_finding *entries, size_t count)
{
    for (size_t i = 0; i < count; i++)
        entries[i] = (keyed_finding){ prints[i].exact, i };
    number_equal_keys(entries, count);
    for (size_t i = 0; i < count; i++)
        prints[entries[i].index].exact_number = (size_t)entries[i].key;
    for (size_t i = 0; i < count; i++)
        entries[i] = (keyed_finding){ prints[i].loose, i };
    number_equal_keys(entries, count);
    for (size_t i = 0; i < count; i++)
        prints[entries[i].index].loose_number = (size_t)entries[i].key;
}

ap_fingerprint *ap_make_fingerprints(const ap_finding *first)
{
    size_t count = 0;
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next)
        count++;
    ap_fingerprint *prints = calloc(count + 1, sizeof *prints);
    keyed_finding *entries = calloc(count + 1, sizeof *entries);
    if (prints == NULL || entries == NULL) {
        free(prints);
        free(entries);
        return NULL;
    }
    size_t i = 0;
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next)
        prints[i++] = fingerprint_of(finding);
    number_equal_fingerprints(prints, entries, count);
    free(entries);
    return prints;
}
