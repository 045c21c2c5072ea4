/* animproof format: the canonical form of files, printed, compared, or put in their place. */
#include <stdio.h>
#include <string.h>

#include "cli/options/commands.h"
#include "cli/rewrite/format_run.h"

/* The command line */

static cli_exit check_words(const format_run *run, cli_words words)
{
    const bool many = run->in_place || run->check || run->diff;
    if (run->in_place && (run->check || run->diff || run->out != NULL))
        return cli_usage("format", "--write goes with none of --check, --diff and --output");
    if (run->out != NULL && (run->check || run->diff))
        return cli_usage("format", "--output goes with neither --check nor --diff");
    if (words.count > 1 && !many)
        return cli_usage("format", "several files need --check, --diff or --write");
    for (size_t i = 0; i < words.count; i++) {
        if (run->in_place && strcmp(words.items[i], "-") == 0)
            return cli_usage("format", "--write: standard input has no place to be written to");
        if (!many && cli_is_directory(words.items[i]))
            return cli_usage("format", "'%s' is a folder, which needs --check, --diff or --write",
                cli_quote(words.items[i]).text);
    }
    return CLI_CLEAN;
}

/* "5 files: 2 not in canonical form, 2 in canonical form, 1 with errors; skipped 3 of other formats" */
static void report_sum(const format_run *run)
{
    const format_sum *sum = &run->sum;
    const size_t files = run->files.files, others = run->files.other_format;
    FILE *stream = run->in_place ? stdout : stderr;
    if (!run->files.finder.entered || files == 0)
        return;
    fprintf(stream, "%zu file%s: %zu %s, %zu in canonical form", files, cli_s(files), sum->changed,
        run->in_place ? "written" : "not in canonical form", sum->canonical);
    if (sum->refused > 0)
        fprintf(stream, ", %zu with errors", sum->refused);
    if (sum->failed > 0)
        fprintf(stream, ", %zu failed", sum->failed);
    if (others > 0)
        fprintf(stream, "; skipped %zu of other formats", others);
    fputc('\n', stream);
}

static void prepare(void *record)
{
    format_run *run = record;
    cli_file_run_prepare(&run->files, format_file);
    cli_default_reading(&run->reading);
    run->files.is_for = format_is_for;
}

static cli_exit format(void *record, cli_words words)
{
    format_run *run = record;
    cli_exit result = check_words(run, words);
    if (result == CLI_CLEAN)
        result = cli_file_run_open(&run->files, "format", words);
    if (result != CLI_CLEAN)
        return result;
    if (!run->in_place && run->out == NULL)
        cli_file_run_sandbox(&run->files);
    cli_subject_init(&run->subject, &run->reading, stderr);
    cli_file_run_each(&run->files);
    if (run->files.stream_skipped && !run->check && !run->diff)
        run->files.result = cli_worse(run->files.result, format_pass_on(run));
    cli_subject_free(&run->subject);
    report_sum(run);
    return cli_file_run_close(&run->files);
}

static const cli_option rows[] = {
    { .name = "check",
        .letter = 'c',
        CLI_FLAG(format_run, check),
        .help = "print the names of the files that are not in canonical form" },
    { .name = "diff",
        .letter = 'd',
        CLI_FLAG(format_run, diff),
        .help = "print what would change, as diff -u does" },
    { .name = "write",
        .letter = 'w',
        CLI_FLAG(format_run, in_place),
        .help = "replace each file that is not in canonical form by its canonical form" },
    { .name = "prune",
        CLI_FLAG(format_run, prune),
        .help = "take out components that never change; every pose stays, bit for bit" },
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
    { "animproof format --check assets/", "Ends with 1 if a file is not in canonical form, and names it." },
    { "animproof format -w assets/walk.md5anim", "Writes the file in canonical form." },
    { NULL, NULL },
};

const cli_command cli_format = {
    .name = "format",
    .words = "PATH...",
    .summary = "writes text files in canonical form",
    .about =
        "Prints the canonical form of a file ('-': standard input) of a text format ({text "
        "formats}). With --check, --diff or --write a PATH may be a folder: its files of other formats are "
        "skipped. The canonical form has one entry a line, shortest decimals that read back to the same "
        "float32, start "
        "indices in order. Comments are not kept, nor what follows the last frame. With "
        "--prune, components with one value in all frames are left out too, and the baseframe has the value; "
        "not joint 0's position, from which id's reader subtracts the baseframe's where it is "
        "animated. A file with errors is refused, with its findings.",
    .examples = examples,
    .exits = "0 canonical, or written; 1 errors, or with --check and --diff a file not in canonical "
             "form; 2 usage, 3 a file could not be read or written, or nothing to format, 4 internal error "
             "or limit.",
    .options = groups,
    .record_bytes = sizeof(format_run),
    .prepare = prepare,
    .run = format,
    .release = cli_file_run_release,
    .completes = CLI_COMPLETES_FILES,
};
