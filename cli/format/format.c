/* animproof format: the canonical form of files, printed, compared, or put in their place. */
#include <stdlib.h>
#include <string.h>

#include "cli/shared/checked_file.h"
#include "cli/shared/commands.h"
#include "cli/shared/output_file.h"
#include "cli/shared/reading_options.h"
#include "cli/shared/sandbox.h"
#include "cli/shared/text_diff.h"
#include "core/base/terminal_text.h"
#include "validators/registry.h"

enum { RULE_ID_BYTES = 64 };

typedef struct format_run {
    cli_reading reading;
    bool check, diff, in_place, prune;
    const char *out; /* NULL: not given */
    cli_subject subject;

    /* The file at hand */
    cli_target target;
    ap_writer writer; /* for comparing and measuring */
    char *head;       /* of its diff */
    bool for_others;  /* its format has no canonical form */
    bool canonical;
    bool done;          /* the work went well */
    size_t other_names; /* hard links that stay with what it was */
} format_run;

/* The work on a file without errors: inside the guard of its bytes */

static bool write_to(format_run *run, ap_writer *writer)
{
    cli_subject *subject = &run->subject;
    if (run->prune)
        return subject->format->prune(subject->input.view, &subject->arena, writer);
    return subject->format->write(subject->input.view, &run->reading.lint, &run->subject.arena, writer);
}

/* Whether the file is as it would be written. */
static bool compare(format_run *run)
{
    ap_comparison comparison;
    ap_compare_init(&comparison, &run->writer, run->subject.input.view);
    const bool whole = write_to(run, &run->writer);
    run->canonical = whole && ap_compare_finish(&comparison, &run->writer);
    return whole || comparison.differs;
}

static bool count(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)writer;
    (void)bytes;
    (void)size;
    return true;
}

/* The canonical form, kept in the arena. */
static bool keep_canonical(format_run *run, ap_view *text)
{
    ap_keeper keeper;
    ap_writer_init(&run->writer, count, NULL);
    if (!write_to(run, &run->writer))
        return false;
    const size_t size = ap_written(&run->writer);
    uint8_t *bytes = ap_alloc(&run->subject.arena, size);
    if (bytes == NULL)
        return false;
    ap_keep_init(&keeper, &run->writer, bytes, size);
    *text = (ap_view){ bytes, size };
    return write_to(run, &run->writer) && ap_writer_finish(&run->writer);
}

static bool diff(format_run *run)
{
    ap_view text;
    return keep_canonical(run, &text) && cli_target_open(&run->target)
           && cli_write_diff(
               run->subject.input.view, text, run->head, &run->subject.arena, &run->target.writer);
}

static void work(void *context)
{
    format_run *run = context;
    run->for_others = !run->subject.format->text || (run->prune && run->subject.format->prune == NULL);
    if (run->for_others)
        return;
    const bool must_compare = run->check || run->diff || run->in_place;
    if (must_compare && !compare(run))
        return;
    if (run->diff)
        run->done = run->canonical || diff(run);
    else if (run->check || run->canonical)
        run->done = true;
    else
        run->done = cli_target_open(&run->target) && write_to(run, &run->target.writer);
}

/* Around it */

/* What the canonical form leaves out, or means otherwise, is said where the file may be lost. */
static void tell_changes(const format_run *run)
{
    char id[RULE_ID_BYTES];
    snprintf(id, sizeof id, "%s/trailing-content", run->subject.format->name);
    const ap_rule *rule = ap_find_rule(id);
    if (rule != NULL && ap_findings_of(&run->subject.findings, rule) > 0)
        cli_error_about(run->subject.name, "left out: what follows the last frame");
    if (run->subject.about.rewriting != NULL)
        cli_error_about(run->subject.name, "%s", run->subject.about.rewriting);
}

static cli_exit tell(const format_run *run)
{
    const char *name = run->subject.name;
    if (run->for_others) {
        char known[CLI_FORMAT_NAMES_BYTES];
        if (run->prune && run->subject.format->text)
            return cli_usage("format", "--prune: '%s' is %s, of which nothing is taken out", name,
                run->subject.format->name);
        cli_format_names(known, true);
        return cli_usage("format", "is for %s files, '%s' is %s", known, name, run->subject.format->name);
    }
    if (!run->done) {
        cli_error_about(name, "could not be written");
        return CLI_INTERNAL;
    }
    if (!run->check && !run->diff) {
        if (!run->canonical) {
            tell_changes(run);
            cli_tell_other_names(name, run->other_names);
        }
        return CLI_CLEAN;
    }
    if (run->check && !run->canonical) {
        ap_put_name(stdout, name);
        putchar('\n');
    }
    return run->canonical ? CLI_CLEAN : CLI_FINDINGS;
}

static cli_exit format_file(format_run *run, const char *name)
{
    const char *place = run->in_place ? name : run->out != NULL ? run->out : "-";
    run->for_others = run->canonical = run->done = false;
    run->other_names = 0;
    cli_target_init(&run->target, place);
    cli_exit result = run->in_place ? cli_may_replace(name, &run->other_names) : cli_flush_output();
    cli_target_reads(&run->target, name);
    if (result == CLI_CLEAN)
        result = cli_subject_run(&run->subject, name, work, run);
    else
        return result;
    const bool unwritable = result == CLI_CLEAN && cli_target_failed(&run->target);
    const cli_exit closed = cli_target_close(&run->target, (result == CLI_CLEAN && run->done) || unwritable);
    if (closed != CLI_CLEAN || result != CLI_CLEAN)
        return cli_worse(closed, result);
    return tell(run);
}

static cli_exit format_all(format_run *run, cli_words words)
{
    cli_exit result = CLI_CLEAN;
    if (!run->in_place && run->out == NULL)
        cli_sandbox_readers(words.items, words.count);
    cli_subject_init(&run->subject, &run->reading, stderr);
    for (size_t i = 0; i < words.count; i++) {
        const char *name = words.items[i];
        run->head = run->diff ? cli_diff_head(name, run->prune ? "pruned" : "canonical") : NULL;
        if (run->diff && run->head == NULL) {
            cli_error("no memory");
            result = CLI_INTERNAL;
            break;
        }
        result = cli_worse(result, format_file(run, name));
        free(run->head);
    }
    cli_subject_free(&run->subject);
    return result;
}

/* The command line */

static cli_exit check_words(const format_run *run, cli_words words)
{
    if (words.count == 0)
        return cli_usage("format", "no files given");
    if (run->in_place && (run->check || run->diff || run->out != NULL))
        return cli_usage("format", "--write goes with none of --check, --diff and --output");
    if (run->out != NULL && (run->check || run->diff))
        return cli_usage("format", "--output goes with neither --check nor --diff");
    if (words.count > 1 && !run->in_place && !run->check && !run->diff)
        return cli_usage("format", "several files need --check, --diff or --write");
    for (size_t i = 0; i < words.count; i++) {
        if (run->in_place && strcmp(words.items[i], "-") == 0)
            return cli_usage("format", "--write: standard input has no place to be written to");
    }
    return CLI_CLEAN;
}

static void prepare(void *record)
{
    format_run *run = record;
    cli_default_reading(&run->reading);
}

static cli_exit format(void *record, cli_words words)
{
    format_run *run = record;
    const cli_exit result = check_words(run, words);
    return result == CLI_CLEAN ? format_all(run, words) : result;
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
    CLI_READING_GROUPS(format_run, reading),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof format --check assets/walk.md5anim",
        "Ends with 1 where the file is not in canonical form." },
    { "animproof format -w assets/walk.md5anim", "Writes the file in canonical form." },
    { NULL, NULL },
};

const cli_command cli_format = {
    .name = "format",
    .words = "FILE...",
    .summary = "writes text files in canonical form",
    .about =
        "Prints the canonical form of a FILE ('-': standard input) of a text format ({text "
        "formats}): one entry a line, shortest decimals that read back to the same float32, start "
        "indices in order. Comments are not kept, nor what follows the last frame. With "
        "--prune, components with one value in all frames are left out too, and the baseframe has the value; "
        "not joint 0's position, from which id's reader subtracts the baseframe's where it is "
        "animated. A file with errors is refused, with its findings.",
    .examples = examples,
    .exits = "0 canonical, or written; 1 errors, or with --check and --diff a file not in canonical "
             "form; 2 usage, 3 a file could not be read or written, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(format_run),
    .prepare = prepare,
    .run = format,
    .completes = CLI_COMPLETES_FILES,
};
