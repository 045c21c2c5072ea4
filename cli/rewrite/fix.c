/* animproof fix: mends what a rule can mend, and says of each finding what it does or why not. */
#include "cli/rewrite/fix.h"

#include <string.h>

#include "cli/options/commands.h"
#include "cli/options/reading_options.h"

/* For all files of a run: half a minute. */
static const uint64_t budget_bytes = UINT64_C(1) << 31;

/* The command line */

static cli_exit check_words(const fix_run *run, cli_words words)
{
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
    cli_file_run_prepare(record, fix_file);
}

static cli_exit fix(void *record, cli_words words)
{
    fix_run *run = record;
    cli_exit result = check_words(run, words);
    if (result == CLI_CLEAN)
        result = cli_check_rules(&run->files.asked.rules, NULL);
    if (result == CLI_CLEAN)
        result = cli_file_run_open(&run->files, "fix", words);
    if (result != CLI_CLEAN)
        return result;
    ap_input_init(&run->input, 0);
    ap_arena_init(&run->arena, 0);
    ap_fixing_init(&run->fixing, 0);
    run->budget = budget_bytes;
    cli_file_run_each(&run->files);
    fix_report_sum(run);
    ap_fixing_free(&run->fixing);
    ap_arena_free(&run->arena);
    ap_input_free(&run->input);
    return cli_file_run_close(&run->files);
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
        CLI_LIST(fix_run, files.asked.rules.select),
        .choice = cli_rule_word,
        .help = "only findings of these rules" },
    { .name = "ignore",
        .value = "RULE,...",
        CLI_LIST(fix_run, files.asked.rules.ignore),
        .choice = cli_rule_word,
        .help = "not findings of these rules" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    CLI_FILE_RUN_GROUPS(fix_run, files),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof fix --diff assets/", "Shows what would change, and writes nothing." },
    { "animproof fix -w assets/", "Mends what can be mended without a guess." },
    { NULL, NULL },
};

const cli_command cli_fix = {
    .name = "fix",
    .words = "PATH...",
    .summary = "mends files where a rule says how",
    .about = "Mends each PATH (a file, '-': standard input, or the files of known formats in a folder) where "
             "the fix is certain, and says of each finding with "
             "a fix what is done, or why not. Nothing is written without --write. Each fix is held against "
             "what linting says before and after: one that adds a finding, or leaves its own, is undone. "
             "`animproof rules --fixable` lists the rules with a fix.",
    .examples = examples,
    .exits = "0 nothing to fix, or written; 1 something would change, or errors are left; 2 usage, 3 a "
             "file could not be read or written, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(fix_run),
    .prepare = prepare,
    .run = fix,
    .release = cli_file_run_release,
    .completes = CLI_COMPLETES_FILES,
};
