#include "corpus/cases/case_flags.h"

#include <fnmatch.h>
#include <string.h>

#include "corpus/corpus_formats.h"
#include "validators/registry.h"

#define COMPANION     "companion"
#define NEAR_MISS     "near-miss"
#define SEVERAL_RULES "several-rules"

static const ap_case_flag flags[] = {
    { .name = "count-wraps-32",
        .effect = "a count times the size of an element is small, zero or negative in 32 bits: a reader "
                  "that multiplies in 32 bits allocates too little memory and writes past its end",
        .defects = { "mrtk/count-exceeds-file_keys-*-wraps*", "mrtk/count-exceeds-file_*-negative",
            "mrtk/count-exceeds-file_markers-wrap", "memg/count-exceeds-file_*-wraps",
            "memg/count-exceeds-file_*-wraps-to-0", "memg/count-exceeds-file_*-wrap-32",
            "memg/count-exceeds-file_*-wraps-32", "memg/count-exceeds-file_vertices-28-negative",
            "md5anim/count-exceeds-file_*-wrap", "md5anim/integer_frames-wrap" } },
    { .name = "count-wraps-64",
        .effect = "a product of counts is zero or negative in 64 bits: a reader that checks the product "
                  "against the file's size accepts it",
        .defects = { "memg/count-exceeds-file_*-wrap-64", "memg/count-exceeds-file_*-wraps-64" } },
    { .name = "count-largest",
        .effect = "a count is the largest int32: a reader that allocates before it checks the file's size "
                  "runs out of memory",
        .defects = { "md5anim/count-exceeds-file_frames", "md5anim/count-exceeds-file_joints",
            "md5anim/component-count-range_largest", "md5anim/*-count_largest",
            "md5camera/count-exceeds-file_frames", "md5camera/cut-count-range_largest" } },
    { .name = "count-negative",
        .effect = "a count or a length is negative: huge as an unsigned number, but small in a signed "
                  "comparison",
        .defects = { "*/count-negative_*", "mrtk/marker-name_negative*", "*-count-range_minus-one",
            "*-count-range_smallest", "md5anim/*-count_minus-one" } },
    { .name = "number-wraps",
        .effect = "an integer does not fit into 32 bits: readers wrap it, clamp it or stop, and continue "
                  "with different values",
        .defects = { "*/integer_*-overflow", "md5*/number-wraps_*", "md5anim/start-index-range_largest",
            "memg/obj-index-range_huge" } },
    { .name = "index-outside",
        .effect = "an index is outside of its array: a reader that does not check the index reads or "
                  "writes out of bounds",
        .defects = { "memg/mapping-range_*", "memg/parent-range_*", "memg/obj-index-range_*",
            "md5anim/start-index-range_*", "md5anim/parent-*", "md5mesh/parent-*", "md5anim/frame-index_*",
            "md5mesh/tri-vertex-range_*", "md5mesh/vert-weights-range_*", "md5mesh/weight-joint-range_*",
            "md5camera/cut-range_*" } },
    { .name = "overlap",
        .effect = "two elements have the same index or name: which of them a reader keeps depends on the "
                  "order in which it reads",
        .defects = { "memg/mapping-duplicate_*", "md5anim/start-index-order_*",
            "md5anim/frame-index_repeated", "*/joint-name-duplicate_*", "memg/name-duplicate_*" } },
    { .name = "cut", .effect = "the file ends early", .defects = { "*/truncated_*", "*_cut-*" } },
    { .name = "cve",
        .effect = "a file of this kind exploits a vulnerability of a released reader",
        .cves = "CVE-2025-2757",
        .defects = { "md5anim/joint-name-long_1024", "md5anim/joint-name-long_4096" } },
    { .name = COMPANION,
        .effect = "the case has a companion file: a reader that reads both files is rated on both" },
    { .name = NEAR_MISS,
        .effect = "the file almost breaks the rule in the case's name, but does not break it" },
    { .name = SEVERAL_RULES,
        .effect = "the file has errors of several rules: a refusal does not show which error the reader "
                  "noticed" },
};

enum { FLAGS = sizeof flags / sizeof *flags };

const ap_case_flag *ap_case_flags(size_t *count)
{
    *count = FLAGS;
    return flags;
}

bool ap_does_flag_match_defect(const ap_case_flag *flag, const char *defect)
{
    for (size_t i = 0; flag->defects[i] != NULL; i++) {
        const char *pattern = flag->defects[i];
        const size_t plain = strcspn(pattern, "*"); /* bytes before the first "*", the only wildcard */
        if (strncmp(pattern, defect, plain) == 0 && fnmatch(pattern, defect, 0) == 0)
            return true;
    }
    return false;
}

static bool has_errors_of_several_rules(const ap_manifest_case *entry)
{
    const char *first = NULL;
    for (size_t i = 0; i < entry->expected_count; i++) {
        if (entry->expected[i].severity != AP_ERROR)
            continue;
        if (first != NULL && strcmp(first, entry->expected[i].rule) != 0)
            return true;
        first = entry->expected[i].rule;
    }
    return false;
}

/* Returns the defect of the case; NULL if the case has no defect, or one that this version does not know. */
static const ap_defect *defect_of(const ap_manifest_case *entry)
{
    return entry->defect != NULL ? ap_find_defect(entry->defect) : NULL;
}

static bool has_flag(const ap_manifest_case *entry, const ap_defect *defect, const ap_case_flag *flag)
{
    if (strcmp(flag->name, COMPANION) == 0)
        return entry->companion != NULL;
    if (strcmp(flag->name, SEVERAL_RULES) == 0)
        return has_errors_of_several_rules(entry);
    if (strcmp(flag->name, NEAR_MISS) == 0)
        return defect != NULL && defect->near_miss;
    return defect != NULL && !defect->near_miss && ap_does_flag_match_defect(flag, entry->defect);
}

bool ap_has_flag(const ap_manifest_case *entry, const ap_case_flag *flag)
{
    return has_flag(entry, defect_of(entry), flag);
}

/* Writes blank-separated words as strings of a JSON array. */
static void put_words_as_elements(ap_json_put *put, const char *words)
{
    char word[32];
    while (words != NULL && *words != '\0') {
        const size_t length = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        ap_json_put_text(put, NULL, word);
        words += length + (words[length] == ' ');
    }
}

void ap_put_flags_notes_cves_and_breaks(ap_json_put *put, const ap_manifest_case *entry)
{
    static const char *const members[] = { "flags", "notes", "cves" };
    const ap_defect *defect = defect_of(entry);
    const ap_rule *rule = defect != NULL && !defect->near_miss ? ap_find_rule(defect->rule) : NULL;
    /* computed once for all three members, since each flag is compared with several patterns */
    bool has[FLAGS];
    for (size_t i = 0; i < FLAGS; i++)
        has[i] = has_flag(entry, defect, &flags[i]);
    for (size_t member = 0; member < 3; member++) {
        const bool notes = member == 1;
        (notes ? ap_json_put_begin_object : ap_json_put_begin_array)(put, members[member]);
        for (size_t i = 0; i < FLAGS; i++) {
            if (!has[i])
                continue;
            if (member == 0)
                ap_json_put_text(put, NULL, flags[i].name);
            else if (notes)
                ap_json_put_text(put, flags[i].name, flags[i].effect);
            else
                put_words_as_elements(put, flags[i].cves);
        }
        (notes ? ap_json_put_end_object : ap_json_put_end_array)(put);
    }
    ap_json_put_text(put, "breaks", rule != NULL ? rule->breaks : NULL);
}
