/* animproof roundtrip: proves that what is read is what is written. */
#include <stdio.h>

#include "cli/shared/checked_file.h"
#include "cli/shared/commands.h"
#include "cli/shared/reading_options.h"
#include "cli/shared/sandbox.h"
#include "core/base/terminal_text.h"
#include "validators/rewrite.h"

typedef struct roundtrip_run {
    cli_reading reading;
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
            subject->format, subject->input.view, &run->reading.lint, &run->subject.arena, &run->trip);
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

static cli_exit roundtrip(void *record, cli_words words)
{
    roundtrip_run *run = record;
    cli_exit result = CLI_CLEAN;
    if (words.count == 0)
        return cli_usage("roundtrip", "no files given");
    cli_sandbox_readers(words.items, words.count);
    cli_subject_init(&run->subject, &run->reading, stdout);
    for (size_t i = 0; i < words.count; i++) {
        cli_exit one = cli_subject_run(&run->subject, words.items[i], work, run);
        if (one == CLI_CLEAN)
            one = tell(run);
        result = cli_worse(result, one);
    }
    cli_subject_free(&run->subject);
    return result;
}

static void prepare(void *record)
{
    roundtrip_run *run = record;
    cli_default_reading(&run->reading);
}

static const cli_option rows[] = {
    { .name = "quiet",
        .letter = 'q',
        CLI_FLAG(roundtrip_run, quiet),
        .help = "say nothing of files that come back the same" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    CLI_READING_GROUPS(roundtrip_run, reading),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof roundtrip walk.md5anim", "Shows that reading and writing the file loses nothing." },
    { NULL, NULL },
};

const cli_command cli_roundtrip = {
    .name = "roundtrip",
    .words = "FILE...",
    .summary = "reads, writes, and compares",
    .about = "Reads each FILE ('-': standard input), writes it again, and compares: byte for byte for a "
             "binary format; of a text format ({text formats}) the canonical form must hold the same "
             "values, bit for bit, and be its own canonical form. A file with errors is refused, with "
             "its findings.",
    .examples = examples,
    .exits = "0 all the same, 1 errors or a difference, 2 usage, 3 a file could not be read, 4 internal "
             "error or limit.",
    .options = groups,
    .record_bytes = sizeof(roundtrip_run),
    .prepare = prepare,
    .run = roundtrip,
    .completes = CLI_COMPLETES_FILES,
};
