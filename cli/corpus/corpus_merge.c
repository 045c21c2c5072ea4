/* Implements animproof corpus merge: combines the shards of a corpus. Reads the cases one by one, in the order of the
   whole corpus, from the shards in turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/corpus/corpus_folder.h"
#include "cli/corpus/corpus_shard.h"
#include "cli/options/commands.h"
#include "core/files/input.h"
#include "corpus/cases/corpus_file.h"
#include "corpus/cases/manifest.h"

static const size_t usual_memory_bytes = (size_t)2 << 30; /* memory limit: the default of corpus build */

/* A shard of the corpus that is being read. */
typedef struct shard_folder {
    const char *path;
    cli_corpus_shard shard;
    ap_manifest_reader manifest;
    ap_arena arena; /* owns the texts of corpus.json */
} shard_folder;

typedef struct merge_run {
    shard_folder *shards; /* sorted by shard number */
    size_t count;
    size_t files;   /* files in all shards */
    ap_arena arena; /* memory for one case; reset before each case */
    ap_input input, companion;
    cli_corpus_folder folder;
    cli_corpus_progress progress;
    char size[CLI_CORPUS_SIZE_TEXT_BYTES];
} merge_run;

static cli_exit refuse_shard_folder(const shard_folder *folder, const char *why)
{
    return cli_fail(CLI_UNREADABLE, folder->path, "%s", why);
}

static cli_exit open_shard(shard_folder *folder, const char *path)
{
    size_t size_length;
    *folder = (shard_folder){ .path = path };
    ap_arena_init(&folder->arena, 0);
    if (ap_manifest_open(&folder->manifest, path, &folder->arena) != AP_MANIFEST_OK)
        return refuse_shard_folder(
            folder, folder->manifest.error[0] == '\0' ? "cannot be read" : folder->manifest.error);
    if (!cli_corpus_shard_parse_size(folder->manifest.about.size, &folder->shard, &size_length))
        return refuse_shard_folder(
            folder, "is not a shard of a corpus; `corpus build --shard I/N` writes shards");
    return CLI_CLEAN;
}

static int compare_shard_indices(const void *one, const void *other)
{
    const shard_folder *a = one, *b = other;
    return a->shard.index < b->shard.index ? -1 : a->shard.index > b->shard.index;
}

static bool are_shards_of_one_corpus(const shard_folder *a, const shard_folder *b)
{
    size_t a_bytes, b_bytes;
    cli_corpus_shard shard;
    const ap_corpus_description *x = &a->manifest.about, *y = &b->manifest.about;
    (void)cli_corpus_shard_parse_size(x->size, &shard, &a_bytes);
    (void)cli_corpus_shard_parse_size(y->size, &shard, &b_bytes);
    return a->shard.count == b->shard.count && x->seed == y->seed && strcmp(x->animproof, y->animproof) == 0
           && a_bytes == b_bytes && memcmp(x->size, y->size, a_bytes) == 0;
}

/* Sorts the shards, sums their files, and checks that each shard is given once, that all shards are of one corpus,
   and that each shard has the number of cases that the corpus needs. */
static cli_exit sort_and_check_shards(merge_run *run)
{
    cli_exit result = CLI_CLEAN;
    const shard_folder *first = &run->shards[0];
    qsort(run->shards, run->count, sizeof *run->shards, compare_shard_indices);
    for (size_t i = 0, next = 0; i < run->count; i++, next++) {
        const shard_folder *one = &run->shards[i];
        run->files += one->manifest.about.files;
        if (!are_shards_of_one_corpus(one, first))
            return refuse_shard_folder(one, "is a shard of another corpus");
        if (i > 0 && one->shard.index == run->shards[i - 1].shard.index)
            return refuse_shard_folder(one, "is given twice, or has the same shard as another folder");
        for (; next < one->shard.index; next++)
            result = refuse_shard_folder(one, "a shard before this one is missing");
    }
    if (run->shards[run->count - 1].shard.index + 1 < first->shard.count)
        result = refuse_shard_folder(&run->shards[run->count - 1], "a shard after this one is missing");
    for (size_t i = 0; i < run->count && result == CLI_CLEAN; i++) {
        if (run->shards[i].manifest.about.files != (run->files + run->count - 1 - i) / run->count)
            result = refuse_shard_folder(
                &run->shards[i], "has a wrong number of cases, compared to the other shards");
    }
    return result;
}

static cli_exit load_shard_file(const shard_folder *folder, const char *name, ap_input *input)
{
    char reason[AP_CORPUS_REASON_BYTES];
    const int file = ap_corpus_open_file(folder->path, name, reason);
    const ap_status status = file < 0 ? AP_CANNOT_READ : ap_input_load_descriptor(input, file);
    if (status == AP_OK)
        return CLI_CLEAN;
    return cli_fail(CLI_UNREADABLE, folder->path, "%s: %s", name, file < 0 ? reason : input->error);
}

static cli_exit load_case_files_and_add_case(
    merge_run *run, const shard_folder *from, ap_generated_case *made)
{
    const char *hash = made->entry.sha256, *companion_hash = made->entry.companion_sha256;
    cli_exit result = load_shard_file(from, made->entry.file, &run->input);
    if (result == CLI_CLEAN && made->entry.companion != NULL)
        result = load_shard_file(from, made->entry.companion, &run->companion);
    made->file = run->input.view;
    made->companion = run->companion.view;
    if (result == CLI_CLEAN
        && (!ap_has_sha256(made->file, hash)
            || (made->entry.companion != NULL && !ap_has_sha256(made->companion, companion_hash)))) {
        cli_error_about(from->path, "%s: was changed after it was written", made->entry.file);
        result = CLI_UNREADABLE;
    }
    if (result == CLI_CLEAN)
        result = cli_corpus_folder_add_case(&run->folder, made);
    ap_input_release(&run->input);
    ap_input_release(&run->companion);
    return result;
}

static cli_exit merge_all_cases(merge_run *run)
{
    for (size_t i = 0; i < run->files; i++) {
        shard_folder *from = &run->shards[i % run->count];
        ap_generated_case made = { .original = { NULL, 0 } };
        ap_arena_reset(&run->arena);
        if (ap_manifest_next(&from->manifest, &run->arena, &made.entry) != AP_MANIFEST_OK)
            return refuse_shard_folder(from, from->manifest.error);
        const cli_exit one = load_case_files_and_add_case(run, from, &made);
        if (one != CLI_CLEAN)
            return one;
    }
    return CLI_CLEAN;
}

static cli_exit run_merge(merge_run *run, const char *path)
{
    const ap_corpus_description *about = &run->shards[0].manifest.about;
    size_t size_length;
    cli_corpus_shard shard;
    (void)cli_corpus_shard_parse_size(about->size, &shard, &size_length);
    snprintf(run->size, sizeof run->size, "%.*s", (int)size_length, about->size);
    run->progress.all_files = run->files;
    cli_exit result = cli_corpus_folder_open(&run->folder, path, NULL, usual_memory_bytes, &run->progress);
    run->folder.about.animproof = about->animproof;
    run->folder.about.seed = about->seed;
    run->folder.about.size = run->size;
    if (result == CLI_CLEAN)
        result = merge_all_cases(run);
    if (result == CLI_CLEAN)
        result = cli_corpus_folder_finish(&run->folder);
    if (result == CLI_CLEAN)
        cli_corpus_folder_print_count(&run->folder, path);
    cli_corpus_folder_close_and_remove_if_interrupted(&run->folder);
    cli_corpus_progress_end_and_raise_if_interrupted(&run->progress);
    return result;
}

static cli_exit run_merge_command(void *record, cli_operands words)
{
    merge_run *run = record;
    cli_exit result = CLI_CLEAN;
    if (words.count < 2)
        return cli_usage_error("corpus merge", "a new folder and at least one shard are needed");
    run->shards = calloc(words.count - 1, sizeof *run->shards);
    if (run->shards == NULL)
        return cli_fail_no_memory();
    ap_arena_init(&run->arena, usual_memory_bytes);
    ap_input_init(&run->input, 0);
    ap_input_init(&run->companion, 0);
    for (; run->count < words.count - 1; run->count++)
        result =
            cli_worse_exit_by_rank(result, open_shard(&run->shards[run->count], words.items[run->count + 1]));
    if (result == CLI_CLEAN)
        result = sort_and_check_shards(run);
    return result == CLI_CLEAN ? run_merge(run, words.items[0]) : result;
}

static void release_merge_run(void *record)
{
    merge_run *run = record;
    for (size_t i = 0; i < run->count; i++) {
        ap_manifest_close(&run->shards[i].manifest);
        ap_arena_free(&run->shards[i].arena);
    }
    free(run->shards);
    ap_arena_free(&run->arena);
    ap_input_free_memory(&run->input);
    ap_input_free_memory(&run->companion);
}

static const cli_example examples[] = {
    { "animproof corpus build --shard 0/2 part0", "Writes every second case." },
    { "animproof corpus merge corpus part0 part1", "Combines two shards into the whole corpus." },
    { NULL, NULL },
};

const cli_command cli_corpus_merge = {
    .name = "corpus merge",
    .words = "DIR SHARD...",
    .summary = "combines the shards of a corpus",
    .about = "Combines the shards of a corpus (see `corpus build --shard`) in DIR, which must be new or "
             "empty. The result equals the corpus that one call of `corpus build` writes, byte for byte. "
             "Each file is checked against its hash.",
    .examples = examples,
    .exits = "0 done, 2 usage, 3 a shard is missing, changed or of another corpus, or a file could not be "
             "written, 4 internal error or limit.",
    .record_bytes = sizeof(merge_run),
    .run = run_merge_command,
    .release = release_merge_run,
    .completes = CLI_COMPLETES_FOLDERS,
};
