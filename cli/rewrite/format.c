/* Implements animproof format: prints, checks or writes the canonical form of text files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/file_run.h"
#include "cli/options/commands.h"
#include "cli/rewrite/diff.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/output_file.h"
#include "core/base/terminal_text.h"
#include "core/files/sink.h"
#include "validators/registry.h"

/* Numbers of files by result. */
typedef struct format_totals {
    /* canonical: files that were in canonical form; changed: files that were changed, or would be with --write */
    size_t canonical, changed;
    size_t refused; /* files with errors, which are not formatted */
    size_t failed;  /* files that could not be read or written */
} format_totals;

typedef struct format_run {
    cli_file_run files;
    bool check, diff, in_place, prune;
    const char *out;             /* path of the output; NULL if not given */
    cli_reading_options reading; /* settings for the current file */
    cli_linted_file subject;
    format_totals sum;

    /* State of the current file */
    cli_output_file target;
    ap_writer writer; /* writer that compares and measures the canonical form */
    uint8_t *copy;    /* copy of the bytes of a file that is to be replaced, owned; NULL if not copied */
    bool canonical;
    bool done;                   /* the file was compared or written without failure */
    bool replaceability_checked; /* true if the member `replaceability` is set */
    cli_exit replaceability;     /* CLI_CLEAN, or the exit code if the file may not be replaced */
    /* number of hard links to the file, other than its path, that keep the old content */
    size_t other_names;
} format_run;

enum { RULE_ID_BYTES = 64 };

static bool write_formatted(format_run *run, ap_writer *writer)
{
    cli_linted_file *subject = &run->subject;
    if (run->prune)
        return subject->format->prune(subject->input.view, &subject->arena, writer);
    return subject->format->write(subject->input.view, &run->reading.lint, &run->subject.arena, writer);
}

/* Makes the canonical form, and sets run->canonical if the file equals it. Returns false if the canonical form could
   not be made. */
static bool could_make_and_compare_canonical(format_run *run)
{
    ap_comparing_writer comparison;
    ap_comparing_writer_init(&comparison, &run->writer, run->subject.input.view);
    const bool complete = write_formatted(run, &run->writer);
    run->canonical = complete && ap_comparing_writer_finish(&comparison, &run->writer);
    return complete || comparison.differs;
}

static bool discard_bytes(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)writer;
    (void)bytes;
    (void)size;
    return true;
}

/* Sets *text to the canonical form of the file, in the arena. Returns false if the form could not be made, or when out of
   memory. */
static bool make_canonical_text(format_run *run, ap_view *text)
{
    ap_fixed_buffer keeper;
    ap_writer_init(&run->writer, discard_bytes, NULL);
    if (!write_formatted(run, &run->writer))
        return false;
    const size_t size = ap_bytes_written(&run->writer);
    uint8_t *bytes = ap_alloc(&run->subject.arena, size);
    if (bytes == NULL)
        return false;
    ap_fixed_buffer_init(&keeper, &run->writer, bytes, size);
    *text = (ap_view){ bytes, size };
    return write_formatted(run, &run->writer) && ap_writer_flush(&run->writer);
}

static bool print_diff(format_run *run)
{
    cli_compared_texts texts = { run->files.entry->path, run->prune ? "pruned" : "canonical",
        run->subject.input.view, { NULL, 0 } };
    return make_canonical_text(run, &texts.after) && cli_output_file_open_or_keep_error(&run->target)
           && cli_write_diff(&texts, &run->subject.arena, &run->target.writer);
}

/* Returns true if the command handles files of the format. */
static bool is_format_supported(const void *record, const ap_format *format)
{
    const format_run *run = record;
    return format->text && (!run->prune || format->prune != NULL);
}

/* If the file is to be replaced, copies the input: an editor that saves meanwhile could change a mapped file between
   two passes. Without memory for the copy, the mapped file is used. */
static void copy_input_to_be_replaced(format_run *run, ap_view input)
{
    if (!run->target.guarded || input.size == 0 || (run->copy = malloc(input.size)) == NULL)
        return;
    memcpy(run->copy, input.bytes, input.size);
    run->subject.input.view.bytes = run->copy;
}

/* Returns true if cli_file_run_decide_to_skip_file does. Otherwise copies a file that is to be replaced, and records the
   identity of the bytes that were read. */
static bool decide_to_skip_or_copy_and_stamp(void *context, ap_view input)
{
    format_run *run = context;
    if (cli_file_run_decide_to_skip_file(&run->files, input))
        return true;
    copy_input_to_be_replaced(run, input);
    cli_output_file_stamp_input(&run->target, run->subject.input.view);
    return false;
}

/* Returns true if the file may be replaced. For a file found in a folder, that is checked here, only when the file
   must be replaced. */
static bool is_input_replaceable(format_run *run)
{
    if (run->in_place && run->replaceability == CLI_CLEAN && !run->replaceability_checked)
        run->replaceability = cli_check_replaceable(run->files.entry->path, &run->other_names);
    run->replaceability_checked = true;
    return run->replaceability == CLI_CLEAN;
}

static void check_or_write_canonical_guarded(void *context)
{
    format_run *run = context;
    run->files.is_of_other_format = !is_format_supported(run, run->subject.format);
    if (run->files.is_of_other_format)
        return;
    const bool must_compare = run->check || run->diff || run->in_place;
    if (must_compare && !could_make_and_compare_canonical(run))
        return;
    if (run->diff)
        run->done = run->canonical || print_diff(run);
    else if (run->check || run->canonical)
        run->done = true;
    else if (is_input_replaceable(run))
        run->done =
            cli_output_file_open_or_keep_error(&run->target) && write_formatted(run, &run->target.writer);
}

/* Reports which parts of the file the canonical form leaves out, keeps or changes. Called after the new text was
   written. */
static void report_changes(const format_run *run)
{
    char id[RULE_ID_BYTES];
    snprintf(id, sizeof id, "%s/trailing-content", run->subject.format->name);
    const ap_rule *rule = ap_find_rule(id);
    if (rule != NULL && ap_findings_count_of_rule(&run->subject.findings, rule) > 0)
        cli_error_about(run->subject.name, "the content after the last frame is left out");
    if (run->subject.about.kept != NULL)
        cli_error_about(run->subject.name, "%s", run->subject.about.kept);
    if (run->subject.about.rewriting != NULL)
        cli_error_about(run->subject.name, "%s", run->subject.about.rewriting);
}

static cli_exit report_unsupported(const format_run *run)
{
    char known[CLI_FORMAT_NAMES_BYTES];
    const char *name = run->subject.name, *format = run->subject.format->name;
    if (run->prune && run->subject.format->text)
        return cli_usage_error("format", "'%s' is %s; --prune needs md5anim files", name, format);
    cli_write_format_names(known, true);
    return cli_usage_error("format", "'%s' is %s; only %s files can be formatted", name, format, known);
}

static cli_exit report_format_result(const format_run *run)
{
    const char *name = run->subject.name;
    if (!run->done)
        return cli_fail(CLI_INTERNAL, name, "internal error: the file could not be written");
    if (!run->check && !run->diff) {
        if (!run->canonical) {
            report_changes(run);
            cli_report_hard_links(name, run->other_names);
        }
        return CLI_CLEAN;
    }
    if (run->check && !run->canonical) {
        ap_put_file_name(stdout, name);
        putchar('\n');
    }
    return run->canonical ? CLI_CLEAN : CLI_FINDINGS;
}

/* Loads the file, then writes or compares its canonical form. */
static cli_exit load_and_format(format_run *run)
{
    cli_output_file_guard_input_stamped_later(
        &run->target, run->files.entry->kind == CLI_ENTRY_STREAM ? "-" : run->files.entry->path);
    const ap_status loaded = cli_entry_load(run->files.entry, &run->subject.input);
    cli_exit result = cli_linted_file_lint_and_run(
        &run->subject, run->files.entry->path, loaded, check_or_write_canonical_guarded, run);
    free(run->copy);
    run->copy = NULL;
    if (result == CLI_CLEAN)
        result = run->replaceability;
    const bool unwritable = result == CLI_CLEAN && cli_output_file_has_error(&run->target);
    const cli_exit closed =
        cli_output_file_close(&run->target, (result == CLI_CLEAN && run->done) || unwritable);
    return cli_worse_exit_by_rank(closed, result);
}

static cli_exit format_and_count_file(format_run *run)
{
    format_totals *sum = &run->sum;
    const cli_exit result = load_and_format(run);
    if (cli_file_run_count_and_is_skipped(&run->files, run->subject.skipped))
        return result;
    if (result == CLI_CLEAN && run->files.is_of_other_format)
        return report_unsupported(run);
    sum->refused += result == CLI_FINDINGS;
    sum->failed += result > CLI_FINDINGS || (result == CLI_CLEAN && !run->done);
    sum->canonical += result == CLI_CLEAN && run->done && run->canonical;
    sum->changed += result == CLI_CLEAN && run->done && !run->canonical;
    return result == CLI_CLEAN ? report_format_result(run) : result;
}

/* Sets up the output. For a file that the user named, first checks that it may be replaced, before it is read,
   because it may be a fifo. */
static cli_exit init_output_and_check_replaceable(format_run *run)
{
    run->replaceability_checked = false;
    run->other_names = 0;
    run->replaceability = CLI_CLEAN;
    cli_output_file_init(&run->target, run->in_place      ? run->files.entry->path
                                       : run->out != NULL ? run->out
                                                          : "-");
    if (!run->in_place)
        return cli_flush_output();
    return cli_entry_was_walked(run->files.entry) || is_input_replaceable(run) ? CLI_CLEAN
                                                                               : run->replaceability;
}

/* Formats a file and reports the result. Implements cli_file_run.file. */
static cli_exit format_file(void *record, const cli_entry *file)
{
    format_run *run = record;
    run->canonical = run->done = false;
    cli_copy_settings_but_rules(&run->reading, file->settings);
    cli_linted_file_set_options(&run->subject, &run->reading);
    run->subject.skips = decide_to_skip_or_copy_and_stamp;
    const cli_exit result = init_output_and_check_replaceable(run);
    return result == CLI_CLEAN ? format_and_count_file(run) : result;
}

/* Copies standard input to the output without changes. Used when the configuration excludes the name given for standard
   input, because an editor replaces its text by this output. Returns CLI_CLEAN, or another code after a message. */
static cli_exit copy_excluded_stdin(format_run *run)
{
    ap_input *input = &run->subject.input;
    const cli_exit loaded = cli_report_status("standard input", cli_load_input(input, "-"), input);
    if (loaded != CLI_CLEAN)
        return loaded;
    cli_output_file_init(&run->target, run->out != NULL ? run->out : "-");
    if (cli_output_file_open_or_keep_error(&run->target))
        (void)ap_write(&run->target.writer, input->view.bytes, input->view.size);
    return cli_output_file_close(&run->target, true);
}

static cli_exit check_operands(const format_run *run, cli_operands words)
{
    const bool many = run->in_place || run->check || run->diff;
    if (run->in_place && (run->check || run->diff || run->out != NULL))
        return cli_usage_error("format", "--write cannot be used with --check, --diff or --output");
    if (run->out != NULL && (run->check || run->diff))
        return cli_usage_error("format", "--output cannot be used with --check or --diff");
    if (words.count > 1 && !many)
        return cli_usage_error("format", "more than one file needs --check, --diff or --write");
    for (size_t i = 0; i < words.count; i++) {
        if (run->in_place && strcmp(words.items[i], "-") == 0)
            return cli_usage_error("format", "--write cannot be used with standard input");
        if (!many && cli_names_directory(words.items[i]))
            return cli_usage_error("format", "'%s' is a folder; a folder needs --check, --diff or --write",
                cli_shorten(words.items[i]).text);
    }
    return CLI_CLEAN;
}

/* If a directory was walked, prints "5 files: 2 not in canonical form, 2 in canonical form, 1 with errors; skipped 3 of
   other formats". */
static void report_totals(const format_run *run)
{
    const format_totals *sum = &run->sum;
    const size_t files = run->files.files, others = run->files.other_format;
    FILE *stream = run->in_place ? stdout : stderr;
    if (!run->files.finder.has_walked || files == 0)
        return;
    fprintf(stream, "%zu file%s: %zu %s, %zu in canonical form", files, cli_plural_s(files), sum->changed,
        run->in_place ? "written" : "not in canonical form", sum->canonical);
    if (sum->refused > 0)
        fprintf(stream, ", %zu with errors", sum->refused);
    if (sum->failed > 0)
        fprintf(stream, ", %zu failed", sum->failed);
    if (others > 0)
        fprintf(stream, "; skipped %zu of other formats", others);
    fputc('\n', stream);
}

static void set_defaults(void *record)
{
    format_run *run = record;
    cli_file_run_init(&run->files, format_file);
    cli_reading_set_defaults(&run->reading);
    run->files.supports_format = is_format_supported;
}

static cli_exit run_format(void *record, cli_operands words)
{
    format_run *run = record;
    cli_exit result = check_operands(run, words);
    if (result == CLI_CLEAN)
        result = cli_file_run_open(&run->files, "format", words);
    if (result != CLI_CLEAN)
        return result;
    if (!run->in_place && run->out == NULL)
        cli_file_run_enter_sandbox(&run->files);
    cli_linted_file_init(&run->subject, &run->reading, stderr);
    cli_file_run_visit_files(&run->files);
    if (run->files.stream_skipped && !run->check && !run->diff)
        run->files.result = cli_worse_exit_by_rank(run->files.result, copy_excluded_stdin(run));
    cli_linted_file_free(&run->subject);
    report_totals(run);
    return cli_file_run_finish(&run->files);
}

static const cli_option rows[] = {
    { .name = "check",
        .letter = 'c',
        CLI_FLAG(format_run, check),
        .help = "print the names of the files that are not in canonical form" },
    { .name = "diff",
        .letter = 'd',
        CLI_FLAG(format_run, diff),
        .help = "print the changes as a unified diff" },
    { .name = "write",
        .letter = 'w',
        CLI_FLAG(format_run, in_place),
        .help = "replace each file by its canonical form" },
    { .name = "prune",
        CLI_FLAG(format_run, prune),
        .help = "also remove components that never change; all poses stay bit for bit" },
    { .name = "output",
        .letter = 'o',
        .value = "OUT",
        CLI_TEXT(format_run, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "write to OUT instead of standard output" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    CLI_FILE_RUN_GROUPS(format_run, files),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof format --check assets/",
        "Lists files that are not in canonical form; exits with 1 if there is one." },
    { "animproof format -w assets/walk.md5anim", "Writes the file in canonical form." },
    { NULL, NULL },
};

const cli_command cli_format = {
    .name = "format",
    .words = "PATH...",
    .summary = "writes text files in canonical form",
    .about =
        "Prints the canonical form of a text file ({text formats}). PATH is a file, or '-' for standard "
        "input; with --check, --diff or --write also a folder, where other files are skipped. The canonical "
        "form has one entry per line, start indices in order, and each number as the shortest decimal that "
        "reads back to the same float32. Comments and content after the last frame are removed. With "
        "--prune, components that have one value in all frames are removed, and the baseframe gets the "
        "value. The position of joint 0 stays: if it is animated, id Software's reader subtracts the "
        "baseframe's position from it. A file with errors is not formatted; its findings are printed.",
    .examples = examples,
    .exits = "0 in canonical form, or written; 1 a file has errors, or with --check or --diff is not in "
             "canonical form; 2 usage, 3 a file could not be read or written, or no file was found, 4 "
             "internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(format_run),
    .prepare = set_defaults,
    .run = run_format,
    .release = cli_file_run_release,
    .completes = CLI_COMPLETES_FILES,
};
