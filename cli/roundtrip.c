/* animproof roundtrip: proves that what is read is what is written. */
#include <getopt.h>
#include <stdlib.h>

#include "cli/shared/checked_file.h"
#include "cli/shared/cli.h"
#include "cli/shared/reading_options.h"
#include "core/base/terminal_text.h"
#include "validators/rewrite.h"

static const char help[] =
    "usage: animproof roundtrip [OPTION]... FILE...\n"
    "Reads each FILE ('-': standard input), writes it again, and compares: byte for byte for mrtk and memg;\n"
    "of a text format the canonical form must hold the same values, bit for bit, and be its own canonical\n"
    "form. A file with errors is refused, with its findings.\n"
    "\n" CLI_READING_HELP "  -q, --quiet            say nothing of files that come back the same\n"
    "\n"
    "Exit: 0 all the same, 1 errors or a difference, 2 usage, 3 a file could not be read, 4 internal error "
    "or\n"
    "limit.\n";

typedef struct roundtrip_run {
    cli_reading options;
    bool quiet;
    cli_subject subject;
    bool unwritable; /* the format cannot be written */
    ap_rewrite_result result;
    ap_rewrite trip;
} roundtrip_run;

static void work(void *context)
{
    roundtrip_run *run = context;
    const cli_subject *subject = &run->subject;
    run->unwritable = subject->format->write == NULL;
    if (!run->unwritable)
        run->result = ap_rewrite_check(
            subject->format, subject->input.view, &run->options.lint, &run->subject.arena, &run->trip);
}

/* ", in the file camera.position_x.pre_wrap = 08 00 00 00" */
static void put_side(const char *whose, const ap_rewrite_side *side)
{
    printf(", %s ", whose);
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

static cli_exit tell_difference(const roundtrip_run *run)
{
    ap_put_name(stdout, run->subject.name);
    printf(":0x%zx: differs", run->trip.at);
    put_side("in the file", &run->trip.read);
    put_side("written", &run->trip.wrote);
    putchar('\n');
    return CLI_FINDINGS;
}

static cli_exit tell(const roundtrip_run *run)
{
    const cli_subject *subject = &run->subject;
    if (run->unwritable) {
        cli_error_about(subject->name, "%s files cannot be written", subject->format->name);
        return CLI_USAGE;
    }
    if (run->result == AP_REWRITE_FAILED) {
        cli_error_about(subject->name, "could not be written");
        return CLI_INTERNAL;
    }
    if (run->result == AP_REWRITE_DIFFERS)
        return tell_difference(run);
    if (!run->quiet) {
        ap_put_name(stdout, subject->name);
        printf(": %s (%zu bytes)\n",
            subject->format->text ? "same values, canonical form stays the same" : "same bytes",
            run->trip.written);
    }
    return CLI_CLEAN;
}

static cli_exit run_all(roundtrip_run *run)
{
    cli_exit result = CLI_CLEAN;
    cli_subject_init(&run->subject, &run->options, stdout);
    for (size_t i = 0; i < run->options.path_count; i++) {
        cli_exit one = cli_subject_run(&run->subject, run->options.paths[i], work, run);
        if (one == CLI_CLEAN)
            one = tell(run);
        result = cli_worse(result, one);
    }
    cli_subject_free(&run->subject);
    return result;
}

static cli_exit read_options(roundtrip_run *run, int argc, char **argv)
{
    static const struct option long_options[] = { CLI_READING_OPTIONS, { "quiet", no_argument, NULL, 'q' },
        { "help", no_argument, NULL, 'h' }, { NULL, 0, NULL, 0 } };
    cli_reading *options = &run->options;
    int option;
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":qh", long_options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return cli_bad_option("roundtrip", option, argv, long_options);
        if (option == 'q')
            run->quiet = true;
        else if (option == 'h')
            options->help = true;
        else if (!cli_set_reading(options, "roundtrip", option, optarg))
            return CLI_USAGE;
    }
    options->paths = argv + optind;
    options->path_count = (size_t)(argc - optind);
    if (options->path_count == 0 && !options->help)
        return cli_usage("roundtrip", "no files given");
    return CLI_CLEAN;
}

cli_exit cli_roundtrip(int argc, char **argv)
{
    roundtrip_run *run =
        calloc(1, sizeof *run); /* the findings' tables and the policy are large for a stack */
    if (run == NULL) {
        cli_error("no memory");
        return CLI_INTERNAL;
    }
    cli_default_reading(&run->options);
    cli_exit result = read_options(run, argc, argv);
    if (result == CLI_CLEAN && run->options.help)
        fputs(help, stdout);
    else if (result == CLI_CLEAN)
        result = run_all(run);
    free(run);
    return result;
}
