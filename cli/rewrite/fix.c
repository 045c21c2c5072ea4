/* animproof fix: applies the fixes of rules, and reports for each finding what was fixed or why not. */
#include "cli/rewrite/fix.h"

#include <string.h>

#include "cli/options/commands.h"
#include "cli/options/reading_options.h"
#include "cli/shared/input_copy.h"

/* Bytes that all fixes of a run may read, about half a minute's work, not counting the first AP_FIXING_TIMES readings of each
   file. */
static const uint64_t budget_bytes = UINT64_C(1) << 31;

static cli_exit check_operands(const fix_run *run, cli_operands words)
{
    if (run->in_place && run->diff)
        return cli_usage_error("fix", "--write cannot be used with --diff");
    for (size_t i = 0; i < words.count; i++) {
        if (run->in_place && strcmp(words.items[i], "-") == 0)
            return cli_usage_error("fix", "--write cannot be used with standard input");
    }
    return CLI_CLEAN;
}

static void set_defaults(void *record)
{
    cli_file_run_init(record, cli_fix_file);
}

static cli_exit run_fix(void *record, cli_operands words)
{
    fix_run *run = record;
    cli_exit result = check_operands(run, words);
    if (result == CLI_CLEAN)
        result = cli_check_rules(&run->files.asked.rules, "fix", NULL);
    if (result == CLI_CLEAN)
        result = cli_file_run_open(&run->files, "fix", words);
    if (result != CLI_CLEAN)
        return result;
    ap_input_init(&run->input, 0);
    ap_arena_init(&run->arena, 0);
    ap_fixing_init(&run->fixing, 0);
    run->budget = budget_bytes;
    run->files.result = fix_begin_companions(run);
    if (run->files.result == CLI_CLEAN) {
        cli_file_run_visit_files(&run->files);
        fix_report_totals(run);
    }
    fix_end_companions(run);
    ap_fixing_free(&run->fixing);
    ap_arena_free(&run->arena);
    ap_input_free_memory(&run->input);
    return cli_file_run_finish(&run->files);
}

static const cli_option rows[] = {
    { .name = "write",
        .letter = 'w',
        CLI_FLAG(fix_run, in_place),
        .help = "replace each file by the fixed file" },
    { .name = "diff",
        .letter = 'd',
        CLI_FLAG(fix_run, diff),
        .help = "print the changes as a unified diff; rows of bytes for binary files" },
    { .name = "unsafe",
        CLI_FLAG(fix_run, unsafe),
        .help = "also apply fixes that lose something, such as comments or unused bytes" },
    { .name = "verbose",
        .letter = 'v',
        CLI_FLAG(fix_run, verbose),
        .help = "name the mesh of each animation, or give the reason why it has none" },
    { .name = "select",
        .value = "RULE,...",
        CLI_LIST(fix_run, files.asked.rules.select),
        .choice = cli_rule_id_choice,
        .help = "fix only findings of these rules" },
    { .name = "ignore",
        .value = "RULE,...",
        CLI_LIST(fix_run, files.asked.rules.ignore),
        .choice = cli_rule_id_choice,
        .help = "do not fix findings of these rules" },
    { .name = NULL },
};

/* Sets *row to --mesh, the option of the companion that fixes need. Returns false after this one row. */
static bool mesh_option_row(size_t index, cli_option *row)
{
    size_t at = 0;
    while (cli_companion_option_row(at, row) && strcmp(row->name, "mesh") != 0)
        at++;
    return index == 0 && cli_companion_option_row(at, row);
}

static const cli_option_group groups[] = {
    { .rows = rows },
    { .row = mesh_option_row, .at = offsetof(fix_run, files.asked.reading) },
    CLI_FILE_RUN_GROUPS(fix_run, files),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof fix --diff assets/", "Shows the changes, without writing them." },
    { "animproof fix -w assets/", "Applies the fixes that are certain." },
    { NULL, NULL },
};

const cli_command cli_fix = {
    .name = "fix",
    .words = "PATH...",
    .summary = "fixes files, and reports each fix",
    .about = "Applies fixes that are certain to each PATH, and reports what was fixed and what was not. PATH "
             "is a file, '-' for standard input, or a folder: its files of known formats. Without --write, "
             "no file is changed. The file is linted before and after each fix: a fix that adds a finding, "
             "or does not remove the finding that it is for, is undone. `animproof rules --fixable` lists "
             "the rules with a fix.",
    .examples = examples,
    .exits = "0 nothing to fix, or all fixes written; 1 fixes were not written, or errors remain; 2 usage, 3 "
             "a file could not be read or written, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(fix_run),
    .prepare = set_defaults,
    .run = run_fix,
    .release = cli_file_run_release,
    .completes = CLI_COMPLETES_FILES,
};
