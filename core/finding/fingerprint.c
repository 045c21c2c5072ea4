#include "core/finding/fingerprint.h"

#include <stdbool.h>
#include <stdlib.h>

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

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

/* Whether entries that are sorted by so many of the lowest bits have no two of different keys that agree in these: then those
   of each key stand together. */
static bool stand_together(const keyed *entries, size_t count, unsigned bits)
{
    const uint64_t low = bits == 0 ? 0 : UINT64_MAX >> (8 * sizeof low - bits);
    for (size_t i = 1; i < count; i++) {
        const uint64_t differ = entries[i - 1].key ^ entries[i].key;
        if (differ != 0 && (differ & low) == 0)
            return false;
    }
    return true;
}

/* Puts entries of one key together, in their order. `other` has room for as many. Returns the array that the result is in. By
   digits, the lowest first, and no further than it takes: no keys that a file chooses make it slow. */
static keyed *sort(keyed *entries, keyed *other, size_t count)
{
    for (unsigned shift = 0; !stand_together(entries, count, shift); shift += DIGIT_BITS) {
        size_t places[DIGITS] = { 0 }, next = 0;
        for (size_t i = 0; i < count; i++)
            places[entries[i].key >> shift & (DIGITS - 1)]++;
        for (size_t digit = 0; digit < DIGITS; digit++) {
            const size_t of_digit = places[digit];
            places[digit] = next;
            next += of_digit;
        }
        for (size_t i = 0; i < count; i++)
            other[places[entries[i].key >> shift & (DIGITS - 1)]++] = entries[i];
        keyed *sorted = other;
        other = entries;
        entries = sorted;
    }
    return entries;
}

/* The number of each among those of its key, for entries of which those of one key stand together. */
static size_t number_of(const keyed *entries, size_t at, size_t before)
{
    return at > 0 && entries[at - 1].key == entries[at].key ? before + 1 : 1;
}

/* `entries` has room for twice `count`. */
static void number_all(ap_fingerprint *prints, keyed *entries, size_t count)
{
    size_t number = 0;
    for (size_t i = 0; i < count; i++)
        entries[i] = (keyed){ prints[i].exact, i };
    const keyed *sorted = sort(entries, entries + count, count);
    for (size_t i = 0; i < count; i++)
        prints[sorted[i].index].exact_number = number = number_of(sorted, i, number);
    for (size_t i = 0; i < count; i++)
        entries[i] = (keyed){ prints[i].loose, i };
    sorted = sort(entries, entries + count, count);
    for (size_t i = 0; i < count; i++)
        prints[sorted[i].index].loose_number = number = number_of(sorted, i, number);
}

ap_fingerprint *ap_fingerprints(const ap_finding *first)
{
    size_t count = 0;
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next)
        count++;
    ap_fingerprint *prints = calloc(count + 1, sizeof *prints);
    keyed *entries = calloc(count + 1, 2 * sizeof *entries);
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
