/* Loads the corpus that loaders are run on. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/conform/rate/rating.h"
#include "cli/shared/same_file.h"
#include "corpus/cases/corpus_file.h"
#include "corpus/corpus_formats.h"

/* Returns true if the loader reads files of this format. */
static bool does_loader_read_format(const cli_loader *loader, const char *format)
{
    const size_t wanted = strlen(format);
    for (const char *at = loader->formats; at != NULL;) {
        const size_t length = strcspn(at, ",");
        if (length == wanted && memcmp(at, format, length) == 0)
            return true;
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return loader->formats == NULL;
}

bool cli_does_loader_read_case(const cli_rating *rating, size_t job)
{
    const size_t loaders = rating->loader_count;
    return does_loader_read_format(&rating->loaders[job % loaders], rating->cases[job / loaders].format);
}

/* Returns true if the finding is of the rule that the defect of the file breaks by intention. A defect may break other
   rules too. */
static bool is_finding_of_intended_rule(const ap_manifest_case *entry, const ap_manifest_finding *finding)
{
    const ap_defect *defect = entry->defect == NULL ? NULL : ap_find_defect(entry->defect);
    return defect != NULL && strcmp(defect->rule, finding->rule) == 0;
}

const ap_manifest_finding *cli_most_severe_expected_finding(const ap_manifest_case *entry)
{
    const ap_manifest_finding *most_severe = NULL;
    for (size_t i = 0; i < entry->expected_count; i++) {
        const ap_manifest_finding *one = &entry->expected[i];
        if (most_severe == NULL || one->severity > most_severe->severity
            || (one->severity == most_severe->severity && is_finding_of_intended_rule(entry, one)
                && !is_finding_of_intended_rule(entry, most_severe)))
            most_severe = one;
    }
    return most_severe;
}

const char *cli_rule_shown_by_case(const ap_manifest_case *entry)
{
    const ap_manifest_finding *finding = cli_most_severe_expected_finding(entry);
    return finding == NULL ? "(valid files)" : finding->rule;
}

static cli_exit report_manifest_error(
    const cli_rating *rating, const ap_manifest_reader *manifest, ap_manifest_status status)
{
    const cli_exit result = status == AP_MANIFEST_INCOMPLETE  ? CLI_FINDINGS
                            : status == AP_MANIFEST_NO_MEMORY ? CLI_INTERNAL
                                                              : CLI_UNREADABLE;
    return cli_fail(result, rating->corpus, "%s", manifest->error);
}

static ap_manifest_status read_manifest_cases(cli_rating *rating, ap_manifest_reader *manifest)
{
    size_t room = 0;
    for (;; rating->case_count++) {
        ap_manifest_case *cases =
            ap_grow_array(&rating->arena, rating->cases, rating->case_count, &room, sizeof *cases);
        if (cases == NULL) {
            snprintf(manifest->error, sizeof manifest->error, "no memory");
            return AP_MANIFEST_NO_MEMORY;
        }
        rating->cases = cases;
        const ap_manifest_status status =
            ap_manifest_next(manifest, &rating->arena, &cases[rating->case_count]);
        if (status != AP_MANIFEST_OK)
            return status;
    }
}

static cli_exit read_manifest(cli_rating *rating)
{
    ap_manifest_reader manifest;
    ap_manifest_status status = ap_manifest_open(&manifest, rating->corpus, &rating->arena);
    rating->about = manifest.about;
    if (status == AP_MANIFEST_OK)
        status = read_manifest_cases(rating, &manifest);
    const cli_exit result =
        status == AP_MANIFEST_END ? CLI_CLEAN : report_manifest_error(rating, &manifest, status);
    ap_manifest_close(&manifest);
    return result;
}

const char *cli_corpus_file_path(const cli_rating *rating, const char *file, ap_arena *arena)
{
    const char *folder = rating->corpus;
    /* without "./" a loader would take a path that begins with "-" for an option */
    return ap_arena_print(arena, "%s%s/%s", folder[0] == '-' ? "./" : "", folder, file);
}

static bool is_same_corpus_file(const cli_rating *rating, const char *path, const char *name)
{
    char *other;
    if (asprintf(&other, "%s/%s", rating->corpus, name) < 0)
        return false;
    const bool same = cli_is_same_file(path, other);
    free(other);
    return same;
}

bool cli_is_corpus_file(const cli_rating *rating, const char *path)
{
    bool found = is_same_corpus_file(rating, path, AP_MANIFEST_FILE)
                 || is_same_corpus_file(rating, path, AP_CORPUS_FILE)
                 || is_same_corpus_file(rating, path, AP_VALUES_FILE);
    for (size_t i = 0; i < rating->case_count && !found; i++) {
        const ap_manifest_case *entry = &rating->cases[i];
        found = is_same_corpus_file(rating, path, entry->file)
                || (entry->companion != NULL && is_same_corpus_file(rating, path, entry->companion));
    }
    return found;
}

static cli_exit check_hash_of_file(
    const cli_rating *rating, const char *file, const char *wanted, ap_arena *scratch)
{
    char hash[AP_SHA256_TEXT];
    const char *path = cli_corpus_file_path(rating, file, scratch);
    if (path == NULL)
        return cli_fail_no_memory();
    char reason[AP_CORPUS_REASON_BYTES];
    FILE *stream = ap_corpus_open_stream(rating->corpus, file, reason);
    const bool hashed = stream != NULL && ap_compute_sha256_of_stream(stream, hash);
    const int error = errno;
    if (stream != NULL)
        fclose(stream);
    if (!hashed)
        return cli_fail(cli_exit_of_errno(error), path, "%s", stream == NULL ? reason : strerror(error));
    if (strcmp(hash, wanted) == 0)
        return CLI_CLEAN;
    return cli_fail(CLI_FINDINGS, path, "the file was changed: its hash differs from the manifest's");
}

static bool is_read_by_any_loader(const cli_rating *rating, const ap_manifest_case *entry)
{
    for (size_t i = 0; i < rating->loader_count; i++) {
        if (does_loader_read_format(&rating->loaders[i], entry->format))
            return true;
    }
    return false;
}

/* Checks that the files that a loader reads have the hashes of the manifest: otherwise the loader would be blamed for a changed
   file. */
static cli_exit check_file_hashes(const cli_rating *rating)
{
    cli_exit result = CLI_CLEAN;
    ap_arena scratch;
    ap_arena_init(&scratch, 0);
    for (size_t i = 0; i < rating->case_count && result == CLI_CLEAN; i++) {
        const ap_manifest_case *entry = &rating->cases[i];
        if (!is_read_by_any_loader(rating, entry))
            continue;
        result = check_hash_of_file(rating, entry->file, entry->sha256, &scratch);
        if (result == CLI_CLEAN && entry->companion != NULL && entry->companion_sha256 != NULL)
            result = check_hash_of_file(rating, entry->companion, entry->companion_sha256, &scratch);
        ap_arena_reset(&scratch);
    }
    ap_arena_free(&scratch);
    return result;
}

/* Checks that every loader reads at least one format of the corpus: otherwise the loader would pass without a test. */
static cli_exit check_loaders_have_cases(const cli_rating *rating)
{
    for (size_t l = 0; l < rating->loader_count; l++) {
        const cli_loader *loader = &rating->loaders[l];
        size_t i = 0;
        while (i < rating->case_count && !does_loader_read_format(loader, rating->cases[i].format))
            i++;
        if (i == rating->case_count)
            return cli_usage_error(
                "conform", "the corpus has no file in a format that loader %s reads", loader->name);
    }
    return CLI_CLEAN;
}

/* Assigns the values in `items` to their cases. Returns false if an item has no case, or if the items are not in the order
   of the cases. */
static bool assign_expected_values(cli_rating *rating, const ap_case_values *items, size_t count)
{
    size_t next = 0;
    for (size_t i = 0; i < rating->case_count && next < count; i++) {
        if (strcmp(rating->cases[i].id, items[next].id) == 0)
            rating->values[i] = &items[next++];
    }
    return next == count;
}

cli_exit cli_load_expected_values(cli_rating *rating)
{
    ap_manifest_reader manifest = { 0 };
    ap_case_values *items;
    size_t count;
    const ap_manifest_status status = ap_read_values(
        rating->corpus, rating->about.values_sha256, &rating->arena, &items, &count, manifest.error);
    if (status != AP_MANIFEST_OK)
        return report_manifest_error(rating, &manifest, status);
    rating->values = ap_alloc_array(&rating->arena, rating->case_count, sizeof *rating->values);
    if (rating->values == NULL)
        return cli_fail_no_memory();
    if (assign_expected_values(rating, items, count))
        return CLI_CLEAN;
    return cli_fail(CLI_UNREADABLE, rating->corpus,
        AP_VALUES_FILE ": the cases are not those of the manifest, or not in its order");
}

/* If a loader is a batch loader, checks that no path contains a tab or a line break: these separate fields and lines in the
   loader's input. */
static cli_exit check_paths_for_batch(const cli_rating *rating)
{
    static const char separators[] = "\t\n";
    bool batch = false;
    for (size_t i = 0; i < rating->loader_count; i++)
        batch = batch || rating->loaders[i].batch;
    bool valid = strpbrk(rating->corpus, separators) == NULL;
    for (size_t i = 0; i < rating->case_count; i++) {
        const ap_manifest_case *entry = &rating->cases[i];
        valid = valid && strpbrk(entry->file, separators) == NULL
                && (entry->companion == NULL || strpbrk(entry->companion, separators) == NULL);
    }
    if (!batch || valid)
        return CLI_CLEAN;
    return cli_fail(CLI_UNREADABLE, rating->corpus,
        "a file name contains a tab or a line break, which --batch cannot pass to a loader");
}

cli_exit cli_load_corpus(cli_rating *rating)
{
    cli_exit result = read_manifest(rating);
    if (result == CLI_CLEAN)
        result = check_loaders_have_cases(rating);
    if (result == CLI_CLEAN)
        result = check_paths_for_batch(rating);
    if (result == CLI_CLEAN)
        result = check_file_hashes(rating);
    if (result != CLI_CLEAN)
        return result;
    rating->results = calloc(rating->case_count * rating->loader_count, sizeof *rating->results);
    return rating->results == NULL ? cli_fail_no_memory() : CLI_CLEAN;
}
