/* Implements animproof corpus verify: checks that a corpus is complete and unchanged, and that the linter finds what
   its manifest lists. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/corpus/corpus_matrix.h"
#include "cli/options/commands.h"
#include "core/base/terminal_text.h"
#include "core/files/guard.h"
#include "core/files/input.h"
#include "corpus/cases/corpus_file.h"
#include "corpus/cases/manifest.h"
#include "corpus/defect/lint_pair.h"
#include "validators/registry.h"

typedef struct verify_run {
    bool matrix, quiet;
    const char *path;
    ap_manifest_reader manifest;
    /* about_arena: memory for data about the corpus; arena: memory for one case */
    ap_arena about_arena, arena;
    ap_input file, companion;
    ap_manifest_case entry;
    ap_pair_findings pair;
    cli_detection_matrix table;
    cli_exit result; /* result of the current case */
    /* numbers: cases read; files and companions of these cases that could be loaded; faults reported */
    size_t cases, loaded_files, faults;
} verify_run;

static void report_and_count_wrong_file(verify_run *run, const char *file, const char *what)
{
    ap_put_file_name(stdout, file);
    printf(": %s\n", what);
    run->faults++;
}

static void report_and_count_wrong_case(verify_run *run, const char *what)
{
    report_and_count_wrong_file(run, run->entry.file, what);
}

/* Loads a file of the corpus, and counts it if it can be loaded. Prints a failure to standard output too, so that a
   log of the output is complete. */
static cli_exit load_and_count_file(verify_run *run, const char *name, ap_input *input)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%s", run->path, name) < 0)
        return cli_fail_no_memory();
    char reason[AP_CORPUS_REASON_BYTES];
    const int file = ap_corpus_open_file(run->path, name, reason);
    const ap_status status = file < 0 ? AP_CANNOT_READ : ap_input_load_descriptor(input, file);
    run->loaded_files += status == AP_OK;
    if (status != AP_OK) {
        cli_error_about(path, "%s", file < 0 ? reason : input->error);
        report_and_count_wrong_file(run, name, "cannot be read");
    }
    free(path);
    return status == AP_OK ? CLI_CLEAN : status == AP_CANNOT_READ ? CLI_UNREADABLE : CLI_INTERNAL;
}

/* Returns true if the bytes have the hash, or if `wanted` is NULL because the manifest has no hash. */
static bool has_sha256_if_given(ap_view view, const char *wanted)
{
    return wanted == NULL || ap_has_sha256(view, wanted);
}

/* Prints a finding that is missing or unexpected, if there is one, with control characters escaped because the
   manifest is untrusted. */
static void print_differing_finding(const char *what, const ap_expectation *finding)
{
    if (finding->rule == NULL)
        return;
    printf("  %s: ", what);
    ap_put_escaped_text(stdout, finding->rule);
    printf(" at %zu, length %zu, ", finding->span.offset, finding->span.length);
    ap_put_escaped_text(stdout, finding->path[0] == '\0' ? "(the file)" : finding->path);
    puts(finding->companion ? ", in the companion" : "");
}

static cli_exit compare_and_report_findings(verify_run *run)
{
    ap_findings_comparison detection;
    if (!cli_compare_case_with_findings(&run->pair, &run->entry, &run->arena, &detection))
        return cli_fail(CLI_INTERNAL, NULL, "memory ran out");
    cli_detection_matrix_add_case(&run->table, &run->entry, &detection);
    if (ap_is_detected(&detection))
        return CLI_CLEAN;
    report_and_count_wrong_case(run, "the linter's findings differ from the manifest");
    print_differing_finding("missing", &detection.first_missing);
    print_differing_finding("unexpected", &detection.first_unexpected);
    return CLI_CLEAN;
}

/* Verifies the loaded case. Runs under the guards of its files, which may shrink while they are read. */
static void verify_loaded_case(void *context)
{
    verify_run *run = context;
    const ap_format *format = ap_find_format(run->entry.format);
    const bool paired = run->entry.companion != NULL;
    const ap_view companion = paired ? run->companion.view : (ap_view){ NULL, 0 };
    run->result = CLI_CLEAN;
    if (format == NULL)
        report_and_count_wrong_case(run, "has an unknown format in the manifest");
    else if (!has_sha256_if_given(run->file.view, run->entry.sha256)
             || (paired && !has_sha256_if_given(companion, run->entry.companion_sha256)))
        report_and_count_wrong_case(run, "the hash of the file is not the one in the manifest");
    else if (!ap_lint_pair(&run->pair, format, run->file.view, companion))
        run->result = cli_fail(CLI_INTERNAL, NULL, "memory ran out");
    else
        run->result = compare_and_report_findings(run);
}

static cli_exit verify_case(verify_run *run)
{
    run->cases++;
    cli_exit result = load_and_count_file(run, run->entry.file, &run->file);
    if (run->entry.companion != NULL)
        result =
            cli_worse_exit_by_rank(result, load_and_count_file(run, run->entry.companion, &run->companion));
    if (result == CLI_CLEAN) {
        ap_input *const inputs[] = { &run->companion, &run->file };
        size_t lost;
        const ap_status status = ap_input_run_guarded_all(inputs, 2, verify_loaded_case, run, &lost);
        result = status == AP_OK ? run->result : CLI_UNREADABLE;
        if (status != AP_OK) {
            cli_error_about(run->entry.file, "%s", inputs[lost]->error);
            report_and_count_wrong_case(run, "cannot be read");
        }
    }
    ap_input_release(&run->file);
    ap_input_release(&run->companion);
    return result;
}

static cli_exit report_manifest_read_error(const verify_run *run, ap_manifest_status status)
{
    cli_error_about(run->path, "%s", run->manifest.error);
    if (status == AP_MANIFEST_CANNOT_READ)
        return CLI_UNREADABLE;
    return status == AP_MANIFEST_NO_MEMORY ? CLI_INTERNAL : CLI_FINDINGS;
}

static cli_exit report_unlistable_folder(const char *path, int error)
{
    return cli_fail_errno(path, error);
}

/* Adds the number of files in a folder of the corpus to *files. A missing folder counts as empty. */
static cli_exit count_files_in_folder(const char *path, size_t *files)
{
    DIR *directory = opendir(path);
    if (directory == NULL)
        return errno == ENOENT ? CLI_CLEAN : report_unlistable_folder(path, errno);
    for (;;) {
        errno = 0; /* readdir returns NULL both at the end and after an error */
        const struct dirent *entry = readdir(directory);
        if (entry == NULL)
            break;
        *files += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    const int error = errno;
    closedir(directory);
    return error == 0 ? CLI_CLEAN : report_unlistable_folder(path, error);
}

/* Counts the files in the folders of all formats. */
static cli_exit count_files(const char *path, size_t *files)
{
    size_t formats;
    cli_exit result = CLI_CLEAN;
    const ap_format *const *all = ap_formats(&formats);
    *files = 0;
    for (size_t i = 0; i < formats && result == CLI_CLEAN; i++) {
        char *folder = NULL;
        if (asprintf(&folder, "%s/%s", path, all[i]->name) < 0)
            return cli_fail_no_memory();
        result = count_files_in_folder(folder, files);
        free(folder);
    }
    return result;
}

static void print_verified_totals(const verify_run *run)
{
    ap_put_file_name(stdout, run->path);
    printf(": %zu %s, %zu wrong\n", run->cases, run->cases == 1 ? "file" : "files", run->faults);
}

static cli_exit report_unlisted_files_and_print_totals(verify_run *run)
{
    size_t existing;
    const cli_exit counted = count_files(run->path, &existing);
    if (counted != CLI_CLEAN)
        return counted;
    if (existing > run->loaded_files) {
        const size_t more = existing - run->loaded_files;
        ap_put_file_name(stdout, run->path);
        printf(": holds %zu %s that the manifest does not list\n", more, more == 1 ? "file" : "files");
        run->faults++;
    }
    if (run->matrix)
        cli_detection_matrix_print(&run->table, stdout);
    if (!run->quiet || run->faults > 0)
        print_verified_totals(run);
    return run->faults > 0 ? CLI_FINDINGS : CLI_CLEAN;
}

/* Checks values.json if corpus.json lists its hash. */
static cli_exit check_values_json(verify_run *run)
{
    char reason[AP_CORPUS_REASON_BYTES], hash[AP_SHA256_TEXT];
    const char *wanted = run->manifest.about.values_sha256;
    if (wanted[0] == '\0')
        return CLI_CLEAN;
    FILE *stream = ap_corpus_open_stream(run->path, AP_VALUES_FILE, reason);
    const bool read = stream != NULL && ap_compute_sha256_of_stream(stream, hash);
    const int error = errno;
    if (!read) {
        cli_error_about(AP_VALUES_FILE, "%s", stream == NULL ? reason : strerror(error));
        report_and_count_wrong_file(run, AP_VALUES_FILE, "cannot be read");
    } else if (strcmp(hash, wanted) != 0) {
        report_and_count_wrong_file(
            run, AP_VALUES_FILE, "the hash of the file is not the one in " AP_CORPUS_FILE);
    }
    if (stream != NULL)
        fclose(stream);
    return read ? CLI_CLEAN : cli_exit_of_errno(error);
}

static cli_exit run_verify(verify_run *run)
{
    cli_exit result = CLI_CLEAN;
    ap_manifest_status status = ap_manifest_open(&run->manifest, run->path, &run->about_arena);
    while (status == AP_MANIFEST_OK) {
        ap_arena_reset(&run->arena);
        status = ap_manifest_next(&run->manifest, &run->arena, &run->entry);
        if (status == AP_MANIFEST_OK)
            result = cli_worse_exit_by_rank(result, verify_case(run));
    }
    if (status != AP_MANIFEST_END)
        return report_manifest_read_error(run, status);
    result = cli_worse_exit_by_rank(result, check_values_json(run));
    return cli_worse_exit_by_rank(result, report_unlisted_files_and_print_totals(run));
}

static cli_exit run_verify_command(void *record, cli_operands words)
{
    verify_run *run = record;
    const size_t most_bytes = (size_t)2 << 30;
    if (words.count != 1)
        return cli_usage_error(
            "corpus verify", words.count == 0 ? "no folder given" : "one folder at a time");
    run->path = words.items[0];
    ap_arena_init(&run->about_arena, most_bytes);
    ap_arena_init(&run->arena, most_bytes);
    ap_pair_findings_init(&run->pair, most_bytes);
    ap_input_init(&run->file, most_bytes);
    ap_input_init(&run->companion, most_bytes);
    const cli_exit result = run_verify(run);
    ap_manifest_close(&run->manifest);
    ap_input_free_memory(&run->file);
    ap_input_free_memory(&run->companion);
    ap_pair_findings_free(&run->pair);
    ap_arena_free(&run->arena);
    ap_arena_free(&run->about_arena);
    return result;
}

static const cli_option rows[] = {
    { .name = "matrix",
        CLI_FLAG(verify_run, matrix),
        .help = "print a table with a row for each rule: cases, detected, missed, detected as another rule, "
                "at another position, with extra findings; and false alarms in valid files and near misses" },
    { .name = "quiet", .letter = 'q', CLI_FLAG(verify_run, quiet), .help = "print only faults" },
    { .name = NULL },
};

static const cli_option_group groups[] = { { .rows = rows }, { .rows = NULL } };

static const cli_example examples[] = {
    { "animproof corpus verify corpus",
        "Checks that the files are unchanged, and that lint reports what the manifest lists." },
    { NULL, NULL },
};

const cli_command cli_corpus_verify = {
    .name = "corpus verify",
    .words = "DIR",
    .usage = "DIR [OPTION]...",
    .summary = "checks the files of a corpus, and the linter's findings in them",
    .about = "Checks the corpus in DIR: that it is complete, that each file has the hash that the manifest "
             "lists, that there are no other files, and that the linter reports exactly the expected "
             "findings in each file.",
    .examples = examples,
    .exits = "0 the corpus is correct, 1 the corpus is incorrect, 2 usage, 3 a file could not be read, 4 "
             "internal error or "
             "limit.",
    .options = groups,
    .record_bytes = sizeof(verify_run),
    .run = run_verify_command,
    .completes = CLI_COMPLETES_FOLDERS,
};
