/* The corpus that loaders are run on. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/conform/rate/rating.h"
#include "cli/shared/same_file.h"
#include "corpus/cases/corpus_file.h"
#include "corpus/corpus_formats.h"

/* Returns true if the loader takes files of the format. */
static bool takes(const cli_loader *loader, const char *format)
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

bool cli_is_job(const cli_rating *rating, size_t job)
{
    const size_t loaders = rating->loader_count;
    return takes(&rating->loaders[job % loaders], rating->cases[job / loaders].format);
}

/* Whether it is what the file was made to show: one change may have several findings. */
static bool shown(const ap_manifest_case *entry, const ap_manifest_finding *finding)
{
    const ap_defect *defect = entry->defect == NULL ? NULL : ap_find_defect(entry->defect);
    return defect != NULL && strcmp(defect->rule, finding->rule) == 0;
}

const ap_manifest_finding *cli_main_finding(const ap_manifest_case *entry)
{
    const ap_manifest_finding *gravest = NULL;
    for (size_t i = 0; i < entry->expected_count; i++) {
        const ap_manifest_finding *one = &entry->expected[i];
        if (gravest == NULL || one->severity > gravest->severity
            || (one->severity == gravest->severity && shown(entry, one) && !shown(entry, gravest)))
            gravest = one;
    }
    return gravest;
}

const char *cli_case_rule(const ap_manifest_case *entry)
{
    const ap_manifest_finding *finding = cli_main_finding(entry);
    return finding == NULL ? "(valid files)" : finding->rule;
}

static cli_exit tell(const cli_rating *rating, const ap_manifest *manifest, ap_manifest_status status)
{
    const cli_exit result = status == AP_MANIFEST_NOT_WHOLE   ? CLI_FINDINGS
                            : status == AP_MANIFEST_NO_MEMORY ? CLI_INTERNAL
                                                              : CLI_UNREADABLE;
    return cli_fail(result, rating->corpus, "%s", manifest->error);
}

static ap_manifest_status read_cases(cli_rating *rating, ap_manifest *manifest)
{
    size_t room = 0;
    for (;; rating->case_count++) {
        if (rating->case_count == room) {
            room = room == 0 ? 256 : room * 2;
            ap_manifest_case *cases = reallocarray(rating->cases, room, sizeof *cases);
            if (cases == NULL) {
                snprintf(manifest->error, sizeof manifest->error, "no memory");
                return AP_MANIFEST_NO_MEMORY;
            }
            rating->cases = cases;
        }
        const ap_manifest_status status =
            ap_manifest_next(manifest, &rating->arena, &rating->cases[rating->case_count]);
        if (status != AP_MANIFEST_OK)
            return status;
    }
}

static cli_exit read_manifest(cli_rating *rating)
{
    ap_manifest manifest;
    ap_manifest_status status = ap_manifest_open(&manifest, rating->corpus, &rating->arena);
    rating->about = manifest.about;
    if (status == AP_MANIFEST_OK)
        status = read_cases(rating, &manifest);
    const cli_exit result = status == AP_MANIFEST_END ? CLI_CLEAN : tell(rating, &manifest, status);
    ap_manifest_close(&manifest);
    return result;
}

char *cli_case_path(const cli_rating *rating, const char *file, ap_arena *arena)
{
    const char *folder = rating->corpus;
    const char *before = folder[0] == '-' ? "./" : ""; /* a loader would take it for an option */
    const size_t size = strlen(before) + strlen(folder) + strlen(file) + 2;
    char *path = ap_alloc(arena, size);
    if (path != NULL)
        snprintf(path, size, "%s%s/%s", before, folder, file);
    return path;
}

static bool is_file(const cli_rating *rating, const char *path, const char *name)
{
    char *there;
    if (asprintf(&there, "%s/%s", rating->corpus, name) < 0)
        return false;
    const bool same = cli_same_file(path, there);
    free(there);
    return same;
}

bool cli_is_of_corpus(const cli_rating *rating, const char *path)
{
    bool found = is_file(rating, path, AP_MANIFEST_FILE) || is_file(rating, path, AP_CORPUS_FILE)
                 || is_file(rating, path, AP_VALUES_FILE);
    for (size_t i = 0; i < rating->case_count && !found; i++) {
        const ap_manifest_case *entry = &rating->cases[i];
        found = is_file(rating, path, entry->file)
                || (entry->companion != NULL && is_file(rating, path, entry->companion));
    }
    return found;
}

static cli_exit check_hash(const cli_rating *rating, const char *file, const char *wanted, ap_arena *scratch)
{
    char hash[AP_SHA256_TEXT];
    const char *path = cli_case_path(rating, file, scratch);
    if (path == NULL)
        return cli_no_memory();
    char reason[AP_CORPUS_REASON_BYTES];
    FILE *stream = ap_corpus_stream(rating->corpus, file, reason);
    const bool hashed = stream != NULL && ap_sha256_stream(stream, hash);
    const int error = errno;
    if (stream != NULL)
        fclose(stream);
    if (!hashed)
        return cli_fail(cli_errno_code(error), path, "%s", stream == NULL ? reason : strerror(error));
    if (strcmp(hash, wanted) == 0)
        return CLI_CLEAN;
    return cli_fail(
        CLI_FINDINGS, path, "this is not the file that the manifest speaks of: its hash is another");
}

static bool wanted(const cli_rating *rating, const ap_manifest_case *entry)
{
    for (size_t i = 0; i < rating->loader_count; i++) {
        if (takes(&rating->loaders[i], entry->format))
            return true;
    }
    return false;
}

/* A file that another program has changed would be held against a loader. */
static cli_exit check_files(const cli_rating *rating)
{
    cli_exit result = CLI_CLEAN;
    ap_arena scratch;
    ap_arena_init(&scratch, 0);
    for (size_t i = 0; i < rating->case_count && result == CLI_CLEAN; i++) {
        const ap_manifest_case *entry = &rating->cases[i];
        if (!wanted(rating, entry))
            continue;
        result = check_hash(rating, entry->file, entry->sha256, &scratch);
        if (result == CLI_CLEAN && entry->companion != NULL && entry->companion_sha256 != NULL)
            result = check_hash(rating, entry->companion, entry->companion_sha256, &scratch);
        ap_arena_reset(&scratch);
    }
    ap_arena_free(&scratch);
    return result;
}

/* Every loader must have something to read: otherwise nothing was rated, and nobody noticed. */
static cli_exit check_work(const cli_rating *rating)
{
    for (size_t l = 0; l < rating->loader_count; l++) {
        const cli_loader *loader = &rating->loaders[l];
        size_t i = 0;
        while (i < rating->case_count && !takes(loader, rating->cases[i].format))
            i++;
        if (i == rating->case_count)
            return cli_usage("conform", "the corpus has no file that loader %s takes", loader->name);
    }
    return CLI_CLEAN;
}

/* Both lists are in the order of the corpus. */
static bool hand_out(cli_rating *rating, const ap_case_values *items, size_t count)
{
    size_t next = 0;
    for (size_t i = 0; i < rating->case_count && next < count; i++) {
        if (strcmp(rating->cases[i].id, items[next].id) == 0)
            rating->values[i] = &items[next++];
    }
    return next == count;
}

cli_exit cli_load_values(cli_rating *rating)
{
    ap_manifest manifest = { 0 };
    ap_case_values *items;
    size_t count;
    const ap_manifest_status status = ap_read_values(
        rating->corpus, rating->about.values_sha256, &rating->arena, &items, &count, manifest.error);
    if (status != AP_MANIFEST_OK)
        return tell(rating, &manifest, status);
    rating->values = ap_alloc_array(&rating->arena, rating->case_count, sizeof *rating->values);
    if (rating->values == NULL)
        return cli_no_memory();
    if (hand_out(rating, items, count))
        return CLI_CLEAN;
    return cli_fail(CLI_UNREADABLE, rating->corpus,
        AP_VALUES_FILE ": it has a case that the manifest does not have there");
}

/* A name that a line cannot hold cannot be told to a batch loader. */
static cli_exit check_names(const cli_rating *rating)
{
    static const char unsaid[] = "\t\n";
    bool batch = false;
    for (size_t i = 0; i < rating->loader_count; i++)
        batch = batch || rating->loaders[i].batch;
    bool said = strpbrk(rating->corpus, unsaid) == NULL;
    for (size_t i = 0; i < rating->case_count; i++) {
        const ap_manifest_case *entry = &rating->cases[i];
        said = said && strpbrk(entry->file, unsaid) == NULL
               && (entry->companion == NULL || strpbrk(entry->companion, unsaid) == NULL);
    }
    if (!batch || said)
        return CLI_CLEAN;
    return cli_fail(CLI_UNREADABLE, rating->corpus,
        "a name has a tab or a line break, which --batch cannot tell a loader");
}

cli_exit cli_load_corpus(cli_rating *rating)
{
    cli_exit result = read_manifest(rating);
    if (result == CLI_CLEAN)
        result = check_work(rating);
    if (result == CLI_CLEAN)
        result = check_names(rating);
    if (result == CLI_CLEAN)
        result = check_files(rating);
    if (result != CLI_CLEAN)
        return result;
    rating->results = calloc(rating->case_count * rating->loader_count, sizeof *rating->results);
    return rating->results == NULL ? cli_no_memory() : CLI_CLEAN;
}
