/* animproof corpus merge: the parts of a corpus as the corpus. Cases are taken from the parts in turn, and none is kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/corpus/corpus_folder.h"
#include "cli/corpus/corpus_shard.h"
#include "cli/options/commands.h"
#include "core/files/input.h"
#include "corpus/cases/corpus_file.h"
#include "corpus/cases/manifest.h"

static const size_t usual_memory_bytes = (size_t)2 << 30; /* as corpus build */

/* A part that is read. */
typedef struct part_folder {
    const char *path;
    cli_corpus_shard part;
    ap_manifest manifest;
    ap_arena arena; /* of what its corpus.json says */
} part_folder;

typedef struct merge_run {
    part_folder *parts; /* in the order of their numbers */
    size_t count;
    size_t files;   /* of the whole */
    ap_arena arena; /* of a case */
    ap_input input, companion;
    cli_corpus_folder folder;
    cli_corpus_progress progress;
    char size[CLI_CORPUS_SHARD_BYTES];
} merge_run;

/* The parts */

static cli_exit refuse(const part_folder *folder, const char *why)
{
    return cli_fail(CLI_UNREADABLE, folder->path, "%s", why);
}

static cli_exit open_part(part_folder *folder, const char *path)
{
    size_t whole_bytes;
    *folder = (part_folder){ .path = path };
    ap_arena_init(&folder->arena, 0);
    if (ap_manifest_open(&folder->manifest, path, &folder->arena) != AP_MANIFEST_OK)
        return refuse(folder, folder->manifest.error[0] == '\0' ? "cannot be read" : folder->manifest.error);
    if (!cli_corpus_shard_of_size(folder->manifest.about.size, &folder->part, &whole_bytes))
        return refuse(folder, "is not a part of a corpus: corpus build --shard I/N makes one");
    return CLI_CLEAN;
}

static int by_index(const void *one, const void *other)
{
    const part_folder *a = one, *b = other;
    return a->part.index < b->part.index ? -1 : a->part.index > b->part.index;
}

static bool same_corpus(const part_folder *a, const part_folder *b)
{
    size_t a_bytes, b_bytes;
    cli_corpus_shard part;
    const ap_corpus_about *x = &a->manifest.about, *y = &b->manifest.about;
    (void)cli_corpus_shard_of_size(x->size, &part, &a_bytes);
    (void)cli_corpus_shard_of_size(y->size, &part, &b_bytes);
    return a->part.count == b->part.count && x->seed == y->seed && strcmp(x->animproof, y->animproof) == 0
           && a_bytes == b_bytes && memcmp(x->size, y->size, a_bytes) == 0;
}

/* Each part once, all of one corpus, as many cases in each as there must be. */
static cli_exit check_parts(merge_run *run)
{
    cli_exit result = CLI_CLEAN;
    const part_folder *first = &run->parts[0];
    qsort(run->parts, run->count, sizeof *run->parts, by_index);
    for (size_t i = 0, next = 0; i < run->count; i++, next++) {
        const part_folder *one = &run->parts[i];
        run->files += one->manifest.about.files;
        if (!same_corpus(one, first))
            return refuse(one, "is a part of another corpus");
        if (i > 0 && one->part.index == run->parts[i - 1].part.index)
            return refuse(one, "is given twice, or is the same part as another folder");
        for (; next < one->part.index; next++)
            result = refuse(one, "is there, and a part before it is missing");
    }
    if (run->parts[run->count - 1].part.index + 1 < first->part.count)
        result = refuse(&run->parts[run->count - 1], "is there, and a part after it is missing");
    for (size_t i = 0; i < run->count && result == CLI_CLEAN; i++) {
        if (run->parts[i].manifest.about.files != (run->files + run->count - 1 - i) / run->count)
            result = refuse(&run->parts[i], "has not as many cases as the others say");
    }
    return result;
}

/* The cases */

static cli_exit load(const part_folder *folder, const char *name, ap_input *input)
{
    char reason[AP_CORPUS_REASON_BYTES];
    const int file = ap_corpus_open(folder->path, name, reason);
    const ap_status status = file < 0 ? AP_CANNOT_READ : ap_input_load_open(input, file);
    if (status == AP_OK)
        return CLI_CLEAN;
    return cli_fail(CLI_UNREADABLE, folder->path, "%s: %s", name, file < 0 ? reason : input->error);
}

static cli_exit add_case(merge_run *run, const part_folder *from, ap_made_case *made)
{
    const char *hash = made->entry.sha256, *companion_hash = made->entry.companion_sha256;
    cli_exit result = load(from, made->entry.file, &run->input);
    if (result == CLI_CLEAN && made->entry.companion != NULL)
        result = load(from, made->entry.companion, &run->companion);
    made->file = run->input.view;
    made->companion = run->companion.view;
    if (result == CLI_CLEAN
        && (!ap_has_sha256(made->file, hash)
            || (made->entry.companion != NULL && !ap_has_sha256(made->companion, companion_hash)))) {
        cli_error_about(from->path, "%s: was changed since it was made", made->entry.file);
        result = CLI_UNREADABLE;
    }
    if (result == CLI_CLEAN)
        result = cli_corpus_folder_add(&run->folder, made);
    ap_input_release(&run->input);
    ap_input_release(&run->companion);
    return result;
}

static cli_exit add_all(merge_run *run)
{
    for (size_t i = 0; i < run->files; i++) {
        part_folder *from = &run->parts[i % run->count];
        ap_made_case made = { .original = { NULL, 0 } };
        ap_arena_reset(&run->arena);
        if (ap_manifest_next(&from->manifest, &run->arena, &made.entry) != AP_MANIFEST_OK)
            return refuse(from, from->manifest.error);
        const cli_exit one = add_case(run, from, &made);
        if (one != CLI_CLEAN)
            return one;
    }
    return CLI_CLEAN;
}

static cli_exit merge(merge_run *run, const char *path)
{
    const ap_corpus_about *about = &run->parts[0].manifest.about;
    size_t whole_bytes;
    cli_corpus_shard part;
    (void)cli_corpus_shard_of_size(about->size, &part, &whole_bytes);
    snprintf(run->size, sizeof run->size, "%.*s", (int)whole_bytes, about->size);
    run->progress.all_files = run->files;
    cli_exit result = cli_corpus_folder_open(&run->folder, path, NULL, usual_memory_bytes, &run->progress);
    run->folder.about.animproof = about->animproof;
    run->folder.about.seed = about->seed;
    run->folder.about.size = run->size;
    if (result == CLI_CLEAN)
        result = add_all(run);
    if (result == CLI_CLEAN)
        result = cli_corpus_folder_finish(&run->folder);
    if (result == CLI_CLEAN)
        cli_corpus_folder_report(&run->folder, path);
    cli_corpus_folder_close(&run->folder);
    cli_corpus_progress_end(&run->progress);
    return result;
}

static cli_exit merge_words(void *record, cli_words words)
{
    merge_run *run = record;
    cli_exit result = CLI_CLEAN;
    if (words.count < 2)
        return cli_usage("corpus merge", "a new folder and the parts are needed");
    run->parts = calloc(words.count - 1, sizeof *run->parts);
    if (run->parts == NULL)
        return cli_no_memory();
    ap_arena_init(&run->arena, usual_memory_bytes);
    ap_input_init(&run->input, 0);
    ap_input_init(&run->companion, 0);
    for (; run->count < words.count - 1; run->count++)
        result = cli_worse(result, open_part(&run->parts[run->count], words.items[run->count + 1]));
    if (result == CLI_CLEAN)
        result = check_parts(run);
    return result == CLI_CLEAN ? merge(run, words.items[0]) : result;
}

static void release(void *record)
{
    merge_run *run = record;
    for (size_t i = 0; i < run->count; i++) {
        ap_manifest_close(&run->parts[i].manifest);
        ap_arena_free(&run->parts[i].arena);
    }
    free(run->parts);
    ap_arena_free(&run->arena);
    ap_input_free(&run->input);
    ap_input_free(&run->companion);
}

static const cli_example examples[] = {
    { "animproof corpus build --shard 0/2 part0", "Makes every second case." },
    { "animproof corpus merge corpus part0 part1",
        "Makes of two parts the corpus that one call would have made." },
    { NULL, NULL },
};

const cli_command cli_corpus_merge = {
    .name = "corpus merge",
    .words = "DIR PART...",
    .summary = "makes the parts of a corpus the corpus",
    .about = "Copies the parts of a corpus (corpus build --shard) into DIR, which must be new or empty: it "
             "is the corpus that "
             "one call of corpus build makes, byte for byte. Each file is compared with its hash.",
    .examples = examples,
    .exits = "0 done, 2 usage, 3 a part is missing, changed or of another corpus, or something could not be "
             "written, 4 "
             "internal error or limit.",
    .record_bytes = sizeof(merge_run),
    .run = merge_words,
    .release = release,
    .completes = CLI_COMPLETES_FOLDERS,
};
