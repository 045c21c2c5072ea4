/* animproof fix: mends what a rule can mend, and says of each finding what it does or why not. */
#include "cli/fix/fix.h"

#include <string.h>

#include "cli/shared/commands.h"
#include "cli/shared/rule_word.h"

/* Finding files */

/* What holds for the path; where that is not known, the run is over. */
static cli_configured ask(fix_run *run, const char *path, cli_asked_kind kind)
{
    const cli_configured here = cli_configs_choose(run->configs, &(cli_asked_path){ path, kind, .names = 1 });
    if (here.result != CLI_CLEAN) {
        cli_error("%s", here.wrong);
        run->result = cli_worse(run->result, here.result);
        run->stopped = true;
    }
    return here;
}

static bool fix_found(void *context, const char *path, cli_origin origin)
{
    fix_run *run = context;
    const cli_configured here = ask(run, path, origin == CLI_MET ? CLI_ASKED_FILE : CLI_ASKED_NAMED);
    run->sum.walked |= origin == CLI_MET;
    if (run->stopped)
        return false;
    if (here.unwanted != NULL)
        run->sum.skipped++;
    else
        run->result =
            cli_worse(run->result, fix_file(run, path, here.included ? CLI_INCLUDED : origin, here.settings));
    return true;
}

static bool found_directory(void *context, const char *path, const char **why)
{
    fix_run *run = context;
    *why = ask(run, path, CLI_ASKED_FOLDER).unwanted;
    run->sum.walked = true;
    return !run->stopped;
}

static void found_unread_patterns(void *context, const char *path, const char *why)
{
    fix_run *run = context;
    cli_error_about(path, "%s", why);
    run->result = cli_worse(run->result, CLI_UNREADABLE);
}

static bool found_unreadable(void *context, const char *path, const char *reason)
{
    fix_run *run = context;
    cli_error_about(path, "%s", reason);
    run->result = cli_worse(run->result, CLI_UNREADABLE);
    return true;
}

static bool found_other(void *context, const char *path, const char *why)
{
    fix_run *run = context;
    (void)path;
    (void)why;
    run->sum.skipped++;
    return true;
}

static void fix_stream(fix_run *run)
{
    const cli_configured here = cli_configs_of_run(run->configs);
    if (here.result != CLI_CLEAN)
        cli_error("%s", here.wrong);
    run->result = cli_worse(
        run->result, here.result != CLI_CLEAN ? here.result : fix_file(run, "-", CLI_NAMED, here.settings));
}

static void fix_path(fix_run *run, const char *path)
{
    const cli_visitor visitor = { run, fix_found, found_directory, found_unreadable, found_other };
    if (cli_walk(path, &visitor, &run->met) == CLI_WALK_NO_MEMORY) {
        cli_error_about(path, "no memory to list it");
        run->result = cli_worse(run->result, CLI_INTERNAL);
    }
}

static void fix_all(fix_run *run, cli_words words)
{
    for (size_t i = 0; i < words.count && !run->stopped; i++) {
        if (strcmp(words.items[i], "-") == 0)
            fix_stream(run);
        else
            fix_path(run, words.items[i]);
    }
    fix_tell_sum(run);
    if (run->sum.files == 0 && run->result == CLI_CLEAN) {
        cli_error("nothing to fix: no file of a format was found");
        run->result = CLI_UNREADABLE;
    }
}

/* The command line */

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
    cli_default_layer(&run->asked);
}

static cli_exit fix(void *record, cli_words words)
{
    fix_run *run = record;
    cli_exit result = check_words(run, words);
    if (result == CLI_CLEAN)
        result = cli_check_rules(&run->asked.rules, NULL);
    if (result == CLI_CLEAN)
        result = cli_configs_open(&run->configs, "fix", &run->config, &run->asked);
    if (result != CLI_CLEAN)
        return result;
    ap_input_init(&run->input, 0);
    ap_arena_init(&run->arena, 0);
    ap_mending_init(&run->mending, 0);
    cli_configs_tell(run->configs, found_unread_patterns, run);
    fix_all(run, words);
    ap_mending_free(&run->mending);
    ap_arena_free(&run->arena);
    ap_input_free(&run->input);
    return run->result;
}

static void release(void *record)
{
    fix_run *run = record;
    cli_met_free(&run->met);
    cli_layer_free(&run->asked);
    cli_configs_free(run->configs);
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
        CLI_LIST(fix_run, asked.rules.select),
        .choice = cli_rule_word,
        .help = "only findings of these rules" },
    { .name = "ignore",
        .value = "RULE,...",
        CLI_LIST(fix_run, asked.rules.ignore),
        .choice = cli_rule_word,
        .help = "not findings of these rules" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    { .title = "Files in folders", .rows = cli_choosing_rows, .at = offsetof(fix_run, asked) },
    { .rows = cli_config_rows, .at = offsetof(fix_run, config) },
    CLI_READING_GROUPS(fix_run, asked.reading),
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
    .release = release,
    .completes = CLI_COMPLETES_FILES,
};
