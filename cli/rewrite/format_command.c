/* Implements animproof format: prints, checks or writes the canonical form of text files. */
#include <stdio.h>
#include <string.h>

#include "cli/options/commands.h"
#include "cli/rewrite/format_run.h"

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
    cli_file_run_init(&run->files, cli_format_file);
    cli_reading_set_defaults(&run->reading);
    run->files.supports_format = format_is_supported;
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
        run->files.result = cli_worse_exit_by_rank(run->files.result, format_copy_excluded_stdin(run));
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
