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

/* ap_hash_text and ap_hash_path of the path at once: each multiplication waits for the one before it in its own chain alone. */
static ap_fingerprint hash_both(uint64_t exact, const char *path)
{
    uint64_t loose = exact;
    bool index = false;
    for (; *path != '\0'; path++) {
        exact = hash_byte(exact, (unsigned char)*path);
        index = index && *path != ']';
        if (!index)
            loose = hash_byte(loose, (unsigned char)*path);
        index = index || *path == '[';
    }
    return (ap_fingerprint){ .exact = hash_byte(exact, 0), .loose = hash_byte(loose, 0) };
}

/* `rule` is the hash of the rule's id. */
static ap_fingerprint print_of(const ap_finding *finding, uint64_t rule)
{
    const char *found = finding->found == NULL ? "" : finding->found;
    ap_fingerprint print = hash_both(rule, finding->path);
    print.exact = ap_hash_text(print.exact, found);
    print.loose = ap_hash_text(print.loose, found);
    return print;
}

static int by_key(const void *one, const void *other)
{
    const keyed *a = one, *b = other;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Sorts the entries, and makes the key of each its number among those of its key, in the order of the list. */
static void number_keys(keyed *entries, size_t count)
{
    uint64_t key = 0;
    size_t number = 0;
    qsort(entries, count, sizeof *entries, by_key);
    for (size_t i = 0; i < count; i++) {
        number = i > 0 && entries[i].key == key ? number + 1 : 1;
        key = entries[i].key;
        entries[i].key = number;
    }
}

static void number_all(ap_fingerprint *prints, keyed *entries, size_t count)
{
    for (size_t i = 0; i < count; i++)
        entries[i] = (keyed){ prints[i].exact, i };
    number_keys(entries, count);
    for (size_t i = 0; i < count; i++)
        prints[entries[i].index].exact_number = (size_t)entries[i].key;
    for (size_t i = 0; i < count; i++)
        entries[i] = (keyed){ prints[i].loose, i };
    number_keys(entries, count);
    for (size_t i = 0; i < count; i++)
        prints[entries[i].index].loose_number = (size_t)entries[i].key;
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
    const ap_rule *rule = NULL; /* of the finding before */
    uint64_t rule_hash = 0;
    size_t i = 0;
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next) {
        if (finding->rule != rule)
            rule_hash = ap_hash_text(AP_HASH_START, finding->rule->id);
        rule = finding->rule;
        prints[i++] = print_of(finding, rule_hash);
    }
    number_all(prints, entries, count);
    free(entries);
    return prints;
}
