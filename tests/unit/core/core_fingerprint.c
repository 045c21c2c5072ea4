/* core/finding/fingerprint.h: fingerprints of findings, and numbers for findings with equal fingerprints. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/finding/fingerprint.h"
#include "tests/unit/support/less_memory.h"
#include "tests/unit/support/test_sample.h"

static const ap_rule rules[] = { { .id = "a/b", .severity = AP_ERROR },
    { .id = "a/c", .severity = AP_ERROR } };

typedef struct fingerprint_numbers_row {
    size_t rule;
    const char *path, *found;
    size_t exact_number, loose_number;
} fingerprint_numbers_row;

static const fingerprint_numbers_row list[] = {
    { 0, "frames[1].x", "1", 1, 1 },
    { 0, "frames[2].x", "1", 1, 2 }, /* the loose fingerprint equals that of the first row */
    { 0, "frames[1].x", "1", 2, 3 }, /* the exact fingerprint equals that of the first row */
    { 0, "frames[1].y", "1", 1, 1 },
    { 0, "frames[1].x", "2", 1, 1 },
    { 1, "frames[1].x", "1", 1, 1 },
    { 0, "frames[1].x", NULL, 1, 1 },
    { 0, "frames[1].x", "1", 3, 4 },
    { 0, "frames[12].x[3]", "1", 1, 1 },
    { 0, "frames[1].x[34]", "1", 1, 2 },
};
enum { ROWS = sizeof list / sizeof *list };

static ap_finding *link_findings(ap_finding *all, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++)
        all[i].next = &all[i + 1];
    return all;
}

Test(core_fingerprint, equal_fingerprints_are_numbered)
{
    ap_finding findings[ROWS];
    for (size_t i = 0; i < ROWS; i++)
        findings[i] = (ap_finding){ .rule = &rules[list[i].rule],
            .path = list[i].path,
            .found = list[i].found,
            .message = "",
            .span = { 100 - i, i } };
    ap_fingerprint *prints = ap_make_fingerprints(link_findings(findings, ROWS));
    cr_assert_not_null(prints);
    for (size_t i = 0; i < ROWS; i++) {
        cr_expect_eq(prints[i].exact_number, list[i].exact_number, "row %zu: wrong exact number %zu", i,
            prints[i].exact_number);
        cr_expect_eq(prints[i].loose_number, list[i].loose_number, "row %zu: wrong loose number %zu", i,
            prints[i].loose_number);
    }
    cr_expect(prints[0].exact == prints[2].exact && prints[0].exact != prints[1].exact);
    cr_expect(prints[0].loose == prints[1].loose && prints[0].loose != prints[3].loose);
    cr_expect(prints[0].loose != prints[5].loose && prints[0].loose != prints[6].loose);
    free(prints);
    prints = ap_make_fingerprints(NULL);
    cr_assert_not_null(prints);
    free(prints);
}

/* Makes the fingerprints of findings that all found "x". Each fingerprint must be the hash of the rule, the path and "x". The
   caller frees the fingerprints. */
static ap_fingerprint *make_fingerprints_and_expect_hashes(ap_finding *all, size_t count)
{
    ap_fingerprint *prints = ap_make_fingerprints(link_findings(all, count));
    cr_assert_not_null(prints);
    for (size_t i = 0; i < count; i++) {
        const uint64_t rule = ap_hash_text(AP_HASH_START, all[i].rule->id);
        cr_expect_eq(prints[i].exact, ap_hash_text(ap_hash_text(rule, all[i].path), "x"),
            "wrong exact hash of finding %zu", i);
        cr_expect_eq(prints[i].loose, ap_hash_text(ap_hash_path_without_indices(rule, all[i].path), "x"),
            "wrong loose hash of finding %zu", i);
    }
    return prints;
}

/* The hash of a path must not depend on the start that the path shares with the path of the finding before. */
Test(core_fingerprint, fingerprints_are_hashes_of_the_whole_path)
{
    enum { PATHS = 7, PATH_BYTES = 600 };
    static char paths[PATHS][PATH_BYTES];
    ap_finding findings[PATHS];
    for (size_t i = 0; i < PATHS; i++) {
        const size_t length = i == 3 ? 2 : 200 + 80 * (i / 2);
        memset(paths[i], 'a', length);
        (void)snprintf(paths[i] + length, PATH_BYTES - length, "[%zu].x[7]", 90 + i);
        findings[i] = (ap_finding){ .rule = &rules[i == 5], .path = paths[i], .found = "x" };
    }
    free(make_fingerprints_and_expect_hashes(findings, PATHS));
}

/* The number of a finding must be one more than the number of earlier findings with an equal fingerprint. */
Test(core_fingerprint, many_fingerprints_are_numbered)
{
    enum {
        MANY = 3000,
        DIFFERENT = 1499,
        PATH_BYTES = 24
    }; /* enough findings for hash keys that share some bits */
    static ap_finding findings[MANY];
    static char paths[MANY][PATH_BYTES];
    for (size_t i = 0; i < MANY; i++) {
        (void)snprintf(paths[i], PATH_BYTES, "a[%zu].b%zu[7]", i % DIFFERENT, i % DIFFERENT % 7);
        findings[i] = (ap_finding){ .rule = &rules[i % DIFFERENT % 5 == 0], .path = paths[i], .found = "x" };
    }
    ap_fingerprint *prints = make_fingerprints_and_expect_hashes(findings, MANY);
    for (size_t i = 0; i < MANY; i++) {
        size_t exact = 1, loose = 1;
        for (size_t j = 0; j < i; j++) {
            exact += prints[j].exact == prints[i].exact;
            loose += prints[j].loose == prints[i].loose;
        }
        cr_assert(prints[i].exact_number == exact && prints[i].loose_number == loose,
            "wrong number of finding %zu", i);
    }
    free(prints);
}

/* ap_hash_text is FNV-1a over the text with its NUL. ap_hash_path_without_indices leaves out what the brackets of a path
   enclose. */
Test(core_fingerprint, hashes_are_fnv_1a)
{
    const uint64_t prime = UINT64_C(0x100000001b3);
    uint64_t wanted = AP_HASH_START;
    for (const char *at = "ab";; at++) {
        wanted = (wanted ^ (uint8_t)*at) * prime;
        if (*at == '\0')
            break;
    }
    cr_expect_eq(ap_hash_text(AP_HASH_START, "ab"), wanted);
    cr_expect_neq(ap_hash_text(AP_HASH_START, "ab"), ap_hash_text(ap_hash_text(AP_HASH_START, "a"), "b"));
    static const char *const paths[][2] = { { "frames[12].values[3]", "frames[].values[]" }, { "a", "a" },
        { "a[0]", "a[]" }, { "a[10][2].b", "a[][].b" }, { "a[7 \"x].y\\\"]\"].b", "a[].b" },
        { "a[7 b].c", "a[].c" }, { "a[7", "a[" }, { "", "" } };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        cr_expect_eq(ap_hash_path_without_indices(7, paths[i][0]), ap_hash_text(7, paths[i][1]),
            "wrong hash of path %s", paths[i][0]);
}

/* ap_make_fingerprints returns NULL if memory does not suffice for all fingerprints. */
Test(core_fingerprint, returns_null_without_memory)
{
#ifdef TEST_IS_SANITIZED
    return; /* the test limits the address space, and the shadow memory of a sanitizer exceeds the limit */
#endif
    enum { MANY = 400000 };
    ap_finding *findings = calloc(MANY, sizeof *findings);
    cr_assert_not_null(findings);
    for (size_t i = 0; i < MANY; i++)
        findings[i] = (ap_finding){ .rule = &rules[0], .path = "" };
    (void)link_findings(findings, MANY);
    const struct rlimit before = limit_address_space(1 << 20);
    ap_fingerprint *prints = ap_make_fingerprints(findings);
    setrlimit(RLIMIT_AS, &before);
    cr_expect_null(prints);
    free(findings);
}
