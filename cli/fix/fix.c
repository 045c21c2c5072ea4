/* animproof fix: mends what a rule can mend, and says of each finding what it does or why not. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/fix/hex_diff.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/commands.h"
#include "cli/shared/guarded.h"
#include "cli/shared/output_file.h"
#include "cli/shared/reading_options.h"
#include "cli/shared/suggest.h"
#include "cli/shared/text_diff.h"
#include "core/base/terminal_text.h"
#include "validators/lint_bytes.h"
#include "validators/mending.h"
#include "validators/registry.h"

typedef struct fix_run {
    cli_reading reading;
    cli_list select, ignore;
    bool in_place, diff, unsafe;

    ap_input input;
    ap_arena arena; /* for the file as it was, and for its diff */
    ap_mending mending;

    /* The file at hand */
    const char *name;
    const ap_format *format; /* NULL: none */
    ap_view before;          /* bytes NULL: there was no memory for it */
} fix_run;

/* Reading: all else is about the copy. */

static void take_copy(void *context)
{
    fix_run *run = context;
    const ap_view input = run->input.view;
    uint8_t *copy = ap_alloc(&run->arena, input.size);
    run->before = (ap_view){ copy, input.size };
    if (copy != NULL && input.size > 0)
        memcpy(copy, input.bytes, input.size);
    run->format = ap_choose_format(input, run->name, run->reading.input_format);
}

static cli_exit load(fix_run *run)
{
    size_t lost;
    ap_input *const inputs[] = { &run->input };
    ap_arena_reset(&run->arena);
    ap_status status = strcmp(run->name, "-") == 0 ? ap_input_load_stream(&run->input, STDIN_FILENO)
                                                   : ap_input_load(&run->input, run->name);
    if (status == AP_OK)
        status = cli_guard_all(inputs, 1, take_copy, run, &lost);
    if (status != AP_OK)
        cli_error_about(run->name, "%s", run->input.error);
    ap_input_release(&run->input);
    return cli_exit_of(status);
}

/* Telling */

static void put_place(FILE *stream, const fix_run *run, const ap_mend_note *note)
{
    ap_put_name(stream, run->name);
    if (note->line > 0)
        fprintf(stream, ":%zu:%zu: ", note->line, note->column);
    else
        fprintf(stream, ":0x%zx: ", note->offset);
}

static void tell_notes(FILE *stream, const fix_run *run)
{
    const char *done = run->in_place ? "fixed" : "would fix";
    for (const ap_mend_note *note = run->mending.notes; note != NULL; note = note->next) {
        put_place(stream, run, note);
        fprintf(stream, "%s %s: %s", note->refused == NULL ? done : "not fixed", note->fixer->rule->id,
            note->refused == NULL ? note->fixer->does : note->refused);
        if (note->adds != NULL)
            fprintf(stream, " (%s)", note->adds->id);
        fputc('\n', stream);
    }
}

/* Findings that nothing mends. */
static void tell_rest(FILE *stream, const fix_run *run)
{
    const ap_mend_state *state = ap_mended(&run->mending);
    size_t counts[AP_ERROR + 1] = { 0 };
    for (const ap_finding *f = state->findings.first; f != NULL; f = f->next) {
        if (ap_find_fixer(run->format, f->rule) == NULL)
            counts[ap_policy_level(&run->reading.policy, f->rule)]++;
    }
    if (counts[AP_ERROR] + counts[AP_WARNING] + counts[AP_NOTE] == 0)
        return;
    ap_put_name(stream, run->name);
    fprintf(stream, ": no fix for %zu %s, %zu %s and %zu %s\n", counts[AP_ERROR],
        counts[AP_ERROR] == 1 ? "error" : "errors", counts[AP_WARNING],
        counts[AP_WARNING] == 1 ? "warning" : "warnings", counts[AP_NOTE],
        counts[AP_NOTE] == 1 ? "note" : "notes");
}

static bool has_errors(const fix_run *run)
{
    for (const ap_finding *f = ap_mended(&run->mending)->findings.first; f != NULL; f = f->next) {
        if (ap_policy_level(&run->reading.policy, f->rule) == AP_ERROR)
            return true;
    }
    return false;
}

static cli_exit no_memory(const fix_run *run)
{
    cli_error_about(run->name, "memory ran out (--max-memory)");
    return CLI_INTERNAL;
}

/* Writing */

static cli_exit write_text_diff(fix_run *run, const char *head)
{
    cli_target target;
    cli_exit result = cli_flush_output();
    if (result != CLI_CLEAN)
        return result;
    cli_target_init(&target, "-");
    const bool opened = cli_target_open(&target);
    const bool whole =
        opened
        && cli_write_diff(run->before, ap_mended(&run->mending)->text, head, &run->arena, &target.writer);
    result = cli_target_close(&target, whole || !run->arena.failed);
    return run->arena.failed ? cli_worse(result, no_memory(run)) : result;
}

static cli_exit write_diff(fix_run *run)
{
    cli_exit result = CLI_CLEAN;
    char *head = cli_diff_head(run->name, "fixed");
    if (head == NULL)
        return no_memory(run);
    if (run->format->text)
        result = write_text_diff(run, head);
    else
        cli_write_hex_diff(stdout, run->before, ap_mended(&run->mending)->text, head);
    free(head);
    return result;
}

static cli_exit write_in_place(fix_run *run)
{
    cli_target target;
    size_t other_names;
    const ap_view text = ap_mended(&run->mending)->text;
    const cli_exit result = cli_may_replace(run->name, &other_names);
    if (result != CLI_CLEAN)
        return result;
    cli_target_init(&target, run->name);
    if (cli_target_open(&target))
        (void)ap_write(&target.writer, text.bytes, text.size);
    const cli_exit closed = cli_target_close(&target, true);
    if (closed == CLI_CLEAN)
        cli_tell_other_names(run->name, other_names);
    return closed;
}

/* A file */

static cli_exit unrecognized(fix_run *run)
{
    cli_tell_findings(stderr, run->name, &ap_mended(&run->mending)->findings, false);
    return CLI_FINDINGS;
}

static cli_exit mend(fix_run *run)
{
    if (!ap_mending_load(&run->mending, run->format, run->before))
        return no_memory(run);
    if (run->format == NULL)
        return unrecognized(run);
    if (!ap_mending_run(&run->mending))
        return no_memory(run);
    FILE *told = run->diff ? stderr : stdout;
    cli_exit result = CLI_CLEAN;
    if (run->mending.mended > 0 && run->in_place)
        result = write_in_place(run);
    else if (run->mending.mended > 0 && run->diff)
        result = write_diff(run);
    if (result != CLI_CLEAN)
        return result;
    tell_notes(told, run);
    tell_rest(told, run);
    return has_errors(run) || (run->mending.mended > 0 && !run->in_place) ? CLI_FINDINGS : CLI_CLEAN;
}

static cli_exit fix_file(fix_run *run, const char *name)
{
    run->name = name;
    const cli_exit loaded = load(run);
    if (loaded != CLI_CLEAN)
        return loaded;
    return run->before.bytes == NULL ? no_memory(run) : mend(run);
}

/* The command line */

static cli_exit unknown_rule(const char *option, const char *pattern)
{
    char suggestions[256];
    cli_suggestion_text(pattern, suggestions, sizeof suggestions);
    return cli_usage("fix", "--%s: no rule is named '%s'%s", option, pattern, suggestions);
}

static cli_exit choose_rules(fix_run *run)
{
    const char *unknown = NULL;
    ap_policy *policy = &run->reading.policy;
    if (run->select.count > 0
        && !ap_policy_select(policy, (const char *const *)run->select.items, run->select.count, &unknown))
        return unknown_rule("select", unknown);
    for (size_t i = 0; i < run->ignore.count; i++) {
        if (ap_policy_set(policy, run->ignore.items[i], AP_OFF) == 0)
            return unknown_rule("ignore", run->ignore.items[i]);
    }
    return CLI_CLEAN;
}

static cli_exit check_words(const fix_run *run, cli_words words)
{
    if (words.count == 0)
        return cli_usage("fix", "no files given");
    if (run->in_place && run->diff)
        return cli_usage("fix", "--write does not go with --diff");
    for (size_t i = 0; i < words.count; i++) {
        if (run->in_place && strcmp(words.items[i], "-") == 0)
            return cli_usage("fix", "--write: standard input has no place to be written to");
    }
    return CLI_CLEAN;
}

static void prepare(void *record)
{
    fix_run *run = record;
    cli_default_reading(&run->reading);
}

static cli_exit fix(void *record, cli_words words)
{
    fix_run *run = record;
    cli_exit result = check_words(run, words);
    if (result == CLI_CLEAN)
        result = choose_rules(run);
    if (result != CLI_CLEAN)
        return result;
    ap_input_init(&run->input, run->reading.max_input_bytes);
    ap_arena_init(&run->arena, run->reading.max_memory_bytes);
    ap_mending_init(&run->mending, run->reading.max_memory_bytes);
    run->mending.options = &run->reading.lint;
    run->mending.policy = &run->reading.policy;
    run->mending.unsafe = run->unsafe;
    for (size_t i = 0; i < words.count; i++)
        result = cli_worse(result, fix_file(run, words.items[i]));
    ap_mending_free(&run->mending);
    ap_arena_free(&run->arena);
    ap_input_free(&run->input);
    return result;
}

static void release(void *record)
{
    fix_run *run = record;
    cli_list_free(&run->select);
    cli_list_free(&run->ignore);
}

static const cli_option rows[] = {
    { .name = "write",
        .letter = 'w',
        CLI_FLAG(fix_run, in_place),
        .help = "put what is fixed in the place of each file" },
    { .name = "diff",
        .letter = 'd',
        CLI_FLAG(fix_run, diff),
        .help = "print what would change, as diff -u does; of binary files, rows of bytes" },
    { .name = "unsafe",
        CLI_FLAG(fix_run, unsafe),
        .help = "also what loses something, such as comments or bytes that nothing reads" },
    { .name = "select",
        .value = "RULE,...",
        CLI_LIST(fix_run, select),
        .choice = cli_rule_word,
        .help = "only findings of these rules" },
    { .name = "ignore",
        .value = "RULE,...",
        CLI_LIST(fix_run, ignore),
        .choice = cli_rule_word,
        .help = "not findings of these rules" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    CLI_READING_GROUPS(fix_run, reading),
    { .rows = NULL },
};

const cli_command cli_fix = {
    .name = "fix",
    .words = "FILE...",
    .summary = "mends files where a rule says how",
    .about = "Mends each FILE ('-': standard input) where the fix is certain, and says of each finding with "
             "a fix what is done, or why not. Nothing is written without --write. Each fix is held against "
             "what linting says before and after: one that adds a finding, or leaves its own, is undone. "
             "`animproof rules --fixable` lists the rules with a fix.",
    .exits = "0 nothing to fix, or written; 1 something would change, or errors are left; 2 usage, 3 a "
             "file could not be read or written, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(fix_run),
    .prepare = prepare,
    .run = fix,
    .release = release,
    .completes = CLI_COMPLETES_FILES,
};
