/* Implements animproof roundtrip: checks that writing a file again gives the bytes or values that were read. */
#include <stdio.h>

#include "cli/compare/compare.h"
#include "cli/options/commands.h"
#include "cli/shared/checked_file.h"
#include "core/base/terminal_text.h"
#include "validators/rewrite.h"

typedef struct roundtrip_run {
    cli_compare_run
        compare; /* must be the first member; its members files, quiet and same have the options */
    cli_reading_options reading; /* settings for the current file */
    cli_linted_file subject;
    size_t unchanged, differing, refused; /* numbers of files; refused: files with errors */

    /* State of the current file */
    ap_rewrite_result result;
    ap_rewrite trip;
} roundtrip_run;

static bool is_writable_format(const void *record, const ap_format *format)
{
    (void)record;
    return format->write != NULL;
}

static void compare_rewritten(void *context)
{
    roundtrip_run *run = context;
    const cli_linted_file *subject = &run->subject;
    run->compare.files.is_of_other_format = !is_writable_format(run, subject->format);
    if (!run->compare.files.is_of_other_format)
        run->result = ap_rewrite_and_compare(
            subject->format, subject->input.view, &run->reading.lint, &run->subject.arena, &run->trip);
}

/* Prints the bytes of one side of a difference: ", in the file camera.position_x.pre_wrap = 08 00 00 00". `title` names
   the side. */
static void print_side_of_difference(const char *title, const ap_rewrite_side *side)
{
    printf(", %s ", title);
    if (!side->field.known) {
        fputs("no field", stdout);
        return;
    }
    printf("%s =", side->field.path);
    for (size_t i = 0; i < side->shown_bytes; i++)
        printf(" %02x", side->shown[i]);
    if (side->field.span.length > side->shown_bytes)
        fputs(" ...", stdout);
}

static cli_exit report_difference(const roundtrip_run *run)
{
    ap_put_file_name(stdout, run->subject.name);
    printf(":0x%zx: differs", run->trip.at);
    print_side_of_difference("in the file", &run->trip.read);
    print_side_of_difference("written", &run->trip.wrote);
    putchar('\n');
    return CLI_FINDINGS;
}

static cli_exit report_roundtrip_result(const roundtrip_run *run)
{
    const cli_linted_file *subject = &run->subject;
    if (run->compare.files.is_of_other_format)
        return cli_fail(CLI_USAGE, subject->name,
            "%s files cannot be written, so the roundtrip cannot be checked", subject->format->name);
    if (run->result == AP_REWRITE_FAILED)
        return cli_fail(CLI_INTERNAL, subject->name, "internal error: the file could not be written");
    if (run->result == AP_REWRITE_DIFFERS)
        return report_difference(run);
    if (!run->compare.quiet) {
        ap_put_file_name(stdout, subject->name);
        printf(": %s (%zu bytes)\n",
            subject->format->text ? "same values, canonical form unchanged" : "same bytes",
            run->trip.written);
    }
    return CLI_CLEAN;
}

static cli_exit report_and_count_result(roundtrip_run *run, cli_exit result)
{
    if (cli_file_run_count_and_is_skipped(&run->compare.files, run->subject.skipped))
        return result;
    run->refused += result == CLI_FINDINGS;
    if (result == CLI_CLEAN) {
        result = report_roundtrip_result(run);
        run->unchanged += result == CLI_CLEAN;
        run->differing += result == CLI_FINDINGS;
    }
    return result;
}

static cli_exit rewrite_and_compare_file(void *context, const cli_entry *file)
{
    roundtrip_run *run = context;
    cli_copy_settings_but_rules(&run->reading, file->settings);
    cli_linted_file_set_options(&run->subject, &run->reading);
    const ap_status loaded = cli_entry_load(file, &run->subject.input);
    return report_and_count_result(
        run, cli_linted_file_lint_and_run(&run->subject, file->path, loaded, compare_rewritten, run));
}

/* If a directory was walked, prints "3 files: 2 unchanged, 1 differs; skipped 1 of other formats", unless --quiet is given. */
static void report_totals(const roundtrip_run *run)
{
    const size_t files = run->compare.files.files, others = run->compare.files.other_format;
    if (run->compare.quiet || !run->compare.files.finder.has_walked || files == 0)
        return;
    printf("%zu %s: %zu unchanged", files, files == 1 ? "file" : "files", run->unchanged);
    if (run->differing > 0)
        printf(", %zu %s", run->differing, run->differing == 1 ? "differs" : "differ");
    if (run->refused > 0)
        printf(", %zu with errors", run->refused);
    if (others > 0)
        printf("; skipped %zu of other formats", others);
    putchar('\n');
}

static cli_exit run_roundtrip(void *record, cli_operands words)
{
    roundtrip_run *run = record;
    if (run->compare.same)
        return cli_compare_operands(&run->compare, "roundtrip", words);
    const cli_exit result = cli_file_run_open(&run->compare.files, "roundtrip", words);
    if (result != CLI_CLEAN)
        return result;
    cli_file_run_enter_sandbox(&run->compare.files);
    cli_linted_file_init(&run->subject, &run->reading, stdout);
    run->subject.skips = cli_file_run_decide_to_skip_file;
    cli_file_run_visit_files(&run->compare.files);
    cli_linted_file_free(&run->subject);
    report_totals(run);
    return cli_file_run_finish(&run->compare.files);
}

static void release_record(void *record)
{
    cli_compare_free_run(record);
    cli_file_run_release(record);
}

static void set_defaults(void *record)
{
    roundtrip_run *run = record;
    cli_file_run_init(&run->compare.files, rewrite_and_compare_file);
    cli_reading_set_defaults(&run->reading);
    run->compare.files.supports_format = is_writable_format;
    run->compare.all = true;
}

static const cli_option rows[] = {
    { .name = "quiet",
        .letter = 'q',
        CLI_FLAG(roundtrip_run, compare.quiet),
        .help = "print only files that differ, and no summary" },
    { .name = "same",
        CLI_FLAG(roundtrip_run, compare.same),
        .help =
            "instead, compare two files, folders or archives, A and B: exit 0 if their values are equal" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    CLI_FILE_RUN_GROUPS(roundtrip_run, compare.files),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof roundtrip walk.md5anim", "Checks that reading and writing the file loses nothing." },
    { "animproof roundtrip -q assets/", "Checks all files in a folder, and prints those that differ." },
    { "animproof roundtrip --same walk.md5anim copy.md5anim",
        "Checks that two files mean the same, and prints what differs." },
    { NULL, NULL },
};

const cli_command cli_roundtrip = {
    .name = "roundtrip",
    .words = "PATH...",
    .usage = "[OPTION]... PATH...\n--same [OPTION]... A B",
    .summary = "checks that reading and writing a file loses nothing",
    .about = "Reads each PATH, writes it again and compares the result. PATH is a file, '-' for standard "
             "input, or a folder: its files of known formats. Binary files must come out byte for byte. The "
             "canonical form of a text file ({text formats}) must have the same values, bit for bit, and "
             "must be its own canonical form. A file with errors is not compared; its findings are printed. "
             "With --same, two "
             "files mean the same if each value is the same, bit for bit, wherever the file stores it: "
             "joints, meshes "
             "and groups are compared by name; vertices, triangles and weights may have another order.",
    .examples = examples,
    .exits = "0 no differences, 1 a file has errors or differs, 2 usage, 3 a file could not be read, no "
             "file was found, or with --same a file has errors, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(roundtrip_run),
    .prepare = set_defaults,
    .run = run_roundtrip,
    .release = release_record,
    .completes = CLI_COMPLETES_FILES,
};
