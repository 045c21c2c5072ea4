/* animproof format: the canonical form of files, printed, compared, or put in their place. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/format/format_diff.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/cli.h"
#include "cli/shared/output_file.h"
#include "cli/shared/reading_options.h"
#include "core/base/terminal_text.h"
#include "validators/registry.h"

static const char help[] =
    "usage: animproof format [OPTION]... FILE...\n"
    "Prints the canonical form of a .md5anim FILE ('-': standard input): one entry a line, shortest "
    "decimals\n"
    "that read back to the same float32, start indices in order. Comments are not kept, nor what stands "
    "behind\n"
    "the last frame. A file with errors is refused, with its findings.\n"
    "\n"
    "  -c, --check            print the names of the files that are not in canonical form\n"
    "  -d, --diff             print what would change, as diff -u does\n"
    "  -w, --write            put the canonical form in the place of each file that is not in it\n"
    "  -o, --output OUT       write to OUT instead of standard output\n" CLI_READING_HELP "\n"
    "Exit: 0 canonical, or written; 1 errors, or with --check and --diff a file not in canonical form; 2 "
    "usage,\n"
    "3 a file could not be read or written, 4 internal error or limit.\n";

typedef struct format_run {
    cli_reading options;
    bool check, diff, in_place;
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
    const cli_subject *subject = &run->subject;
    return subject->format->write(subject->input.view, &run->options.lint, &run->subject.arena, writer);
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
    run->for_others = !run->subject.format->text;
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

/* What cannot be replaced by another file, or may not be, is left alone. */
static cli_exit replaceable(format_run *run, const char *name)
{
    struct stat file;
    if (stat(name, &file) != 0 || (S_ISREG(file.st_mode) && access(name, W_OK) != 0)) {
        cli_error_about(name, "%s", strerror(errno));
        return CLI_UNREADABLE;
    }
    run->other_names = S_ISREG(file.st_mode) ? (size_t)file.st_nlink - 1 : 0;
    if (S_ISREG(file.st_mode) || S_ISDIR(file.st_mode)) /* a directory is refused when it is read */
        return CLI_CLEAN;
    cli_error_about(name, "is not a regular file, and cannot be written in place");
    return CLI_UNREADABLE;
}

/* A byte of a name is shown as four at most. A stream that grows would not tell of memory that ran out. */
static char *diff_head(const char *name)
{
    const size_t room = 8 * strlen(name) + 64;
    char *head = calloc(room, 1);
    FILE *stream = head == NULL ? NULL : fmemopen(head, room, "w");
    if (stream == NULL) {
        free(head);
        return NULL;
    }
    fputs("--- ", stream);
    ap_put_name(stream, name);
    fputs("\n+++ ", stream);
    ap_put_name(stream, name);
    fputs("\tcanonical\n", stream);
    if (fclose(stream) == 0)
        return head;
    free(head);
    return NULL;
}

/* What the canonical form leaves out, or means otherwise, is said where the file may be lost. */
static void tell_changes(const format_run *run)
{
    const ap_rule *rule = ap_find_rule("md5anim/trailing-content");
    if (rule != NULL && ap_findings_of(&run->subject.findings, rule) > 0)
        cli_error_about(run->subject.name, "left out: what follows the last frame");
    if (run->subject.about.rewriting != NULL)
        cli_error_about(run->subject.name, "%s", run->subject.about.rewriting);
}

static cli_exit tell(const format_run *run)
{
    const char *name = run->subject.name;
    if (run->for_others)
        return cli_usage("format", "is for md5anim files, '%s' is %s", name, run->subject.format->name);
    if (!run->done) {
        cli_error_about(name, "could not be written");
        return CLI_INTERNAL;
    }
    if (!run->check && !run->diff) {
        if (!run->canonical)
            tell_changes(run);
        if (!run->canonical && run->other_names > 0)
            cli_error_about(name, "%zu other %s of this file (hard links) %s the old content",
                run->other_names, run->other_names == 1 ? "name" : "names",
                run->other_names == 1 ? "keeps" : "keep");
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
    cli_exit result = run->in_place ? replaceable(run, name) : cli_flush_output();
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

static cli_exit format_all(format_run *run)
{
    cli_exit result = CLI_CLEAN;
    cli_subject_init(&run->subject, &run->options, stderr);
    for (size_t i = 0; i < run->options.path_count; i++) {
        const char *name = run->options.paths[i];
        run->head = run->diff ? diff_head(name) : NULL;
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

static cli_exit judge_options(const format_run *run)
{
    const cli_reading *options = &run->options;
    if (options->path_count == 0)
        return cli_usage("format", "no files given");
    if (run->in_place && (run->check || run->diff || run->out != NULL))
        return cli_usage("format", "--write goes with none of --check, --diff and --output");
    if (run->out != NULL && (run->check || run->diff))
        return cli_usage("format", "--output goes with neither --check nor --diff");
    if (options->path_count > 1 && !run->in_place && !run->check && !run->diff)
        return cli_usage("format", "several files need --check, --diff or --write");
    for (size_t i = 0; i < options->path_count; i++) {
        if (run->in_place && strcmp(options->paths[i], "-") == 0)
            return cli_usage("format", "--write: standard input has no place to be written to");
    }
    return CLI_CLEAN;
}

static cli_exit set_option(format_run *run, int option)
{
    switch (option) {
    case 'c':
        run->check = true;
        break;
    case 'd':
        run->diff = true;
        break;
    case 'w':
        run->in_place = true;
        break;
    case 'o':
        run->out = optarg;
        break;
    case 'h':
        run->options.help = true;
        break;
    default:
        return cli_set_reading(&run->options, "format", option, optarg) ? CLI_CLEAN : CLI_USAGE;
    }
    return CLI_CLEAN;
}

static cli_exit read_options(format_run *run, int argc, char **argv)
{
    static const struct option long_options[] = { CLI_READING_OPTIONS, { "check", no_argument, NULL, 'c' },
        { "diff", no_argument, NULL, 'd' }, { "write", no_argument, NULL, 'w' },
        { "output", required_argument, NULL, 'o' }, { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 } };
    int option;
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":cdwo:h", long_options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return cli_bad_option("format", option, argv, long_options);
        cli_exit result = set_option(run, option);
        if (result != CLI_CLEAN)
            return result;
    }
    run->options.paths = argv + optind;
    run->options.path_count = (size_t)(argc - optind);
    return run->options.help ? CLI_CLEAN : judge_options(run);
}

cli_exit cli_format(int argc, char **argv)
{
    format_run *run = calloc(1, sizeof *run); /* buffers, findings' tables and policy: large for a stack */
    if (run == NULL) {
        cli_error("no memory");
        return CLI_INTERNAL;
    }
    cli_default_reading(&run->options);
    cli_exit result = read_options(run, argc, argv);
    if (result == CLI_CLEAN && run->options.help)
        fputs(help, stdout);
    else if (result == CLI_CLEAN)
        result = format_all(run);
    free(run);
    return result;
}
