/* The corpus that loaders are run on. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/conform/conform.h"
#include "cli/shared/same_file.h"
#include "corpus/cases/corpus_file.h"

static cli_exit tell(const cli_conform_data *data, const ap_manifest *manifest, ap_manifest_status status)
{
    cli_error_about(data->options.corpus, "%s", manifest->error);
    switch (status) {
    case AP_MANIFEST_NOT_WHOLE:
        return CLI_FINDINGS;
    case AP_MANIFEST_NO_MEMORY:
        return CLI_INTERNAL;
    case AP_MANIFEST_OK:
    case AP_MANIFEST_END:
    case AP_MANIFEST_MALFORMED:
    case AP_MANIFEST_CANNOT_READ:
        break;
    }
    return CLI_UNREADABLE;
}

static cli_exit no_memory(void)
{
    cli_error("no memory");
    return CLI_INTERNAL;
}

static bool make_room(cli_conform_data *data)
{
    if (data->case_count < data->case_room)
        return true;
    const size_t room = data->case_room == 0 ? 256 : data->case_room * 2;
    ap_manifest_case *cases = reallocarray(data->cases, room, sizeof *cases);
    if (cases == NULL)
        return false;
    data->cases = cases;
    data->case_room = room;
    return true;
}

static ap_manifest_status read_cases(cli_conform_data *data, ap_manifest *manifest)
{
    ap_manifest_status status = AP_MANIFEST_OK;
    while (status == AP_MANIFEST_OK) {
        if (!make_room(data)) {
            snprintf(manifest->error, sizeof manifest->error, "no memory");
            return AP_MANIFEST_NO_MEMORY;
        }
        status = ap_manifest_next(manifest, &data->arena, &data->cases[data->case_count]);
        data->case_count += status == AP_MANIFEST_OK;
    }
    return status;
}

static cli_exit read_manifest(cli_conform_data *data)
{
    ap_manifest manifest;
    ap_manifest_status status = ap_manifest_open(&manifest, data->options.corpus, &data->arena);
    data->about = manifest.about;
    if (status == AP_MANIFEST_OK)
        status = read_cases(data, &manifest);
    const cli_exit result = status == AP_MANIFEST_END ? CLI_CLEAN : tell(data, &manifest, status);
    ap_manifest_close(&manifest);
    return result;
}

char *cli_case_path(const cli_conform_data *data, const char *file, ap_arena *arena)
{
    const char *folder = data->options.corpus;
    const char *before = folder[0] == '-' ? "./" : ""; /* a loader would take it for an option */
    const size_t size = strlen(before) + strlen(folder) + strlen(file) + 2;
    char *path = ap_alloc(arena, size);
    if (path != NULL)
        snprintf(path, size, "%s%s/%s", before, folder, file);
    return path;
}

static bool is_file(const cli_conform_data *data, const char *path, const char *name)
{
    char *there;
    if (asprintf(&there, "%s/%s", data->options.corpus, name) < 0)
        return false;
    const bool same = cli_same_file(path, there);
    free(there);
    return same;
}

bool cli_is_of_corpus(const cli_conform_data *data, const char *path)
{
    bool found = is_file(data, path, AP_MANIFEST_FILE) || is_file(data, path, AP_CORPUS_FILE)
                 || is_file(data, path, AP_VALUES_FILE);
    for (size_t i = 0; i < data->case_count && !found; i++) {
        const ap_manifest_case *entry = &data->cases[i];
        found = is_file(data, path, entry->file)
                || (entry->companion != NULL && is_file(data, path, entry->companion));
    }
    return found;
}

static cli_exit check_hash(
    const cli_conform_data *data, const char *file, const char *wanted, ap_arena *scratch)
{
    char hash[AP_SHA256_TEXT];
    const char *path = cli_case_path(data, file, scratch);
    if (path == NULL)
        return no_memory();
    char reason[AP_CORPUS_REASON_BYTES];
    FILE *stream = ap_corpus_stream(data->options.corpus, file, reason);
    if (stream == NULL || !ap_sha256_stream(stream, hash)) {
        cli_error_about(path, "%s", stream == NULL ? reason : strerror(errno));
        if (stream != NULL)
            fclose(stream);
        return CLI_UNREADABLE;
    }
    fclose(stream);
    if (strcmp(hash, wanted) == 0)
        return CLI_CLEAN;
    cli_error_about(path, "this is not the file that the manifest speaks of: its hash is another");
    return CLI_FINDINGS;
}

static bool wanted(const cli_conform_data *data, const ap_manifest_case *entry)
{
    for (size_t i = 0; i < data->options.loader_count; i++) {
        if (cli_loader_takes(&data->options.loaders[i], entry->format))
            return true;
    }
    return false;
}

/* A file that another program has changed would be held against a loader. */
static cli_exit check_files(const cli_conform_data *data)
{
    cli_exit result = CLI_CLEAN;
    ap_arena scratch;
    ap_arena_init(&scratch, 0);
    for (size_t i = 0; i < data->case_count && result == CLI_CLEAN; i++) {
        const ap_manifest_case *entry = &data->cases[i];
        if (!wanted(data, entry))
            continue;
        result = check_hash(data, entry->file, entry->sha256, &scratch);
        if (result == CLI_CLEAN && entry->companion != NULL && entry->companion_sha256 != NULL)
            result = check_hash(data, entry->companion, entry->companion_sha256, &scratch);
        ap_arena_reset(&scratch);
    }
    ap_arena_free(&scratch);
    return result;
}

/* Every loader must have something to read: otherwise nothing was rated, and nobody noticed. */
static cli_exit check_work(const cli_conform_data *data)
{
    for (size_t l = 0; l < data->options.loader_count; l++) {
        const cli_loader *loader = &data->options.loaders[l];
        size_t i = 0;
        while (i < data->case_count && !cli_loader_takes(loader, data->cases[i].format))
            i++;
        if (i == data->case_count)
            return cli_usage("conform", "the corpus has no file that loader %s takes", loader->name);
    }
    return CLI_CLEAN;
}

/* Both lists are in the order of the corpus. */
static bool hand_out(cli_conform_data *data, const ap_case_values *items, size_t count)
{
    size_t next = 0;
    for (size_t i = 0; i < data->case_count && next < count; i++) {
        if (strcmp(data->cases[i].id, items[next].id) == 0)
            data->values[i] = &items[next++];
    }
    return next == count;
}

cli_exit cli_load_values(cli_conform_data *data)
{
    ap_manifest manifest = { 0 };
    ap_case_values *items;
    size_t count;
    const ap_manifest_status status = ap_read_values(
        data->options.corpus, data->about.values_sha256, &data->arena, &items, &count, manifest.error);
    if (status != AP_MANIFEST_OK)
        return tell(data, &manifest, status);
    data->values = ap_alloc_array(&data->arena, data->case_count, sizeof *data->values);
    if (data->values == NULL)
        return no_memory();
    if (hand_out(data, items, count))
        return CLI_CLEAN;
    cli_error_about(
        data->options.corpus, AP_VALUES_FILE ": it has a case that the manifest does not have there");
    return CLI_UNREADABLE;
}

/* A name that a line cannot hold cannot be told to a batch loader. */
static cli_exit check_names(const cli_conform_data *data)
{
    static const char unsaid[] = "\t\n";
    bool batch = false;
    for (size_t i = 0; i < data->options.loader_count; i++)
        batch = batch || data->options.loaders[i].batch;
    bool said = strpbrk(data->options.corpus, unsaid) == NULL;
    for (size_t i = 0; i < data->case_count; i++) {
        const ap_manifest_case *entry = &data->cases[i];
        said = said && strpbrk(entry->file, unsaid) == NULL
               && (entry->companion == NULL || strpbrk(entry->companion, unsaid) == NULL);
    }
    if (!batch || said)
        return CLI_CLEAN;
    cli_error_about(
        data->options.corpus, "a name has a tab or a line break, which --batch cannot tell a loader");
    return CLI_UNREADABLE;
}

cli_exit cli_load_corpus(cli_conform_data *data)
{
    cli_exit result = read_manifest(data);
    if (result == CLI_CLEAN)
        result = check_work(data);
    if (result == CLI_CLEAN)
        result = check_names(data);
    if (result == CLI_CLEAN)
        result = check_files(data);
    if (result != CLI_CLEAN)
        return result;
    data->results = calloc(data->case_count * data->options.loader_count, sizeof *data->results);
    return data->results == NULL ? no_memory() : CLI_CLEAN;
}
